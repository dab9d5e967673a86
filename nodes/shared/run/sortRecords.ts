import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { SortBy } from '../form';
import { fieldIn, hasField, type Notice, isObject } from '../base';
import { isNoNumber, numberIn, type Marked } from '../compare';

/**
 * Puts records in the order of Sort, since the service may not. Numbers may come as text, what has no
 * value comes last, and equal ones stay as they came. So do all where a field has numbers and texts.
 *
 * @param isWhole whether these are all records; the first ones of more stay as they came
 * @returns the records, and a hint if they are not in that order
 */
export function sortRecords(
	records: readonly Marked[],
	sort: readonly SortBy[],
	isWhole: boolean,
): { readonly records: readonly Marked[]; readonly hint?: Notice } {
	const rows = records.map(({ value }) => (isObject(value) ? value : {}));
	const isUnknown = ({ field }: SortBy) => !rows.some((row) => isSortable(row, field));
	const unknown = records.length === 0 ? undefined : sort.find(isUnknown);
	if (unknown !== undefined) return { records, hint: { message: unknownField(unknown, rows) } };

	const keys = rows.map((row) => sort.map(({ field }) => keyOf(fieldIn(row, field))));
	// Such as 001 beside 100, or 1,500 beside 900: only the service knows their order.
	if (sort.some((_, at) => kindsOf(keys.map((row) => row[at])) > 1)) return { records };
	const keysAt = (place: number) => keys[place] ?? [];
	const inWords = comparison(sort, new Intl.Collator('en', { ignorePunctuation: true }).compare);
	if (isWhole) {
		const places = [...records.keys()].sort((one, other) => inWords(keysAt(one), keysAt(other)));
		return { records: places.flatMap((place) => records[place] ?? []) };
	}
	// A service may put first what has no value, or a capital; of other kinds, nothing is known.
	const inCodes = comparison(sort, (one, other) => (one < other ? -1 : Number(one > other)));
	const full = keys.filter((row) => !row.includes(undefined));
	const isAfter = (row: readonly Key[], next: readonly Key[] = row) =>
		row.every((key, place) => typeof key === typeof next[place]) &&
		inWords(row, next) > 0 &&
		inCodes(row, next) > 0;
	return full.some((row, place) => isAfter(row, full[place + 1]))
		? { records, hint: UNSORTED }
		: { records };
}

/** A value to sort by; `undefined` where there is none. */
type Key = number | string | undefined;

const KINDS: readonly string[] = ['number', 'string', 'undefined'];

function comparison(sort: readonly SortBy[], texts: (one: string, other: string) => number) {
	const compare = (one: Key, other: Key): number => {
		if (typeof one === 'number' && typeof other === 'number') return one - other;
		return typeof one === 'string' && typeof other === 'string' ? texts(one, other) : 0;
	};
	return (row: readonly Key[], otherRow: readonly Key[]): number => {
		for (const [place, { order }] of sort.entries()) {
			const [one, other] = [row[place], otherRow[place]];
			const found = order === 'asc' ? compare(one, other) : compare(other, one);
			// The kinds come in the same order in both directions.
			const kinds = KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other);
			if (found !== 0 || kinds !== 0) return found || kinds;
		}
		return 0;
	};
}

/** How many kinds of values there are, beside none. */
function kindsOf(keys: readonly Key[]): number {
	return new Set(keys.filter((key) => key !== undefined).map((key) => typeof key)).size;
}

function keyOf(value: JsonValue): Key {
	if (typeof value === 'boolean') return Number(value);
	return numberIn(value) ?? (typeof value === 'string' && !isNoNumber(value) ? value : undefined);
}

/** Whether a record has the field, with a value that can be sorted by or without one yet. */
function isSortable(row: JsonObject, field: string): boolean {
	const value = fieldIn(row, field);
	return value === null ? hasField(row, field) : typeof value !== 'object';
}

function unknownField({ field }: SortBy, rows: readonly JsonObject[]): string {
	const names = rows.flatMap((row) =>
		Object.entries(row).flatMap(([name, value]) =>
			isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
		),
	);
	const known = [...new Set(names)].filter((name) => rows.some((row) => isSortable(row, name)));
	return `No record has a field '${field}' to sort by, so the records are in the order of the service. Enter one of these in 'Sort': ${known.join(', ')}.`;
}

const UNSORTED: Notice = {
	message:
		"The service did not return the records in the order of 'Sort', so a limit may have cut off those that come first.",
	details:
		"The node sorts them if 'Limit' is high enough for all of them, or with 'Return All', and if 'Output' is not 'Raw Response'.",
};
