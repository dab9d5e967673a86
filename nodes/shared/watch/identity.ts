import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { fieldIn } from '../records';
import { digestOf } from './digest';
import type { Identity } from './types';

/** The key of the only record, where there can be no other. */
const ONLY_KEY = 'only';

/**
 * The key under which the state holds a record: a digest of its id or key fields. Numbers count as
 * text, so a record is the same if the service changes its id from 42 to "42".
 *
 * @throws DescribedError if the record has no value in them
 */
export function keyOf(record: JsonObject, identity: Identity): string {
	if (identity.fields.length === 0 && identity.ids.length === 0) return ONLY_KEY;
	const values = keyNames(record, identity).map((name) => fieldIn(record, name));
	if (values.every((value) => asText(value) === '')) throw noKeyError(record, identity);
	// Objects and lists are not turned into text: in a digest, the order of members does not count.
	return digestOf(values.map((value) => (isScalar(value) ? asText(value) : value)));
}

/** The names of the fields that make the key: the key fields, or the first id that has a value. */
function keyNames(record: JsonObject, { ids, fields }: Identity): readonly string[] {
	if (fields.length > 0) return fields;
	return ids.filter((name) => asText(fieldIn(record, name)) !== '').slice(0, 1);
}

function isScalar(value: JsonValue): value is boolean | number | string | null {
	return value === null || typeof value !== 'object';
}

function asText(value: JsonValue): string {
	if (value === null) return '';
	return isScalar(value) ? String(value).trim() : JSON.stringify(value);
}

const ENTER_KEY_FIELDS =
	"Under 'Options' → 'Key Fields', enter the fields that tell the records apart, such as name. Separate several with commas.";

function noKeyError(record: JsonObject, { ids, fields }: Identity): DescribedError {
	const advice = `${ENTER_KEY_FIELDS} ${describeFields(record)}`;
	return fields.length > 0
		? new DescribedError(`A record has no value in ${fields.join(', ')}`, advice)
		: new DescribedError(
				'A record has no ID, so the trigger cannot tell it from the others',
				`The trigger looked for ${ids.join(', ')}. ${advice}`,
			);
}

/** The error for two different records with the same key. */
export function duplicateKeyError(record: JsonObject, identity: Identity): DescribedError {
	const names = keyNames(record, identity);
	const which = names.map((name) => `${name} ${asText(fieldIn(record, name))}`).join(', ');
	return new DescribedError(
		which === '' ? 'There is more than one record' : `Several records have the same ${which}`,
		`The trigger cannot tell which of them has changed. ${ENTER_KEY_FIELDS} ${describeFields(record)}`,
	);
}

/** The names of a record's fields, for the description of an error. */
export function describeFields(record: JsonObject | undefined): string {
	const names = Object.keys(record ?? {});
	return names.length === 0 ? 'The record is empty.' : `The record has: ${names.join(', ')}.`;
}
