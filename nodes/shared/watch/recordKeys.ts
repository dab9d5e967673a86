import type { JsonObject } from 'n8n-workflow';
import { fieldNamesText, isObject, ownField, ServiceError } from '../base';
import { addressIn } from '../output';
import {
	createRecordKey,
	idTextOf,
	type KeyFields,
	nameTextsOf,
	type RecordKey,
	shortestNameOf,
} from '../table';

/**
 * Returns the key of the records in a poll.
 *
 * @param known the ID field of earlier polls, which the trigger keeps
 * @throws ServiceError if no record has a key field
 * @throws ServiceError if fewer than half of the records have an ID in the first poll
 * @throws ServiceError if no record has an ID in a later poll
 */
export function findRecordKey(
	records: readonly JsonObject[],
	{ fields, hasId }: KeyFields,
	known: string | undefined,
): RecordKey {
	const wanted = known === undefined ? fields : [[known]];
	const key = createRecordKey({ fields: wanted, hasId }, [records]);
	if (records.length === 0) return key;
	if (!hasId) {
		const missing = fields.filter((_, at) => key.fields[at]?.length === 0);
		if (missing.length === 0) return key;
		throw new ServiceError(
			`No record has a field ${missing.map(shortestNameOf).join(', ')} to recognize it by`,
			`${ENTER_KEY_FIELDS} ${describeFields(records[0])}`,
		);
	}
	const others = records.filter((record) => key.keyOf(record) === undefined);
	// In the first poll, at least half of the records need an ID. In later polls, at least one needs an ID.
	const maxWithoutId = known === undefined ? records.length / 2 : records.length - 1;
	if (others.length <= maxWithoutId) return key;
	const looked =
		known === undefined ? fields.flat().join(', ') : `${known}, which the records had before`;
	const [only = '', ...more] = fields.flat();
	throw new ServiceError(
		`Records have no ${known ?? (more.length > 0 ? 'ID' : only)} (${others.length} of ${records.length}), so the trigger cannot tell them apart`,
		`The trigger looked for ${looked}. ${ENTER_KEY_FIELDS} ${describeFields(others[0])}`,
	);
}

/**
 * Returns the name of a record. In a list, it is the title, the only web address or the ID. In a report, it is a text
 * such as `ChatGPT, Germany`.
 */
export function recordNameOf(record: JsonObject, key: KeyFields): string | null {
	const name = nameTextsOf(record, key).filter(Boolean).join(', ');
	if (name !== '' || !key.hasId) return name || null;
	return addressIn(record) ?? (idTextOf(record, key) || null);
}

const ENTER_KEY_FIELDS =
	"Under 'Options' → 'Key Fields', enter the fields that tell the records apart, such as name. Separate several with commas.";

export function duplicateKeyError(record: JsonObject, key: RecordKey): ServiceError {
	const which = key
		.entriesOf(record)
		.map((entry) => entry.join(' '))
		.join(', ');
	return new ServiceError(
		which === '' ? 'There is more than one record' : `Several records have the same ${which}`,
		`The trigger cannot tell which of them has changed. If this fails now and then only, a record has changed while the list was read, and the next poll reads it again. If it fails every time: ${ENTER_KEY_FIELDS} ${describeFields(record)}`,
	);
}

/**
 * Refuses groups of records, such as columns of a board with their tasks. If the trigger watched the columns, it would
 * miss new tasks.
 *
 * @param wanted the name of the list to watch, such as `tasks`
 * @throws ServiceError if every record has such a list, and one of the lists has objects
 */
export function refuseGroupedRecords(records: readonly JsonObject[], wanted: string): void {
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
