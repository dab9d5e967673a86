import type { JsonObject } from 'n8n-workflow';
import { fieldText, getField, hasField } from '../base';

/** The fields by which records are recognized and named. Without a key field, there is only one record. */
export interface KeyFields {
	/** The possible names of each key field, the likeliest first. A list has one, a report one for each dimension. */
	readonly fields: ReadonlyArray<readonly string[]>;
	/** Whether the key is an ID: it has one name in all records, and is never empty. A dimension may be empty. */
	readonly hasId: boolean;
	/** The fields by which a comparison recognizes records without an ID, the likeliest first. */
	readonly nameFields?: readonly string[];
	/** The fields that name a record, the best first. Records may share such a name. */
	readonly titleFields?: readonly string[];
}

export const KEY_IS_ID: KeyFields = { fields: [['id']], hasId: true };

/** `prompt` → the IDs `id` and `prompt_id`, the names `prompt`, `prompt_name` and `name` */
export function keyFieldsOfList(
	singular: string,
	title: string,
	ids: readonly string[] = [],
): KeyFields {
	const nameFields = [singular, `${singular}_name`, 'name'];
	return {
		...{ fields: [['id', `${singular}_id`, ...ids]], hasId: true, nameFields },
		titleFields: [title, ...nameFields, 'title'],
	};
}

export function keyFieldsOfReport(dimensions: readonly string[]): KeyFields {
	const namesOf = (name: string) =>
		['_id', '.id', '', '_name', '.name'].map((ending) => name + ending);
	return { fields: dimensions.map(namesOf), hasId: false };
}

/** The key of the records of a table, or of two tables that are compared. */
export interface RecordKey {
	/** For each key field, the names under which records have it. */
	readonly fields: ReadonlyArray<readonly string[]>;
	/** The name of the ID field, such as `prompt_id`. Reports, and records without an ID, have none. */
	readonly idField?: string;
	/** Returns the name and the text of each key field in a record. */
	readonly entriesOf: (record: JsonObject) => Array<readonly [name: string, text: string]>;
	/** Returns `undefined` for a record without a key. 42 equals "42", and an empty field equals a missing one. */
	readonly keyOf: (record: JsonObject) => string | undefined;
}

/**
 * Decides which fields are the key.
 *
 * - Of the possible names of a field, it takes those that have values in all tables. If there are none, those that have
 *   values in one table.
 * - Of the possible names of an ID, it takes the one that most records have.
 * - If a record has several of these fields, the first one with a plain value counts.
 *
 * @param nameFields the fields to use if the tables share no ID
 */
export function createRecordKey(
	{ fields, hasId }: KeyFields,
	tables: ReadonlyArray<readonly JsonObject[]>,
	nameFields: readonly string[] = [],
): RecordKey {
	const records = tables.flat();
	const isThere = (record: JsonObject, name: string) =>
		hasId ? getField(record, name) !== null : hasField(record, name);
	const found = fields.map((names) => {
		const groups = [names, nameFields];
		const [best = []] = [
			...groups.map((own) => own.filter((name) => tables.every((all) => all.some(hasText(name))))),
			...groups.map((own) => own.filter((name) => records.some(hasText(name)))),
			names.filter((name) => records.some((record) => isThere(record, name))),
		].filter(({ length }) => length > 0);
		if (!hasId) return best;
		const countOf = (name: string) => records.filter(hasText(name)).length;
		return best.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, 1);
	});
	const entriesOf = (record: JsonObject) =>
		found.map((names) => {
			const name = names.find((own) => hasText(own)(record)) ?? shortestNameOf(names);
			return [name, fieldText(getField(record, name))] as const;
		});
	return {
		fields: found,
		idField: hasId ? found[0]?.[0] : undefined,
		entriesOf,
		keyOf(record) {
			const texts = entriesOf(record).map(([, text]) => text);
			const isIn = (name: string) => hasField(record, name);
			// If the first page had `topic` and this record has `topic_name`, its topic is unknown instead of empty.
			const isUnknown = (names: readonly string[], at: number) =>
				names.length === 0 ||
				(!names.some(isIn) && fields[at]?.some((name) => hasText(name)(record)) === true);
			const isLacking = hasId ? texts.includes('') : found.some(isUnknown);
			return isLacking ? undefined : JSON.stringify(texts);
		},
	};
}

/** Returns the ID of a record, or else its name. */
export function idTextOf(record: JsonObject, key: KeyFields): string {
	return createRecordKey(key, [[record]], key.nameFields).entriesOf(record)[0]?.[1] ?? '';
}

/** Returns the texts that name a record: one in a list, one for each dimension in a report, such as `ChatGPT` and ``. */
export function nameTextsOf(record: JsonObject, key: KeyFields): string[] {
	const textsOf = (names: readonly string[]) =>
		names.map((name) => plainTextIn(record, name)).filter((text) => text !== '');
	return key.hasId
		? textsOf(key.titleFields ?? []).slice(0, 1)
		: key.fields.map((names) => textsOf(names).at(-1) ?? '');
}

/** Returns the columns that name rows: in a report, `topic_name` rather than `topic_id`. */
export function nameColumnsOf(columns: readonly string[], key: KeyFields): string[] {
	const { fields, hasId, titleFields = [] } = key;
	const isColumn = (name: string) => columns.includes(name);
	if (hasId) return titleFields.filter(isColumn);
	const flat = fields.map((names) => names.map((name) => name.replaceAll('.', '_')));
	return flat.flatMap((names) => names.findLast(isColumn) ?? []);
}

/** `['topic_id', 'topic', 'topic_name']` → `topic` */
export function shortestNameOf([first = '', ...others]: readonly string[]): string {
	return others.reduce((name, other) => (other.length < name.length ? other : name), first);
}

function hasText(name: string) {
	return (record: JsonObject) => plainTextIn(record, name) !== '';
}

/** Returns an empty text for an object or a list: `topic` may be an object with `id` and `name`. */
function plainTextIn(record: JsonObject, name: string): string {
	const value = getField(record, name);
	return typeof value === 'object' ? '' : fieldText(value);
}
