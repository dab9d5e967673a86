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
import { figureNameIn, isRankChange, STATUS } from './figures';

/** A field to sort by, and its direction; `move` is from the largest number to the smallest, up or down. */
export interface SortBy {
	readonly field: string;
	readonly order: 'asc' | 'desc' | 'move';
}

/** A record or an answer with what the node adds to it. */
export interface Marked {
	readonly value: JsonValue;
	/** Members that the record gets in front of its own, whatever the output leaves out. */
	readonly mark: JsonObject;
}

/** What a record has in the fields to sort by; `undefined` where it has no value. */
type Keys = ReadonlyArray<number | string | undefined>;

/** Compares what two records have. */
type Order = (one: Keys, other: Keys) => number;

/**
 * Puts records in the order of Sort, since the service may not. Numbers may come as text, what has no
 * value comes last in both directions, and equal ones stay as they came. In records that were compared,
 * the change of a rank counts by what it means: from 9 to 2 is a rise.
 *
 * @param isWhole whether these are all records; the first ones of more stay as they came
 * @returns the records, what to say if they are not in that order, and whether numbers and other texts
 * in a field have kept them from it
 */
export function sortRecords<Row extends Marked>(
	records: readonly Row[],
	sort: readonly SortBy[],
	isWhole: boolean,
) {
	if (records.length === 0) return { records, notices: [], isMixed: false };
	const rows = rowsIn(records.map(({ value }) => value));
	const { known, usable, keys } = readKeys(rows, sort);
	const isMixed = usable.length < known.length;
	const notices = unknownFields(sort, known, rows);
	if (isWhole) {
		const areCompared = records.some(({ mark }) => STATUS in mark);
		const order = inWords(usable, areCompared);
		const places = [...keys.entries()].sort(([, one], [, other]) => order(one, other));
		return { records: places.flatMap(([place]) => records[place] ?? []), notices, isMixed };
	}
	// A service may put first what has no value.
	const isInOrder = areSorted(
		keys.filter((own) => !own.includes(undefined)),
		usable,
	);
	return { records, notices: isInOrder || notices.length > 0 ? notices : [UNSORTED], isMixed };
}

/**
 * Whether the first records of more may lack some that come first in the order of Sort: if they are in
 * another order, or all have the same value or none, which shows no order; if some of the fields are in
 * none of them; or if no service is asked for the order.
 */
export function mayLackFirst(values: readonly JsonValue[], sort: readonly SortBy[]): boolean {
	const { known, usable, keys } = readKeys(rowsIn(values), sort);
	const isMove = sort.some(({ order }) => order === 'move');
	const isLacking = known.length < sort.length;
	const firsts = new Set(keys.map(([first]) => first));
	const areAlike = keys.length > 1 && usable.length > 0 && firsts.size === 1;
	return isMove || isLacking || areAlike || !areSorted(keys, usable);
}

function rowsIn(values: readonly JsonValue[]): JsonObject[] {
	return values.map((value) => (isObject(value) ? value : {}));
}

/**
 * The fields to sort by that records have; those before the first one with numbers and texts, such as
 * 001 beside 100, or 1,500 beside 900, whose order only the service knows; and what each record has in
 * these.
 */
function readKeys(rows: readonly JsonObject[], sort: readonly SortBy[]) {
	const known = sort.filter(({ field }) => rows.some((row) => isSortable(row, field)));
	const columns = known.map((by) => rows.map((row) => keyIn(row, by)));
	const isMixed = (column: Keys) =>
		new Set(column.filter((key) => key !== undefined).map((key) => typeof key)).size > 1;
	const end = columns.findIndex(isMixed);
	const usable = end === -1 ? known : known.slice(0, end);
	const keys = rows.map((_row, place): Keys => usable.map((_by, at) => columns[at]?.[place]));
	return { known, usable, keys };
}

/** What a record has in a field; if only the size of a move counts, without its sign. */
function keyIn(row: JsonObject, { field, order }: SortBy): Keys[number] {
	const value = fieldIn(row, field);
	const number = typeof value === 'boolean' ? Number(value) : numberIn(value);
	if (number !== undefined) return order === 'move' ? Math.abs(number) : number;
	return typeof value === 'string' && !isNoNumber(value) ? value : undefined;
}

/** Whether a record has the field, with a value that can be sorted by or without one yet. */
function isSortable(row: JsonObject, field: string): boolean {
	const value = fieldIn(row, field);
	return value === null ? hasField(row, field) : typeof value !== 'object';
}

/** Whether records are in their order, also if capitals come first. */
function areSorted(keys: readonly Keys[], by: readonly SortBy[]): boolean {
	const byCodes = orderBy(by, false, (one, other) => (one < other ? -1 : Number(one > other)));
	const orders = [inWords(by), byCodes];
	return !keys.some((one, place) => {
		const next = keys[place + 1] ?? one;
		return orders.every((order) => order(one, next) > 0);
	});
}

/** The order in which people put texts. */
function inWords(by: readonly SortBy[], areCompared = false): Order {
	return orderBy(by, areCompared, new Intl.Collator('en', { ignorePunctuation: true }).compare);
}

function orderBy(
	by: readonly SortBy[],
	areCompared: boolean,
	texts: (one: string, other: string) => number,
): Order {
	const signs = by.map(({ field, order }) => {
		const isTurned = areCompared && order !== 'move' && isRankChange(field);
		return (order === 'asc') === isTurned ? -1 : 1;
	});
	return (ones, others) => {
		for (const [at, sign] of signs.entries()) {
			const [one, other] = [ones[at], others[at]];
			if (one === other) continue;
			if (one === undefined) return 1;
			if (other === undefined) return -1;
			const areTexts = typeof one === 'string' && typeof other === 'string';
			const found = areTexts ? texts(one, other) : Number(one) - Number(other);
			if (found !== 0) return sign * found;
		}
		return 0;
	};
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
	const message = `No record has a field ${wanted} to sort by, so ${order}.`;
	const details = `Enter one of these in 'Sort': ${there.join(', ')}.${other}`;
	return [{ message, details, audience: 'reader' }];
}

/** The most records that are read whole to be sorted, where there is a limit. */
export const MOST_SORTED = 5000;

/** What to say if records that come first may be missing. */
export const UNSORTED: Notice = {
	message:
		"The service may not have put the records in the order of 'Sort', so a limit may have cut off those that come first. " +
		"The node sorts up to 5,000 records by itself: narrow them down, or get all of them with 'Return All' or a higher 'Limit'. It does not sort a 'Raw Response'.",
};
