import type { JsonObject, JsonValue } from 'n8n-workflow';
import { hasValue, isObject, fieldNames, type Notice, numberIn } from '../base';
import { changeOf, type Figure, figureOf, isDateName, isFigure, STATUS } from './figures';
import type { Marked } from './sort';

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
	/** The field of the form that names them, if there is one. */
	readonly measuresField?: string;
}

/** The rows of a period joined with those of the period before. */
interface Compared {
	/** Each row, marked with its status: `both` for a row that is in both periods, `new` or `gone`. */
	readonly rows: readonly Marked[];
	/** What the user should know about how rows were told apart and compared. */
	readonly notices: readonly Notice[];
}

/**
 * Joins the rows of a period with those of the period before: every row gets, beside each number in it,
 * `_previous`, `_change` and `_change_percent`, and a mark that says in which periods it is. A row that
 * one of the periods does not have has `null` there. Numbers may come as text, and in objects.
 *
 * @param current the rows of the period
 * @param previous the rows of the period before
 * @returns the rows in the order of the period, those that are gone at the end
 */
export function comparePeriods(
	current: readonly JsonValue[],
	previous: readonly JsonValue[],
	comparison: Comparison,
): Compared {
	const [now, before] = [current.map(rowOf), previous.map(rowOf)];
	const periods: Periods = [now.map(({ fields }) => fields), before.map(({ fields }) => fields)];
	const rows = periods.flat();
	const names = fieldNames(rows);
	const own = fieldNames([...now, ...before].map(({ value }) => value));
	const keys = keyFields(periods, comparison);
	const figures = names
		.filter((name) => isFigure(name, rows, keys.flat(), comparison.measures))
		.map((name) => figureOf(name, [...names, ...own]));
	const texts = names.filter((name) => !figures.some((figure) => figure.name === name));
	const { keyOf, hints: keyHints } = rowKeys(periods, keys, texts, comparison);
	const pairs = pairsOf(now, before, ({ fields }) => keyOf(fields));

	const areBoth = now.length > 0 && before.length > 0;
	const isNoneShared = pairs.every(({ status }) => status !== 'both');
	const hints = [
		...(areBoth ? keyHints : []),
		areBoth && isNoneShared && (comparison.names === undefined ? NO_SHARED_ROW : NO_SHARED_RECORD),
		numberHint(rows, figures, comparison),
		areSame(periods, figures) && SAME,
	].filter((hint) => hint !== false);
	return {
		rows: pairs.map((pair) => ({
			value: joinedRow(pair, figures, own),
			mark: { [STATUS]: pair.status },
		})),
		notices: hints.length === 0 ? [] : [{ message: `Compare With: ${hints.join(' ')}` }],
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

/** A row of a period. */
interface Row {
	readonly value: JsonObject;
	/** Its fields, also those in objects, by the names that they have in a sheet. */
	readonly fields: JsonObject;
}

function rowOf(record: JsonValue): Row {
	const value = isObject(record) ? record : { value: record };
	return { value, fields: fieldsOf(value) };
}

/** The fields of a row and of the objects in it. One of its own comes before one of the same name. */
function fieldsOf(row: JsonObject): JsonObject {
	const entries = Object.entries(row);
	const inner = entries.flatMap(([name, value]) =>
		Object.entries(isObject(value) ? fieldsOf(value) : {}).map(
			([field, member]) => [`${name}_${field}`, member] as const,
		),
	);
	return Object.fromEntries([...inner, ...entries.filter(([, value]) => !isObject(value))]);
}

/** A row of the period, of the one before, or the same row of both. */
interface Pair {
	readonly status: 'both' | 'gone' | 'new';
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
	const inNow = now.map((row): Pair => {
		const same = byKey.get(keyOf(row));
		return { status: same === undefined ? 'new' : 'both', now: row, before: same };
	});
	const found = new Set(inNow.map((pair) => pair.before));
	const gone = before.filter((row) => !found.has(row));
	return [...inNow, ...gone.map((row): Pair => ({ status: 'gone', before: row }))];
}

/**
 * A row with what is added for each figure beside it.
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
	const beside = (name: string, value: JsonValue) =>
		Object.keys(fieldsOf({ [name]: value })).flatMap((field) => changes.get(field) ?? []);
	return Object.fromEntries([
		...entries.flatMap(([name, value]) => [[name, value] as const, ...beside(name, value)]),
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

/** What to say where there is no number in a measure of the rows, or in any field. */
function numberHint(
	rows: readonly JsonObject[],
	figures: readonly Figure[],
	{ measures, measuresField }: Comparison,
): string | false {
	const isText = (name: string) =>
		rows.some((row) => hasValue(row[name])) &&
		rows.every((row) => numberIn(row[name]) === undefined);
	const texts = figures.length === 0 ? measures : measures.filter(isText);
	if (rows.length === 0 || (texts.length === 0 && figures.length > 0)) return false;
	if (texts.length > 0) {
		return `No row has a number in ${texts.join(', ')}, so there is no change to show.`;
	}
	const advice = measuresField && ` Name the one to compare in '${measuresField}'.`;
	return `No field has only numbers, so there is no change to show.${advice ?? ''}`;
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

const NO_SHARED_ROW =
	"No row is in both periods. If one of the 'Dimensions' is about time, such as day, remove it.";

const NO_SHARED_RECORD = 'No record is in both periods, so each one is new or gone.';

/** The rows of two periods, with what is in objects as fields of their own. */
type Periods = readonly [now: readonly JsonObject[], before: readonly JsonObject[]];

/** Finds the text that says which row it is; `undefined` if nothing does. */
type KeyOf = (row: JsonObject) => string | undefined;

/** What the API may add to the name of a dimension, the likeliest first. */
const ENDS = ['id', '', 'name', 'code', 'key'];

/**
 * The fields that say what a row is about: of a record its ID, else the field that the list is named
 * after; of a row of a report one for each dimension.
 *
 * @returns the fields that may be it, the likeliest first; for each dimension, if there are some. Those
 * that both periods have, or else the first one that there is
 */
function keyFields(periods: Periods, { dimensions, names }: Comparison): string[][] {
	const all = new Map(fieldNames(periods.flat()).map((name) => [plain(name), name]));
	const isShared = (name: string) =>
		periods.every((rows) => rows.some((row) => hasValue(row[name])));
	const wanted = names === undefined ? dimensions.map(inAllForms) : [names];
	return wanted.map((forms) => {
		const fields = forms.map((form) => all.get(plain(form))).filter((name) => name !== undefined);
		return fields.some(isShared) ? fields.filter(isShared) : fields.slice(0, 1);
	});
}

/**
 * What the rows of two periods are joined by: their key fields, and all their texts where a row does
 * not have these, or several rows have the same.
 *
 * @param keys the key fields
 * @param texts the fields that are no numbers
 * @returns the text that only one row of each period has, and what the user should know about it
 */
function rowKeys(
	periods: Periods,
	keys: readonly string[][],
	texts: readonly string[],
	{ dimensions, names }: Comparison,
): { readonly keyOf: KeyOf; readonly hints: ReadonlyArray<string | false> } {
	const fieldsIn = (row: JsonObject) => {
		// A row may be about no topic; a record without a name is not the same as another without one.
		const inGroup = (group: string[]) =>
			group.find((name) => hasValue(row[name])) ?? (names === undefined ? group[0] : undefined);
		const fields = keys.map(inGroup).filter((name) => name !== undefined);
		return fields.length === keys.length ? fields : undefined;
	};
	const short = ifUnique(periods, (row) => {
		const fields = fieldsIn(row);
		return fields && textOf(row, fields);
	});
	const whole = ifUnique(periods, (row) => {
		const fields = fieldsIn(row);
		const filled = texts.filter((name) => !isDateName(name) && hasValue(row[name]));
		const isBare = fields === undefined && filled.length === 0;
		return isBare ? undefined : textOf(row, [...(fields ?? []), ...filled]);
	});
	const keyOf: KeyOf = (row) => short(row) ?? whole(row);

	const noun = names === undefined ? 'rows' : 'records';
	const wanted = names ?? dimensions.filter((_name, place) => keys[place]?.length === 0);
	const rows = periods.flat();
	const doubled = rows.filter((row) => short(row) === undefined).map(fieldsIn);
	const found = doubled.filter((fields) => fields !== undefined);
	const same = [...new Set(found.flat())].join(', ') || 'dimensions';
	const hints = [
		found.length < doubled.length &&
			`The ${noun} without ${wanted.join(', ')} were compared by all their texts.`,
		found.length > 0 &&
			`Several ${noun} have the same ${same}, so their other texts were compared, too.`,
		rows.some((row) => keyOf(row) === undefined) &&
			`Nothing tells some of the ${noun} apart, so these are new or gone.`,
	];
	return { keyOf, hints };
}

/** The text of a row, unless several rows of one period have the same. */
function ifUnique(periods: Periods, textIn: KeyOf): KeyOf {
	const shared = new Set<string | undefined>();
	for (const rows of periods) {
		const seen = new Set<string | undefined>();
		for (const text of rows.map(textIn)) {
			if (seen.has(text)) shared.add(text);
			seen.add(text);
		}
	}
	return (row) => {
		const text = textIn(row);
		return shared.has(text) ? undefined : text;
	};
}

/** The values of a row as text: 5 is the same as "5", and what is empty the same as nothing. */
function textOf(row: JsonObject, names: readonly string[]): string {
	const values = names.map((name) => {
		const value = row[name] ?? null;
		return [name, hasValue(value) && typeof value !== 'object' ? String(value) : value];
	});
	return JSON.stringify(values);
}

/** The names that the API may give to a dimension. */
function inAllForms(dimension: string): string[] {
	return ENDS.map((end) => dimension + end);
}

/** A name without capitals and signs: `topicId` and `topic_id` are the same. */
function plain(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
