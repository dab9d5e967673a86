import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { type Client, createClient, PICKER_SETTINGS } from '../api';
import { ALL_PROJECTS } from '../fields';
import { asListError } from '../nodeErrors';
import {
	GEO_PROJECTS,
	MAX_GEO_PAGE_SIZE,
	NO_PROJECTS,
	orFromGeo,
	projectChoices,
	projectList,
	projectsIn,
	WHOAMI,
} from '../records';
import { matching } from './matching';

/** Gives the projects whose name or id holds the filter, and where the next page starts. */
type Source = (client: Client, filter: string, page?: string) => Promise<INodeListSearchResult>;

/** Whoami lists every project at once; the search happens here. */
const fromWhoami: Source = async (client, filter) => {
	const choices = projectChoices(projectsIn(projectList(await client.send(WHOAMI))));
	return { results: matching(choices, filter) };
};

/** The GEO API searches and pages by itself (public: `query`, `limit`, `offset`). */
const fromGeo: Source = async (client, filter, page = '0') => {
	const offset = Number(page);
	const body = {
		limit: MAX_GEO_PAGE_SIZE,
		offset,
		...(filter === '' ? {} : { query: filter }),
	};
	const list = projectList(await client.send({ ...GEO_PROJECTS, body }));
	const next = offset + list.records.length;
	const hasMore = list.records.length > 0 && next < (list.total ?? Infinity);
	return {
		results: projectChoices(projectsIn(list)),
		paginationToken: hasMore ? String(next) : undefined,
	};
};

/** Whoami, unless this key has GEO only. */
const fromEither: Source = async (client, filter, page) => {
	const geo = async () => await fromGeo(client, filter, page);
	return page === undefined
		? await orFromGeo(client, async () => await fromWhoami(client, filter), geo)
		: await geo();
};

/** The same with all projects as an entry of its own, where nothing is searched for. */
const withAll: Source = async (client, filter, page) => {
	const found = await fromEither(client, filter, page);
	const isStart = filter === '' && page === undefined && found.results.length > 0;
	const all = { name: 'All Projects', value: ALL_PROJECTS };
	return isStart ? { ...found, results: [all, ...found.results] } : found;
};

/** The search behind the project picker of the Agents node. */
export const searchAgentsProjects = searchIn(fromWhoami);

/** The search behind the project picker of the GEO node. */
export const searchGeoProjects = searchIn(fromEither);

/** The search behind the project picker of the GEO node's reads. */
export const searchGeoProjectsOrAll = searchIn(withAll);

function searchIn(source: Source) {
	return async function searchProjects(
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		try {
			const found = await source(
				await createClient(this, PICKER_SETTINGS),
				filter.trim(),
				paginationToken,
			);
			const hasNone = found.results.length === 0 && filter === '' && paginationToken === undefined;
			if (hasNone) throw NO_PROJECTS;
			return found;
		} catch (error) {
			throw asListError(this.getNode(), error);
		}
	};
}
