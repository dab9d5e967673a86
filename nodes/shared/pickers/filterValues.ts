import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { type Client, PICKER_SETTINGS } from '../api';
import { DescribedError, isObject } from '../base';
import { ALL_PROJECTS, BY_NAME, UNLISTED } from '../form';
import { KnownProjects } from '../projects';
import { namedEntry, PAGINATION, readList } from '../reading';
import { listSearch, matching, pickerClient } from './listSearch';

/** Most entries that a list in the editor can have. */
const MAX_ENTRIES = 10_000;

/** A list of a project whose entries are values of filters (public). */
interface FilterList {
	/** One entry, as the API names it in its fields: `topic` in `topic_id`. */
	readonly singular: string;
	/** The last step of its path, and the name under which its entries may arrive. */
	readonly plural: string;
	/** Its entries in a sentence, where that is not its path. */
	readonly entries?: string;
}

/** The searches behind the pickers in Filters, by the names that the fields use. */
export const filterSearches = {
	searchMarkets: searchValues({ singular: 'market', plural: 'markets' }),
	searchModels: searchValues({ singular: 'platform', plural: 'models', entries: 'AI platforms' }),
	searchPrompts: searchValues({ singular: 'prompt', plural: 'prompts' }),
	searchTags: searchValues({ singular: 'tag', plural: 'tags' }),
	searchTopics: searchValues({ singular: 'topic', plural: 'topics' }),
};

function searchValues({ singular, plural, entries = plural }: FilterList) {
	return listSearch(async (context, typed) => {
		const client = await pickerClient(context);
		const body = { project_id: await chosenProject(context, client) };
		const path = `/v2/geo/business/${plural}`;
		const list = await readList(
			{
				send: async (request) => await client.send(request),
				request: { api: 'geo', effect: 'read', method: 'POST', path, body },
				expected: { api: 'geo', names: [plural, `${singular}s`], at: '', kind: 'list' },
				paging: PAGINATION,
			},
			MAX_ENTRIES + 1,
			{ concurrency: PICKER_SETTINGS.concurrency.max },
		);
		if (list.error !== undefined) throw list.error;
		if (list.isNoList === true) throw problem(`The service returned no list of ${entries}`);
		if (list.records.length > MAX_ENTRIES) {
			throw problem(`The list has more than ${MAX_ENTRIES} entries, too many to be shown here`);
		}
		const choices = list.records
			.map((entry) => namedEntry(entry, singular))
			.filter((entry) => entry !== undefined)
			.map(({ id, name }): INodeListSearchItems => ({ name, value: id }));
		if (choices.length === 0 && list.records.length > 0) {
			throw problem(
				`The ${entries} that the service returned have no name or ID that the node recognizes`,
			);
		}
		const found = matching(choices, typed);
		const [notice] = found.length === 0 ? list.notices : [];
		if (notice !== undefined) throw problem(notice.message);
		return found;
	});
}

function problem(message: string): DescribedError {
	return new DescribedError(message, "Enter the value with 'By ID'.");
}

/** The project in the node that is being edited, where it is known before the workflow runs. */
async function chosenProject(context: ILoadOptionsFunctions, client: Client): Promise<string> {
	const project: unknown = context.getCurrentNodeParameter('project');
	const { mode, value } = isObject(project) ? project : { mode: '', value: project };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (['', ALL_PROJECTS, UNLISTED].includes(text) || text.startsWith('=')) {
		throw new DescribedError(
			'The list needs a project',
			"Choose a 'Project' from its list first, or enter the value here with 'By ID'.",
		);
	}
	if (mode !== BY_NAME) return text;
	const { projects } = await new KnownProjects(client, 'geo').find({ by: 'name', name: text });
	return projects[0]?.id ?? text;
}
