import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { sortedByChange } from './changeOrder';
import { changeOf, type Figure, figureOf, figureTest, numberIn } from './figures';
import type { Marked } from './marks';
import { fieldsOf } from './rowFields';
import { type KeyFields, rowKeys } from './rowKeys';
import type { Comparison } from './types';

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

/**
 * Joins the rows of a period with those of the period before: every row gets, for each number in it,
 * `_previous`, `_change` and `_change_percent`, and a mark that says in which periods it is. A row that
 * one of the periods does not have has `null` there. Numbers may come as text.
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
	const { measures, order } = comparison;
	const [now, before] = [current.filter(isRow), previous.filter(isRow)];
	const rows = [...now, ...before];
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const keys = keyFieldsOf(rows, comparison);
	const isFigure = figureTest(rows, [...keys.fields.values()].flat(), measures);
	const others = names.filter((name) => !isFigure(name));
	const { texts, hint } = rowKeys([now, before], keys, others);
	const figures = names.filter(isFigure).map((name) => figureOf(name, names));

	const joined = joinedRows(byKey(now, texts[0]), byKey(before, texts[1]), figures);
	const hints = [
		hint,
		previous.length === before.length ? undefined : NO_ROWS,
		noNumberHint(rows, measures, figures),
		areSame(now, before) && saysMuch(now, figures) ? SAME : undefined,
	].filter((text) => text !== undefined);
	return {
		rows: [
			...current.filter((row) => !isRow(row)).map((value) => ({ value, mark: {} })),
			...(order === undefined
				? joined
				: sortedByChange(joined, ({ value }) => value, order, figures)),
		],
		hint: hints.length === 0 ? undefined : hints.join(' '),
	};
}

/** What says what the rows are about: the ID of a record, or the dimensions of a report. */
function keyFieldsOf(
	rows: readonly JsonObject[],
	{ ids, dimensions, measures }: Comparison,
): KeyFields {
	if (ids === undefined) {
		const fields = dimensions.map((name) => [name, fieldsOf(name, rows, measures)] as const);
		return { fields: new Map(fields), areIds: false, nothingShared: NO_SHARED_ROW };
	}
	const hasValue = (name: string) => rows.some((row) => (row[name] ?? '') !== '');
	const found = ids.filter((name) => hasValue(name) && !measures.includes(name));
	return {
		fields: new Map([['an ID', found.map((name) => [name] as const)]]),
		areIds: true,
		nothingShared: NO_SHARED_RECORD,
	};
}

/** Rows by what they are about. Rows about the same thing are told apart by their place. */
function byKey(rows: readonly JsonObject[], texts: readonly string[]): Map<string, JsonObject> {
	const found = new Map<string, JsonObject>();
	const counts = new Map<string, number>();
	for (const [place, row] of rows.entries()) {
		const text = texts[place] ?? '';
		const count = (counts.get(text) ?? 0) + 1;
		counts.set(text, count);
		found.set(`${text} ${count}`, row);
	}
	return found;
}

interface JoinedRow extends Marked {
	readonly value: JsonObject;
}

/** The rows of the period in their order, then those that only the period before has. */
function joinedRows(
	inNow: ReadonlyMap<string, JsonObject>,
	inBefore: ReadonlyMap<string, JsonObject>,
	figures: readonly Figure[],
): JoinedRow[] {
	const keys = [...inNow.keys(), ...[...inBefore.keys()].filter((key) => !inNow.has(key))];
	return keys.map((key) => {
		const [now, before] = [inNow.get(key), inBefore.get(key)];
		return { value: joined(now, before, figures), mark: { [STATUS]: statusOf(now, before) } };
	});
}

function statusOf(now: JsonObject | undefined, before: JsonObject | undefined): Status {
	if (before === undefined) return 'new';
	return now === undefined ? 'gone' : 'same';
}

function joined(
	now: JsonObject | undefined,
	before: JsonObject | undefined,
	figures: readonly Figure[],
): JsonObject {
	const isBlank = (name: string) => figures.some((figure) => figure.name === name);
	const own: JsonObject =
		now ??
		Object.fromEntries(
			Object.entries(before ?? {}).map(([name, value]) => [name, isBlank(name) ? null : value]),
		);
	return Object.fromEntries([
		...Object.entries(own),
		...figures.flatMap((figure) => changeOf(figure, now?.[figure.name], before?.[figure.name])),
	]);
}

function isRow(value: JsonValue): value is JsonObject {
	return isObject(value);
}

/** What to say where there is no number in a measure of the rows, or in any field. */
function noNumberHint(
	rows: readonly JsonObject[],
	measures: readonly string[],
	figures: readonly Figure[],
): string | undefined {
	const hasNumber = (name: string) => rows.some((row) => numberIn(row[name]) !== undefined);
	const isWanted = (name: string) => rows.some((row) => (row[name] ?? null) !== null);
	const named = figures.some(({ name }) => hasNumber(name)) ? measures.filter(isWanted) : measures;
	const missing = named.filter(
		(name) => !hasNumber(name) && !rows.every((row) => row[name] === null),
	);
	if (missing.length === 0) return undefined;
	return `Compare with Previous Period: No row has a number in ${missing.join(', ')}, so there is no change to show.`;
}

/** Whether both periods have the same rows, as if the service did not look at the dates. */
function areSame(now: readonly JsonObject[], before: readonly JsonObject[]): boolean {
	const isSame = (row: JsonObject, place: number) =>
		JSON.stringify(row) === JSON.stringify(before[place]);
	return now.length === before.length && now.every(isSame);
}

/** Fewer numbers may be the same in both periods by chance. */
const MANY_NUMBERS = 3;

/** Whether rows have so many numbers that it is odd if none has changed. None at all stays 0. */
function saysMuch(rows: readonly JsonObject[], figures: readonly Figure[]): boolean {
	let count = 0;
	return rows.some((row) => {
		count += figures.filter(({ name }) => (numberIn(row[name]) ?? 0) !== 0).length;
		return count >= MANY_NUMBERS;
	});
}

const SAME =
	'Compare with Previous Period: The service returned the same records for both periods, so it may not look at the dates.';

const NO_ROWS =
	'Compare with Previous Period: The response for the previous period has entries that are no rows; they were left out.';

const NO_SHARED_ROW =
	"No row is in both periods. If one of the 'Dimensions' is about time, such as day, remove it.";

const NO_SHARED_RECORD = 'No record is in both periods, so each one is new or gone.';
