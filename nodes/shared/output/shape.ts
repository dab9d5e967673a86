import type { JsonObject } from 'n8n-workflow';
import { excerpt, getField, fieldNames, hasValue, isIdName, ownField } from '../base';
import {
	toCell,
	pathValuesOf,
	flattenRecords,
	isPlainList,
	PATH_SEPARATOR,
	type RecordSelection,
	type IdentifyingFields,
} from '../table';

/** The values of the field Output. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** The user's choices for the output: records in one of four forms, or messages. */
export interface OutputChoice {
	readonly mode: OutputMode;
	/** The fields that the user entered, in the mode `selected`. */
	readonly fields: readonly string[];
	/** The most useful fields of the records, the best first. */
	readonly usefulFields: readonly string[];
	/** The user's choices for messages. Missing if the output is records. */
	readonly message?: MessageChoice;
}

/** How a message writes shares: unchanged, with a percent sign, or as the percentage of a fraction. */
export type NumberFormat = 'asIs' | 'fraction' | 'percent';

export interface MessageChoice {
	/** The title that the user entered; empty for the default title. */
	readonly title: string;
	/** The fields that the user chose for the message; none if the node chooses. */
	readonly fields: readonly string[];
	readonly numberFormat: NumberFormat;
	/** Whether each project gets its own message. */
	readonly isForEachProject: boolean;
	/** The name of the project, if the user chose it from the list. */
	readonly projectName?: string;
	/** The language, such as `en` or `de-AT`. */
	readonly locale: string;
	/** The time zone, such as `Europe/Berlin`. */
	readonly zone: string;
	/** The time of the run, in milliseconds since 1970. */
	readonly now: number;
}

export interface OutputPlan {
	readonly output: OutputChoice;
	readonly identity: IdentifyingFields;
	readonly selection: RecordSelection;
}

export function isRaw(plan?: Pick<OutputPlan, 'output'>): boolean {
	return plan?.output.mode === 'raw';
}

/** Whether all projects and parts share one order and one limit. */
export function isOneList(plan: OutputPlan): boolean {
	return plan.selection.isLimitShared === true && !isRaw(plan);
}

/** The names of the fields that the node adds to records. */
export interface AddedFieldNames {
	/** The fields in front of a record, for project, part and status. */
	readonly frontFields: readonly string[];
	/** For each compared number, the names of the fields with its changes. */
	readonly changes: ReadonlyMap<string, readonly string[]>;
}

export const NO_ADDED_FIELDS: AddedFieldNames = { frontFields: [], changes: new Map() };

/** Returns flat rows that all have the same columns in the same order. */
export function toSheetRows(records: readonly JsonObject[]): JsonObject[] {
	const rows = flattenRecords(records);
	const columns = fieldNames(rows);
	return rows.map((row) =>
		Object.fromEntries(columns.map((name) => [name, ownField(row, name) ?? null])),
	);
}

/** The maximum length of a text in Simplified, in characters. */
const MAX_TEXT_LENGTH = 300;

/**
 * Returns flat and short rows. A nested object becomes columns, and a list of plain values becomes text. A list of
 * objects becomes its number of entries (`answers_count`). Long texts are cut.
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
		// An ID stays whole, since a shortened ID would be wrong.
		const isShort = typeof cell !== 'string' || (cell === value && isIdName(path));
		return [path, isShort ? cell : excerpt(cell, length)];
	});
}

/** Returns the records in the form that the user chose. A column has the same name in all records. */
export function shapeRecords(
	records: readonly JsonObject[],
	plan: OutputPlan,
	added: AddedFieldNames,
): readonly JsonObject[] {
	const { mode } = plan.output;
	if (mode === 'simplified') return simplify(records, plan, added);
	return mode === 'selected' ? selectFields(records, plan, added) : records;
}

/**
 * Returns records with the selected fields only, by name, path (`topic.name`) or flat name (`topic_name`). Adds the ID
 * and the fields for project, part and status in front. If the user selected one of these, it stays in its place.
 */
function selectFields(
	records: readonly JsonObject[],
	{ output: { fields }, identity: { idFields } }: OutputPlan,
	{ frontFields }: AddedFieldNames,
): JsonObject[] {
	const flat = flattenRecords(records);
	const hasId = (name: string) =>
		records.some((record) => (ownField(record, name) ?? null) !== null);
	const id = idFields.find(hasId);
	const names = id === undefined || fields.includes(id) ? fields : [id, ...fields];
	return records.map((record, index) => {
		const valueOf = (name: string) =>
			getField(record, name) ?? ownField(flat[index] ?? {}, name) ?? null;
		const first = frontFields.filter(
			(name) => !names.includes(name) && Object.hasOwn(record, name),
		);
		return Object.fromEntries([...first, ...names].map((name) => [name, valueOf(name)]));
	});
}

const MAX_SIMPLIFIED_FIELDS = 10;

/**
 * Returns flat records with at most ten fields: useful ones, then those that most records have, then IDs. The fields
 * for changes stay with their number and do not count. At least one compared number stays.
 */
function simplify(
	records: readonly JsonObject[],
	{ output, identity, selection }: OutputPlan,
	{ frontFields, changes }: AddedFieldNames,
): JsonObject[] {
	const rows = condenseRecords(records);
	const sortedByChange = (selection.sort ?? []).flatMap(
		({ changed }) => changed?.numberField ?? [],
	);
	const useful = [...sortedByChange, ...output.usefulFields];
	const ofChanges = new Set([...changes.values()].flat());
	const own = mostFilledFirst(rows).filter((name) => !ofChanges.has(name));
	const number = [...useful, ...own].filter((name) => changes.has(name)).slice(0, 1);

	const ids = fieldNames(records).filter(isIdName);
	const lasting = [...frontFields, ...number, ...identity.idFields, ...ids];
	const isLasting = (name: string) => lasting.includes(name) || isIdName(name);
	const first = [...frontFields, ...useful, ...number];
	const others = own.filter((name) => !isLasting(name));
	const last = own.filter(isLasting);
	const byWeight = new Set([...lasting, ...last, ...first, ...others]);
	const chosen = [...byWeight].filter((name) => own.includes(name)).slice(0, MAX_SIMPLIFIED_FIELDS);
	const inOrder = [...first, ...others, ...last].filter((name) => chosen.includes(name));
	const names = new Set(inOrder.flatMap((name) => [name, ...(changes.get(name) ?? [])]));
	return rows.map((row) => {
		const there = [...names].filter((name) => Object.hasOwn(row, name));
		return Object.fromEntries(there.map((name) => [name, row[name] ?? null]));
	});
}

/** Returns the names of all columns. First come those that at least half of the rows fill. */
function mostFilledFirst(rows: readonly JsonObject[]): string[] {
	const all = fieldNames(rows);
	const isRare = (name: string) =>
		2 * rows.filter((row) => hasValue(ownField(row, name))).length < rows.length;
	return [...all.filter((name) => !isRare(name)), ...all.filter(isRare)];
}
