import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	fieldIn,
	fieldPaths,
	hasField,
	isNoNumber,
	isObject,
	isRankName,
	type Notice,
	numberIn,
} from '../base';
import { CHANGE_NAMES } from './changes';
import type { ChangedField, Row, SortBy } from './table';

/** The value to sort by; `undefined` if a row has none. */
type Key = number | string | undefined;

/**
 * Sorts rows, since the service may not. In both directions, numbers, also as text, come before other
 * texts, and rows without a value come last; equal ones keep their order. The change of a rank counts by
 * its meaning: from 9 to 2 is a rise.
 *
 * @param isWhole whether these are all rows; the first ones of more keep their order
 * @returns the rows, and a notice if they are not in the order of Sort
 */
export function sortRows(
	rows: readonly Row[],
	sort: readonly SortBy[],
	isWhole: boolean,
): { readonly rows: readonly Row[]; readonly notices: readonly Notice[] } {
	if (rows.length === 0 || sort.length === 0) return { rows, notices: [] };
	const { known, places, isSorted } = orderOf(rows, sort);
	const notices = unknownFields(sort, known, rows);
	if (isWhole) return { rows: places.flatMap((at) => rows[at] ?? []), notices };
	return { rows, notices: isSorted || notices.length > 0 ? notices : [UNSORTED] };
}

/**
 * Whether the first records of more may lack some that come first: if they are in another order, or all
 * have the same value or none, which shows no order; if some of the fields are in none of them; or if no
 * service is asked for the order.
 */
export function mayLackFirst(records: readonly JsonValue[], sort: readonly SortBy[]): boolean {
	const rows = records.map((record): Row => ({ record }));
	const { known, firsts = [], isSorted } = orderOf(rows, sort);
	const isMove = sort.some(({ order }) => order === 'move');
	const areAlike = firsts.length > 1 && new Set(firsts).size === 1;
	return isMove || known.length < sort.length || areAlike || !isSorted;
}

/**
 * @returns the fields that rows have, with the values of the first field; the places of the rows in
 * order, and whether they came in it
 */
function orderOf(rows: readonly Row[], sort: readonly SortBy[]) {
	const known = sort.filter((by) => rows.some((row) => isSortable(row, by)));
	const columns = known.map((by) => ({
		sign: signOf(by),
		keys: rows.map((row) => keyIn(row, by)),
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

/** Returns the value of a field, or of a comparison if the row was compared. */
function valueIn({ record, changes }: Row, { field, changed }: SortBy): JsonValue | undefined {
	const own = isObject(record) ? record : {};
	const change = changed && changes?.get(changed.of);
	if (changed === undefined || change === undefined) {
		return hasField(own, field) ? fieldIn(own, field) : undefined;
	}
	// The best rank is 1, so 0 means no rank.
	const ranks = [numberIn(fieldIn(own, changed.of)), change.before];
	const hasNoRank = isRankChange(changed) && ranks.some((rank = 1) => rank < 1);
	return hasNoRank ? null : (change[changed.what] ?? null);
}

/** Returns the value to sort by; for a move, its size without the sign. */
function keyIn(row: Row, by: SortBy): Key {
	const value = valueIn(row, by);
	const number = typeof value === 'boolean' ? Number(value) : numberIn(value);
	if (number !== undefined) return by.order === 'move' ? Math.abs(number) : number;
	return typeof value === 'string' && !isNoNumber(value) ? value : undefined;
}

/** Whether a value says how far a rank moved: a smaller number is a rise. */
function isRankChange({ of, what }: ChangedField): boolean {
	return isRankName(of) && what !== 'before';
}

/** Whether a row has the field, with a sortable value or without one yet. */
function isSortable(row: Row, by: SortBy): boolean {
	const value = valueIn(row, by);
	return value === null || (value !== undefined && typeof value !== 'object');
}

/** Returns 1 if the smallest comes first, else -1. */
function signOf({ changed, order }: SortBy): number {
	const isTurned = changed !== undefined && order !== 'move' && isRankChange(changed);
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

/** Says that no row has a field to sort by. */
function unknownFields(
	sort: readonly SortBy[],
	known: readonly SortBy[],
	rows: readonly Row[],
): Notice[] {
	const unknown = sort.filter((by) => !known.includes(by));
	if (unknown.length === 0) return [];
	const wanted = unknown.map(({ field }) => `'${field}'`).join(', ');
	const order =
		known.length > 0 ? "'Sort' goes by the others" : 'the records are in the order of the service';
	return [
		{
			kind: 'note',
			forReader: 'The records may not be in the intended order.',
			text: `No record has a field ${wanted} to sort by, so ${order}. Enter one of these in 'Sort': ${sortableIn(rows).join(', ')}.`,
		},
	];
}

/** Returns the names of all fields to sort by, each with those that a comparison adds. */
function sortableIn(rows: readonly Row[]): string[] {
	const records = rows.map(({ record }): JsonObject => (isObject(record) ? record : {}));
	const own = [...new Set(records.flatMap(fieldPaths))];
	const compared = rows.find(({ changes }) => changes !== undefined)?.changes;
	const there = own.filter((field) => rows.some((row) => isSortable(row, { field, order: 'asc' })));
	return [
		...there,
		...[...(compared?.keys() ?? [])].flatMap((name) => CHANGE_NAMES.map(([, end]) => name + end)),
	];
}

/** The node reads up to so many records to sort them, where there is a limit. */
export const MAX_SORTED = 5000;

/** Records that come first may be missing. */
export const UNSORTED: Notice = {
	kind: 'note',
	text:
		"The service may not have put the records in the order of 'Sort', so a limit may have cut off those that come first. " +
		"The node sorts up to 5,000 records by itself: narrow them down, raise 'Limit', or get all of them. It does not sort a 'Raw Response'.",
};
