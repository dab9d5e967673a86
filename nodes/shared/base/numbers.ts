import { jsonParse, type JsonValue } from 'n8n-workflow';

/** Decimals beyond these come from how computers calculate: 20.400000000000002 is 20.4. */
const MAX_DECIMALS = 12;

/** A service may write these where it has no number. */
const NO_NUMBER = /^\s*(-|–|—|n\/?a|null|none)?\s*$/i;

/** Whether a field is filled. 0 and `false` are values. */
export function hasValue(value: JsonValue | undefined): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** Whether a value says that there is no number. */
export function isNoNumber(value: JsonValue | undefined): boolean {
	return !hasValue(value) || (typeof value === 'string' && NO_NUMBER.test(value));
}

/**
 * Reads a number, also from text or in percent. `007` is a code rather than a number, and a number that
 * JavaScript cannot hold is a text.
 */
export function numberIn(value: JsonValue | undefined): number | undefined {
	const isText =
		typeof value === 'string' &&
		/^[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?\s*%?$/i.test(value.trim());
	const number = isText && /\d/.test(value) ? Number(value.replace('%', '')) : value;
	const isHeld = typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isHeld ? number : undefined;
}

/** Subtracts exactly: 0.3 - 0.1 is 0.2, and not 0.19999999999999998. */
export function changeBetween(before: number, after: number): number {
	const change = after - before;
	const decimals = Math.max(decimalsOf(before), decimalsOf(after));
	return Number(
		decimals > MAX_DECIMALS ? change.toPrecision(MAX_DECIMALS) : change.toFixed(decimals),
	);
}

/** Returns the change in percent of `before`, to two decimals; `null` from 0. */
export function percentBetween(before: number, after: number): number | null {
	const percent = (changeBetween(before, after) / Math.abs(before)) * 100;
	return Number.isFinite(percent) ? Number(percent.toFixed(2)) : null;
}

/** Counts the decimals of a number. */
export function decimalsOf(number: number): number {
	const [digits = '', exponent = '0'] = String(number).split('e');
	const [, decimals = ''] = digits.split('.');
	return Math.max(0, decimals.length - Number(exponent));
}

/** Returns the largest whole number that passes, if all smaller ones do; 0 if none does. */
export function largest(maximum: number, passes: (number: number) => boolean): number {
	let [low, high] = [0, maximum];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (passes(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Finds quickly whether a text may have a number beyond 2^53: 16 digits in a row, or an exponent. */
const SUSPECT = /(?:^|[:,[\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE]\+?\d)/;

/** Matches the ends of texts in JSON, and anything that may be a long number. */
const TOKENS = /\\["\\]|"|-?\d[\d.eE+-]{2,}/g;

/** Whether a text is a number that JavaScript holds: beyond 2^53, digits are lost. */
export function isHeld(text: string): boolean {
	return text.trim() !== '' && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
}

/**
 * Parses JSON. Numbers that JavaScript cannot hold become texts, digit for digit.
 *
 * @throws Error if the text is no JSON
 */
export function parseWithTexts(text: string): JsonValue {
	const value = jsonParse<JsonValue>(text);
	if (!SUSPECT.test(text)) return value;
	return jsonParse<JsonValue>(replaceUnheld(text, (digits) => `"${digits}"`));
}

/** Returns the first number in JSON that JavaScript cannot hold, as it is written there. */
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
