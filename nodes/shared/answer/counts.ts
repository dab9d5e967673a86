import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';

/** A number as services write it for people: `1,250`, `250+`, `250 records`. An estimate is none. */
const IN_WORDS =
	/^(\d{1,3}(?:,\d{3})+|\d+) ?\+?(?: ?(?:records|rows|results|items|entries|hits|prompts|tasks|projects)(?: in total)?)?$/i;

/** A whole number of 0 or more, also in a text, or as the `value` of an object. */
export function asCount(value: JsonValue | undefined): number | undefined {
	if (isObject(value)) return asCount(value.value);
	const digits =
		typeof value === 'string' ? IN_WORDS.exec(value.trim())?.[1]?.replaceAll(',', '') : value;
	const number = typeof digits === 'string' || typeof digits === 'number' ? Number(digits) : NaN;
	return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Whether a number is only the least that there are: `250+`. */
export function isAtLeast(value: JsonValue): boolean {
	return typeof value === 'string' && value.includes('+') && asCount(value) !== undefined;
}

/** The largest of several numbers, `undefined` if there is none. */
export function largest(numbers: readonly number[]): number | undefined {
	return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** The smallest of several numbers, `undefined` if there is none. */
export function smallest(numbers: readonly number[]): number | undefined {
	return numbers.length === 0 ? undefined : Math.min(...numbers);
}
