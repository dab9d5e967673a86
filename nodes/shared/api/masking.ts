/** What stands where a secret was. */
const MASK = '*****';

/**
 * A function that takes the secret out of any text, also where the service wrote it
 * percent-encoded or JSON-escaped.
 *
 * @param secret the API key; an empty one hides nothing
 */
export function masking(secret: string): (text: string) => string {
	const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
	const inSmallLetters = encoded.replace(/%../g, (escape) => escape.toLowerCase());
	const forms = [secret, encoded, inSmallLetters, JSON.stringify(secret).slice(1, -1)];
	const wanted = [...new Set(forms)].filter((form) => form !== '');
	return (text) => wanted.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}
