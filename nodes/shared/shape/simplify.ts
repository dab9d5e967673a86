import type { JsonObject } from 'n8n-workflow';
import { isIdName, fieldNames, numberedNames } from '../base';
import { condenseRecords } from './flatten';

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
	const columns = byContent(rows);
	const addedTo = (name: string) => added.flatMap((end) => numberedNames(name + end, columns));
	const extra = new Set(columns.flatMap(addedTo));
	const all = columns.filter((name) => !extra.has(name));
	const number = [...useful, ...all].filter((name) => addedTo(name).length > 0).slice(0, 1);
	const own = fieldNames(records);
	const first = [...always, ...number, ...ids, ...own.filter(isIdName)];
	const preferred = [...always, ...useful, ...number];
	const names = chosenFields(all, preferred, first);
	const spare = spareFields(
		names,
		(name) => preferred.includes(name),
		(name) => !number.includes(name) && !own.includes(name),
	);
	const whole = (name: string): string[] => [name, ...addedTo(name).flatMap(whole)];
	const without = (dropped: readonly string[]) => {
		const kept = names.filter((name) => !dropped.includes(name)).flatMap(whole);
		return rows.map((row) => withOnly(row, [...new Set(kept)]));
	};
	const size = sizeOf(records);
	let count = 0;
	let simple = without([]);
	while (count < spare.length && sizeOf(simple) > size) simple = without(spare.slice(0, ++count));
	return simple;
}

/**
 * At most ten fields: the useful ones, others, and then those that stay for what they are, such as IDs.
 *
 * @param first what stays if there are more than ten
 */
function chosenFields(
	all: readonly string[],
	useful: readonly string[],
	first: readonly string[],
): string[] {
	const isKept = (name: string) => first.includes(name) || isIdName(name);
	const kept = all.filter(isKept);
	const others = all.filter((name) => !isKept(name));
	const byWeight = new Set(
		[...first, ...kept, ...useful, ...others].filter((name) => all.includes(name)),
	);
	const chosen = [...byWeight].slice(0, MAX_FIELDS);
	return [...new Set([...useful, ...others, ...kept])].filter((name) => chosen.includes(name));
}

/** The columns of all rows: those first that at least half of the rows have a value in. */
function byContent(rows: readonly JsonObject[]): string[] {
	const counts = new Map<string, number>();
	for (const row of rows) {
		for (const [name, value] of Object.entries(row)) {
			const isEmpty = value === null || value === '';
			counts.set(name, (counts.get(name) ?? 0) + (isEmpty ? 0 : 1));
		}
	}
	const isRare = ([, count]: [string, number]) => 2 * count < rows.length;
	const all = [...counts];
	return [...all.filter((entry) => !isRare(entry)), ...all.filter(isRare)].map(([name]) => name);
}

/**
 * The fields that can go, the least useful first: all that are neither useful nor IDs, and those that
 * are nested in the records. What is left without them is never larger than the records.
 */
function spareFields(
	names: readonly string[],
	isUseful: (name: string) => boolean,
	isNested: (name: string) => boolean,
): string[] {
	const isOther = (name: string) => !isUseful(name) && !isIdName(name);
	const fromLast = names.toReversed();
	return [
		...fromLast.filter((name) => isOther(name) && isNested(name)),
		...fromLast.filter((name) => isOther(name) && !isNested(name)),
		...fromLast.filter((name) => !isUseful(name) && isIdName(name) && isNested(name)),
		...fromLast.filter((name) => isUseful(name) && isNested(name)),
	];
}

function withOnly(row: JsonObject, names: readonly string[]): JsonObject {
	const own = names.filter((name) => Object.hasOwn(row, name));
	return Object.fromEntries(own.map((name) => [name, row[name] ?? null]));
}

function sizeOf(records: readonly JsonObject[]): number {
	return records.reduce((size, record) => size + JSON.stringify(record).length, 0);
}
