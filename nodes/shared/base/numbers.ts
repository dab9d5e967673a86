import { jsonParse, type JsonValue } from 'n8n-workflow';
import { isRankField, quoted } from './fields';

/** The maximum number of decimals. Further ones are rounding errors: 20.400000000000002 → 20.4. */
const MAX_KEPT_DECIMALS = 12;

/** Matches texts that a service may send instead of a number, such as `n/a`. */
const MISSING_NUMBER = /^(-|–|—|n\/?a|null|none)?$/i;

/** Returns `false` for a missing value and for an empty text, but `true` for 0 and `false`. */
export function hasValue(value: JsonValue | undefined): boolean {
	return value !== undefined && value !== null && value !== '';
}

export function isMissingNumber(value: JsonValue | undefined): boolean {
	return !hasValue(value) || (typeof value === 'string' && MISSING_NUMBER.test(value.trim()));
}

/** Reads `3`, `"3.5"` and `"3%"`. Returns `undefined` for a code such as `"007"`, and for a number beyond 2^53. */
export function parseNumber(value: unknown): number | undefined {
	const isText =
		typeof value === 'string' &&
		/^[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?\s*%?$/i.test(value.trim());
	const number = isText && /\d/.test(value) ? Number(value.replace('%', '')) : value;
	const isHeld = typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isHeld ? number : undefined;
}

/** Returns the value, or `null` for a rank below 1. The best rank is 1, so 0 means that there is no rank. */
export function clearInvalidRank(name: string, value: JsonValue): JsonValue {
	const number = parseNumber(value);
	return number !== undefined && number < 1 && isRankField(name) ? null : value;
}

/**
 * Says in how many records a field with numbers has a text such as `>100`.
 *
 * @param end the last sentence, which says what the node does with these records
 */
export function textsAmongNumbers(
	field: string,
	values: readonly unknown[],
	end: string,
): string[] {
	const texts = values.filter((value) => typeof value === 'string');
	const others = texts.filter((text) => parseNumber(text) === undefined && !isMissingNumber(text));
	const [example] = others;
	if (example === undefined || !values.some((value) => parseNumber(value) !== undefined)) return [];
	const count = `${others.length} of ${values.length} records`;
	return [`${field} is no number in ${count}, such as ${quoted(example, 30)}. ${end}`];
}

const MOMENT_TEXT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(?<offset>Z|[+-]\d\d:?\d\d)?)?$/;

/** Parses a date, with or without a time, to milliseconds since 1970. A time without an offset is in UTC. */
export function parseMoment(value: unknown): number | undefined {
	const match = typeof value === 'string' ? MOMENT_TEXT.exec(value.trim()) : null;
	if (match === null) return undefined;
	const [text, time] = match;
	// `Date` would turn 30 February into 2 March. So the day of the month has to stay the same.
	const day = new Date(text.slice(0, 10)).getUTCDate();
	if (day !== Number(text.slice(8, 10))) return undefined;
	const isLocal = time !== undefined && match.groups?.offset === undefined;
	const at = Date.parse(text.replace(' ', 'T') + (isLocal ? 'Z' : ''));
	return Number.isNaN(at) ? undefined : at;
}

/** Subtracts without rounding errors: 0.3 - 0.1 is 0.2. */
export function differenceBetween(before: number, after: number): number {
	const change = after - before;
	const decimals = Math.max(countDecimals(before), countDecimals(after));
	return Number(
		decimals > MAX_KEPT_DECIMALS ? change.toPrecision(MAX_KEPT_DECIMALS) : change.toFixed(decimals),
	);
}

/** Returns the change in percent of `before`, with two decimals. Returns `null` if `before` is 0. */
export function percentChangeBetween(before: number, after: number): number | null {
	const percent = (differenceBetween(before, after) / Math.abs(before)) * 100;
	return Number.isFinite(percent) ? Number(percent.toFixed(2)) : null;
}

export function countDecimals(number: number): number {
	const [digits = '', exponent = '0'] = String(number).split('e');
	const [, decimals = ''] = digits.split('.');
	return Math.max(0, decimals.length - Number(exponent));
}

/**
 * Returns the largest number up to `maximum` that passes, or 0. All smaller numbers have to pass, too (binary search).
 */
export function findLargestPassing(maximum: number, passes: (number: number) => boolean): number {
	let [low, high] = [0, maximum];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (passes(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Matches numbers that may be beyond 2^53, because they have 16 digits in a row or an exponent. */
const POSSIBLY_LOSSY = /(?:^|[:,[\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE]\+?\d)/;

const JSON_TOKENS = /\\["\\]|"|-?\d[\d.eE+-]{2,}/g;

/** Returns whether JavaScript can hold the number without losing digits. */
export function isExactNumber(text: string): boolean {
	return text.trim() !== '' && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
}

/** Parses JSON. Numbers beyond 2^53 become texts with all digits. */
export function parseJsonWithoutLoss(text: string): JsonValue {
	const value = jsonParse<JsonValue>(text);
	if (!POSSIBLY_LOSSY.test(text)) return value;
	return jsonParse<JsonValue>(replaceLossyNumbers(text, (digits) => `"${digits}"`));
}

/** Returns the first number in a JSON text that JavaScript would round, with all its digits. */
export function findLossyNumber(json: string): string | undefined {
	let first: string | undefined;
	replaceLossyNumbers(json, (digits) => (first ??= digits));
	return first;
}

function replaceLossyNumbers(json: string, by: (digits: string) => string): string {
	let isInText = false;
	return json.replace(JSON_TOKENS, (token) => {
		if (token === '"') isInText = !isInText;
		const isNumber = !isInText && /\d/.test(token);
		return isNumber && !isExactNumber(token) ? by(token) : token;
	});
}
