import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';
import { excerpt, LONGEST_TEXT } from './excerpt';
import { flattenRecords } from './flatten';

/** What stands between the names of a path, so that no two paths look the same. */
const STEP = '\u0000';

/**
 * Records as rows that are short, whatever is in them: nested objects become columns, lists of
 * objects their number (`answers_count`), lists of plain values text, and long texts excerpts. If a
 * record has a field of such a name itself, the column gets a number: `answers_count_2`.
 *
 * @param length the most characters of a text
 */
export function condenseRecords(
	records: readonly JsonObject[],
	length = LONGEST_TEXT,
): JsonObject[] {
	const counted = new Set<string>();
	for (const record of records) findCounted(record, '', counted);
	return flattenRecords(records.map((record) => condensed(record, '', { counted, length })));
}

/** How values are made short. */
interface Rules {
	/** The paths at which some record has a list of objects. */
	readonly counted: ReadonlySet<string>;
	readonly length: number;
}

/** Adds the paths of all lists of objects. What is in them does not matter. */
function findCounted(value: JsonValue, path: string, counted: Set<string>): void {
	if (Array.isArray(value)) {
		if (!isPlain(value)) counted.add(path);
	} else if (isObject(value)) {
		for (const [name, member] of Object.entries(value)) {
			findCounted(member, path + STEP + name, counted);
		}
	}
}

function condensed(object: JsonObject, path: string, rules: Rules): JsonObject {
	return Object.fromEntries(
		Object.entries(object).map(([name, value]) => {
			// The start of an ID would be the ID of nothing.
			const isKept = typeof value === 'string' && isIdName(name);
			return [name, isKept ? value : shortened(value, path + STEP + name, rules)];
		}),
	);
}

function shortened(value: JsonValue, path: string, rules: Rules): JsonValue {
	const { counted, length } = rules;
	// As a member of an object, the number is a column like any other, with a name that is free.
	if (Array.isArray(value) && counted.has(path)) return { count: value.length };
	if (value === null && counted.has(path)) return { count: null };
	if (Array.isArray(value)) return excerpt(joined(value), length);
	if (isObject(value)) return hasMembers(value) ? condensed(value, path, rules) : '';
	return typeof value === 'string' ? excerpt(value, length) : value;
}

/** Plain values as text. With a blank after each comma, numbers would take more room than before. */
function joined(values: readonly JsonValue[]): string {
	return values.map(String).join(values.every((value) => typeof value === 'string') ? ', ' : ',');
}

function hasMembers(object: JsonObject): boolean {
	return Object.keys(object).length > 0;
}

function isPlain(values: readonly JsonValue[]): boolean {
	return values.every((value) => typeof value !== 'object');
}
