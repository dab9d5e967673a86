import type { INodeListSearchResult } from 'n8n-workflow';
import type { Client } from '../api';
import { DescribedError } from '../errors';
import { ALL_PROJECTS } from '../fields';
import {
	GEO_PROJECTS,
	MAX_GEO_PAGE_SIZE,
	NO_PROJECTS,
	orFromGeo,
	projectChoices,
	projectsIn,
	readProjects,
	WHOAMI,
} from '../records';
import { listSearch, matching } from './listSearch';
import { pickerClient } from './pickerClient';

/** Gives the projects whose name or ID holds the filter, and where the next page starts. */
type FindProjects = (
	client: Client,
	filter: string,
	page?: string,
) => Promise<INodeListSearchResult>;

/** Whoami lists every project at once; the search happens here. */
const fromWhoami: FindProjects = async (client, filter) => {
	const { records, signs } = readProjects(await client.send(WHOAMI), 'agents');
	const results = matching(projectChoices(projectsIn(records)), filter);
	const isPart = signs.hasMore === true || (signs.total ?? 0) > records.length;
	if (results.length === 0 && filter !== '' && isPart) throw partOfProjects(records.length);
	return { results };
};

/** The GEO API searches and pages by itself (public: `query`, `limit`, `offset`). */
const fromGeo: FindProjects = async (client, filter, page = '0') => {
	const offset = Number(page);
	const body = {
		limit: MAX_GEO_PAGE_SIZE,
		offset,
		...(filter === '' ? {} : { query: filter }),
	};
	const { records, signs } = readProjects(await client.send({ ...GEO_PROJECTS, body }), 'geo');
	const next = offset + records.length;
	const { total = Infinity, limit } = signs;
	// A total that equals the page may be that of the page.
	const isOpen = records.length === total && limit !== MAX_GEO_PAGE_SIZE;
	const isMore = signs.hasMore ?? (next < total || isOpen);
	const hasMore = records.length > 0 && isMore;
	return {
		results: projectChoices(projectsIn(records)),
		paginationToken: hasMore ? String(next) : undefined,
	};
};

/** Whoami, unless this key has GEO only. */
const fromEither: FindProjects = async (client, filter, page) => {
	const geo = async () => await fromGeo(client, filter, page);
	return page === undefined
		? await orFromGeo(client, async () => await fromWhoami(client, filter), geo)
		: await geo();
};

/** The same with all projects as an entry of its own, where nothing is searched for. */
const withAll: FindProjects = async (client, filter, page) => {
	const found = await fromEither(client, filter, page);
	const isStart = filter === '' && page === undefined && found.results.length > 0;
	const all = { name: 'All Projects', value: ALL_PROJECTS };
	return isStart ? { ...found, results: [all, ...found.results] } : found;
};

function partOfProjects(count: number): DescribedError {
	return new DescribedError(
		`The service lists only ${count} of the projects, and none of them matches`,
		"Choose 'By ID' under 'Project' and enter the ID.",
	);
}

/** The search behind the project picker of the Agents node. */
export const searchAgentsProjects = searchProjects(fromWhoami);

/** The search behind the project picker of the GEO node. */
export const searchGeoProjects = searchProjects(fromEither);

/** The search behind the project picker of the GEO node's reads. */
export const searchGeoProjectsOrAll = searchProjects(withAll);

function searchProjects(find: FindProjects) {
	return listSearch(async (context, typed, page) => {
		const found = await find(await pickerClient(context), typed, page);
		const hasNone = found.results.length === 0 && typed === '' && page === undefined;
		if (hasNone) throw NO_PROJECTS;
		return found;
	});
}
