import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { fieldIn } from '../records';
import { digestOf } from './digest';
import type { Identity } from './types';

/** The key where nothing tells records apart, because there is only one. */
const ONLY = 'only';

/**
 * The key that a record is remembered under. An id counts as text: a service that changes from 42
 * to "42" has not made a new record.
 *
 * @throws DescribedError if the record has nothing that tells it from others
 */
export function keyOf(record: JsonObject, { ids, fields }: Identity): string {
	if (fields.length === 0 && ids.length === 0) return ONLY;
	const found = fields.length > 0 ? fields : firstOf(record, ids);
	const values = found.map((name) => fieldIn(record, name));
	if (values.some((value) => textOf(value) !== '')) {
		// Lists and objects stay what they are: the order of their members says nothing.
		return digestOf(values.map((value) => (isScalar(value) ? textOf(value) : value)));
	}
	throw fields.length > 0 ? noKeyFieldError(record, fields) : noIdError(record, ids);
}

function firstOf(record: JsonObject, ids: readonly string[]): string[] {
	return ids.filter((name) => textOf(fieldIn(record, name)) !== '').slice(0, 1);
}

function isScalar(value: JsonValue): value is boolean | number | string | null {
	return value === null || typeof value !== 'object';
}

function textOf(value: JsonValue): string {
	if (value === null) return '';
	return isScalar(value) ? String(value).trim() : JSON.stringify(value);
}

const CHOOSE =
	"Enter under 'Options' → 'Key Fields' what tells the records apart, such as name, or several fields separated by commas.";

function noIdError(record: JsonObject, ids: readonly string[]): DescribedError {
	return new DescribedError(
		'A record has no ID, so the trigger cannot tell it from the others',
		`It looked for ${ids.join(', ')}. ${CHOOSE} ${describeFields(record)}`,
	);
}

function noKeyFieldError(record: JsonObject, fields: readonly string[]): DescribedError {
	const names = fields.join(', ');
	return new DescribedError(
		`A record has nothing in its key ${fields.length > 1 ? 'fields' : 'field'} ${names}`,
		`${CHOOSE} ${describeFields(record)}`,
	);
}

/** What to say if two records go by the same key. */
export function duplicateKeyError(record: JsonObject, identity: Identity): DescribedError {
	const { ids, fields } = identity;
	const names = fields.length > 0 ? fields : firstOf(record, ids);
	const which = names.map((name) => `${name} ${textOf(fieldIn(record, name))}`).join(', ');
	return new DescribedError(
		which === '' ? 'There are several records' : `Several records have the same ${which}`,
		`The trigger cannot tell which of them has changed. ${CHOOSE} ${describeFields(record)}`,
	);
}

/** The names of a record's fields, for a message. */
export function describeFields(record: JsonObject | undefined): string {
	const names = Object.keys(record ?? {});
	return names.length === 0 ? 'The record is empty.' : `The record has: ${names.join(', ')}.`;
}
