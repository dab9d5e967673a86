import { jsonParse, type JsonValue } from 'n8n-workflow';
import { isObject } from './json';

/**
 * Where a text may have a number that JavaScript cannot hold: 16 digits in a row, or an exponent of
 * three. Written out, since the regular expression then compares several characters at once.
 */
const SUSPECTS = [
	/[:,[\s]-?\d\d\d\d\d\d\d\d\d{8}/,
	/^-?\d{16}/,
	/[:,[\s]-?\d+(?:\.\d+)?[eE][+-]?\d\d\d/,
	/^-?\d+(?:\.\d+)?[eE][+-]?\d\d\d/,
];

/** What decides where a text in JSON starts and ends, and anything that may be a long number. */
const TOKENS = /\\["\\]|"|-?\d[\d.eE+-]{4,}/g;

const INTEGER = /^-?\d+$/;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The numbers that JavaScript cannot hold, on their way to the service. Each is a list with its digits,
 * so it cannot be mistaken for an object, and a query parameter shows the digits. What makes it a
 * number is that it is in this set: nothing that is entered or answered can look like one.
 */
const exactNumbers = new WeakSet<object>();

/** The same number, digit for digit, for a body that {@link toJson} writes. */
export function exactNumber(digits: string): JsonValue {
	const number = [digits];
	exactNumbers.add(number);
	return number;
}

/**
 * Whether JavaScript holds the number that a text says: whole numbers up to 2^53, and others that do
 * not become infinite or 0 and, beyond 2^53, lose no digit.
 */
export function isHeld(text: string): boolean {
	const number = Number(text);
	if (INTEGER.test(text)) return Number.isSafeInteger(number);
	if (!Number.isFinite(number)) return false;
	if (number === 0) return digitsOf(text) === '';
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER || digitsOf(text) === digitsOf(String(number));
}

/** Whether a text is a number as JSON writes it. */
export function isJsonNumber(text: string): boolean {
	return JSON_NUMBER.test(text);
}

/**
 * JSON in which the numbers that JavaScript cannot hold are texts, digit for digit.
 *
 * @throws Error if the text is no JSON
 */
export function parseWithTexts(text: string): JsonValue {
	const value = jsonParse<JsonValue>(text);
	return isSuspect(text) ? jsonParse<JsonValue>(withQuotes(text)) : value;
}

/**
 * JSON in which the numbers that JavaScript cannot hold are those of {@link exactNumber}.
 *
 * @param value the same text, parsed
 */
export function withExactNumbers(text: string, value: JsonValue): JsonValue {
	return isSuspect(text) ? merged(value, jsonParse<JsonValue>(withQuotes(text))) : value;
}

/** JSON as text, each {@link exactNumber} as its digits. */
export function toJson(value: unknown): string {
	if (Array.isArray(value)) {
		if (exactNumbers.has(value)) return value.join('');
		return `[${value.map((entry: unknown) => toJson(entry)).join(',')}]`;
	}
	if (!isObject(value)) return JSON.stringify(value ?? null);
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`);
	return `{${texts.join(',')}}`;
}

function isSuspect(text: string): boolean {
	return SUSPECTS.some((suspect) => suspect.test(text));
}

/** Puts the numbers in JSON that JavaScript cannot hold into quotes. */
function withQuotes(json: string): string {
	let isInText = false;
	return json.replace(TOKENS, (token) => {
		if (token === '"') isInText = !isInText;
		const isNumber = !isInText && isJsonNumber(token);
		return isNumber && !isHeld(token) ? `"${token}"` : token;
	});
}

/** The first value, with an exact number where the second one has a text instead of a number. */
function merged(value: JsonValue, withTexts: JsonValue | undefined): JsonValue {
	if (typeof value === 'number' && typeof withTexts === 'string') return exactNumber(withTexts);
	if (Array.isArray(value) && Array.isArray(withTexts)) {
		return value.map((entry, index) => merged(entry, withTexts[index]));
	}
	if (!isObject(value) || !isObject(withTexts)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, merged(member, withTexts[name])]),
	);
}

/** The digits that count: without sign, point, exponent and zeros at both ends. */
function digitsOf(text: string): string {
	return text
		.replace(/[eE].*$/, '')
		.replace(/\D/g, '')
		.replace(/^0+|0+$/g, '');
}
