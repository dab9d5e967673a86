import type { JsonObject } from 'n8n-workflow';
import {
	DescribedError,
	excerpt,
	fieldNames,
	fieldText,
	findFreeName,
	getField,
	hasValue,
	isIdName,
	ownField,
} from '../base';
import {
	asRecord,
	CHANGE_FIELD_ENDINGS,
	createRecordKey,
	flattenRecords,
	type KeyFields,
	isPlainList,
	nameColumnsOf,
	PATH_SEPARATOR,
	pathValuesOf,
	type ProjectAndSegment,
	type QueryOptions,
	type Row,
	type RowSegment,
	STATUS_FIELD,
	toCell,
} from '../table';
import { webAddressOf } from './columns';

export type OutputMode = 'records' | 'simplified' | 'selected';

export interface OutputChoice {
	readonly mode: OutputMode;
	readonly fields: readonly string[];
	/** The fields that say most about a record, the most useful first. */
	readonly usefulFields: readonly string[];
	readonly message?: MessageChoice;
}

/** How a message writes the share 0.4: `asIs` → 0.4, `fraction` → 40%, `percent` → 0.4% */
export type NumberFormat = 'asIs' | 'fraction' | 'percent';

export interface MessageChoice {
	/** Empty if the message has the default title. */
	readonly title: string;
	/** Empty if the node chooses the fields. */
	readonly fields: readonly string[];
	readonly numberFormat: NumberFormat;
	readonly isForEachProject: boolean;
	/** The project's name. Only known if the user picked the project from the list. */
	readonly projectName?: string;
	readonly locale: string;
	readonly zone: string;
	/** The time of the run, in milliseconds since 1970. */
	readonly now: number;
}

export interface OutputQuery {
	readonly output: OutputChoice;
	readonly key: KeyFields;
	readonly selection: QueryOptions;
}

/** Whether the records of all projects and segments are one list, with one order and one limit. */
export function hasSharedLimit(query?: OutputQuery): boolean {
	return query?.selection.isLimitShared === true;
}

/** Maps a number to the fields added to it: `score` → `score_previous`, `score_change`, `score_change_percent`. */
type ChangeFieldNames = ReadonlyMap<string, readonly string[]>;

/** Rows, and the records to output, one for each row. */
export interface WrittenRows {
	readonly records: readonly JsonObject[];
	readonly rows: readonly Row[];
	/** The names of the added fields in front, such as `project_name`, `period_start` and `_status`. */
	readonly frontFields: readonly string[];
	/** The records with all their fields, if `records` has only the fields that the user selected. */
	readonly wholeRecords?: readonly JsonObject[];
}

export const NO_WRITTEN_ROWS: WrittenRows = { records: [], rows: [], frontFields: [] };

export function writeRows(rows: readonly Row[], query: OutputQuery): WrittenRows {
	const own = rows.map(({ record }) => asRecord(record));
	const changes = changeFieldNames(rows, own);
	const compared = own.map((record, at) => addChangesToRecord(record, rows[at]?.changes, changes));
	const marks = rows.map(frontFieldsOf);
	const frontFields = fieldNames(marks);
	const whole = addFrontFields(compared, marks);
	const { mode } = query.output;
	if (mode === 'records') return { records: whole, rows, frontFields };
	if (mode === 'selected') {
		const records = selectFields(whole, query, frontFields);
		return { records, rows, frontFields, wholeRecords: whole };
	}
	return { records: simplifyRecords(whole, query, frontFields, changes), rows, frontFields };
}

export function projectFields({ project }: ProjectAndSegment): JsonObject {
	return project === undefined ? {} : { project_id: project.id, project_name: project.name };
}

/** Puts fields in front of a record. If it has another value under one of their names, that field becomes `name_2`. */
export function addFieldsInFront(record: JsonObject, fields: JsonObject): JsonObject {
	const [marked = record] = addFrontFields([record], [fields]);
	return marked;
}

function frontFieldsOf({ project, segment, status }: Row): JsonObject {
	return {
		...projectFields({ project }),
		...(segment && segmentFields(segment)),
		...(status && { [STATUS_FIELD]: status }),
	};
}

function segmentFields({ period, comparedWith }: RowSegment): JsonObject {
	return {
		period_start: period.start,
		period_end: period.end,
		...(comparedWith && { compared_start: comparedWith.start, compared_end: comparedWith.end }),
	};
}

/** Returns free column names for the changes of each number, such as `score_change`. */
function changeFieldNames(rows: readonly Row[], records: readonly JsonObject[]): ChangeFieldNames {
	const numbers = new Set<string>();
	for (const { changes } of rows) for (const name of changes?.keys() ?? []) numbers.add(name);
	if (numbers.size === 0) return new Map();
	const taken = new Set([...fieldNames(records), ...numbers]);
	const free = (name: string) => findFreeName(name, (wanted) => taken.has(wanted));
	return new Map(
		[...numbers].map((name) => [name, CHANGE_FIELD_ENDINGS.map(([, end]) => free(name + end))]),
	);
}

/** Puts the changes of a number after it: `score`, `score_previous`, `score_change`. */
function addChangesToRecord(
	record: JsonObject,
	changes: Row['changes'],
	names: ChangeFieldNames,
): JsonObject {
	if (changes === undefined) return record;
	const fieldsOf = (name: string) => {
		const values = CHANGE_FIELD_ENDINGS.map(([kind]) => changes.get(name)?.[kind] ?? null);
		return (names.get(name) ?? []).map((added, at) => [added, values[at] ?? null] as const);
	};
	return Object.fromEntries(
		Object.entries(record).flatMap((entry) => [
			entry,
			...(changes.has(entry[0]) ? fieldsOf(entry[0]) : []),
		]),
	);
}

/**
 * Puts the fields of `marks` in front of the records. If a record has another value in such a field, this field is
 * renamed in all records.
 */
function addFrontFields(
	records: readonly JsonObject[],
	marks: readonly JsonObject[],
): readonly JsonObject[] {
	const names = fieldNames(marks);
	if (names.length === 0) return records;
	const differs = (record: JsonObject, mark: JsonObject, name: string) => {
		const value = fieldText(record[name]);
		return value !== '' && value !== fieldText(mark[name]);
	};
	const taken = names.filter((name) =>
		records.some((record, at) => differs(record, marks[at] ?? {}, name)),
	);
	const isUsed = (name: string) => records.some((record) => Object.hasOwn(record, name));
	const free = new Map(taken.map((name) => [name, findFreeName(name, isUsed)]));
	const renamed = (record: JsonObject): JsonObject =>
		Object.fromEntries(
			Object.entries(record).map(([name, value]) => [free.get(name) ?? name, value]),
		);
	return records.map((record, at) => {
		const own = free.size === 0 ? record : renamed(record);
		return { ...marks[at], ...own, ...marks[at] };
	});
}

/** The maximum number of cells of a sheet that is mostly empty. A larger one could fill the memory. */
const MAX_MOSTLY_EMPTY_CELLS = 1_000_000;

/** @throws DescribedError if almost all cells would be empty */
export function toSheetRows(records: readonly JsonObject[]): JsonObject[] {
	const rows = flattenRecords(records);
	const columnCount = fieldNames(rows).length;
	const filled = rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
	if (rows.length * columnCount > Math.max(MAX_MOSTLY_EMPTY_CELLS, 10 * filled)) {
		throw new DescribedError(
			`The records share too few fields for one sheet: ${rows.length} rows with ${columnCount} columns`,
			"Request fewer records, or choose their fields with 'Output'.",
		);
	}
	return fillMissingColumns(rows);
}

export function fillMissingColumns(rows: readonly JsonObject[]): JsonObject[] {
	const columns = fieldNames(rows);
	return rows.map((row) =>
		Object.fromEntries(columns.map((name) => [name, ownField(row, name) ?? null])),
	);
}

const MAX_TEXT_LENGTH = 300;

/**
 * Returns flat rows with short texts. A list of texts becomes one text: `a, b`. A list of objects becomes a count:
 * `answers: [{…}, {…}]` → `answers_count: 2`.
 */
export function condenseRecords(
	records: readonly JsonObject[],
	length = MAX_TEXT_LENGTH,
): JsonObject[] {
	const counted = new Set<string>();
	for (const record of records) {
		for (const [path, value] of pathValuesOf(record)) {
			if (Array.isArray(value) && !isPlainList(value)) counted.add(path);
		}
	}
	return flattenRecords(records, ([path, value]) => {
		const isCounted = counted.has(path) && (value === null || Array.isArray(value));
		if (isCounted) return [`${path}${PATH_SEPARATOR}count`, value?.length ?? null];
		const cell = toCell(value);
		// IDs and addresses are not shortened, because they would be wrong.
		if (typeof cell !== 'string' || cell.length <= length) return [path, cell];
		const isWhole = cell === value && (isIdName(path) || webAddressOf(cell) !== undefined);
		return [path, isWhole ? cell : excerpt(cell, length)];
	});
}

/**
 * Returns the selected fields, by name, path (`topic.name`) or flat name (`topic_name`). The ID or the dimensions, and
 * the fields that the run adds, such as `project_name`, come first. A field that the user selected keeps its place.
 */
function selectFields(
	records: readonly JsonObject[],
	{ output: { fields }, key }: OutputQuery,
	frontFields: readonly string[],
): JsonObject[] {
	const flat = flattenRecords(records);
	const { idField = [] } = createRecordKey(key, [records]);
	const keys = key.hasId ? [idField].flat() : nameColumnsOf(fieldNames(flat), key);
	const names = [...keys.filter((name) => !fields.includes(name)), ...fields];
	const front = frontFields.filter((name) => !names.includes(name));
	return records.map((record, index) => {
		const valueOf = (name: string) =>
			getField(record, name) ?? ownField(flat[index] ?? {}, name) ?? null;
		const first = front.filter((name) => Object.hasOwn(record, name));
		return Object.fromEntries([...first, ...names].map((name) => [name, valueOf(name)]));
	});
}

const MAX_SIMPLIFIED_FIELDS = 10;

/**
 * Returns flat records with at most ten fields: useful ones, then those that most records have, then IDs. Changes such
 * as `score_change` come on top of the ten. If periods are compared, at least one number and its change are kept.
 */
function simplifyRecords(
	records: readonly JsonObject[],
	{ output, key, selection }: OutputQuery,
	frontFields: readonly string[],
	changes: ChangeFieldNames,
): JsonObject[] {
	const rows = condenseRecords(records);
	const { sort = [], conditions = [], dimensions = [] } = selection;
	const named = [...sort, ...conditions].map(({ field, changed }) => changed?.numberField ?? field);
	const useful = [...dimensions, ...named, ...output.usefulFields];
	const ofChanges = new Set([...changes.values()].flat());
	const own = sortColumnsByFill(rows).filter((name) => !ofChanges.has(name));
	const number = [...useful, ...own].filter((name) => changes.has(name)).slice(0, 1);

	const { idField = [] } = createRecordKey(key, [records]);
	const ids = [idField, fieldNames(records).filter(isIdName)].flat();
	const lasting = new Set([...frontFields, ...number, ...ids]);
	const isLasting = (name: string) => lasting.has(name) || isIdName(name);
	const first = [...frontFields, ...useful, ...number];
	const others = own.filter((name) => !isLasting(name));
	const last = own.filter(isLasting);
	const byWeight = new Set([...lasting, ...last, ...first, ...others]);
	const there = new Set(own);
	const chosen = [...byWeight].filter((name) => there.has(name)).slice(0, MAX_SIMPLIFIED_FIELDS);
	const inOrder = [...first, ...others, ...last].filter((name) => chosen.includes(name));
	const names = new Set(inOrder.flatMap((name) => [name, ...(changes.get(name) ?? [])]));
	return rows.map((row) => {
		const filled = [...names].filter((name) => Object.hasOwn(row, name));
		return Object.fromEntries(filled.map((name) => [name, row[name] ?? null]));
	});
}

/** Returns the names of all columns. Columns that at least half of the rows fill come first. */
function sortColumnsByFill(rows: readonly JsonObject[]): string[] {
	const counts = new Map<string, number>();
	for (const [name, value] of rows.flatMap((row) => Object.entries(row))) {
		counts.set(name, (counts.get(name) ?? 0) + (hasValue(value) ? 1 : 0));
	}
	const all = [...counts.keys()];
	const isRare = (name: string) => 2 * (counts.get(name) ?? 0) < rows.length;
	return [...all.filter((name) => !isRare(name)), ...all.filter(isRare)];
}
