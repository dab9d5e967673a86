import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	clearInvalidRank,
	getField,
	fieldNamesText,
	fieldPaths,
	hasField,
	isMissingNumber,
	isObject,
	isRankField,
	type Notice,
	parseMoment,
	parseNumber,
	textsAmongNumbers,
} from '../base';
import {
	CHANGE_FIELD_ENDINGS,
	type ChangedField,
	formatProjectSuffix,
	type Row,
	type SortBy,
} from './table';

type SortValue = number | string | undefined;

/**
 * Sorts rows, since the service may not have sorted them.
 *
 * - In both directions, numbers come before texts, and rows without a value come last.
 * - A rank that changes from 9 to 2 counts as a rise.
 *
 * @param isWhole whether these are all rows. If some are missing, the rows keep their order. If this is not the wanted
 * order, a notice says so
 */
export function sortRows(
	rows: readonly Row[],
	sort: readonly SortBy[],
	isWhole: boolean,
): { readonly rows: readonly Row[]; readonly notices: readonly Notice[] } {
	if (rows.length === 0 || sort.length === 0) return { rows, notices: [] };
	const { known, places, isSorted } = findSortOrder(rows, sort);
	const unknown = unknownSortFieldNotices(sort, known, rows);
	if (!isWhole && !isSorted && unknown.length === 0) return { rows, notices: [UNSORTED_NOTICE] };
	if (!isWhole && !isSorted) return { rows, notices: unknown };
	const mixed = known.flatMap((by) => {
		const values = rows.map((row) => fieldValueInRow(row, by));
		return textsAmongNumbers(by.field, values, 'These come last.');
	});
	const notices = [...unknown, ...mixed.map((text): Notice => ({ kind: 'note', text }))];
	return { rows: places.flatMap((at) => rows[at] ?? []), notices };
}

/** Whether rows are in the order of 'Sort'. After a failed comparison, no row has a change to sort by. */
export function areSorted(rows: readonly Row[], by?: SortBy, isUnsorted = false): by is SortBy {
	return by !== undefined && !isUnsorted && rows.some((row) => canSortBy(row, by));
}

/**
 * Whether records that belong at the top may come later in the list. Returns `true` in these cases:
 *
 * - The records are unsorted, have all the same value, or lack a field to sort by.
 * - The order is 'Biggest Move First', by which the service never sorts.
 */
export function mayLackTopRecords(records: readonly JsonValue[], sort: readonly SortBy[]): boolean {
	const rows = records.map((record): Row => ({ record }));
	const { known, firsts = [], isSorted } = findSortOrder(rows, sort);
	const isMove = sort.some(({ order }) => order === 'move');
	const areAlike = firsts.length > 1 && new Set(firsts).size === 1;
	return isMove || known.length < sort.length || areAlike || !isSorted;
}

/**
 * Returns the row indexes as sorted (`places`), the sort fields that rows have (`known`), and the values of the first
 * such field (`firsts`).
 */
function findSortOrder(rows: readonly Row[], sort: readonly SortBy[]) {
	const known = sort.filter((by) => rows.some((row) => canSortBy(row, by)));
	const columns = known.map((by) => {
		const values = rows.map((row) => sortValueOf(row, by));
		const isNumeric = values.some((value) => typeof value === 'number');
		const keys = isNumeric ? values : values.map((value) => parseMoment(value) ?? value);
		return { sign: sortSignOf(by), keys };
	});
	const texts = new Intl.Collator('en', { ignorePunctuation: true });
	const places = [...rows.keys()].sort((one, other) => {
		for (const { sign, keys } of columns) {
			const found = compareSortValues(keys[one], keys[other], sign, texts);
			if (found !== 0) return found;
		}
		return 0;
	});
	const isSorted = places.every((place, at) => place === at);
	return { known, firsts: columns[0]?.keys, places, isSorted };
}

/** Reads a field of a row. In a compared row, `score_change` is also a field. */
export function fieldValueInRow(row: Row, { field, changed }: SortBy): JsonValue | undefined {
	const own = isObject(row.record) ? row.record : {};
	const change = changed && row.changes?.get(changed.numberField);
	if (changed !== undefined && change !== undefined) return change[changed.changeKind] ?? null;
	return hasField(own, field) ? clearInvalidRank(field, getField(own, field)) : undefined;
}

function sortValueOf(row: Row, by: SortBy): SortValue {
	const value = fieldValueInRow(row, by);
	const number = typeof value === 'boolean' ? Number(value) : parseNumber(value);
	if (number !== undefined) return by.order === 'move' ? Math.abs(number) : number;
	return typeof value === 'string' && !isMissingNumber(value) ? value : undefined;
}

/** Whether a field is the change of a rank. A lower rank is better. */
export function isRankChange(changed?: ChangedField): changed is ChangedField {
	const { changeKind = 'before', numberField = '' } = changed ?? {};
	return changeKind !== 'before' && isRankField(numberField);
}

/** Whether a row has a field to sort by. `null` counts, since other rows may have a value in the field. */
function canSortBy(row: Row, by: SortBy): boolean {
	const value = fieldValueInRow(row, by);
	return value === null || (value !== undefined && typeof value !== 'object');
}

function sortSignOf({ changed, order }: SortBy): number {
	const isTurned = order !== 'move' && isRankChange(changed);
	return (order === 'asc') === isTurned ? -1 : 1;
}

function compareSortValues(
	one: SortValue,
	other: SortValue,
	sign: number,
	texts: Intl.Collator,
): number {
	if (one === other) return 0;
	if (one === undefined) return 1;
	if (other === undefined) return -1;
	if (typeof one === 'number') return typeof other === 'number' ? sign * (one - other) : -1;
	return typeof other === 'number' ? 1 : sign * texts.compare(one, other);
}

function unknownSortFieldNotices(
	sort: readonly SortBy[],
	known: readonly SortBy[],
	rows: readonly Row[],
): Notice[] {
	const unknown = sort.filter((by) => !known.includes(by));
	if (unknown.length === 0) return [];
	const wanted = unknown.map(({ field }) => `'${field}'`).join(', ');
	const order =
		known.length > 0 ? 'the order is by the others' : 'the records are in the order of the service';
	const place = formatProjectSuffix(rows);
	return [
		{
			kind: 'note',
			forReader: `The records${place} may not be in the intended order.`,
			text: `No record${place} has a field ${wanted} to sort by, so ${order}. Fields to sort by: ${fieldNamesText(sortableFieldsOf(rows))}.`,
		},
	];
}

export function sortableFieldsOf(rows: readonly Row[]): string[] {
	const records = rows.map(({ record }): JsonObject => (isObject(record) ? record : {}));
	const own = [...new Set(records.flatMap(fieldPaths))];
	const compared = rows.find(({ changes }) => changes !== undefined)?.changes;
	const sortable = (row: Row, at: number) =>
		fieldPaths(records[at] ?? {}).filter((field) => canSortBy(row, { field, order: 'asc' }));
	const there = new Set(rows.flatMap(sortable));
	return [
		...own.filter((field) => there.has(field)),
		...[...(compared?.keys() ?? [])].flatMap((name) =>
			CHANGE_FIELD_ENDINGS.map(([, end]) => name + end),
		),
	];
}

/** The node reads up to this many records to sort them, even if the limit is lower. */
export const MAX_SORTED_RECORDS = 5000;

export const UNSORTED_NOTICE: Notice = {
	kind: 'note',
	text: 'The service may not have put the records in the order asked for, so a limit may have cut off those that come first.',
	advice:
		"The node sorts up to 5,000 records by itself: narrow them down, raise 'Limit', or get all of them.",
};
