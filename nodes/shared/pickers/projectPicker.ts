import type { INodeListSearchItems } from 'n8n-workflow';
import type { Client } from '../api';
import { ALL_PROJECTS, UNLISTED } from '../form';
import { orFromGeo, projectChoices, type ProjectList, readProjects } from '../projects';
import { listSearch, matching } from './listSearch';
import { pickerClient } from './pickerClient';

/** The most projects in the list; a search by the service finds the others. */
const MOST = 10_000;

/** Gives the projects whose name or ID holds the filter. */
type FindProjects = (client: Client, filter: string) => Promise<INodeListSearchItems[]>;

/** Whoami lists every project at once; the search happens here. */
const fromWhoami: FindProjects = async (client, filter) => {
	const list = await readProjects(client, 'agents');
	return orPart(matching(projectChoices(list.projects), filter), filter, list);
};

/** The GEO API searches by itself (public: `query`). */
const fromGeo: FindProjects = async (client, filter) => {
	const list = await readProjects(client, 'geo', filter, MOST);
	return orPart(projectChoices(list.projects), filter, list);
};

/** Whoami, unless this key has GEO only. */
const fromEither: FindProjects = async (client, filter) =>
	await orFromGeo(
		client,
		async () => await fromWhoami(client, filter),
		async () => await fromGeo(client, filter),
	);

/** The same with all projects as an entry of its own, where nothing is searched for. */
function withAll(find: FindProjects): FindProjects {
	return async (client, filter) => {
		const found = await find(client, filter);
		return filter === '' ? [{ name: 'All Projects', value: ALL_PROJECTS }, ...found] : found;
	};
}

/** What was found, with a last entry where that may not be all. */
function orPart(found: INodeListSearchItems[], filter: string, { remarks }: ProjectList) {
	const isPart = remarks.some(({ kind }) => kind === 'gap');
	if (!isPart) return found;
	// The field shows some 50 characters of an entry.
	const start = found.length === 0 && filter !== '' ? 'No Match. ' : '';
	return [...found, { name: `${start}Project Not Listed? Change to 'By ID'`, value: UNLISTED }];
}

/** The search behind the project picker of the Agents node. */
export const searchAgentsProjects = searchProjects(fromWhoami);

/** The search behind the project picker of the Agents node's reads, and of the Agents Trigger. */
export const searchAgentsProjectsOrAll = searchProjects(withAll(fromWhoami));

/** The search behind the project picker of the GEO node. */
export const searchGeoProjects = searchProjects(fromEither);

/** The search behind the project picker of the GEO node's reads, and of the GEO Trigger. */
export const searchGeoProjectsOrAll = searchProjects(withAll(fromEither));

function searchProjects(find: FindProjects) {
	return listSearch(async (context, typed) => await find(await pickerClient(context), typed));
}
