import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { isObject } from '../json';

/** Deepest nesting that is sent. Nothing real comes near; beyond lies a loop or an attack. */
const DEEPEST = 64;

/** What a switch may be, as text. */
const FLAGS = [
	{ flag: true, texts: ['true', '1', 'yes'] },
	{ flag: false, texts: ['false', '0', 'no', ''] },
];

/** A text without blanks around it; numbers and booleans from expressions count as text. */
export function textOf(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw new DescribedError(`'${label}' is not a text`, `Enter a text in '${label}'.`);
}

/** A switch; an expression may give it as a text or number. A hidden one is off. */
export function flagOf(value: unknown, label: string): boolean {
	const isPlain = ['boolean', 'number', 'string', 'undefined'].includes(typeof value);
	const text = isPlain || value === null ? textOf(value, label).toLowerCase() : '?';
	const known = FLAGS.find(({ texts }) => texts.includes(text));
	if (known !== undefined) return known.flag;
	throw new DescribedError(
		`'${label}' is neither true nor false`,
		`Switch '${label}' on or off, or let its expression give true or false.`,
	);
}

/** Several texts: a list, a list as JSON, or one text with commas. Empty ones are dropped. */
export function textsOf(value: unknown, label: string): string[] {
	const isJsonList = typeof value === 'string' && value.trim().startsWith('[');
	const whole: unknown = isJsonList ? parseJson(value, label) : value;
	const entries: unknown[] = Array.isArray(whole) ? whole : textOf(whole, label).split(',');
	return [...new Set(entries.map((entry) => textOf(entry, label)))].filter((text) => text !== '');
}

/** JSON as text, or as the object or list that an expression gave; `undefined` if empty. */
export function jsonOf(value: unknown, label: string): JsonValue | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string') return plainJson(value, label);
	return value.trim() === '' ? undefined : parseJson(value, label);
}

/** JSON that has to be an object; empty counts as one without members. */
export function objectOf(value: unknown, label: string): JsonObject {
	const object: JsonValue = jsonOf(value, label) ?? {};
	if (isObject(object)) return object;
	throw new DescribedError(
		`'${label}' is not a JSON object`,
		`Enter an object in '${label}', for example { "name": "value" }.`,
	);
}

/**
 * JSON from a text.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if the text is not JSON or nested too deep
 */
export function parseJson(text: string, label: string): JsonValue {
	return usable(
		attempt(() => jsonParse<JsonValue>(text)),
		label,
	);
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
		`Correct '${label}': double quotes around names and texts, no comma after the last entry, ` +
			`no more than ${DEEPEST} levels.`,
	);
}

function withinDepth(value: JsonValue, left: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return left > 0 && Object.values(value).every((member) => withinDepth(member, left - 1));
}
