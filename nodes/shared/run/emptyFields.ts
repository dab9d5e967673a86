import type { JsonObject } from 'n8n-workflow';
import type { Notice } from '../base';

/**
 * What to say of fields that the user has selected and that are empty in all records, as a misspelt
 * name is.
 *
 * @param records all records of a run, in the form that the user chose
 */
export function emptyFieldsNotice(
	records: readonly JsonObject[],
	fields: readonly string[],
): Notice | undefined {
	if (records.length === 0) return undefined;
	const empty = fields.filter((name) => records.every((record) => (record[name] ?? null) === null));
	if (empty.length === 0) return undefined;
	const message = `No record has a value in ${empty.map((name) => `'${name}'`).join(', ')}.`;
	const details = "Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.";
	return { message, details };
}
