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
import { figureNameIn } from './figures';
import type { Marked, SortBy } from './types';

/** A value to sort by; `undefined` where there is none. */
type Key = number | string | undefined;

/** What records have in a field, in their order, and whether the smallest comes first. */
interface Column {
	readonly keys: readonly Key[];
	readonly isAscending: boolean;
}

/** Records in the order of Sort, as far as that is possible. */
interface Sorted<Row> {
	readonly records: readonly Row[];
	readonly notices: readonly Notice[];
	readonly isMixed: boolean;
}

/**
 * Puts records in the order of Sort, since the service may not. Numbers may come as text, what has no
 * value comes last in both directions, and equal ones stay as they came.
 *
 * @param isWhole whether these are all records; the first ones of more stay as they came
 * @param turned fields in which a smaller number counts as larger, such as the change of a rank
 * @returns the records, what to say if they are not in that order, and whether numbers and other texts
 * in a field have kept them from it
 */
export function sortRecords<Row extends Marked>(
	records: readonly Row[],
	sort: readonly SortBy[],
	isWhole: boolean,
	turned: readonly string[] = [],
): Sorted<Row> {
	if (records.length === 0) return { records, notices: [], isMixed: false };
	const rows = rowsIn(records.map(({ value }) => value));
	const known = knownIn(rows, sort);
	const columns = columnsOf(rows, known, turned);
	const isMixed = columns.length < known.length;
	const notices = unknownFields(sort, known, rows);
	if (isWhole) {
		const places = [...records.keys()].sort(inWords(columns));
		return { records: places.flatMap((place) => records[place] ?? []), notices, isMixed };
	}
	// A service may put first what has no value.
	const isFull = (place: number) => columns.every(({ keys }) => keys[place] !== undefined);
	const isUnsorted = !areSorted([...records.keys()].filter(isFull), columns);
	return { records, notices: isUnsorted && notices.length === 0 ? [UNSORTED] : notices, isMixed };
}

/**
 * Whether the first records of more may lack some that come first in the order of Sort: if they are in
 * another order, or all have the same value or none, which shows no order; if some of the fields are in
 * none of them; or if no service is asked for the order.
 */
export function mayLackFirst(values: readonly JsonValue[], sort: readonly SortBy[]): boolean {
	const rows = rowsIn(values);
	const known = knownIn(rows, sort);
	const columns = columnsOf(rows, known);
	const isMove = sort.some(({ order }) => order === 'move');
	const areAlike =
		rows.length > 1 && columns[0] !== undefined && new Set(columns[0].keys).size === 1;
	const isLacking = known.length < sort.length;
	return isMove || areAlike || isLacking || !areSorted([...rows.keys()], columns);
}

function rowsIn(values: readonly JsonValue[]): JsonObject[] {
	return values.map((value) => (isObject(value) ? value : {}));
}

/** The fields to sort by that records have. */
function knownIn(rows: readonly JsonObject[], sort: readonly SortBy[]): SortBy[] {
	return sort.filter(({ field }) => rows.some((row) => isSortable(row, field)));
}

function columnsOf(
	rows: readonly JsonObject[],
	known: readonly SortBy[],
	turned: readonly string[] = [],
): readonly Column[] {
	return unmixed(
		known.map(({ field, order }) => ({
			keys: rows.map((row) => keyIn(row, field, order === 'move')),
			isAscending: (order === 'asc') !== (order !== 'move' && turned.includes(field)),
		})),
	);
}

/**
 * The columns before the first one with numbers and texts, such as 001 beside 100, or 1,500 beside
 * 900: only the service knows their order.
 */
function unmixed(columns: readonly Column[]): readonly Column[] {
	const isMixed = ({ keys }: Column) =>
		new Set(keys.filter((key) => key !== undefined).map((key) => typeof key)).size > 1;
	const end = columns.findIndex(isMixed);
	return end === -1 ? columns : columns.slice(0, end);
}

/** Whether the records at these places are in their order, also if capitals come first. */
function areSorted(places: readonly number[], columns: readonly Column[]): boolean {
	const byWords = inWords(columns);
	const byCodes = comparison(columns, (one, other) => (one < other ? -1 : Number(one > other)));
	const isAfter = (one: number, next = one) => byWords(one, next) > 0 && byCodes(one, next) > 0;
	return !places.some((place, at) => isAfter(place, places[at + 1]));
}

/** Compares the records at two places, texts as people do. */
function inWords(columns: readonly Column[]) {
	return comparison(columns, new Intl.Collator('en', { ignorePunctuation: true }).compare);
}

/** Compares the records at two places. */
function comparison(columns: readonly Column[], texts: (one: string, other: string) => number) {
	return (place: number, otherPlace: number): number => {
		for (const { keys, isAscending } of columns) {
			const [one, other] = [keys[place], keys[otherPlace]];
			if (one === other) continue;
			if (one === undefined) return 1;
			if (other === undefined) return -1;
			const areTexts = typeof one === 'string' && typeof other === 'string';
			const found = areTexts ? texts(one, other) : Number(one) - Number(other);
			if (found !== 0) return isAscending ? found : -found;
		}
		return 0;
	};
}

/** @param isMove whether only the size of a number counts */
function keyIn(row: JsonObject, field: string, isMove: boolean): Key {
	const value = fieldIn(row, field);
	const number = typeof value === 'boolean' ? Number(value) : numberIn(value);
	if (number !== undefined) return isMove ? Math.abs(number) : number;
	return typeof value === 'string' && !isNoNumber(value) ? value : undefined;
}

/** Whether a record has the field, with a value that can be sorted by or without one yet. */
function isSortable(row: JsonObject, field: string): boolean {
	const value = fieldIn(row, field);
	return value === null ? hasField(row, field) : typeof value !== 'object';
}

/** What to say where no record has a field to sort by. */
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
	const isAdded = unknown.some(({ field }) => figureNameIn(field) !== undefined);
	const other = isAdded
		? " Changes such as score_change are there with the option 'Compare With'."
		: '';
	const todo = `Enter one of these in 'Sort': ${there.join(', ')}.${other}`;
	return [{ message: `No record has a field ${wanted} to sort by, so ${order}. ${todo}` }];
}

/** The most records that are read whole to be sorted, where there is a limit. */
export const MOST_SORTED = 5000;

/** What to say if records that come first may be missing. */
export const UNSORTED: Notice = {
	message:
		"The service may not have put the records in the order of 'Sort', so a limit may have cut off those that come first. " +
		"The node sorts up to 5,000 records by itself: narrow them down, or get all of them with 'Return All' or a higher 'Limit'. It does not sort a 'Raw Response'.",
};
