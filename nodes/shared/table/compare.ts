import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	differenceBetween,
	fieldNames,
	fieldText,
	clearInvalidRank,
	getField,
	groupBy,
	hasValue,
	isIdName,
	isMissingNumber,
	parseMoment,
	type Notice,
	parseNumber,
	percentChangeBetween,
} from '../base';
import { createRecordKey, type KeyFields, type RecordKey } from './key';
import { asRecord, type NumberChange, type ComparedPeriods, daysText, type Row } from './table';

type RecordsByPeriod = readonly [now: readonly JsonObject[], before: readonly JsonObject[]];

/**
 * Joins the records of two periods and adds the change of each number. Texts such as `5%` count as numbers. Records
 * without a match in the current period come last.
 *
 * @param measures the fields that count as numbers, because the user named them
 */
export function compareRecords(
	current: readonly JsonValue[],
	previous: readonly JsonValue[],
	keyFields: KeyFields,
	measures: readonly string[],
): { readonly rows: readonly Row[]; readonly notices: readonly Notice[] } {
	const recordsOf = (values: readonly JsonValue[]) => values.map((value) => asRecord(value));
	const periods: RecordsByPeriod = [recordsOf(current), recordsOf(previous)];
	const records = periods.flat();
	const key = createRecordKey(keyFields, periods, keyFields.nameFields);
	const names = fieldNames(records);
	const ownNames = key.fields.flat();
	const numbers = names.filter((name) => isNumberField(name, records, ownNames, measures));
	const texts = names.filter((name) => !numbers.includes(name) && !hasDates(name, records));
	const keys = uniqueKeys(periods, key.keyOf);
	const textOf = (record: JsonObject) =>
		JSON.stringify([...ownNames, ...texts].map((name) => fieldText(getField(record, name))));
	const pairs = pairRecords(periods, new Map([...uniqueKeys(periods, textOf), ...keys]));
	const isUnclear =
		periods.every((period) => period.length > 0) && records.some((record) => !keys.has(record));
	const noteTexts = [
		isUnclear && UNCLEAR_KEYS_TEXT,
		describeMissingNumbers(records, numbers, measures),
	].filter((text) => text !== false);
	const isNoneShared = pairs.length > 0 && pairs.every(({ status }) => status !== 'kept');
	return {
		rows: pairs.map((pair) => rowOfPair(pair, numbers)),
		notices: [
			...noteTexts.map((text): Notice => ({ kind: 'note', text: `Compare With: ${text}` })),
			...(haveSameRecords(periods, numbers) ? [SAME_RECORDS] : []),
			...(isNoneShared ? [NO_SHARED_RECORDS] : []),
		],
	};
}

/** `the period before (2026-10-01 to 2026-10-31)` */
export function otherPeriodText({ otherPeriodName, otherDays }: ComparedPeriods): string {
	return `${otherPeriodName} (${daysText(otherDays)})`;
}

/** Returns the keys of records. A key that several records of one period share is left out. */
function uniqueKeys(periods: RecordsByPeriod, keyOf: RecordKey['keyOf']) {
	const groups = periods.flatMap((all) => [...groupBy(all, keyOf)]);
	const shared = new Set(groups.filter(([, records]) => records.length > 1).map(([key]) => key));
	return new Map(
		groups.flatMap(([key, records]) =>
			key === undefined || shared.has(key) ? [] : records.map((record) => [record, key] as const),
		),
	);
}

interface RecordPair {
	readonly status: NonNullable<Row['status']>;
	readonly now?: JsonObject;
	readonly before?: JsonObject;
}

function pairRecords(
	[now, before]: RecordsByPeriod,
	keys: ReadonlyMap<JsonObject, string>,
): RecordPair[] {
	const byKey = new Map(before.map((record) => [keys.get(record), record]));
	byKey.delete(undefined);
	const inNow = now.map((record): RecordPair => {
		const same = byKey.get(keys.get(record));
		return { status: same === undefined ? 'new' : 'kept', now: record, before: same };
	});
	const found = new Set(inNow.map((pair) => pair.before));
	const gone = before.filter((record) => !found.has(record));
	return [...inNow, ...gone.map((record): RecordPair => ({ status: 'gone', before: record }))];
}

/** Returns the row of a pair. If the current period lacks a number or the whole record, the number is `null`. */
function rowOfPair({ status, now, before }: RecordPair, numbers: readonly string[]): Row {
	const changeOf = (name: string) => [name, compareNumbers(name, now, before)] as const;
	const changes = new Map(numbers.map(changeOf));
	const record = now ?? before ?? {};
	const missing = numbers.filter((name) => now === undefined || !Object.hasOwn(record, name));
	const empty = Object.fromEntries(missing.map((name) => [name, null]));
	return { record: missing.length === 0 ? record : { ...record, ...empty }, status, changes };
}

function compareNumbers(name: string, now?: JsonObject, before?: JsonObject): NumberChange {
	const [after, from] = [now, before].map((record) =>
		parseNumber(clearInvalidRank(name, record?.[name] ?? null)),
	);
	if (after === undefined || from === undefined) return { before: from };
	return {
		before: from,
		change: differenceBetween(from, after),
		percent: percentChangeBetween(from, after),
	};
}

const UNCLEAR_KEYS_TEXT =
	'Some records have no ID, name or dimension of their own, so all their texts were compared. What these do not tell apart is new or gone.';

function describeMissingNumbers(
	rows: readonly JsonObject[],
	numbers: readonly string[],
	measures: readonly string[],
): string | false {
	const isText = (name: string) =>
		rows.some((row) => hasValue(row[name])) &&
		rows.every((row) => parseNumber(row[name]) === undefined);
	const texts = measures.filter(isText);
	if (texts.length > 0) {
		return `No record has a number in ${texts.join(', ')}, so there is no change to show.`;
	}
	if (rows.length === 0 || numbers.length > 0) return false;
	return 'No field has only numbers, so there is no change to show.';
}

/** Whether two lists have the same records in the same order. */
export function areSameRecords(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
	if (one.length !== other.length) return false;
	return one.every((value, at) => JSON.stringify(value) === JSON.stringify(other[at]));
}

/** With fewer numbers than this, two periods may have the same records by chance. */
const MIN_EQUAL_NUMBERS = 3;

/** Whether both periods have the same records, as if the service ignored the dates. */
function haveSameRecords([now, before]: RecordsByPeriod, numbers: readonly string[]): boolean {
	if (!areSameRecords(now, before)) return false;
	const all = now.flatMap((record) => numbers.map((name) => parseNumber(record[name]) ?? 0));
	return all.filter((number) => number !== 0).length >= MIN_EQUAL_NUMBERS;
}

const SAME_RECORDS: Notice = {
	kind: 'note',
	forReader: 'The numbers are the same in both periods.',
	text: 'Compare With: The service returned the same records for both periods, so it may not look at the dates.',
};

/** The text names no project, so that several projects share one notice. */
const NO_SHARED_RECORDS: Notice = {
	kind: 'note',
	forReader:
		'Where no record is in both periods, each one is new or gone. That does not mean that it was 0.',
	text: 'If there is a dimension about time, such as day, leave it out: no other period has the same days.',
};

/**
 * Whether a field has numbers to compare, including texts such as `5%`. Keys, IDs and dates have none. Fields in
 * `measures` always have.
 */
export function isNumberField(
	name: string,
	rows: readonly JsonObject[],
	keys: readonly string[] = [],
	measures: readonly string[] = [],
): boolean {
	if (measures.includes(name)) return true;
	if (keys.includes(name) || isIdName(name.replace(/s$/i, ''))) return false;
	if (DATE_FIELDS.includes(name) || hasDates(name, rows)) return false;
	const values = rows.map((row) => row[name]).filter((value) => !isMissingNumber(value));
	const areNumbers = values.length > 0 && values.every((value) => parseNumber(value) !== undefined);
	return areNumbers || values.some((value) => typeof value === 'number');
}

/** Documented date fields (public docs). The service may send these dates as numbers. */
const DATE_FIELDS = ['created_at', 'date', 'updated_at'];

/** Whether a field has dates or times. The two periods always have different ones. */
function hasDates(name: string, records: readonly JsonObject[]): boolean {
	return records.some((record) => parseMoment(record[name]) !== undefined);
}
