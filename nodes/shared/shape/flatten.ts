import type { JsonObject, JsonValue } from 'n8n-workflow';
import { freeName, isIdName, isObject, fieldNames, ownField } from '../base';

/** What stands between the names of a path, so that no two paths look the same. */
const STEP = '\u0000';

/** Records as rows of one sheet: flat, and with the same columns in the same order. */
export function toSheetRows(records: readonly JsonObject[]): JsonObject[] {
	const rows = flattenRecords(records);
	const columns = fieldNames(rows);
	return rows.map((row) =>
		Object.fromEntries(columns.map((name) => [name, ownField(row, name) ?? null])),
	);
}

/** A value in a record, and the names that lead to it. An empty object is a value. */
type Leaf = readonly [path: string, value: JsonValue];

/**
 * Records with their nested objects as columns: `{ topic: { name } }` becomes `topic_name`. A list of
 * plain values becomes a text with commas, any other list JSON text, an empty object `null`. If any
 * of the records has a field of that name itself, the column gets a number: `topic_name_2`.
 *
 * @param cellOf what a value becomes instead, and at which path
 */
export function flattenRecords(
	records: readonly JsonObject[],
	cellOf: (leaf: Leaf) => Leaf = ([path, value]) => [path, asCell(value)],
): JsonObject[] {
	const taken = new Set(fieldNames(records));
	const columns = new Map([...taken].map((name) => [name, name]));
	const columnAt = (path: string) => {
		const known = columns.get(path);
		if (known !== undefined) return known;
		const name = freeName(path.replaceAll(STEP, '_'), (wanted) => taken.has(wanted));
		taken.add(name);
		columns.set(path, name);
		return name;
	};
	return records.map((record) => {
		const cells = leavesIn(record).map(cellOf);
		return Object.fromEntries(cells.map(([path, value]) => [columnAt(path), value]));
	});
}

/** All values in a record. */
function leavesIn(object: JsonObject, path = ''): Leaf[] {
	return Object.entries(object).flatMap(([name, value]): Leaf[] => {
		const isBranch = isObject(value) && Object.keys(value).length > 0;
		return isBranch ? leavesIn(value, path + name + STEP) : [[path + name, value]];
	});
}

/** Whether there are no objects and no lists in a list. */
function isPlain(values: readonly JsonValue[]): boolean {
	return values.every((value) => typeof value !== 'object');
}

function asCell(value: JsonValue): JsonValue {
	if (isObject(value)) return null;
	if (!Array.isArray(value)) return value;
	return isPlain(value) ? value.map(String).join(', ') : JSON.stringify(value);
}

/** The most characters of a text where a record is to be short. */
const LONGEST_TEXT = 300;

/** The start of a text, with an ellipsis if there is more. No character is cut in half. */
export function excerpt(text: string, length = LONGEST_TEXT): string {
	if (text.length <= length) return text;
	const start = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
	return `${start.trimEnd()}…`;
}

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
	for (const record of records) {
		for (const [path, value] of leavesIn(record)) {
			if (Array.isArray(value) && !isPlain(value)) counted.add(path);
		}
	}
	return flattenRecords(records, ([path, value]) => {
		const isCounted = counted.has(path) && (value === null || Array.isArray(value));
		if (isCounted) return [`${path}${STEP}count`, value?.length ?? null];
		const cell = asCell(value);
		// The start of an ID would be the ID of nothing.
		const isShort = typeof cell !== 'string' || (cell === value && isIdName(path));
		return [path, isShort ? cell : excerpt(cell, length)];
	});
}
