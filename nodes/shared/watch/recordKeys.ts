import type { JsonObject } from 'n8n-workflow';
import {
	fieldNamesText,
	getField,
	fieldText,
	hasField,
	isObject,
	ownField,
	ServiceError,
} from '../base';
import type { KeyFields } from '../table';
import { digestOf } from './state';

const KEY_OF_ONLY_RECORD = 'only';

/** The fields that form the keys of records. With no field, there is only one record. */
export interface RecordKeyFields {
	/** The possible names of each field. The first one with a value counts. */
	readonly fields: KeyFields['keyFields'];
	/** Set if the key is an ID. Later polls use the same field. */
	readonly idName?: string;
}

/**
 * Returns the key fields, or the ID field that most records have.
 *
 * @param known the ID field in earlier polls, which stays the same
 * @throws ServiceError if no record has a key field, if fewer than half of the records have an ID in the first poll, or
 * if no record has an ID in a later poll
 */
export function chooseKeyFields(
	records: readonly JsonObject[],
	{ idFields, keyFields: fields }: KeyFields,
	known: string | undefined,
): RecordKeyFields {
	if (records.length === 0) return { fields: [], idName: known };
	if (idFields.length === 0) {
		const isIn = (record: JsonObject) => (name: string) => hasField(record, name);
		const missing = fields.filter((names) => !records.some((record) => names.some(isIn(record))));
		if (missing.length === 0) return { fields };
		throw new ServiceError(
			`No record has a field ${missing.map(shortestNameOf).join(', ')} to recognize it by`,
			`${ENTER_KEY_FIELDS} ${describeFields(records[0])}`,
		);
	}
	const idName = known ?? commonestIdField(idFields, records);
	const others = records.filter((record) => !hasKeyText(record, idName));
	// In the first poll, half of the records need an ID. Later, one record needs an ID.
	const maxWithoutId = known === undefined ? records.length / 2 : records.length - 1;
	if (others.length <= maxWithoutId) return { fields: [[idName]], idName };
	const looked =
		known === undefined ? idFields.join(', ') : `${known}, which the records had before`;
	throw new ServiceError(
		`Records have no ${known ?? 'ID'} (${others.length} of ${records.length}), so the trigger cannot tell them apart`,
		`The trigger looked for ${looked}. ${ENTER_KEY_FIELDS} ${describeFields(others[0])}`,
	);
}

function keyFieldNameIn(record: JsonObject, names: readonly string[]): string {
	return names.find((name) => hasKeyText(record, name)) ?? shortestNameOf(names);
}

function shortestNameOf([first = '', ...others]: readonly string[]): string {
	return others.reduce((name, other) => (other.length < name.length ? other : name), first);
}

function commonestIdField(ids: readonly string[], records: readonly JsonObject[]): string {
	const countOf = (name: string) => records.filter((record) => hasKeyText(record, name)).length;
	const [commonest = ''] = [...ids].sort((one, other) => countOf(other) - countOf(one));
	return commonest;
}

/** Key fields may be empty, an ID may not. */
export function hasRecordKey(record: JsonObject, { idName }: RecordKeyFields): boolean {
	return idName === undefined || hasKeyText(record, idName);
}

/** Returns the digest of the ID or key fields. 42 and "42" have the same digest. */
export function recordKeyOf(record: JsonObject, { fields }: RecordKeyFields): string {
	if (fields.length === 0) return KEY_OF_ONLY_RECORD;
	return digestOf(fields.map((names) => keyTextIn(record, keyFieldNameIn(record, names))));
}

function hasKeyText(record: JsonObject, name: string): boolean {
	return keyTextIn(record, name) !== '';
}

function keyTextIn(record: JsonObject, name: string): string {
	return fieldText(getField(record, name));
}

const ENTER_KEY_FIELDS =
	"Under 'Options' → 'Key Fields', enter the fields that tell the records apart, such as name. Separate several with commas.";

export function duplicateKeyError(record: JsonObject, { fields }: RecordKeyFields): ServiceError {
	const names = fields.map((forms) => keyFieldNameIn(record, forms));
	const which = names.map((name) => `${name} ${keyTextIn(record, name)}`).join(', ');
	return new ServiceError(
		which === '' ? 'There is more than one record' : `Several records have the same ${which}`,
		`The trigger cannot tell which of them has changed. If this fails now and then only, a record has changed while the list was read, and the next poll reads it again. If it fails every time: ${ENTER_KEY_FIELDS} ${describeFields(record)}`,
	);
}

/**
 * Refuses groups of the records to watch, such as columns of a board with their tasks. The trigger would miss new
 * tasks.
 *
 * @param wanted the name of the list to watch, such as `tasks`
 * @throws ServiceError if every record has such a list, and one of the lists has objects
 */
export function refuseGroups(records: readonly JsonObject[], wanted: string): void {
	const lists = records.map((record) => ownField(record, wanted));
	if (!lists.every(Array.isArray) || !lists.flat().some((entry) => isObject(entry))) return;
	throw new ServiceError(
		`The service returned groups of ${wanted} instead of ${wanted}`,
		`The trigger would miss what happens in the field ${wanted} of each group. Under 'Options' → 'API Details', enter the path to the ${wanted} in 'Records At', for example data[].${wanted}. To watch the groups themselves, enter the fields that tell them apart in 'Key Fields' under 'Options'.`,
	);
}

export function describeFields(record: JsonObject | undefined): string {
	return `The record has: ${fieldNamesText(Object.keys(record ?? {})) || 'nothing'}.`;
}
