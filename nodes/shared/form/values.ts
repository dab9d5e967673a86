import { jsonParse, type JsonValue } from 'n8n-workflow';
import { tryOrUndefined, DescribedError, findLossyNumber, isExactNumber } from '../base';

const TRUE_WORDS = ['true', '1', 'yes'];
const FALSE_WORDS = ['false', '0', 'no'];

/** JavaScript writes this for an object in a text. Then an expression names an object, not one of its fields. */
export const OBJECT_IN_TEXT = '[object Object]';

export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** @throws DescribedError for a list, an object, or a text with `[object Object]` */
export function toText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	const text = scalarText(value) ?? OBJECT_IN_TEXT;
	if (!text.includes(OBJECT_IN_TEXT)) return text;
	throw new DescribedError(
		`'${label}' is not text, but ${describeValue(value)}`,
		`Enter text in '${label}', or correct its expression.`,
	);
}

/** Returns a text, number or boolean as trimmed text. Returns `undefined` for other values. */
export function scalarText(value: unknown): string | undefined {
	const isScalar = ['boolean', 'number', 'string'].includes(typeof value);
	return isScalar ? String(value).trim() : undefined;
}

/** Describes a value for an error: `5`, `a list`, `an object`. */
export function describeValue(value: unknown): string {
	return scalarText(value)?.slice(0, 80) ?? (Array.isArray(value) ? 'a list' : 'an object');
}

export function firstDuplicate(texts: readonly string[]): string | undefined {
	return texts.find((text, at) => texts.indexOf(text) < at);
}

/** Reads a list of texts: `a, b`, `["a", "b"]` or a list → `['a', 'b']`. Leaves out empty and repeated texts. */
export function toTexts(value: unknown, label: string): string[] {
	const isJsonList = typeof value === 'string' && value.trim().startsWith('[');
	const whole: unknown = isJsonList ? parseJson(value, label, '["one", "two"]') : value;
	const entries: unknown[] = Array.isArray(whole) ? whole : toText(whole, label).split(',');
	return [...new Set(entries.map((entry) => toText(entry, label)))].filter((text) => text !== '');
}

export interface PickListEntry {
	readonly name: string;
	readonly value: string;
}

export interface DescribedEntry extends PickListEntry {
	readonly description: string;
}

/** Finds an entry by value or name: `Last Month` and `last_month` find `lastMonth`. */
export function findEntryByName<Entry extends PickListEntry>(
	entries: readonly Entry[],
	text: string,
): Entry | undefined {
	const normalized = (words: string) => words.replace(/[\s_-]/g, '').toLowerCase();
	const wanted = normalized(text);
	return entries.find(({ value, name }) => [value, name].map(normalized).includes(wanted));
}

export function toFlag(value: unknown): boolean | undefined {
	const text = scalarText(value)?.toLowerCase() ?? '';
	if (TRUE_WORDS.includes(text)) return true;
	return FALSE_WORDS.includes(text) ? false : undefined;
}

/** Reads `5` or `'5'`. Returns `undefined` for other values, and for more digits than JavaScript can hold. */
export function toNumber(value: unknown): number | undefined {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && isExactNumber(value));
	return isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/**
 * @throws DescribedError if the JSON is invalid
 * @throws DescribedError if a number would lose digits
 * @throws DescribedError if the text contains `[object Object]`
 */
export function parseJson(text: string, label: string, example?: string): JsonValue {
	const value = tryOrUndefined(() => jsonParse<JsonValue>(text));
	if (value === undefined) {
		throw new DescribedError(
			`'${label}' is not valid JSON`,
			`Correct '${label}': put double quotes around names and texts, and no comma after the last entry.` +
				(example === undefined ? '' : ` For example: ${example}`),
		);
	}
	if (text.includes(OBJECT_IN_TEXT)) {
		throw new DescribedError(
			`'${label}' has a text that an expression has put an object into: ${OBJECT_IN_TEXT}`,
			`Correct the expression in '${label}': name a field of the object.`,
		);
	}
	const lossyNumber = findLossyNumber(text);
	if (lossyNumber === undefined) return value;
	throw new DescribedError(
		`'${label}' has a number that cannot be sent exactly: ${lossyNumber}`,
		`To send it as text, put it into double quotes in '${label}'.`,
	);
}

/** Converts a value to plain JSON. A date becomes ISO text, and properties that are `undefined` are left out. */
export function toPlainJson(value: unknown, label: string): JsonValue {
	return parseJson(tryOrUndefined(() => JSON.stringify(value)) ?? '', label);
}

/** The maximum length of a name or condition. A longer text of an item or an AI model is a mistake or an attack. */
export const MAX_TEXT_LENGTH = 1000;

/** The maximum length of a text with several names, separated by commas. */
export const MAX_TEXTS_LENGTH = 5000;

const MAX_LIST_ENTRIES = 1000;

/**
 * Returns the value, which may be a text or a list of texts.
 *
 * @throws DescribedError if a text is longer than `longest`
 * @throws DescribedError if a list has too many entries
 */
export function refuseLongTexts(value: unknown, label: string, longest: number): unknown {
	const texts = (Array.isArray(value) ? value : [value]).map((entry) => scalarText(entry) ?? '');
	const length = texts.reduce((most, text) => Math.max(most, text.length), 0);
	const [what, count, most] =
		texts.length > MAX_LIST_ENTRIES
			? ['list', `${texts.length} entries`, `${MAX_LIST_ENTRIES} entries`]
			: ['text', `${length} characters`, `${longest} characters`];
	if (length <= longest && what === 'text') return value;
	throw new DescribedError(`'${label}' has a ${what} of ${count}`, `Shorten it to ${most}.`);
}

/** Whether the value has a `$fromAI` expression. n8n also accepts `$fromai`. */
export function isFilledByModel(saved: unknown): boolean {
	return /\$fromAI\b/i.test(JSON.stringify(saved ?? ''));
}
