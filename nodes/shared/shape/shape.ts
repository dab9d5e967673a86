import type { JsonObject } from 'n8n-workflow';
import { fieldIn, fieldNames, hasValue, isIdName, numberedNames, ownField } from '../base';
import { condenseRecords, flattenRecords } from './flatten';

/** The values of the field 'Output': records as they came, some of their fields, or whole answers. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** What the user wants to see of the records. */
export interface OutputChoice {
	readonly mode: OutputMode;
	/** The fields that the user named, for the mode `selected`. */
	readonly fields: readonly string[];
	/** The most useful fields, in this order. */
	readonly useful: readonly string[];
	/** The fields that may hold the ID of a record, the likeliest first. */
	readonly ids: readonly string[];
	/** The ends of the names of fields that belong to a number, such as `_change` to `score`. */
	readonly added?: readonly string[];
}

/**
 * The records of a read in the form that the user chose. A column has the same name in all of them.
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
 * The fields that the user named, in this order, by their name, path (`topic.name`) or flattened column
 * (`topic_name`). The ID of the records comes first, unless it is one of them.
 *
 * @param always what comes even before that, of the records that have it
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

/** The most fields of a simplified record. */
const MAX_FIELDS = 10;

/**
 * Short records with at most ten fields each, the same of all: the useful ones, then those that most
 * records have, then all IDs. Each number has what was added to it beside it, which does not count; if
 * there is any, one such number is always kept.
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

/** The columns of all rows: those first that at least half of the rows have a value in. */
function byContent(rows: readonly JsonObject[]): string[] {
	const all = fieldNames(rows);
	const isRare = (name: string) =>
		2 * rows.filter((row) => hasValue(ownField(row, name))).length < rows.length;
	return [...all.filter((name) => !isRare(name)), ...all.filter(isRare)];
}
