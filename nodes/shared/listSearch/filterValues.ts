import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	JsonValue,
} from 'n8n-workflow';
import { createClient, PICKER_SETTINGS } from '../api';
import { DescribedError } from '../errors';
import { ALL_PROJECTS } from '../fields';
import { isObject } from '../json';
import { asListError } from '../nodeErrors';
import { readList } from '../records';
import { matching } from './matching';

/** Most entries that a list in the editor is searched for. */
const MAX_ENTRIES = 1000;

/** A list of a project whose entries are values of filters. */
interface Source {
	/** One entry, as the API names it in its fields: `topic` in `topic_id`. */
	readonly singular: string;
	readonly path: string;
}

export const searchMarkets = searchIn({ singular: 'market', path: '/v2/geo/business/markets' });
export const searchModels = searchIn({ singular: 'platform', path: '/v2/geo/business/models' });
export const searchPrompts = searchIn({ singular: 'prompt', path: '/v2/geo/business/prompts' });
export const searchTags = searchIn({ singular: 'tag', path: '/v2/geo/business/tags' });
export const searchTopics = searchIn({ singular: 'topic', path: '/v2/geo/business/topics' });

/** The search behind a picker of filter values: the list of the chosen project (public). */
function searchIn(source: Source) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter = '',
	): Promise<INodeListSearchResult> {
		try {
			const choices = (await entriesOf(this, source)).flatMap((entry) => choiceOf(entry, source));
			return { results: matching(choices, filter) };
		} catch (error) {
			throw asListError(this.getNode(), error);
		}
	};
}

async function entriesOf(
	context: ILoadOptionsFunctions,
	{ singular, path }: Source,
): Promise<JsonValue[]> {
	const projectId = chosenProject(context);
	const client = await createClient(context, PICKER_SETTINGS);
	const ask = async (limit: number, offset: number) =>
		await client.send({
			api: 'geo',
			effect: 'read',
			method: 'POST',
			path,
			body: { project_id: projectId, pagination: { limit, offset } },
		});
	const { concurrency } = PICKER_SETTINGS;
	const { records } = await readList(
		ask,
		[path.slice(path.lastIndexOf('/') + 1), `${singular}s`],
		MAX_ENTRIES,
		{ concurrency },
	);
	return records;
}

/** The project in the node that is being edited, where it is known before the workflow runs. */
function chosenProject(context: ILoadOptionsFunctions): string {
	const project: unknown = context.getCurrentNodeParameter('project');
	const { value } = isObject(project) ? project : { value: project };
	const id = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	if (!['', ALL_PROJECTS].includes(id) && !id.startsWith('=')) return id;
	throw new DescribedError(
		'The list needs a project',
		"Choose a 'Project' from its list first, or enter the value here with 'By ID'.",
	);
}

/** One entry. Its fields are not documented, so its name and id are looked for under usual names. */
function choiceOf(entry: JsonValue, { singular }: Source): INodeListSearchItems[] {
	if (isScalar(entry)) return [{ name: String(entry), value: entry }];
	if (!isObject(entry)) return [];
	const found = (names: string[]) => names.map((name) => entry[name]).find(isScalar);
	const id = found([`${singular}_id`, 'id']);
	const place = [found(['country', 'country_code']), found(['language', 'language_code'])]
		.filter((part) => part !== undefined)
		.join(' · ');
	const label = found(['name', `${singular}_name`, singular, 'title', 'label']) ?? place;
	const name = label === '' ? id : label;
	// The id keeps its type: the service may tell 42 from "42".
	return name === undefined ? [] : [{ name: String(name), value: id ?? name }];
}

function isScalar(value: JsonValue | undefined): value is number | string {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}
