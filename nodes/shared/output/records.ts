import type { JsonObject } from 'n8n-workflow';
import { fieldNames, fieldPaths, fieldText, freeName } from '../base';
import {
	asRecord,
	CHANGE_FIELD_ENDINGS,
	type SplitPart,
	type ProjectAndPart,
	type Row,
} from '../table';
import { type AddedFieldNames, NO_ADDED_FIELDS, type OutputPlan, shapeRecords } from './shape';

/** The rows of a result, and the records for the output that were made from them. */
export interface WrittenRows {
	/** The records, one for each row. */
	readonly records: readonly JsonObject[];
	readonly rows: readonly Row[];
	readonly added: AddedFieldNames;
	/** All fields that the user could enter in Selected Fields. */
	readonly availableFields?: readonly string[];
}

export const NO_WRITTEN_ROWS: WrittenRows = { records: [], rows: [], added: NO_ADDED_FIELDS };

const STATUS_FIELD = '_status';

/** Turns rows into records of the chosen form. The fields for project, part and status come first. */
export function writeRows(rows: readonly Row[], plan: OutputPlan): WrittenRows {
	const { mode } = plan.output;
	const own = rows.map(({ record }) => asRecord(record, mode === 'raw' ? 'data' : 'value'));
	const changes = changeFieldNames(rows, own);
	const compared =
		changes.size === 0
			? own
			: own.map((record, at) => withChanges(record, rows[at]?.changes, changes));
	const isMarked = rows.some(({ project, part, status }) => project ?? part ?? status);
	const marks = isMarked ? rows.map(frontFieldsOf) : [];
	const added = { frontFields: fieldNames(marks), changes };
	return {
		records: shapeRecords(withFrontFields(compared, marks), plan, added),
		rows,
		added,
		availableFields: mode === 'selected' ? [...new Set(compared.flatMap(fieldPaths))] : undefined,
	};
}

export function projectFields({ project }: ProjectAndPart): JsonObject {
	return project === undefined ? {} : { project_id: project.id, project_name: project.name };
}

/** Puts fields in front of a record. If the record has a different `project_id`, this becomes `project_id_2`. */
export function withFieldsInFront(record: JsonObject, fields: JsonObject): JsonObject {
	const [marked = record] = withFrontFields([record], [fields]);
	return marked;
}

function frontFieldsOf({ project, part, status }: Row): JsonObject {
	return {
		...projectFields({ project }),
		...entryFields({ part }),
		...(part && periodFields(part)),
		...(status && { [STATUS_FIELD]: status }),
	};
}

/** Returns the fields for a part that is an entry of a list, such as `topic_id` and `topic_name`. */
export function entryFields({ part }: ProjectAndPart): JsonObject {
	const { entry, name = '' } = part ?? {};
	return entry === undefined
		? {}
		: { [`${entry.singular}_id`]: entry.id, [`${entry.singular}_name`]: name };
}

function periodFields({ period, comparedWith }: SplitPart): JsonObject {
	return {
		...(period && { period_start: period.start, period_end: period.end }),
		...(comparedWith && { compared_start: comparedWith.start, compared_end: comparedWith.end }),
	};
}

/** Returns the column names for the changes of each number, such as `score_change`. None is a field of a record. */
function changeFieldNames(
	rows: readonly Row[],
	records: readonly JsonObject[],
): ReadonlyMap<string, readonly string[]> {
	const numbers = new Set<string>();
	for (const { changes } of rows) for (const name of changes?.keys() ?? []) numbers.add(name);
	if (numbers.size === 0) return NO_ADDED_FIELDS.changes;
	const taken = new Set([...fieldNames(records), ...numbers]);
	const free = (name: string) => freeName(name, (wanted) => taken.has(wanted));
	return new Map(
		[...numbers].map((name) => [name, CHANGE_FIELD_ENDINGS.map(([, end]) => free(name + end))]),
	);
}

/** Puts the fields for changes after their number. If the number is within an object, puts them at the end. */
function withChanges(
	record: JsonObject,
	changes: Row['changes'],
	names: AddedFieldNames['changes'],
): JsonObject {
	if (changes === undefined) return record;
	const fieldsOf = (name: string) =>
		(names.get(name) ?? []).map((added, at) => {
			const [what = 'change'] = CHANGE_FIELD_ENDINGS[at] ?? [];
			return [added, changes.get(name)?.[what] ?? null] as const;
		});
	const beside = Object.entries(record).flatMap((entry) => [
		entry,
		...(changes.has(entry[0]) ? fieldsOf(entry[0]) : []),
	]);
	return Object.fromEntries([...beside, ...[...changes.keys()].flatMap(fieldsOf)]);
}

/**
 * Puts the fields of each mark in front of its record: project, part and status. If a record has such a field with
 * another value, its own field gets another name in all records.
 */
function withFrontFields(
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
	const free = new Map(taken.map((name) => [name, freeName(name, isUsed)]));
	const renamed = (record: JsonObject): JsonObject =>
		Object.fromEntries(
			Object.entries(record).map(([name, value]) => [free.get(name) ?? name, value]),
		);
	return records.map((record, at) => {
		const own = free.size === 0 ? record : renamed(record);
		return { ...marks[at], ...own, ...marks[at] };
	});
}
