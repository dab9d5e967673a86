/** What stands where a secret was. */
const MASK = '*****';

/** The least of a secret in base64 that is looked for: less could stand anywhere. */
const SHORTEST_CODED = 8;

/**
 * A function that takes the secret out of any text: as it is, percent-encoded, JSON-escaped, and in
 * base64, alone or with more around it.
 *
 * @param secret the API key; an empty one hides nothing
 */
export function masking(secret: string): (text: string) => string {
	const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
	const inSmallLetters = encoded.replace(/%../g, (escape) => escape.toLowerCase());
	const json = JSON.stringify(secret).slice(1, -1);
	const forms = new Set([secret, encoded, inSmallLetters, json, ...base64Forms(secret)]);
	forms.delete('');
	return (text) => {
		let masked = text;
		for (const form of forms) masked = masked.replaceAll(form, MASK);
		return masked;
	};
}

/**
 * What the secret looks like in base64, whatever is around it. Three bytes become four characters, so
 * it matters how many come before; a character that is shared with something else is left out.
 */
function base64Forms(secret: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(' '.repeat(before) + secret);
		const start = Math.ceil((before * 8) / 6);
		const end = Math.floor((bytes.length * 8) / 6);
		return (['base64', 'base64url'] as const)
			.map((encoding) => bytes.toString(encoding).slice(start, end))
			.filter((form) => form.length >= SHORTEST_CODED);
	});
}
