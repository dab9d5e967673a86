import type { JsonObject, JsonValue } from 'n8n-workflow';
import { freeName, isObject, ownField } from '../base';

/** Records as rows of one sheet: flat, and with the same columns in the same order. */
export function toSheetRows(records: readonly JsonObject[]): JsonObject[] {
	const rows = flattenRecords(records);
	const columns = columnsOf(rows);
	return rows.map((row) => withColumns(row, columns));
}

/**
 * Records with their nested objects as columns: `{ topic: { name } }` becomes `topic_name`. A list of
 * plain values becomes a text with commas, any other list JSON text, an empty object `null`. If any
 * of the records has a field of that name itself, the column gets a number: `topic_name_2`.
 */
export function flattenRecords(records: readonly JsonObject[]): JsonObject[] {
	const names = new ColumnNames(records);
	return records.map((record) => flattened(record, names));
}

/** The columns of all rows, in the order in which they first appear. */
export function columnsOf(rows: readonly JsonObject[]): string[] {
	const columns = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
	return [...columns];
}

/** A row with exactly these columns, in this order; missing values are `null`. */
export function withColumns(row: JsonObject, columns: readonly string[]): JsonObject {
	return Object.fromEntries(columns.map((name) => [name, ownField(row, name) ?? null]));
}

/** A place in the records, with the name of its column and the places in the objects there. */
interface Place {
	column?: string;
	readonly inner: Map<string, Place>;
}

/** The names of columns: one name means the same place in every record. */
class ColumnNames {
	readonly root: Place = { inner: new Map() };

	private readonly taken: Set<string>;

	/** @param records whose own fields keep their names */
	constructor(records: readonly JsonObject[]) {
		this.taken = new Set(columnsOf(records));
	}

	/** The column of a field in an object, by the names that lead to it joined in one. */
	nested(place: Place, name: string): string {
		if (place.column !== undefined) return place.column;
		const free = freeName(name, (wanted) => this.taken.has(wanted));
		this.taken.add(free);
		place.column = free;
		return free;
	}
}

function flattened(record: JsonObject, names: ColumnNames): JsonObject {
	const columns: Array<[name: string, value: JsonValue]> = [];
	const add = (value: JsonValue, name: string, place: Place, isNested: boolean): void => {
		const members = isObject(value) ? Object.entries(value) : [];
		for (const [key, member] of members) add(member, `${name}_${key}`, inside(place, key), true);
		if (members.length > 0) return;
		columns.push([isNested ? names.nested(place, name) : name, asCell(value)]);
	};
	for (const [name, value] of Object.entries(record)) {
		add(value, name, inside(names.root, name), false);
	}
	return Object.fromEntries(columns);
}

function inside({ inner }: Place, name: string): Place {
	const known = inner.get(name);
	if (known !== undefined) return known;
	const place: Place = { inner: new Map() };
	inner.set(name, place);
	return place;
}

/** A value for one cell of a sheet. An object is always empty here. */
function asCell(value: JsonValue): JsonValue {
	if (isObject(value)) return null;
	if (!Array.isArray(value)) return value;
	const isPlain = value.every((entry) => typeof entry !== 'object');
	return isPlain ? value.map(String).join(', ') : JSON.stringify(value);
}
