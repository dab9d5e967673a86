import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { type Client, PICKER_SETTINGS } from '../api';
import { DescribedError, isObject } from '../base';
import { ALL_PROJECTS, BY_NAME, UNLISTED } from '../form';
import { KnownProjects } from '../projects';
import { readList } from '../reading';
import { FILTER_LISTS, type FilterList, listRequest, namedEntries } from './filterLists';
import { listSearch, matching, pickerClient } from './listSearch';

/** Most entries that a list in the editor can have. */
const MAX_ENTRIES = 10_000;

/** The searches behind the pickers in Filters, by the names that the fields use. */
export const filterSearches = {
	searchMarkets: searchValues(FILTER_LISTS.market),
	searchModels: searchValues(FILTER_LISTS.model),
	searchPrompts: searchValues(FILTER_LISTS.prompt),
	searchTags: searchValues(FILTER_LISTS.tag),
	searchTopics: searchValues(FILTER_LISTS.topic),
};

function searchValues(list: FilterList) {
	const { plural, entries = plural } = list;
	return listSearch(async (context, typed) => {
		const client = await pickerClient(context);
		const { names, ...asked } = listRequest(list, await chosenProject(context, client));
		const { records, notices, error, isNoList } = await readList(
			{
				...asked,
				send: async (request) => await client.send(request),
				expected: { api: 'geo', names, at: '', kind: 'list' },
			},
			MAX_ENTRIES + 1,
			{ concurrency: PICKER_SETTINGS.concurrency.max },
		);
		if (error !== undefined) throw error;
		if (isNoList === true) throw problem(`The service returned no list of ${entries}`);
		if (records.length > MAX_ENTRIES) {
			throw problem(`The list has more than ${MAX_ENTRIES} entries, too many to be shown here`);
		}
		const choices = namedEntries(records, list).map(({ id, name }) => ({ name, value: id }));
		if (choices.length === 0 && records.length > 0) {
			throw problem(
				`The ${entries} that the service returned have no name or ID that the node recognizes`,
			);
		}
		const found = matching(choices, typed);
		const [notice] = found.length === 0 ? notices : [];
		if (notice !== undefined) throw problem(notice.message);
		return found;
	});
}

function problem(message: string): DescribedError {
	return new DescribedError(message, "Enter the ID with 'By Name or ID'.");
}

/** The project in the node that is being edited, where it is known before the workflow runs. */
async function chosenProject(context: ILoadOptionsFunctions, client: Client): Promise<string> {
	const project: unknown = context.getCurrentNodeParameter('project');
	const { mode, value } = isObject(project) ? project : { mode: '', value: project };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (['', ALL_PROJECTS, UNLISTED].includes(text) || text.startsWith('=')) {
		throw new DescribedError(
			'The list needs a project',
			"Choose a 'Project' from its list first, or enter the value here with 'By Name or ID'.",
		);
	}
	if (mode !== BY_NAME) return text;
	const { projects } = await new KnownProjects(client, 'geo').find({ by: 'name', name: text });
	return projects[0]?.id ?? text;
}
