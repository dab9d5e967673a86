import { jsonParse, type JsonValue } from 'n8n-workflow';

/** Where a text may have a number beyond 2^53: 16 digits in a row, or an exponent. Quick to look for. */
const SUSPECT = /(?:^|[:,[\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE]\+?\d)/;

/** What decides where a text in JSON starts and ends, and anything that may be a long number. */
const TOKENS = /\\["\\]|"|-?\d[\d.eE+-]{2,}/g;

/**
 * Whether JavaScript holds the number that a text says: beyond 2^53, digits are lost.
 *
 * @returns `false` also for a text that is no number
 */
export function isHeld(text: string): boolean {
	return text.trim() !== '' && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
}

/**
 * JSON in which the numbers that JavaScript cannot hold are texts, digit for digit.
 *
 * @throws Error if the text is no JSON
 */
export function parseWithTexts(text: string): JsonValue {
	const value = jsonParse<JsonValue>(text);
	if (!SUSPECT.test(text)) return value;
	return jsonParse<JsonValue>(replaceUnheld(text, (digits) => `"${digits}"`));
}

/** The first number in JSON that JavaScript cannot hold, as it is written there. */
export function firstUnheld(json: string): string | undefined {
	let first: string | undefined;
	replaceUnheld(json, (digits) => (first ??= digits));
	return first;
}

function replaceUnheld(json: string, by: (digits: string) => string): string {
	let isInText = false;
	return json.replace(TOKENS, (token) => {
		if (token === '"') isInText = !isInText;
		const isNumber = !isInText && /\d/.test(token);
		return isNumber && !isHeld(token) ? by(token) : token;
	});
}
