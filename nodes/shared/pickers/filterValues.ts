import type { ILoadOptionsFunctions, INodeListSearchItems, JsonValue } from 'n8n-workflow';
import { type ListResult, type ListSource, namedEntry, PAGINATION, readList } from '../reading';
import { type Client, PICKER_SETTINGS } from '../api';
import { DescribedError, isObject } from '../base';
import { ALL_PROJECTS, BY_NAME, UNLISTED } from '../form';
import { KnownProjects } from '../projects';
import { listSearch, matching } from './listSearch';
import { pickerClient } from './pickerClient';

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

function searchValues(list: FilterList) {
	return listSearch(async (context, typed) => {
		const { records, notices } = await entriesOf(context, list);
		const choices = records.flatMap((entry) => choiceOf(entry, list));
		if (choices.length === 0 && records.length > 0) throw namelessError(list);
		const found = matching(choices, typed);
		const [notice] = found.length === 0 ? notices : [];
		if (notice !== undefined) throw new DescribedError(notice.message, ENTER_ID);
		return found;
	});
}

async function entriesOf(
	context: ILoadOptionsFunctions,
	{ singular, plural, entries = plural }: FilterList,
): Promise<ListResult> {
	const client = await pickerClient(context);
	const projectId = await chosenProject(context, client);
	const source: ListSource = {
		send: async (request) => await client.send(request),
		request: {
			api: 'geo',
			effect: 'read',
			method: 'POST',
			path: `/v2/geo/business/${plural}`,
			body: { project_id: projectId },
		},
		expected: { api: 'geo', names: [plural, `${singular}s`], at: '', kind: 'list' },
		paging: PAGINATION,
	};
	const { max: concurrency } = PICKER_SETTINGS.concurrency;
	const list = await readList(source, MAX_ENTRIES + 1, { concurrency });
	if (list.error !== undefined) throw list.error;
	if (list.isNoList === true) {
		throw new DescribedError(`The service returned no list of ${entries}`, ENTER_ID);
	}
	if (list.records.length > MAX_ENTRIES) throw TOO_MANY;
	return list;
}

const ENTER_ID = "Enter the value with 'By ID'.";

function namelessError({ plural, entries = plural }: FilterList): DescribedError {
	return new DescribedError(
		`The ${entries} that the service returned have no name or ID that the node recognizes`,
		ENTER_ID,
	);
}

const TOO_MANY = new DescribedError(
	`The list has more than ${MAX_ENTRIES} entries, too many to be shown here`,
	ENTER_ID,
);

/** The project in the node that is being edited, where it is known before the workflow runs. */
async function chosenProject(context: ILoadOptionsFunctions, client: Client): Promise<string> {
	const project: unknown = context.getCurrentNodeParameter('project');
	const { mode, value } = isObject(project) ? project : { mode: '', value: project };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (['', ALL_PROJECTS, UNLISTED].includes(text) || text.startsWith('=')) throw NO_PROJECT;
	if (mode !== BY_NAME) return text;
	const [found] = (await new KnownProjects(client).named(text)).projects;
	return found?.id ?? text;
}

const NO_PROJECT = new DescribedError(
	'The list needs a project',
	"Choose a 'Project' from its list first, or enter the value here with 'By ID'.",
);

function choiceOf(entry: JsonValue, { singular }: FilterList): INodeListSearchItems[] {
	const found = namedEntry(entry, singular);
	return found === undefined ? [] : [{ name: found.name, value: found.id }];
}
