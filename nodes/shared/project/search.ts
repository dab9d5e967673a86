import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { asNodeError } from '../nodeError';
import { ServiceProblem } from '../problem';
import { createClient, PICKER_SETTINGS, type Client } from '../transport';
import {
	GEO_PROJECTS,
	MOST_GEO_PROJECTS,
	NO_PROJECTS,
	projectChoices,
	projectList,
	WHOAMI,
} from './projects';

/** Gives the projects whose name or id holds the filter, and where the next page starts. */
type Source = (client: Client, filter: string, page?: string) => Promise<INodeListSearchResult>;

/** Whoami lists every project at once; the search happens here. */
const fromWhoami: Source = async (client, filter) => {
	const choices = projectChoices(projectList(await client.send(WHOAMI)));
	const wanted = filter.toLowerCase();
	return {
		results: choices.filter((choice) =>
			[choice.name, choice.value].some((text) => text.toLowerCase().includes(wanted)),
		),
	};
};

/** The GEO API searches and pages by itself (public: `query`, `limit`, `offset`). */
const fromGeo: Source = async (client, filter, page = '0') => {
	const offset = Number(page);
	const body = {
		limit: MOST_GEO_PROJECTS,
		offset,
		...(filter === '' ? {} : { query: filter }),
	};
	const list = projectList(await client.send({ ...GEO_PROJECTS, body }));
	const next = offset + list.records.length;
	const hasMore = list.records.length > 0 && next < (list.total ?? Infinity);
	return {
		results: projectChoices(list),
		paginationToken: hasMore ? String(next) : undefined,
	};
};

/** Whoami, unless this key has GEO only: no base URL for the Agents API, or no access to it. */
const fromEither: Source = async (client, filter, page) => {
	if (page !== undefined || !client.offers('agents')) return await fromGeo(client, filter, page);
	return await fromWhoami(client, filter).catch(async (error: unknown) => {
		if (error instanceof ServiceProblem && error.status === 403)
			return await fromGeo(client, filter);
		throw error;
	});
};

/** The search behind the project picker of the Agents node. */
export const searchAgentsProjects = searchIn(fromWhoami);

/** The search behind the project picker of the GEO node. */
export const searchGeoProjects = searchIn(fromEither);

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
			throw asNodeError(this.getNode(), error);
		}
	};
}
