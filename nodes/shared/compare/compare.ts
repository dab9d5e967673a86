import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	changeBetween,
	fieldNames,
	freeName,
	groupedBy,
	hasValue,
	isIdName,
	isNoNumber,
	isObject,
	isRankName,
	lastWord,
	type Notice,
	numberIn,
	percentBetween,
} from '../base';
import { flattenRecords } from '../shape';

/** A second reading of the same records to compare with. */
export interface Comparison {
	/** The members of the body that differ: the other period. */
	readonly body: JsonObject;
	/** What the other period is called, such as "the period before". */
	readonly called: string;
	/** The days of the period as ISO text, and the first and the last one of the other period. */
	readonly days: string;
	readonly otherDays: { readonly start: string; readonly end: string };
	/** What the rows of a report are about. */
	readonly dimensions: readonly string[];
	/** The fields that may say which record it is, the likeliest first; none for rows of a report. */
	readonly names?: readonly string[];
	/** The fields that the user has named as figures. */
	readonly measures: readonly string[];
}

/** A record of one of the periods. */
interface Row {
	readonly value: JsonObject;
	/** Its fields, also those in objects, by the names that they have in a sheet. */
	readonly fields: JsonObject;
}

/** The rows of two periods. */
type Periods = readonly [now: readonly Row[], before: readonly Row[]];

/**
 * Joins the rows of a period with those of the period before: every row gets, beside each number in it,
 * `_previous`, `_change` and `_change_percent`, and a mark that says in which periods it is. A row that
 * one of the periods does not have has `null` there. Numbers may come as text, and in objects.
 *
 * @param current the rows of the period
 * @param previous the rows of the period before
 * @returns the rows in the order of the period, those that are gone at the end, each marked with its
 * status: `kept` for a row that is in both periods, `new` or `gone`; and what the user should know about
 * how they were told apart and compared
 */
export function comparePeriods(
	current: readonly JsonValue[],
	previous: readonly JsonValue[],
	comparison: Comparison,
) {
	const records = [...current, ...previous].map((record) =>
		isObject(record) ? record : { value: record },
	);
	const flat = flattenRecords(records, (leaf) => leaf);
	const rows = records.map((value, place): Row => ({ value, fields: flat[place] ?? {} }));
	const periods: Periods = [rows.slice(0, current.length), rows.slice(current.length)];
	const [names, own] = [fieldNames(flat), fieldNames(records)];

	const keyed = keyFields(periods, names, comparison);
	const figures = names
		.filter((name) => isFigure(name, flat, keyed.found, comparison.measures))
		.map((name) => figureOf(name, [...names, ...own]));
	const numbers = figures.map(({ name }) => name);
	const texts = names.filter((name) => !numbers.includes(name) && !isDateName(name));
	const { keys, isClear } = rowKeys(periods, keyed, texts, comparison);
	const pairs = pairsOf(periods, keys);

	const isNoneShared = pairs.length > 0 && pairs.every(({ status }) => status !== 'kept');
	const hints = [
		periods.every((period) => period.length > 0) && !isClear && UNCLEAR,
		numberHint(flat, numbers, comparison),
		areSame(periods, numbers) && SAME,
	].filter((hint) => hint !== false);
	return {
		rows: pairs.map((pair) => ({
			value: joinedRow(pair, figures, own),
			mark: { [STATUS]: pair.status },
		})),
		notices: [
			...hints.map((hint): Notice => ({ message: `Compare With: ${hint}` })),
			...(isNoneShared ? [NONE_SHARED] : []),
		],
	};
}

/** The other period in words: `the period before (2026-10-01 to 2026-10-31)`. */
export function otherPeriodText({ called, otherDays }: Comparison): string {
	return `${called} (${daysText(otherDays)})`;
}

/** What was compared with what, of many parts the first and the last, for who builds the workflow and for models. */
export function comparedNotices(comparisons: readonly Comparison[]): Notice[] {
	const texts = comparisons.map(({ days, otherDays }) => `${days} with ${daysText(otherDays)}`);
	const [first, ...others] = new Set(texts);
	const last = others.at(-1);
	if (first === undefined) return [];
	const message = `Compared ${first}${last === undefined ? '' : `, and so on up to ${last}`}.`;
	return [{ kind: 'info', message }];
}

function daysText({ start, end }: Comparison['otherDays']): string {
	return start === end ? start : `${start} to ${end}`;
}

/** The fields that may hold a dimension, by name or in an object by path, the likeliest first. */
export function formsOfDimension(name: string): string[] {
	return [`${name}_id`, `${name}.id`, name, `${name}_name`, `${name}.name`];
}

/** The fields that say which row it is. */
interface KeyFields {
	readonly found: readonly string[];
	/** Whether there is one for each dimension, or for the record. */
	readonly isWhole: boolean;
}

/**
 * The fields that say which row it is: of a record its ID, else the field that the list is named after;
 * of a row of a report one for each dimension. It is the likeliest one that both periods have.
 *
 * @param all the fields that there are
 */
function keyFields(
	periods: Periods,
	all: readonly string[],
	{ dimensions, names }: Comparison,
): KeyFields {
	const isShared = (name: string) =>
		periods.every((rows) => rows.some(({ fields }) => hasValue(fields[name])));
	const isThere = (name: string) => all.includes(name);
	const fieldIn = (forms: readonly string[]) => forms.find(isShared) ?? forms.find(isThere);
	const wanted = names === undefined ? dimensions.map(formsOfDimension) : [names];
	const found = wanted.flatMap((forms) => fieldIn(forms) ?? []);
	return { found, isWhole: found.length === wanted.length };
}

/**
 * What the rows of two periods are joined by: their key fields, and all their texts where the rows do
 * not have these, or several have the same.
 *
 * @param texts the fields that are neither numbers nor dates
 * @returns for each row the text that only one row of each period has, unless nothing tells it apart; and
 * whether the key fields are enough
 */
function rowKeys(
	periods: Periods,
	{ found, isWhole }: KeyFields,
	texts: readonly string[],
	{ names }: Comparison,
) {
	const byFields = isWhole ? uniqueTexts(periods, found) : new Map<Row, string>();
	for (const row of byFields.keys()) {
		// A row may be about no topic; a record without an ID is not the same as another without one.
		const isNamed = names === undefined || found.every((name) => hasValue(row.fields[name]));
		if (!isNamed) byFields.delete(row);
	}
	const byTexts = uniqueTexts(periods, [...found, ...texts]);
	const keys = new Map([...byTexts, ...byFields]);
	return { keys, isClear: byFields.size === periods.flat().length };
}

/** These fields of the rows as text, without that which several rows of one period have. */
function uniqueTexts(periods: Periods, names: readonly string[]): Map<Row, string> {
	const groups = periods.flatMap((rows) => [...groupedBy(rows, (row) => textOf(row, names))]);
	const shared = new Set(groups.filter(([, rows]) => rows.length > 1).map(([text]) => text));
	const unique = groups.filter(([text]) => !shared.has(text));
	return new Map(unique.flatMap(([text, rows]) => rows.map((row) => [row, text] as const)));
}

/** Fields of a row as text: 5 is the same as "5", and what is empty the same as nothing. */
function textOf({ fields }: Row, names: readonly string[]): string {
	const values = names.map((name) => {
		const value = fields[name] ?? '';
		return [name, typeof value === 'object' ? value : String(value)];
	});
	return JSON.stringify(values);
}

/** A row of the period, of the one before, or the same row of both. */
interface Pair {
	readonly status: 'kept' | 'gone' | 'new';
	readonly now?: Row;
	readonly before?: Row;
}

/** The rows of the period in their order, then those that only the period before has. */
function pairsOf([now, before]: Periods, keys: ReadonlyMap<Row, string>): Pair[] {
	const byKey = new Map(before.map((row) => [keys.get(row), row]));
	byKey.delete(undefined);
	const inNow = now.map((row): Pair => {
		const same = byKey.get(keys.get(row));
		return { status: same === undefined ? 'new' : 'kept', now: row, before: same };
	});
	const found = new Set(inNow.map((pair) => pair.before));
	const gone = before.filter((row) => !found.has(row));
	return [...inNow, ...gone.map((row): Pair => ({ status: 'gone', before: row }))];
}

/**
 * A row with what is added for each figure: beside it, or at the end if it is in an object.
 *
 * @param own the names of the fields that rows have themselves, and not in an object
 */
function joinedRow({ now, before }: Pair, figures: readonly Figure[], own: readonly string[]) {
	const changes = new Map(
		figures.map((figure) => {
			const [after, from] = [now, before].map((row) => row?.fields[figure.name]);
			return [figure.name, changeOf(figure, after, from)];
		}),
	);
	const row = now?.value ?? withoutFigures(before?.value ?? {}, changes);
	const missing = own.filter((name) => changes.has(name) && !Object.hasOwn(row, name));
	const entries = [...Object.entries(row), ...missing.map((name) => [name, null] as const)];
	return Object.fromEntries([
		...entries.flatMap((entry) => [entry, ...(changes.get(entry[0]) ?? [])]),
		...[...changes.values()].flat(),
	]);
}

/** A row of the period before, whose numbers are none of the period. */
function withoutFigures(
	row: JsonObject,
	figures: ReadonlyMap<string, unknown>,
	outer = '',
): JsonObject {
	const kept = ([name, value]: [string, JsonValue]): [string, JsonValue] => {
		if (isObject(value)) return [name, withoutFigures(value, figures, `${outer}${name}_`)];
		return [name, figures.has(outer + name) ? null : value];
	};
	return Object.fromEntries(Object.entries(row).map(kept));
}

/** What to say where key fields are missing, or are the same in several rows of a period. */
const UNCLEAR =
	'Some records have no ID, name or dimension of their own, so all their texts were compared. What these do not tell apart is new or gone.';

/** What to say where there is no number in a measure of the rows, or in any field. */
function numberHint(
	rows: readonly JsonObject[],
	numbers: readonly string[],
	{ measures }: Comparison,
): string | false {
	const isText = (name: string) =>
		rows.some((row) => hasValue(row[name])) &&
		rows.every((row) => numberIn(row[name]) === undefined);
	const texts = measures.filter(isText);
	if (texts.length > 0) {
		return `No record has a number in ${texts.join(', ')}, so there is no change to show.`;
	}
	if (rows.length === 0 || numbers.length > 0) return false;
	return 'No field has only numbers, so there is no change to show.';
}

/** Fewer numbers may be the same in both periods by chance. */
const MANY_NUMBERS = 3;

/** Whether both periods have the same rows and many numbers, as if the service did not look at dates. */
function areSame([now, before]: Periods, numbers: readonly string[]): boolean {
	const isSame = ({ value }: Row, place: number) =>
		JSON.stringify(value) === JSON.stringify(before[place]?.value);
	if (now.length !== before.length || !now.every(isSame)) return false;
	const all = now.flatMap(({ fields }) => numbers.map((name) => numberIn(fields[name]) ?? 0));
	return all.filter((number) => number !== 0).length >= MANY_NUMBERS;
}

const SAME =
	'The service returned the same records for both periods, so it may not look at the dates.';

/** The same for each of several projects and parts, so that it is told once. */
const NONE_SHARED: Notice = {
	message:
		'Where no record is in both periods, each one is new or gone. That does not mean that it was 0.',
	details:
		'If there is a dimension about time, such as day, leave it out: no other period has the same days.',
	audience: 'reader',
};

/** A number that rows have. */
export interface Figure {
	readonly name: string;
	/** The fields that are added for it, in the order of {@link ADDED}. */
	readonly added: readonly string[];
}

/** The name of the mark that says in which periods a row is. */
export const STATUS = '_status';

/** What a comparison adds to the name of a figure. */
export const ADDED = ['_previous', '_change', '_change_percent'] as const;

/** The last words of names whose texts say what something is, even if they look like numbers. */
const NAMING = ['name', 'code', 'key', 'title', 'label', 'url', 'domain'];

/** The last words of names of dates, which may be numbers: `created_at`, `createdAt`, `end_date`. */
const DATE_WORDS = ['at', 'date', 'datetime', 'timestamp'];

/** The other names of dates. As a last word, as in `answers_per_day`, they say nothing. */
const DATES = ['created', 'updated', 'day', 'week', 'month', 'year'];

/**
 * Whether a field holds figures: one that the user has named, or one with numbers that is no ID and no
 * date and does not say what a row is about. If they come as text, all of its values have to be
 * numbers, but for those that say that there is none.
 *
 * @param keys the fields that say what a row is about
 * @param measures the names that the user has entered
 */
export function isFigure(
	name: string,
	rows: readonly JsonObject[],
	keys: readonly string[],
	measures: readonly string[],
): boolean {
	if (measures.includes(name)) return true;
	if (keys.includes(name) || isIdName(name.replace(/s$/i, ''))) return false;
	const values = rows.map((row) => row[name]).filter((value) => !isNoNumber(value));
	const areNumbers = values.length > 0 && values.every((value) => numberIn(value) !== undefined);
	const isNumber =
		values.some((value) => typeof value === 'number') ||
		(areNumbers && !NAMING.includes(lastWord(name)));
	return isNumber && !isDateName(name);
}

/** Whether a field holds a date, by its name. */
export function isDateName(name: string): boolean {
	return DATE_WORDS.includes(lastWord(name)) || DATES.includes(name.toLowerCase());
}

/** The name of the number that a field such as `score_change` or `score_change_2` is added for. */
export function figureNameIn(field: string): string | undefined {
	return /^(.+)_(previous|change(_percent)?)(_\d+)?$/.exec(field)?.[1];
}

/** Whether a field is added for a rank and says how far it moved: a smaller number is a rise. */
export function isRankChange(field: string): boolean {
	return isRankName(figureNameIn(field) ?? '') && !/_previous(_\d+)?$/.test(field);
}

/** A figure with its added fields, under names that the rows do not have themselves. */
export function figureOf(name: string, taken: readonly string[]): Figure {
	return {
		name,
		added: ADDED.map((end) => freeName(name + end, (found) => taken.includes(found))),
	};
}

/**
 * The values of the added fields; `null` where one of the periods has no number.
 *
 * @param now the figure in the period
 * @param before the figure in the period before
 */
export function changeOf(
	{ added }: Figure,
	now: JsonValue | undefined,
	before: JsonValue | undefined,
): Array<[name: string, value: JsonValue]> {
	const [after, from] = [numberIn(now), numberIn(before)];
	const isBoth = after !== undefined && from !== undefined;
	const changes = isBoth ? [changeBetween(from, after), percentBetween(from, after)] : [];
	const values = [from, ...changes];
	return added.map((name, place) => [name, values[place] ?? null]);
}
