import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';
import {
	DescribedError,
	exactNumber,
	isHeld,
	isJsonNumber,
	isObject,
	parseWithTexts,
	withExactNumbers,
} from '../base';

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

/** What is left of an object, or of a date that is none, once an expression has made text of it. */
const LOST = /^(\s*\[object \w+\]\s*(,|$))+$|^\s*Invalid Date(Time)?\s*$/;

/** Whether a text is all that an expression has left of something else. */
export function isLost(text: string): boolean {
	return LOST.test(text);
}

/** Whether a number is the one that was meant: finite, and not so large that digits are lost. */
export function isExact(number: number): boolean {
	return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/**
 * Text without blanks around it; numbers and booleans from expressions count as text.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if the value is something else, or a number such as NaN
 */
export function asText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' && !value.includes('[object Object]') && !isLost(value)) {
		return value.trim();
	}
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number' && isExact(value)) return String(value);
	throw new DescribedError(
		`'${label}' is not text, but ${nameOf(value)}`,
		`Enter text in '${label}', or correct its expression.`,
	);
}

/** What a value is, for an error. */
export function nameOf(value: unknown): string {
	if (typeof value === 'string') return value.trim().slice(0, 80);
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (Array.isArray(value)) return 'a list';
	const isDate = value instanceof Date || (isObject(value) && value.isValid === false);
	return isDate ? 'an invalid date' : 'an object';
}

/** Several texts: a list, a list as JSON, or one text with commas. Empty ones are dropped. */
export function asTexts(value: unknown, label: string): string[] {
	const isJsonList = typeof value === 'string' && value.trim().startsWith('[');
	const whole: unknown = isJsonList
		? usable(
				attempt(() => parseWithTexts(value)),
				label,
				'["one", "two"]',
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
export function asJson(value: unknown, label: string, example?: string): JsonValue | undefined {
	if (isEmpty(value)) return undefined;
	return typeof value === 'string' ? parseJson(value, label, example) : plainJson(value, label);
}

/**
 * JSON that has to be an object; empty counts as one without members.
 *
 * @param example what could be entered, for the error
 */
export function asObject(
	value: unknown,
	label: string,
	example = '{ "name": "value" }',
): JsonObject {
	const object: JsonValue = asJson(value, label, example) ?? {};
	if (isObject(object)) return object;
	throw new DescribedError(
		`'${label}' is not a JSON object`,
		`Enter an object in '${label}', for example ${example}.`,
	);
}

/**
 * JSON from a text, to be sent: numbers that JavaScript cannot hold keep all their digits.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if the text is not JSON, nested too deep, or holds what is left of an object
 */
export function parseJson(text: string, label: string, example?: string): JsonValue {
	const value = usable(
		attempt(() => jsonParse<JsonValue>(text)),
		label,
		example,
	);
	return intact(withExactNumbers(text, value), label);
}

/**
 * JSON from what an expression gave: dates become ISO text, `undefined` members go.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if the value cannot be JSON, is nested too deep, or holds what JSON would
 * turn into `null` or nothing: NaN, a date that is none, a Map
 */
export function plainJson(value: unknown, label: string): JsonValue {
	intact(value, label);
	return usable(
		attempt(() => jsonParse<JsonValue>(JSON.stringify(value))),
		label,
	);
}

/** @throws DescribedError if JSON would lose a part of the value without a word */
function intact<Value>(value: Value, label: string): Value {
	const lost: string[] = [];
	attempt(() => {
		JSON.stringify(value, function (this: unknown, key: string, member: unknown) {
			const given: unknown =
				isObject(this) || Array.isArray(this) ? Reflect.get(this, key) : member;
			if (isGone(member, given)) lost.push(key === '' ? nameOf(given) : `${key}: ${nameOf(given)}`);
			return member;
		});
		return null;
	});
	const [first] = lost;
	if (first === undefined) return value;
	throw new DescribedError(
		`'${label}' has a value that cannot be sent (${first})`,
		`Correct the expression in '${label}' that gives this value.`,
	);
}

/**
 * @param member a value as JSON writes it
 * @param given the same before JSON has changed it
 */
function isGone(member: unknown, given: unknown): boolean {
	if (typeof member === 'number') return !Number.isFinite(member);
	if (typeof member === 'string') return isLost(member);
	if (typeof member !== 'object' || Array.isArray(member)) return false;
	if (member === null) return given !== null;
	// A Map, a Set or a regular expression is an empty object as JSON.
	return !PLAIN.includes(Object.prototype.toString.call(member));
}

const PLAIN = ['Object', 'Number', 'String', 'Boolean'].map((name) => `[object ${name}]`);

function attempt(make: () => JsonValue): JsonValue | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

function usable(value: JsonValue | undefined, label: string, example?: string): JsonValue {
	if (value !== undefined && withinDepth(value, DEEPEST)) return value;
	throw new DescribedError(
		`'${label}' is not valid JSON`,
		`Correct '${label}': put double quotes around names and texts, no comma after the last entry, ` +
			`and nest no more than ${DEEPEST} levels.${example === undefined ? '' : ` For example: ${example}`}`,
	);
}

function withinDepth(value: JsonValue, left: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return left > 0 && Object.values(value).every((member) => withinDepth(member, left - 1));
}
