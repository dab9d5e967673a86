import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { createClient } from '../shared/api';
import { DescribedError } from '../shared/errors';
import { Parameters, readOptions, readProjectId } from '../shared/fields';
import { listSearch, matching, pickerSettings } from '../shared/listSearch';
import { PlanRunner } from '../shared/operation';
import { PAGE_SIZE } from '../shared/records';
import { numbersOf } from '../shared/watch';
import { readEvent } from './events';
import type { RecordType } from './recordTypes';

/** The search behind Number to Watch: the numbers in the first records that the trigger would read. */
export const searchNumbers = listSearch(async (context, typed) =>
	matching(
		(await numbersFor(context)).map((name) => ({ name, value: name })),
		typed,
	),
);

async function numbersFor(context: ILoadOptionsFunctions): Promise<string[]> {
	const parameters = Parameters.ofTrigger(context);
	const { recordType } = readEvent(parameters);
	const plan = recordType.plan(parameters, readProjectId(parameters), PAGE_SIZE);
	const options = readOptions(parameters);
	const settings = pickerSettings(context);
	const client = await createClient(context, settings);
	const runner = new PlanRunner(client, { ...options, pageSize: PAGE_SIZE, settings });
	const { records } = await runner.run(plan);
	if (records.length === 0) throw NO_RECORDS;
	const names = numbersOf(records);
	if (names.length === 0) throw noNumbers(recordType);
	return names;
}

const NO_RECORDS = new DescribedError(
	'There are no records to show numbers from',
	"Choose a longer 'Date Range' or Not Set, remove some 'Filters', or enter the name of the number with 'By Name'.",
);

function noNumbers({ figures }: RecordType): DescribedError {
	const known = figures?.known.join(', ') || 'the name of a figure';
	const first =
		figures === undefined
			? "Choose another 'Record Type'."
			: `Enter ${known} under '${figures.label}', then open this list again.`;
	const byName = "To watch a number that the service sends as text, enter its name with 'By Name'.";
	return new DescribedError('The records have no numbers', `${first} ${byName}`);
}
