import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';
import { DescribedError } from '../errors';
import {
	exactNumber,
	isHeld,
	isJsonNumber,
	parseWithTexts,
	withExactNumbers,
} from '../exactNumbers';
import { isObject } from '../json';

/** Deepest nesting that is sent. Nothing real comes near; beyond lies a loop or an attack. */
const DEEPEST = 64;

/** What a switch may be, as text. */
const FLAGS = new Map([
	...['true', '1', 'yes'].map((text) => [text, true] as const),
	...['false', '0', 'no'].map((text) => [text, false] as const),
]);

/** Whether nothing was entered. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** Text without blanks around it; numbers and booleans from expressions count as text. */
export function asText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw new DescribedError(`'${label}' is not text`, `Enter text in '${label}'.`);
}

/** Several texts: a list, a list as JSON, or one text with commas. Empty ones are dropped. */
export function asTexts(value: unknown, label: string): string[] {
	const isJsonList = typeof value === 'string' && value.trim().startsWith('[');
	const whole: unknown = isJsonList
		? usable(
				attempt(() => parseWithTexts(value)),
				label,
			)
		: value;
	const entries: unknown[] = Array.isArray(whole) ? whole : asText(whole, label).split(',');
	return [...new Set(entries.map((entry) => asText(entry, label)))].filter((text) => text !== '');
}

/** True or false, also as text or as 1 and 0; `undefined` if the value is neither. */
export function toFlag(value: unknown): boolean | undefined {
	const isScalar = ['boolean', 'number', 'string'].includes(typeof value);
	return isScalar ? FLAGS.get(String(value).trim().toLowerCase()) : undefined;
}

/**
 * A finite number, also as text; `undefined` if the value is none, or a text with a number that
 * JavaScript would change, such as an integer beyond 2^53.
 */
export function toNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '' && isHeld(value.trim());
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	return Number.isFinite(number) ? number : undefined;
}

/** The same for a value that is sent, where such a text stands for the number with all its digits. */
export function toExactNumber(value: unknown): JsonValue | undefined {
	const digits = typeof value === 'string' ? value.trim() : '';
	return isJsonNumber(digits) && !isHeld(digits) ? exactNumber(digits) : toNumber(value);
}

/** JSON as text, or as the object or list that an expression gave; `undefined` if empty. */
export function asJson(value: unknown, label: string): JsonValue | undefined {
	if (isEmpty(value)) return undefined;
	return typeof value === 'string' ? parseJson(value, label) : plainJson(value, label);
}

/** JSON that has to be an object; empty counts as one without members. */
export function asObject(value: unknown, label: string): JsonObject {
	const object: JsonValue = asJson(value, label) ?? {};
	if (isObject(object)) return object;
	throw new DescribedError(
		`'${label}' is not a JSON object`,
		`Enter an object in '${label}', for example { "name": "value" }.`,
	);
}

/**
 * JSON from a text, to be sent: numbers that JavaScript cannot hold keep all their digits.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if the text is not JSON or nested too deep
 */
export function parseJson(text: string, label: string): JsonValue {
	const value = usable(
		attempt(() => jsonParse<JsonValue>(text)),
		label,
	);
	return withExactNumbers(text, value);
}

/**
 * JSON from what an expression gave: dates become ISO text, `undefined` members go.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if the value cannot be JSON or is nested too deep
 */
export function plainJson(value: unknown, label: string): JsonValue {
	return usable(
		attempt(() => jsonParse<JsonValue>(JSON.stringify(value))),
		label,
	);
}

function attempt(make: () => JsonValue): JsonValue | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

function usable(value: JsonValue | undefined, label: string): JsonValue {
	if (value !== undefined && withinDepth(value, DEEPEST)) return value;
	throw new DescribedError(
		`'${label}' is not valid JSON`,
		`Correct '${label}': put double quotes around names and texts, no comma after the last entry, ` +
			`and nest no more than ${DEEPEST} levels.`,
	);
}

function withinDepth(value: JsonValue, left: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return left > 0 && Object.values(value).every((member) => withinDepth(member, left - 1));
}
