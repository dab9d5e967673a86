import type { JsonObject } from 'n8n-workflow';
import { isIdName } from '../base';
import { condenseRecords } from './condense';
import { columnsOf } from './flatten';

/** The most fields of a simplified record. */
const MAX_FIELDS = 10;

/** What is known of the fields of the records. */
export interface FieldHints {
	/** The most useful fields, in this order. */
	readonly useful: readonly string[];
	/** The fields that may hold the ID of a record, the likeliest first. */
	readonly ids: readonly string[];
	/** The ends of the names of fields that belong to a number, such as `_change` to `score`. */
	readonly added?: readonly string[];
}

/**
 * Records with at most ten fields each, the same of all: the useful ones, then those that most
 * records have, then all IDs. Together they are never larger than the records: if the longer names
 * of nested fields make them so, the least useful fields go. Each number has what was added to it
 * beside it, which does not count; if there is any, one such number is always kept.
 *
 * @param always fields that have to be among them
 */
export function simplifyRecords(
	records: readonly JsonObject[],
	{ useful, ids, added = [] }: FieldHints,
	always: readonly string[] = [],
): JsonObject[] {
	const rows = condenseRecords(records);
	const own = columnsOf(records);
	const columns = byContent(rows);
	const addedTo = (name: string) => added.flatMap((end) => numbered(name + end, columns));
	const extra = new Set(columns.flatMap(addedTo));
	const all = columns.filter((name) => !extra.has(name));
	const number = [...useful, ...all].find((name) => addedTo(name).length > 0) ?? '';
	const first = [...always, number, ...ids, ...own.filter(isIdName)];
	const preferred = [...useful, number];
	const names = chosenFields(all, preferred, first);
	const isNested = (name: string) => name !== number && !own.includes(name);
	const spare = spareFields(names, [...always, ...preferred], isNested);
	const size = sizeOf(records);
	const whole = (name: string): string[] => [name, ...addedTo(name).flatMap(whole)];
	const simpleWith = (kept: readonly string[]) => {
		const fields = [...new Set(kept.flatMap(whole))];
		return rows.map((row) => withOnly(row, fields));
	};
	let kept = names;
	let simple = simpleWith(kept);
	while (spare.length > 0 && sizeOf(simple) > size) {
		const dropped = spare.pop();
		kept = kept.filter((name) => name !== dropped);
		simple = simpleWith(kept);
	}
	return simple;
}

/** The columns of this name, which may have a number at its end. */
function numbered(name: string, columns: readonly string[]): string[] {
	return columns.filter(
		(column) => column.startsWith(name) && /^(_\d+)?$/.test(column.slice(name.length)),
	);
}

/** @param first what stays if there are more than ten IDs */
function chosenFields(
	all: readonly string[],
	useful: readonly string[],
	first: readonly string[],
): string[] {
	const isKept = (name: string) => first.includes(name) || isIdName(name);
	const kept = all.filter(isKept);
	const ids = [...first.filter((name) => all.includes(name)), ...kept];
	const keptIds = new Set([...new Set(ids)].slice(0, MAX_FIELDS));
	const preferred = useful.filter((name) => all.includes(name));
	const order = [...new Set([...preferred, ...all.filter((name) => !isKept(name)), ...kept])];
	const others = order.filter((name) => !isKept(name)).slice(0, MAX_FIELDS - keptIds.size);
	return order.filter((name) => keptIds.has(name) || others.includes(name));
}

/** The columns of all rows: those first that most of the rows have a value in. */
function byContent(rows: readonly JsonObject[]): string[] {
	const counts = new Map<string, number>();
	for (const row of rows) {
		for (const [name, value] of Object.entries(row)) {
			const isEmpty = value === null || value === '';
			counts.set(name, (counts.get(name) ?? 0) + (isEmpty ? 0 : 1));
		}
	}
	const isRare = (name: string) => 2 * (counts.get(name) ?? 0) < rows.length;
	const names = [...counts.keys()];
	return [...names.filter((name) => !isRare(name)), ...names.filter(isRare)];
}

/**
 * The fields that can go, the most useful first: those that are nested in the records, and all that
 * are neither useful nor IDs. What is left without them is never larger than the records.
 */
function spareFields(
	names: readonly string[],
	useful: readonly string[],
	isNested: (name: string) => boolean,
): string[] {
	const isUseful = (name: string) => useful.includes(name);
	const others = names.filter((name) => !isUseful(name) && !isIdName(name));
	return [
		...names.filter((name) => isUseful(name) && isNested(name)),
		...names.filter((name) => !isUseful(name) && isIdName(name) && isNested(name)),
		...others.filter((name) => !isNested(name)),
		...others.filter(isNested),
	];
}

function withOnly(row: JsonObject, names: readonly string[]): JsonObject {
	const own = names.filter((name) => Object.hasOwn(row, name));
	return Object.fromEntries(own.map((name) => [name, row[name] ?? null]));
}

function sizeOf(records: readonly JsonObject[]): number {
	return records.reduce((size, record) => size + JSON.stringify(record).length, 0);
}
