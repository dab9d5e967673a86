import type { JsonObject } from 'n8n-workflow';
import { groupedUnder } from '../reading';
import { DescribedError } from '../base';

/**
 * Refuses records that only hold the records to watch, such as the columns of a board with their
 * tasks: what happens to a task changes no column's ID, so the trigger would never start a workflow.
 *
 * @param names the names of the list, such as `tasks`
 * @throws DescribedError if every record has such a list, and there are objects in one of them
 */
export function refuseGroups(
	records: readonly JsonObject[],
	[wanted = 'records', ...others]: readonly string[],
): void {
	const name = groupedUnder(records, [wanted, ...others], true);
	if (name === undefined) return;
	throw new DescribedError(
		`The service returned groups of ${wanted} instead of ${wanted}`,
		`The trigger would miss what happens in the field ${name} of each group. Under 'Options', enter the path to the ${wanted} in 'Records At', for example data[].${name}. To watch the groups themselves, enter the fields that tell them apart in 'Key Fields'.`,
	);
}
