import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	fieldIn,
	fieldPaths,
	hasField,
	isNoNumber,
	isObject,
	type Notice,
	numberIn,
} from '../base';
import { figureNameIn, isRankChange, STATUS } from './compare';

/** `move` is from the largest number to the smallest, up or down. */
export interface SortBy {
	readonly field: string;
	readonly order: 'asc' | 'desc' | 'move';
}

/** A record or an answer, with what the node adds to it. */
export interface Marked {
	readonly value: JsonValue;
	/** Goes in front of the record's own members, whatever the output leaves out. */
	readonly mark: JsonObject;
}

/** The value to sort by; `undefined` if a record has none. */
type Key = number | string | undefined;

/**
 * Sorts records, since the service may not. In both directions, numbers, also as text, come before other
 * texts, and records without a value come last; equal ones keep their order. In compared records, the
 * change of a rank counts by its meaning: from 9 to 2 is a rise.
 *
 * @param isWhole whether these are all records; the first ones of more keep their order
 * @returns the records, and a notice if they are not in the order of Sort
 */
export function sortRecords<Row extends Marked>(
	records: readonly Row[],
	sort: readonly SortBy[],
	isWhole: boolean,
): { readonly records: readonly Row[]; readonly notices: Notice[] } {
	if (records.length === 0 || sort.length === 0) return { records, notices: [] };
	const rows = rowsIn(records.map(({ value }) => value));
	const areCompared = records.some(({ mark }) => STATUS in mark);
	const { known, places, isSorted } = orderOf(rows, sort, areCompared);
	const notices = unknownFields(sort, known, rows);
	if (isWhole) return { records: places.flatMap((at) => records[at] ?? []), notices };
	return { records, notices: isSorted || notices.length > 0 ? notices : [UNSORTED] };
}

/**
 * Whether the first records of more may lack some that come first: if they are in another order, or all
 * have the same value or none, which shows no order; if some of the fields are in none of them; or if no
 * service is asked for the order.
 */
export function mayLackFirst(values: readonly JsonValue[], sort: readonly SortBy[]): boolean {
	const { known, firsts = [], isSorted } = orderOf(rowsIn(values), sort);
	const isMove = sort.some(({ order }) => order === 'move');
	const isLacking = known.length < sort.length;
	const areAlike = firsts.length > 1 && new Set(firsts).size === 1;
	return isMove || isLacking || areAlike || !isSorted;
}

function rowsIn(values: readonly JsonValue[]): JsonObject[] {
	return values.map((value) => (isObject(value) ? value : {}));
}

/**
 * @returns the fields that records have, with the values in the first one; the places of the records in
 * order, and whether they came in it
 */
function orderOf(rows: readonly JsonObject[], sort: readonly SortBy[], areCompared = false) {
	const known = sort.filter(({ field }) => rows.some((row) => isSortable(row, field)));
	const isRanked = (row: JsonObject, field: string) => !areCompared || hasRanks(row, field);
	const columns = known.map((by) => ({
		sign: signOf(by, areCompared),
		keys: rows.map((row) => (isRanked(row, by.field) ? keyIn(row, by) : undefined)),
	}));
	// Sorts texts as people do.
	const texts = new Intl.Collator('en', { ignorePunctuation: true });
	const places = [...rows.keys()].sort((one, other) => {
		for (const { sign, keys } of columns) {
			const found = compareKeys(keys[one], keys[other], sign, texts);
			if (found !== 0) return found;
		}
		return 0;
	});
	const isSorted = places.every((place, at) => place === at);
	return { known, firsts: columns[0]?.keys, places, isSorted };
}

/** Returns the value to sort by; for a move, its size without the sign. */
function keyIn(row: JsonObject, { field, order }: SortBy): Key {
	const value = fieldIn(row, field);
	const number = typeof value === 'boolean' ? Number(value) : numberIn(value);
	if (number !== undefined) return order === 'move' ? Math.abs(number) : number;
	return typeof value === 'string' && !isNoNumber(value) ? value : undefined;
}

/** Whether both ranks exist: the best rank is 1, so 0 means no rank. */
function hasRanks(row: JsonObject, field: string): boolean {
	if (!isRankChange(field)) return true;
	const name = figureNameIn(field) ?? '';
	return [name, `${name}_previous`].every((own) => (numberIn(fieldIn(row, own)) ?? 1) >= 1);
}

/** Whether a record has the field, with a sortable value or without one yet. */
function isSortable(row: JsonObject, field: string): boolean {
	const value = fieldIn(row, field);
	return value === null ? hasField(row, field) : typeof value !== 'object';
}

/** Returns 1 if the smallest comes first, else -1. */
function signOf({ field, order }: SortBy, areCompared: boolean): number {
	const isTurned = areCompared && order !== 'move' && isRankChange(field);
	return (order === 'asc') === isTurned ? -1 : 1;
}

/** Puts numbers before texts, and no value last. */
function compareKeys(one: Key, other: Key, sign: number, texts: Intl.Collator): number {
	if (one === other) return 0;
	if (one === undefined) return 1;
	if (other === undefined) return -1;
	if (typeof one === 'number') return typeof other === 'number' ? sign * (one - other) : -1;
	return typeof other === 'number' ? 1 : sign * texts.compare(one, other);
}

/** Says that no record has a field to sort by. */
function unknownFields(
	sort: readonly SortBy[],
	known: readonly SortBy[],
	rows: readonly JsonObject[],
): Notice[] {
	const unknown = sort.filter((by) => !known.includes(by));
	if (unknown.length === 0) return [];
	const names = new Set(rows.flatMap(fieldPaths));
	const there = [...names].filter((name) => rows.some((row) => isSortable(row, name)));
	const wanted = unknown.map(({ field }) => `'${field}'`).join(', ');
	const order =
		known.length > 0 ? "'Sort' goes by the others" : 'the records are in the order of the service';
	const message = 'The records may not be in the intended order.';
	const details = `No record has a field ${wanted} to sort by, so ${order}. Enter one of these in 'Sort': ${there.join(', ')}.`;
	return [{ message, details, audience: 'reader' }];
}

/** The node reads up to so many records to sort them, where there is a limit. */
export const MOST_SORTED = 5000;

/** Records that come first may be missing. */
export const UNSORTED: Notice = {
	message:
		"The service may not have put the records in the order of 'Sort', so a limit may have cut off those that come first. " +
		"The node sorts up to 5,000 records by itself: narrow them down, raise 'Limit', or get all of them. It does not sort a 'Raw Response'.",
};
