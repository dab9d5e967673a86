import type { JsonObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { isObject } from '../json';
import { fieldIn } from '../records';

/**
 * Refuses records that only hold the records to watch, such as the columns of a board with their
 * tasks: what happens to a task changes no column's ID, so the trigger would never start a workflow.
 *
 * @param names the names of the list, such as `tasks`
 * @throws DescribedError if every record has such a list, and there are objects in one of them
 */
export function refuseGroups(records: readonly JsonObject[], names: readonly string[]): void {
	const name = names.find(
		(known) =>
			records.every((record) => Array.isArray(fieldIn(record, known))) &&
			records.some((record) => hasObjects(record, known)),
	);
	if (name === undefined) return;
	throw new DescribedError(
		`The service returned groups of ${name} instead of ${name}`,
		`The trigger would miss what happens to the ${name} in each group. Under 'Options', enter the path to the ${name} in 'Path to Records', for example data[].${name}. To watch the groups themselves, enter the fields that tell them apart in 'Key Fields'.`,
	);
}

function hasObjects(record: JsonObject, name: string): boolean {
	const list = fieldIn(record, name);
	return Array.isArray(list) && list.some(isObject);
}
