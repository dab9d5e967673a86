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

/** A second reading of the same records, for another period. */
export interface Comparison {
	/** The members of the body that differ. */
	readonly body: JsonObject;
	/** The name of the other period, such as "the period before". */
	readonly called: string;
	/** The days of the period as ISO text, and the first and the last day of the other one. */
	readonly days: string;
	readonly otherDays: { readonly start: string; readonly end: string };
	readonly dimensions: readonly string[];
	/** The fields that may identify a record, the likeliest first; none for rows of a report. */
	readonly names?: readonly string[];
	/** The fields that the user has named as figures. */
	readonly measures: readonly string[];
}

interface Row {
	readonly value: JsonObject;
	/** Flat, by the names of the columns in a sheet. */
	readonly fields: JsonObject;
}

type Periods = readonly [now: readonly Row[], before: readonly Row[]];

/**
 * Joins the rows of two periods. Each number, also as text or in an object, gets `_previous`, `_change`
 * and `_change_percent` beside it, with `null` where one of the periods does not have the row.
 *
 * @returns the rows in the order of the period, those that are gone at the end, each marked as `kept`,
 * `new` or `gone`; and notices on how they were told apart and compared
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

/** Names the other period: `the period before (2026-10-01 to 2026-10-31)`. */
export function otherPeriodText({ called, otherDays }: Comparison): string {
	return `${called} (${daysText(otherDays)})`;
}

/** Says which periods were compared, of many parts the first and the last. */
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

/** Returns the fields that may hold a dimension, by name or path, the likeliest first. */
export function formsOfDimension(name: string): string[] {
	return [`${name}_id`, `${name}.id`, name, `${name}_name`, `${name}.name`];
}

interface KeyFields {
	readonly found: readonly string[];
	/** Whether there is a field for each dimension, or for the record. */
	readonly isWhole: boolean;
}

/**
 * Finds the fields that identify a row: of a record its ID, else the field that the list is named after;
 * of a row of a report one for each dimension. It takes the likeliest one that both periods have.
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
 * Identifies rows by their key fields, and by all their texts where the key fields are missing or the
 * same in several rows.
 *
 * @returns a text for each row that nothing but it has in its period; and whether the key fields are
 * enough
 */
function rowKeys(
	periods: Periods,
	{ found, isWhole }: KeyFields,
	texts: readonly string[],
	{ names }: Comparison,
) {
	const byFields = isWhole ? uniqueTexts(periods, found) : new Map<Row, string>();
	for (const row of byFields.keys()) {
		// A row may have no topic; but two records without an ID are not the same record.
		const isNamed = names === undefined || found.every((name) => hasValue(row.fields[name]));
		if (!isNamed) byFields.delete(row);
	}
	const byTexts = uniqueTexts(periods, [...found, ...texts]);
	const keys = new Map([...byTexts, ...byFields]);
	return { keys, isClear: byFields.size === periods.flat().length };
}

/** Returns these fields of the rows as text, without texts that several rows of one period have. */
function uniqueTexts(periods: Periods, names: readonly string[]): Map<Row, string> {
	const groups = periods.flatMap((rows) => [...groupedBy(rows, (row) => textOf(row, names))]);
	const shared = new Set(groups.filter(([, rows]) => rows.length > 1).map(([text]) => text));
	const unique = groups.filter(([text]) => !shared.has(text));
	return new Map(unique.flatMap(([text, rows]) => rows.map((row) => [row, text] as const)));
}

/** 5 is the same as "5", and an empty field the same as none. */
function textOf({ fields }: Row, names: readonly string[]): string {
	const values = names.map((name) => {
		const value = fields[name] ?? '';
		return [name, typeof value === 'object' ? value : String(value)];
	});
	return JSON.stringify(values);
}

interface Pair {
	readonly status: 'kept' | 'gone' | 'new';
	readonly now?: Row;
	readonly before?: Row;
}

/** Returns the rows of the period in their order, then those that only the period before has. */
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
 * Adds the fields for each figure: beside it, or at the end if it is in an object.
 *
 * @param own the names of fields that are not in an object
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

/** Empties the numbers of a row that only the period before has. */
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

const UNCLEAR =
	'Some records have no ID, name or dimension of their own, so all their texts were compared. What these do not tell apart is new or gone.';

/** Says that a measure of the rows, or every field, has no number. */
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

/** Whether both periods have the same rows and many numbers, as if the service ignored the dates. */
function areSame([now, before]: Periods, numbers: readonly string[]): boolean {
	const isSame = ({ value }: Row, place: number) =>
		JSON.stringify(value) === JSON.stringify(before[place]?.value);
	if (now.length !== before.length || !now.every(isSame)) return false;
	const all = now.flatMap(({ fields }) => numbers.map((name) => numberIn(fields[name]) ?? 0));
	return all.filter((number) => number !== 0).length >= MANY_NUMBERS;
}

const SAME =
	'The service returned the same records for both periods, so it may not look at the dates.';

/** One text for all projects and parts, so that it appears once. */
const NONE_SHARED: Notice = {
	message:
		'Where no record is in both periods, each one is new or gone. That does not mean that it was 0.',
	details:
		'If there is a dimension about time, such as day, leave it out: no other period has the same days.',
	audience: 'reader',
};

export interface Figure {
	readonly name: string;
	/** The fields that are added for it, in the order of {@link ADDED}. */
	readonly added: readonly string[];
}

/** The mark that says in which periods a row is. */
export const STATUS = '_status';

/** A comparison adds these to the name of a figure. */
export const ADDED = ['_previous', '_change', '_change_percent'] as const;

/** Last words of names whose texts are no figures, even if they look like numbers. */
const NAMING = ['name', 'code', 'key', 'title', 'label', 'url', 'domain'];

/** Last words of names of dates, which may be numbers: `created_at`, `createdAt`, `end_date`. */
const DATE_WORDS = ['at', 'date', 'datetime', 'timestamp'];

/** Whole names of dates. As a last word, as in `answers_per_day`, they are no sign of one. */
const DATES = ['created', 'updated', 'day', 'week', 'month', 'year'];

/**
 * Whether a field holds figures: the user has named it, or it has numbers and is no ID, no date and no
 * key. If figures come as text, all values have to be numbers or say that there is none.
 *
 * @param keys the fields that identify a row
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

/** Whether a name is that of a date. */
export function isDateName(name: string): boolean {
	return DATE_WORDS.includes(lastWord(name)) || DATES.includes(name.toLowerCase());
}

/** Returns the figure that an added field belongs to: `score_change_2` → `score`. */
export function figureNameIn(field: string): string | undefined {
	return /^(.+)_(previous|change(_percent)?)(_\d+)?$/.exec(field)?.[1];
}

/** Whether a field says how far a rank moved: a smaller number is a rise. */
export function isRankChange(field: string): boolean {
	return isRankName(figureNameIn(field) ?? '') && !/_previous(_\d+)?$/.test(field);
}

/** Names the added fields of a figure so that no field of the rows has such a name. */
export function figureOf(name: string, taken: readonly string[]): Figure {
	return {
		name,
		added: ADDED.map((end) => freeName(name + end, (found) => taken.includes(found))),
	};
}

/** Returns the values of the added fields; `null` where one of the periods has no number. */
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
