import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { ownField } from './path';

/** Records as rows of one sheet: flat, and with the same columns in the same order. */
export function toSheetRows(records: readonly JsonObject[]): JsonObject[] {
	const rows = records.map(flattenRecord);
	const columns = columnsOf(rows);
	return rows.map((row) => withColumns(row, columns));
}

/**
 * A record with its nested objects as columns: `{ topic: { name } }` becomes `topic_name`. A list of
 * plain values becomes a text with commas, any other list JSON text, an empty object `null`. If the
 * record already has a field of that name, the column gets a number: `topic_name_2`.
 */
export function flattenRecord(record: JsonObject): JsonObject {
	const columns = new Map<string, JsonValue>();
	const freeName = (name: string): string => {
		let free = name;
		for (let number = 2; columns.has(free) || Object.hasOwn(record, free); number++) {
			free = `${name}_${number}`;
		}
		return free;
	};
	const add = (value: JsonValue, name: string, isNested: boolean): void => {
		const members = isObject(value) ? Object.entries(value) : [];
		for (const [key, member] of members) add(member, `${name}_${key}`, true);
		if (members.length === 0) columns.set(isNested ? freeName(name) : name, asCell(value));
	};
	for (const [name, value] of Object.entries(record)) add(value, name, false);
	return Object.fromEntries(columns);
}

/** The columns of all rows, in the order in which they first appear. */
export function columnsOf(rows: readonly JsonObject[]): string[] {
	return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** A row with exactly these columns, in this order; missing values are `null`. */
export function withColumns(row: JsonObject, columns: readonly string[]): JsonObject {
	return Object.fromEntries(columns.map((name) => [name, ownField(row, name) ?? null]));
}

/** A value for one cell of a sheet. An object is always empty here. */
function asCell(value: JsonValue): JsonValue {
	if (isObject(value)) return null;
	if (!Array.isArray(value)) return value;
	const isPlain = value.every((entry) => typeof entry !== 'object');
	return isPlain ? value.map(String).join(', ') : JSON.stringify(value);
}
