import { createClient } from '../shared/api';
import { DescribedError } from '../shared/base';
import { Parameters, readOptions, readProjectChoice } from '../shared/form';
import { PAGE_SIZE } from '../shared/reading';
import { listSearch, matching, pickerSettings } from '../shared/pickers';
import { KnownProjects } from '../shared/projects';
import { readPlan, Reads } from '../shared/run';
import { numbersOf } from '../shared/watch';
import { readEvent } from './events';

/** The most projects to look into for numbers, if there are several: somebody is waiting. */
const MOST_PROJECTS = 5;

/**
 * The search behind Number to Watch: the numbers in the first records that the trigger would read, of
 * the first project that has records. They have the same fields in all projects.
 */
export const searchNumbers = listSearch(async (context, typed) => {
	const parameters = Parameters.ofTrigger(context);
	const { read, withoutNumbers } = readEvent(parameters).recordType;
	const { planFor } = read(parameters);
	const choice = readProjectChoice(parameters);
	const settings = pickerSettings(context);
	const client = await createClient(context, settings);
	const reads = new Reads(client, { ...readOptions(parameters), pageSize: PAGE_SIZE, settings });
	const { projects } = await new KnownProjects(client, 'geo').find(choice);
	for (const { id } of projects.slice(0, MOST_PROJECTS)) {
		const plan = { ...planFor(id), limit: PAGE_SIZE };
		const { records } = await readPlan(plan, reads);
		const names = numbersOf(records);
		if (names.length === 0 && records.length > 0) {
			throw new DescribedError('The records have no numbers', `${withoutNumbers} ${BY_NAME}`);
		}
		const entries = names.map((name) => ({ name, value: name }));
		if (entries.length > 0) return matching(entries, typed);
	}
	throw NO_RECORDS;
});

const NO_RECORDS = new DescribedError(
	'There are no records to show numbers from',
	"Choose a longer 'Date Range', remove some 'Filters' from 'Options', or enter the name of the number with 'By Name'.",
);

const BY_NAME = "To watch a number that the service sends as text, enter its name with 'By Name'.";
