/** What stands where a secret was. */
const MASK = '*****';

/** The least of a secret in base64 that is looked for: less could stand anywhere. */
const SHORTEST_BASE64 = 8;

/** The characters that HTML has to write as names. */
const NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/**
 * A function that takes the secret out of any text, also where the service wrote it
 * percent-encoded, JSON-escaped, with HTML entities, or in base64, alone or with more around it.
 *
 * @param secret the API key; an empty one hides nothing
 */
export function masking(secret: string): (text: string) => string {
	const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
	const inSmallLetters = encoded.replace(/%../g, (escape) => escape.toLowerCase());
	const forms = [secret, encoded, inSmallLetters, JSON.stringify(secret).slice(1, -1)];
	const wanted = [...new Set(forms)].filter((form) => form !== '');
	const patterns = [htmlForm(secret), ...base64Forms(secret)];
	return (text) => {
		const plain = wanted.reduce((masked, form) => masked.replaceAll(form, MASK), text);
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

/** The secret where any character may be an entity: `-`, `&#45;` and `&#x2D;`. */
function htmlForm(secret: string): Form {
	const characters = Array.from(secret, (character) => {
		const code = character.codePointAt(0) ?? 0;
		const hex = code.toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		const entities = [`&#0*${code};?`, `&#[xX]0*${hex};?`, ...entitiesOf(character)];
		return `(?:${[literal(character), ...entities].join('|')})`;
	});
	return {
		signs: secret === '' ? [] : ['&#', ...Array.from(secret).flatMap(entitiesOf)],
		pattern: new RegExp(characters.join(''), 'g'),
	};
}

function entitiesOf(character: string): string[] {
	const name = NAMES[character];
	return name === undefined ? [] : [`&${name};`];
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
		if (standard.length < SHORTEST_BASE64) return [];
		const signs = [...new Set([standard, forUrls])];
		const first = before === 0 ? '' : '[\\w+/-]?';
		const last = bytes.length % 3 === 0 ? '' : '[\\w+/-]?=*';
		return {
			signs,
			pattern: new RegExp(`${first}(?:${signs.map(literal).join('|')})${last}`, 'g'),
		};
	});
}

/** A pattern that finds exactly this text. */
function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
