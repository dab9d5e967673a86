import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	excerpt,
	fieldIn,
	fieldNames,
	freeName,
	hasValue,
	isIdName,
	isObject,
	numberedNames,
	ownField,
} from '../base';

/** Separates the names of a path, so that no two paths look the same. */
const STEP = '\u0000';

/** Makes flat rows of one sheet, with the same columns in the same order. */
export function toSheetRows(records: readonly JsonObject[]): JsonObject[] {
	const rows = flattenRecords(records);
	const columns = fieldNames(rows);
	return rows.map((row) =>
		Object.fromEntries(columns.map((name) => [name, ownField(row, name) ?? null])),
	);
}

/** A value and the names that lead to it. An empty object is a value. */
type Leaf = readonly [path: string, value: JsonValue];

/**
 * Turns nested objects into columns: `{ topic: { name } }` → `topic_name`, or `topic_name_2` if a record
 * has a field `topic_name` itself. A list of plain values becomes a text with commas, any other list JSON
 * text, an empty object `null`.
 *
 * @param cellOf replaces a value and its path
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
	const leaves = records.map((record) => leavesIn(record));
	const dropped = emptyObjects(leaves);
	return leaves.map((own) => {
		const cells = own.filter(([path]) => !dropped.has(path)).map(cellOf);
		return Object.fromEntries(cells.map(([path, value]) => [columnAt(path), value]));
	});
}

/** Returns the paths where some records have an object, and the others nothing: they are no columns. */
function emptyObjects(leaves: ReadonlyArray<readonly Leaf[]>): Set<string> {
	const [objects, filled] = [new Set<string>(), new Set<string>()];
	for (const own of leaves) {
		for (const [path, value] of own) {
			const steps = path.split(STEP);
			for (let depth = 1; depth < steps.length; depth++) {
				objects.add(steps.slice(0, depth).join(STEP));
			}
			if (value !== null && !isObject(value)) filled.add(path);
		}
	}
	return new Set([...objects].filter((path) => !filled.has(path)));
}

/** Returns all values in a record. */
function leavesIn(object: JsonObject, path = ''): Leaf[] {
	return Object.entries(object).flatMap(([name, value]): Leaf[] => {
		const isBranch = isObject(value) && Object.keys(value).length > 0;
		return isBranch ? leavesIn(value, path + name + STEP) : [[path + name, value]];
	});
}

/** Whether a list has neither objects nor lists. */
function isPlain(values: readonly JsonValue[]): boolean {
	return values.every((value) => typeof value !== 'object');
}

function asCell(value: JsonValue): JsonValue {
	if (isObject(value)) return null;
	if (!Array.isArray(value)) return value;
	return isPlain(value) ? value.map(String).join(', ') : JSON.stringify(value);
}

/** In characters, where a record is to be short. */
const LONGEST_TEXT = 300;

/**
 * Makes short rows: nested objects become columns, lists of objects their number (`answers_count`, or
 * `answers_count_2` if a record has that itself), lists of plain values text, and long texts excerpts.
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

/** The values of the field 'Output'. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

export interface OutputChoice {
	readonly mode: OutputMode;
	/** Named by the user, for `selected`. */
	readonly fields: readonly string[];
	/** The most useful fields, in order. */
	readonly useful: readonly string[];
	/** The fields that may hold the ID of a record, the likeliest first. */
	readonly ids: readonly string[];
	/** The ends of fields that belong to a number, such as `_change` to `score`. */
	readonly added?: readonly string[];
}

/**
 * Shapes records as the user chose. A column has the same name in all of them.
 *
 * @param always fields that no form leaves out
 */
export function shapeRecords(
	records: readonly JsonObject[],
	choice: OutputChoice,
	always: readonly string[] = [],
): JsonObject[] {
	if (choice.mode === 'simplified') return simplify(records, choice, always);
	return choice.mode === 'selected' ? selectFields(records, choice, always) : [...records];
}

/**
 * Picks the named fields in this order, by name, path (`topic.name`) or flattened column (`topic_name`).
 * The ID comes first, unless it is one of them.
 *
 * @param always fields that come even before the ID, in records that have them
 */
function selectFields(
	records: readonly JsonObject[],
	{ fields, ids }: OutputChoice,
	always: readonly string[],
): JsonObject[] {
	const flat = flattenRecords(records);
	const hasId = (name: string) =>
		records.some((record) => (ownField(record, name) ?? null) !== null);
	const id = ids.find(hasId);
	const names = id === undefined || fields.includes(id) ? fields : [id, ...fields];
	return records.map((record, index) => {
		const valueOf = (name: string) =>
			fieldIn(record, name) ?? ownField(flat[index] ?? {}, name) ?? null;
		const first = always.filter((name) => !names.includes(name) && Object.hasOwn(record, name));
		return Object.fromEntries([...first, ...names].map((name) => [name, valueOf(name)]));
	});
}

const MAX_FIELDS = 10;

/**
 * Keeps at most ten fields, the same for all records: the useful ones, then those that most records have,
 * then all IDs. Fields added to a number come with it and do not count; one such number is always kept.
 *
 * @param always fields that have to be among them
 */
function simplify(
	records: readonly JsonObject[],
	{ useful, ids, added = [] }: OutputChoice,
	always: readonly string[],
): JsonObject[] {
	const rows = condenseRecords(records);
	const columns = byContent(rows);
	const addedTo = (name: string) => added.flatMap((end) => numberedNames(name + end, columns));
	const extra = new Set(columns.flatMap(addedTo));
	const own = columns.filter((name) => !extra.has(name));
	const number = [...useful, ...own].filter((name) => addedTo(name).length > 0).slice(0, 1);

	const lasting = [...always, ...number, ...ids, ...fieldNames(records).filter(isIdName)];
	const isLasting = (name: string) => lasting.includes(name) || isIdName(name);
	const first = [...always, ...useful, ...number];
	const others = own.filter((name) => !isLasting(name));
	const last = own.filter(isLasting);
	const byWeight = new Set([...lasting, ...last, ...first, ...others]);
	const chosen = [...byWeight].filter((name) => own.includes(name)).slice(0, MAX_FIELDS);
	const inOrder = [...first, ...others, ...last].filter((name) => chosen.includes(name));
	const whole = (name: string): string[] => [name, ...addedTo(name).flatMap(whole)];
	const names = [...new Set(inOrder.flatMap(whole))];
	return rows.map((row) => {
		const there = names.filter((name) => Object.hasOwn(row, name));
		return Object.fromEntries(there.map((name) => [name, row[name] ?? null]));
	});
}

/** Puts those columns first that at least half of the rows have a value in. */
function byContent(rows: readonly JsonObject[]): string[] {
	const all = fieldNames(rows);
	const isRare = (name: string) =>
		2 * rows.filter((row) => hasValue(ownField(row, name))).length < rows.length;
	return [...all.filter((name) => !isRare(name)), ...all.filter(isRare)];
}
