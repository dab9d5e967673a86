import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { type ApiName, createClient, PICKER_SETTINGS } from '../api';
import { asListError, DescribedError, isObject, type Notice, noticeText } from '../base';
import { ALL_PROJECTS, BY_NAME, Parameters, readConnectionSettings } from '../form';
import {
	FILTER_LISTS,
	type FilterList,
	findProjects,
	projectContainsText,
	readFilterEntries,
} from '../projects';
import { Lists } from '../reading';
import { createProjectNamer } from '../table';

/** Returns a method that fills a list in the editor. `find` gets the trimmed text that the user typed. */
export function createListSearch(
	find: (context: ILoadOptionsFunctions, typed: string) => Promise<INodeListSearchItems[]>,
) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter = '',
	): Promise<INodeListSearchResult> {
		try {
			return { results: await find(this, filter.trim()) };
		} catch (error) {
			throw asListError(this.getNode(), error);
		}
	};
}

/** Returns the entries that have the typed text in their name or value. Ignores case. */
export function entriesContaining(
	entries: readonly INodeListSearchItems[],
	typed: string,
): INodeListSearchItems[] {
	const wanted = typed.toLowerCase();
	return entries.filter(({ name, value }) =>
		[name, String(value)].some((text) => text.toLowerCase().includes(wanted)),
	);
}

export function namesContaining(names: readonly string[], typed: string): INodeListSearchItems[] {
	const entries = names.map((name) => ({ name, value: name }));
	return entriesContaining(entries, typed);
}

/** @throws DescribedError if nothing was found, and a notice says why */
function foundOrThrow(
	found: INodeListSearchItems[],
	[notice]: readonly Notice[],
	todo: string,
): INodeListSearchItems[] {
	if (found.length > 0 || notice === undefined) return found;
	throw new DescribedError(noticeText(notice), todo);
}

/** Returns a reader of lists. It has the connection settings of the node, but does not wait long. */
export async function createPickerLists(context: ILoadOptionsFunctions): Promise<Lists> {
	const connection = readConnectionSettings(Parameters.createForTrigger(context));
	const client = await createClient(context, { ...PICKER_SETTINGS, ...connection });
	return new Lists(client, { concurrency: PICKER_SETTINGS.concurrency.max });
}

/** The field 'Project' names one of these methods as its `searchListMethod`. */
export function projectSearches(api: ApiName) {
	return {
		searchProjects: projectSearch(api),
		searchProjectsOrAll: projectSearch(api, ALL_PROJECTS),
	};
}

/** @param all the value of the entry 'All Projects'. It is at the top until the user types */
function projectSearch(api: ApiName, all?: string) {
	return createListSearch(async (context, typed) => {
		const lists = await createPickerLists(context);
		const { projects, notices } = await findProjects(lists, api, { by: 'all' });
		const matching = projects.filter((project) => projectContainsText(project, typed));
		const nameOf = createProjectNamer(matching);
		const found = matching.map((project) => ({ name: nameOf(project), value: project.id }));
		if (all !== undefined && typed === '') return [{ name: 'All Projects', value: all }, ...found];
		return foundOrThrow(found, notices, "Choose 'By ID' under 'Project' and enter the ID.");
	});
}

/** The methods with which the editor searches the values of each filter. */
export const filterSearches = {
	searchMarkets: filterValueSearch(FILTER_LISTS.market),
	searchModels: filterValueSearch(FILTER_LISTS.model),
	searchPrompts: filterValueSearch(FILTER_LISTS.prompt),
	searchTags: filterValueSearch(FILTER_LISTS.tag),
	searchTopics: filterValueSearch(FILTER_LISTS.topic),
};

function filterValueSearch(list: FilterList) {
	return createListSearch(async (context, typed) => {
		const lists = await createPickerLists(context);
		const project = await readChosenProjectId(context, lists);
		const { entries, notices } = await readFilterEntries(lists, list, project);
		const choices = entries.map(({ id, name }) => ({ name, value: id }));
		const found = entriesContaining(choices, typed);
		return foundOrThrow(found, notices, "Enter the ID with 'By Name or ID'.");
	});
}

/**
 * @throws DescribedError if 'Project' is empty or 'All Projects'
 * @throws DescribedError if 'Project' is an expression, which has no value in the editor
 */
async function readChosenProjectId(context: ILoadOptionsFunctions, lists: Lists): Promise<string> {
	const project: unknown = context.getCurrentNodeParameter('project');
	const { mode, value } = isObject(project) ? project : { mode: undefined, value: project };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (['', ALL_PROJECTS].includes(text) || text.startsWith('=')) {
		throw new DescribedError(
			'The list needs one project',
			"Choose a single 'Project' from its list first, or enter the name here with 'By Name or ID'.",
		);
	}
	if (mode !== BY_NAME.name) return text;
	const { projects } = await findProjects(lists, 'geo', { by: 'name', name: text });
	return projects[0]?.id ?? text;
}
