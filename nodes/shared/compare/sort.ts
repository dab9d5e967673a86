import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject, type Notice } from '../base';
import { isNoNumber, numberIn } from './figures';
import type { Marked, SortBy } from './types';

/** A value to sort by; `undefined` where there is none. */
type Key = number | string | undefined;

/** A field to sort by, with the values that the records have in it, in their order. */
interface Column {
	readonly keys: readonly Key[];
	readonly order: SortBy['order'];
}

/**
 * Puts records in the order of Sort, since the service may not. Numbers may come as text, what has no
 * value comes last in both directions, and equal ones stay as they came.
 *
 * @param isWhole whether these are all records; the first ones of more stay as they came
 * @returns the records, and a notice if they are not in that order
 */
export function sortRecords(
	records: readonly Marked[],
	sort: readonly SortBy[],
	isWhole: boolean,
): { readonly records: readonly Marked[]; readonly notice?: Notice } {
	if (records.length === 0) return { records };
	const rows = records.map(({ value }) => (isObject(value) ? value : {}));
	const known = sort.filter(({ field }) => rows.some((row) => isSortable(row, field)));
	const columns = unmixed(
		known.map(({ field, order }) => ({ order, keys: rows.map((row) => keyIn(row, field)) })),
	);
	const inWords = comparison(columns, new Intl.Collator('en', { ignorePunctuation: true }).compare);
	const unknown = sort.filter((by) => !known.includes(by));
	const notice = unknown.length === 0 ? undefined : unknownFields(unknown, rows, known.length > 0);
	if (isWhole) {
		const places = [...records.keys()].sort(inWords);
		return { records: places.flatMap((place) => records[place] ?? []), notice };
	}
	// A service may put first what has no value, or a capital.
	const inCodes = comparison(columns, (one, other) => (one < other ? -1 : Number(one > other)));
	const full = [...records.keys()].filter((at) =>
		columns.every(({ keys }) => keys[at] !== undefined),
	);
	const isAfter = (one: number, next = one) => inWords(one, next) > 0 && inCodes(one, next) > 0;
	const isUnsorted = full.some((at, place) => isAfter(at, full[place + 1]));
	return { records, notice: notice ?? (isUnsorted ? UNSORTED : undefined) };
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

/** Compares the records at two places. */
function comparison(columns: readonly Column[], texts: (one: string, other: string) => number) {
	return (place: number, otherPlace: number): number => {
		for (const { keys, order } of columns) {
			const [one, other] = [keys[place], keys[otherPlace]];
			if (one === other) continue;
			if (one === undefined) return 1;
			if (other === undefined) return -1;
			const areTexts = typeof one === 'string' && typeof other === 'string';
			const found = areTexts ? texts(one, other) : Number(one) - Number(other);
			if (found !== 0) return order === 'asc' ? found : -found;
		}
		return 0;
	};
}

function keyIn(row: JsonObject, field: string): Key {
	const value: JsonValue = fieldIn(row, field);
	if (typeof value === 'boolean') return Number(value);
	return numberIn(value) ?? (typeof value === 'string' && !isNoNumber(value) ? value : undefined);
}

/** Whether a record has the field, with a value that can be sorted by or without one yet. */
function isSortable(row: JsonObject, field: string): boolean {
	const value = fieldIn(row, field);
	return value === null ? hasField(row, field) : typeof value !== 'object';
}

function unknownFields(
	unknown: readonly SortBy[],
	rows: readonly JsonObject[],
	hasOthers: boolean,
): Notice {
	const names = rows.flatMap((row) =>
		Object.entries(row).flatMap(([name, value]) =>
			isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
		),
	);
	const known = [...new Set(names)].filter((name) => rows.some((row) => isSortable(row, name)));
	const wanted = unknown.map(({ field }) => `'${field}'`).join(', ');
	const order = hasOthers
		? "'Sort' goes by the others"
		: 'the records are in the order of the service';
	return {
		message: `No record has a field ${wanted} to sort by, so ${order}. Enter one of these in 'Sort': ${known.join(', ')}.`,
	};
}

const UNSORTED: Notice = {
	message:
		"The service did not return the records in the order of 'Sort', so a limit may have cut off those that come first.",
	details:
		"The node sorts them if 'Limit' is high enough for all of them, or with 'Return All', and if 'Output' is not 'Raw Response'.",
};
