import type { JsonObject } from 'n8n-workflow';
import { fieldText, getField, hasField } from '../base';

/** The fields that identify and name records. A table without key fields has only one record. */
export interface KeyFields {
	/**
	 * For each key field, its possible names, the likeliest first. A list has one key field, a report one for each
	 * dimension.
	 */
	readonly fields: ReadonlyArray<readonly string[]>;
	/** Whether the key is an ID. An ID is never empty, and has one name in all records. A dimension may be empty. */
	readonly hasId: boolean;
	/** The fields that identify records without an ID in a comparison, the likeliest first. */
	readonly nameFields?: readonly string[];
	/** The fields that name a record, the best first. Two records may have the same name. */
	readonly titleFields?: readonly string[];
}

export const KEY_IS_ID: KeyFields = { fields: [['id']], hasId: true };

/** `prompt` → the ID fields `id` and `prompt_id`, the name fields `prompt`, `prompt_name` and `name` */
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
	/** For each key field, the names that it has in these records. */
	readonly fields: ReadonlyArray<readonly string[]>;
	/** The name of the ID field, such as `prompt_id`. `undefined` for reports and for records without an ID. */
	readonly idField?: string;
	/** Returns the name and the value of each key field: `[['model', 'ChatGPT']]`. */
	readonly entriesOf: (record: JsonObject) => Array<readonly [name: string, text: string]>;
	/**
	 * Returns the key of a record, or `undefined` if it has none. 42 equals `'42'`, and an empty field equals a missing
	 * one.
	 */
	readonly keyOf: (record: JsonObject) => string | undefined;
}

/**
 * Decides which fields are the key, because a key field may have several possible names.
 *
 * - Names that have values in all tables come before names that have values in one table.
 * - For an ID, the name that most records have is taken.
 * - If a record has several of these names, the first one with a plain value counts.
 *
 * @param nameFields the fields to use if no ID has values in all tables
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
			// If the key is `topic` and a later record has `topic_name`, its topic is not empty, but unknown.
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

/** Returns the names of a record: `['best crm']` in a list, one for each dimension in a report: `['ChatGPT', '']`. */
export function nameTextsOf(record: JsonObject, key: KeyFields): string[] {
	const textsOf = (names: readonly string[]) =>
		names.map((name) => plainTextIn(record, name)).filter((text) => text !== '');
	return key.hasId
		? textsOf(key.titleFields ?? []).slice(0, 1)
		: key.fields.map((names) => textsOf(names).at(-1) ?? '');
}

/** Returns the columns that name rows. In a report, it prefers `topic_name` to `topic_id`. */
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

/**
 * Returns the text of a field. An object or a list has an empty text: `topic` may be an object with `id` and `name`.
 */
function plainTextIn(record: JsonObject, name: string): string {
	const value = getField(record, name);
	return typeof value === 'object' ? '' : fieldText(value);
}
