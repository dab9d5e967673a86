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

type Shaping = (
	records: JsonObject[],
	choice: OutputChoice,
	always: readonly string[],
) => JsonObject[];

const SHAPES: Readonly<Record<OutputMode, Shaping>> = {
	raw: (records) => records,
	records: (records) => records,
	selected: (records, choice) => {
		const flat = flattenRecords(records);
		const names = withId(records, choice);
		return records.map((record, index) => select(record, flat[index] ?? {}, names));
	},
	simplified: simplifyRecords,
};

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
	return SHAPES[choice.mode](objects, choice, always);
}

/** The fields that the user named, after the ID of the records, unless it is one of them. */
function withId(records: readonly JsonObject[], { fields, ids }: OutputChoice): readonly string[] {
	const id = ids.find((name) =>
		records.some((record) => (ownField(record, name) ?? null) !== null),
	);
	return id === undefined || fields.includes(id) ? fields : [id, ...fields];
}

/** Fields by their name, path (`topic.name`) or flattened column (`topic_name`), in this order. */
function select(record: JsonObject, flat: JsonObject, names: readonly string[]): JsonObject {
	return Object.fromEntries(
		names.map((name) => [name, fieldIn(record, name) ?? ownField(flat, name) ?? null]),
	);
}
