import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';

/** Most fields of a simplified record. */
const MAX_FIELDS = 10;

/** What a node gives: records as they came, fewer or chosen fields of them, or whole answers. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** How the records of a run are to look. */
export interface OutputChoice {
	readonly mode: OutputMode;
	/** The fields that the user named, for the mode `selected`. */
	readonly fields: readonly string[];
	/** The fields that matter most, for the mode `simplified`. */
	readonly useful: readonly string[];
}

const SHAPES: Readonly<
	Record<OutputMode, (record: JsonObject, choice: OutputChoice) => JsonObject>
> = {
	raw: (record) => record,
	records: (record) => record,
	selected: (record, { fields }) => {
		const flat = flattenRecord(record);
		return Object.fromEntries(fields.map((name) => [name, fieldOf(record, flat, name)]));
	},
	simplified: (record, { useful }) => simplified(flattenRecord(record), useful),
};

/** One record as the user wants to see it. What is no object becomes one. */
export function shapeRecord(record: JsonValue, choice: OutputChoice): JsonObject {
	return SHAPES[choice.mode](isObject(record) ? record : { value: record }, choice);
}

/**
 * Nested objects as columns: `{ topic: { name } }` becomes `topic_name`. Lists of plain values become
 * one text with commas, other lists JSON. Columns that the record has itself keep their names; a
 * nested one of the same name gets a number.
 */
export function flattenRecord(record: JsonObject): JsonObject {
	const columns = new Map<string, JsonValue>();
	const isTaken = (name: string): boolean => columns.has(name) || Object.hasOwn(record, name);
	const add = (name: string, value: JsonValue, isOwn: boolean): void => {
		let free = name;
		for (let count = 2; !isOwn && isTaken(free); count++) free = `${name}_${count}`;
		columns.set(free, value);
	};
	const walk = (value: JsonValue, name: string, isOwn: boolean): void => {
		const members = isObject(value) ? Object.entries(value) : [];
		for (const [key, member] of members) walk(member, `${name}_${key}`, false);
		if (members.length > 0) return;
		if (isObject(value)) add(name, null, isOwn);
		else add(name, Array.isArray(value) ? listAsText(value) : value, isOwn);
	};
	for (const [key, value] of Object.entries(record)) walk(value, key, true);
	return Object.fromEntries(columns);
}

/** The columns of all rows, in the order in which they first come up. */
export function columnsOf(rows: readonly JsonObject[]): string[] {
	return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** A row with just these columns, in this order; gaps are `null`. */
export function withColumns(row: JsonObject, columns: readonly string[]): JsonObject {
	return Object.fromEntries(columns.map((name) => [name, own(row, name) ?? null]));
}

/** A member of the record itself, so that no name reaches what every object inherits. */
function own(record: JsonObject, name: string): JsonValue | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

function listAsText(list: JsonValue[]): string {
	const isPlain = list.every((entry) => typeof entry !== 'object');
	return isPlain ? list.map(String).join(', ') : JSON.stringify(list);
}

/** The useful fields, then ids, then the rest, up to ten. Nothing that tells records apart is cut. */
function simplified(flat: JsonObject, useful: readonly string[]): JsonObject {
	const names = Object.keys(flat);
	const first = useful.filter((name) => names.includes(name));
	const ids = names.filter((name) => /(^|_)id$/i.test(name) && !first.includes(name));
	const rest = names.filter((name) => !first.includes(name) && !ids.includes(name));
	const room = Math.max(0, MAX_FIELDS - ids.length);
	const chosen = [...first, ...rest].slice(0, room).concat(ids).slice(0, MAX_FIELDS);
	return Object.fromEntries(chosen.map((name) => [name, flat[name] ?? null]));
}

/** A field by its name, by a path with dots, or by its column when flattened. */
function fieldOf(record: JsonObject, flat: JsonObject, name: string): JsonValue {
	return fieldIn(record, name) ?? own(flat, name) ?? null;
}

/** A field by its name, or by a path with dots; `null` if the record does not have it. */
export function fieldIn(record: JsonObject, name: string): JsonValue {
	return found(record, name) ?? null;
}

/** Whether a record has a field of this name or path, be it empty. */
export function hasField(record: JsonObject, name: string): boolean {
	return found(record, name) !== undefined;
}

/** The record without the field of this name or path. */
export function withoutField(record: JsonObject, path: string): JsonObject {
	const [name, rest] = firstStep(record, path);
	if (rest === undefined) {
		return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
	}
	const inner = own(record, name);
	return isObject(inner) ? { ...record, [name]: withoutField(inner, rest) } : record;
}

function found(record: JsonObject, path: string): JsonValue | undefined {
	const [name, rest] = firstStep(record, path);
	const value = own(record, name);
	if (rest === undefined) return value;
	return isObject(value) ? found(value, rest) : undefined;
}

/**
 * The field that a path starts with, and the path within it, if there is more. The names of fields
 * may hold dots, too, as in `gpt-4.1`: the shortest one that the record has counts.
 */
function firstStep(record: JsonObject, path: string): readonly [name: string, rest?: string] {
	if (Object.hasOwn(record, path)) return [path];
	const dots = [...path.matchAll(/\./g)].map(({ index }) => index);
	const dot = dots.find((at) => isObject(own(record, path.slice(0, at))));
	return dot === undefined ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
}
