import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldIn, isObject, ownField } from '../base';
import { flattenRecords } from './flatten';
import { type FieldHints, simplifyRecords } from './simplify';

/** The values of the field 'Output': records as they came, some of their fields, or whole answers. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** What the user wants to see of the records. */
export interface OutputChoice extends FieldHints {
	readonly mode: OutputMode;
	/** The fields that the user named, for the mode `selected`. */
	readonly fields: readonly string[];
}

/**
 * The records of a read in the form that the user chose. A value that is no object becomes
 * `{ value }`. A column has the same name in all of them.
 *
 * @param always fields that Simplified has to keep
 */
export function shapeRecords(
	records: readonly JsonValue[],
	choice: OutputChoice,
	always: readonly string[] = [],
): JsonObject[] {
	const objects = records.map((record) => (isObject(record) ? record : { value: record }));
	if (choice.mode === 'simplified') return simplifyRecords(objects, choice, always);
	return choice.mode === 'selected' ? selectFields(objects, choice) : objects;
}

/**
 * The fields that the user named, in this order, by their name, path (`topic.name`) or flattened column
 * (`topic_name`). The ID of the records comes first, unless it is one of them.
 */
function selectFields(records: readonly JsonObject[], { fields, ids }: OutputChoice): JsonObject[] {
	const flat = flattenRecords(records);
	const hasId = (name: string) =>
		records.some((record) => (ownField(record, name) ?? null) !== null);
	const id = ids.find(hasId);
	const names = id === undefined || fields.includes(id) ? fields : [id, ...fields];
	return records.map((record, index) => {
		const valueOf = (name: string) =>
			fieldIn(record, name) ?? ownField(flat[index] ?? {}, name) ?? null;
		return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
	});
}
