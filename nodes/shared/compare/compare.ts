import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../base';
import { sortedByChange } from './changeOrder';
import { changeOf, type Figure, figureOf, hasValue, isFigure, numberIn } from './figures';
import type { Comparison, Marked } from './types';
import { keyFields, namesIn, type Periods, rowKeys } from './rowKeys';

/** In which periods a row is: in both, only in the present one, only in the one before. */
type Status = 'gone' | 'new' | 'same';

/** The name of the mark that says in which periods a row is. */
export const STATUS = '_status';

/** The rows of a period joined with those of the period before. */
export interface Compared {
	/** Each row, marked with its status. */
	readonly rows: Marked[];
	/** What the user should know about how rows were told apart. */
	readonly hint?: string;
}

/** A row of a period. */
interface Row {
	readonly value: JsonObject;
	/** Its fields, also those in objects, by the names that they have in a sheet. */
	readonly fields: JsonObject;
}

/**
 * Joins the rows of a period with those of the period before: every row gets, for each number in it,
 * `_previous`, `_change` and `_change_percent`, and a mark that says in which periods it is. A row that
 * one of the periods does not have has `null` there. Numbers may come as text, and in objects.
 *
 * @param current the rows of the period
 * @param previous the rows of the period before
 * @throws DescribedError if rows are to be sorted by a number that they do not have
 */
export function comparePeriods(
	current: readonly JsonValue[],
	previous: readonly JsonValue[],
	comparison: Comparison,
): Compared {
	const { names: recordNames, order } = comparison;
	// Who sorts by a number has named it, so it is one where there is none yet.
	const measures = [...comparison.measures, ...(order === undefined ? [] : [order.figure])];
	const [now, before] = [rowsIn(current), rowsIn(previous)];
	const periods: Periods = [now.map(({ fields }) => fields), before.map(({ fields }) => fields)];
	const rows = periods.flat();
	const names = namesIn(rows);
	const key = keyFields(periods, comparison);
	const numeric = names.filter((name) => isFigure(name, rows, key.names, measures));
	const others = names.filter((name) => !numeric.includes(name));
	const taken = namesIn([...rows, ...[...now, ...before].map(({ value }) => value)]);
	const figures = numeric.map((name) => figureOf(name, taken));

	const areRecords = recordNames !== undefined;
	const keys = rowKeys(periods, key, others, areRecords ? 'records' : 'rows');
	const pairs = pairsOf(now, before, ({ fields }) => keys.keyOf(fields));
	const joined = pairs.map((pair) => ({
		value: joinedRow(pair, figures),
		mark: { [STATUS]: statusOf(pair) },
	}));
	const isEmpty = now.length === 0 || before.length === 0;
	const isShared = pairs.some((pair) => statusOf(pair) === 'same');
	const hints = [
		...(isEmpty ? [] : keys.hints),
		...(isEmpty || isShared ? [] : [areRecords ? NO_SHARED_RECORD : NO_SHARED_ROW]),
		...(previous.length === before.length ? [] : [NO_ROWS]),
		...noNumberHint(rows, { ...comparison, measures }, figures),
		...(areSame(periods, figures) ? [SAME] : []),
	];
	return {
		rows: [
			...current.filter((value) => !isRow(value)).map((value) => ({ value, mark: {} })),
			...(order === undefined
				? joined
				: sortedByChange(joined, ({ value }) => value, order, figures)),
		],
		hint: hints.length === 0 ? undefined : `Compare with Previous Period: ${hints.join(' ')}`,
	};
}

function rowsIn(values: readonly JsonValue[]): Row[] {
	return values.filter(isRow).map((value) => ({ value, fields: fieldsOf(value) }));
}

function isRow(value: JsonValue): value is JsonObject {
	return isObject(value);
}

/** The fields of a row and of the objects in it. One of its own comes before one of the same name. */
function fieldsOf(row: JsonObject): JsonObject {
	const entries = Object.entries(row);
	const inner = entries.flatMap(([name, value]) =>
		Object.entries(isRow(value) ? fieldsOf(value) : {}).map(asInner(name)),
	);
	return Object.fromEntries([...inner, ...entries.filter(([, value]) => !isRow(value))]);
}

function asInner(name: string) {
	return ([field, value]: [string, JsonValue]): [string, JsonValue] => [`${name}_${field}`, value];
}

/** A row of the period, of the one before, or the same row of both. */
interface Pair {
	readonly now?: Row;
	readonly before?: Row;
}

/** The rows of the period in their order, then those that only the period before has. */
function pairsOf(
	now: readonly Row[],
	before: readonly Row[],
	keyOf: (row: Row) => string | undefined,
): Pair[] {
	const byKey = new Map(before.map((row) => [keyOf(row), row]));
	byKey.delete(undefined);
	const inNow = now.map((row): Pair => ({ now: row, before: byKey.get(keyOf(row)) }));
	const found = new Set(inNow.map((pair) => pair.before));
	return [...inNow, ...before.filter((row) => !found.has(row)).map((row) => ({ before: row }))];
}

function statusOf({ now, before }: Pair): Status {
	if (before === undefined) return 'new';
	return now === undefined ? 'gone' : 'same';
}

function joinedRow({ now, before }: Pair, figures: readonly Figure[]): JsonObject {
	const names = new Set(figures.map(({ name }) => name));
	return Object.fromEntries([
		...Object.entries(now?.value ?? withoutFigures(before?.value ?? {}, names)),
		...figures.flatMap((figure) =>
			changeOf(figure, now?.fields[figure.name], before?.fields[figure.name]),
		),
	]);
}

/** A row of the period before, whose numbers are none of the period. */
function withoutFigures(row: JsonObject, figures: ReadonlySet<string>, outer = ''): JsonObject {
	const kept = ([name, value]: [string, JsonValue]): [string, JsonValue] => {
		if (isRow(value)) return [name, withoutFigures(value, figures, `${outer}${name}_`)];
		return [name, figures.has(outer + name) ? null : value];
	};
	return Object.fromEntries(Object.entries(row).map(kept));
}

/** What to say where there is no number in a measure of the rows, or in any field. */
function noNumberHint(
	rows: readonly JsonObject[],
	{ measures, measuresField }: Comparison,
	figures: readonly Figure[],
): string[] {
	if (rows.length > 0 && figures.length === 0 && measures.length === 0) {
		const advice = measuresField && ` Name the one to compare in '${measuresField}'.`;
		return [`No field has only numbers, so there is no change to show.${advice ?? ''}`];
	}
	const has = (name: string, test: (value: JsonValue | undefined) => boolean) =>
		rows.some((row) => test(row[name]));
	const isText = (name: string) =>
		has(name, hasValue) && !has(name, (value) => numberIn(value) !== undefined);
	const texts = (figures.length === 0 ? measures : measures.filter(isText)).join(', ');
	if (rows.length === 0 || texts === '') return [];
	return [`No row has a number in ${texts}, so there is no change to show.`];
}

/** Fewer numbers may be the same in both periods by chance. */
const MANY_NUMBERS = 3;

/** Whether both periods have the same rows and many numbers, as if the service did not look at dates. */
function areSame([now, before]: Periods, figures: readonly Figure[]): boolean {
	const isSame = (row: JsonObject, place: number) =>
		JSON.stringify(row) === JSON.stringify(before[place]);
	if (now.length !== before.length || !now.every(isSame)) return false;
	const numbers = now.flatMap((row) => figures.map(({ name }) => numberIn(row[name]) ?? 0));
	return numbers.filter((number) => number !== 0).length >= MANY_NUMBERS;
}

const SAME =
	'The service returned the same records for both periods, so it may not look at the dates.';

const NO_ROWS =
	'The response for the previous period has entries that are no rows; they were left out.';

const NO_SHARED_ROW =
	"No row is in both periods. If one of the 'Dimensions' is about time, such as day, remove it.";

const NO_SHARED_RECORD = 'No record is in both periods, so each one is new or gone.';
