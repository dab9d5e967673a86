import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { flattenRecords } from './flatten';
import { fieldIn, ownField } from './path';

/** The most fields of a simplified record. */
const MAX_FIELDS = 10;

/** The values of the field 'Output': records as they came, some of their fields, or whole answers. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** What the user wants to see of the records. */
export interface OutputChoice {
	readonly mode: OutputMode;
	/** The fields that the user named, for the mode `selected`. */
	readonly fields: readonly string[];
	/** The most useful fields, for the mode `simplified`. */
	readonly useful: readonly string[];
}

const SHAPES: Readonly<
	Record<OutputMode, (records: JsonObject[], choice: OutputChoice) => JsonObject[]>
> = {
	raw: (records) => records,
	records: (records) => records,
	selected: (records, { fields }) => {
		const flat = flattenRecords(records);
		return records.map((record, index) => select(record, flat[index] ?? {}, fields));
	},
	simplified: (records, { useful }) =>
		flattenRecords(records).map((record) => simplify(record, useful)),
};

/**
 * The records of a read in the form that the user chose. A value that is no object becomes
 * `{ value }`. A column has the same name in all of them.
 */
export function shapeRecords(records: readonly JsonValue[], choice: OutputChoice): JsonObject[] {
	const objects = records.map((record) => (isObject(record) ? record : { value: record }));
	return SHAPES[choice.mode](objects, choice);
}

/** Fields by their name, path (`topic.name`) or flattened column (`topic_name`), in this order. */
function select(record: JsonObject, flat: JsonObject, names: readonly string[]): JsonObject {
	return Object.fromEntries(
		names.map((name) => [name, fieldIn(record, name) ?? ownField(flat, name) ?? null]),
	);
}

/** The useful fields, the rest, then all ids. The rest is cut so that ids fit into the ten fields. */
function simplify(flat: JsonObject, useful: readonly string[]): JsonObject {
	const names = Object.keys(flat);
	const first = useful.filter((name) => names.includes(name));
	const others = names.filter((name) => !first.includes(name));
	const isId = (name: string): boolean => /(^|_)id$/i.test(name);
	const ids = others.filter(isId);
	const rest = others.filter((name) => !isId(name));
	const room = Math.max(0, MAX_FIELDS - ids.length);
	const chosen = [...first, ...rest].slice(0, room).concat(ids).slice(0, MAX_FIELDS);
	return Object.fromEntries(chosen.map((name) => [name, flat[name] ?? null]));
}
