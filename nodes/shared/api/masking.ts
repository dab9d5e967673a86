import { literal, maskingDisguises } from './disguises';

/** What stands where a secret was. */
const MASK = '*****';

/** The least of a secret in base64 or in hex that is looked for: less could stand anywhere. */
const SHORTEST_CODED = 8;

/**
 * A function that takes the secret out of any text, also where the service wrote it in another case,
 * percent-encoded, escaped, with HTML entities or with breaks in it, in hex, or in base64, alone or
 * with more around it.
 *
 * @param secret the API key; an empty one hides nothing
 */
export function masking(secret: string): (text: string) => string {
	const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
	const inSmallLetters = encoded.replace(/%../g, (escape) => escape.toLowerCase());
	const json = JSON.stringify(secret).slice(1, -1);
	const forms = [secret, encoded, inSmallLetters, json, ...hexForms(secret)];
	const wanted = [...new Set(forms)].filter((form) => form !== '');
	const patterns = base64Forms(secret);
	const maskDisguises = maskingDisguises(secret, MASK);
	return (text) => {
		const plain = maskDisguises(
			wanted.reduce((masked, form) => masked.replaceAll(form, MASK), text),
		);
		// Quick: to look for a text takes less time than to look for a pattern.
		return patterns
			.filter(({ signs }) => signs.some((sign) => plain.includes(sign)))
			.reduce((masked, { pattern }) => masked.replace(pattern, MASK), plain);
	};
}

/** A form of the secret that is no fixed text. */
interface Form {
	/** A text that has the form has one of these, too. */
	readonly signs: readonly string[];
	readonly pattern: RegExp;
}

function hexForms(secret: string): string[] {
	const hex = Buffer.from(secret).toString('hex');
	return hex.length < SHORTEST_CODED ? [] : [hex, hex.toUpperCase()];
}

/**
 * The secret in base64, alone or with other bytes around it. Three bytes become four characters, so it
 * matters how many come before. The character at either end may hold only a part of the secret.
 */
function base64Forms(secret: string): Form[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(' '.repeat(before) + secret);
		const start = Math.ceil((before * 8) / 6);
		const end = Math.floor((bytes.length * 8) / 6);
		const standard = bytes.toString('base64').slice(start, end);
		const forUrls = bytes.toString('base64url').slice(start, end);
		if (standard.length < SHORTEST_CODED) return [];
		const signs = [...new Set([standard, forUrls])];
		const first = before === 0 ? '' : '[\\w+/-]?';
		const last = bytes.length % 3 === 0 ? '' : '[\\w+/-]?=*';
		return {
			signs,
			pattern: new RegExp(`${first}(?:${signs.map(literal).join('|')})${last}`, 'g'),
		};
	});
}
