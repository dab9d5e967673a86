import type { INodeListSearchItems } from 'n8n-workflow';
import type { ApiName } from '../api';
import { ALL_PROJECTS, UNLISTED } from '../form';
import { isPart, listProjects, type Project } from '../projects';
import { listSearch, matching, pickerClient } from './listSearch';

/** The search behind the project picker of the Agents node. */
export const searchAgentsProjects = searchProjects('agents');

/** The search behind the project picker of the Agents node's reads, and of the Agents Trigger. */
export const searchAgentsProjectsOrAll = searchProjects('agents', ALL_PROJECTS);

/** The search behind the project picker of the GEO node. */
export const searchGeoProjects = searchProjects('geo');

/** The search behind the project picker of the GEO node's reads, and of the GEO Trigger. */
export const searchGeoProjectsOrAll = searchProjects('geo', ALL_PROJECTS);

/**
 * The search in the projects that the API of a node lists. Where nothing is searched for, all projects
 * may come first as an entry of its own; where some may be missing, the last entry says so.
 */
function searchProjects(api: ApiName, all?: string) {
	return listSearch(async (context, typed) => {
		const list = await listProjects(await pickerClient(context), api, typed);
		const choices = projectChoices(list.projects);
		// The GEO API has searched by itself (public: `query`).
		const found = list.api === 'geo' ? choices : matching(choices, typed);
		const first = all === undefined || typed !== '' ? [] : [{ name: 'All Projects', value: all }];
		// The field shows some 50 characters of an entry.
		const start = found.length === 0 && typed !== '' ? 'No Match. ' : '';
		const unlisted = `${start}Project Not Listed? Change to 'By ID'`;
		const last = isPart(list) ? [{ name: unlisted, value: UNLISTED }] : [];
		return [...first, ...found, ...last];
	});
}

/** Projects as entries of a list in the editor. Projects with the same name also show their id. */
export function projectChoices(projects: readonly Project[]): INodeListSearchItems[] {
	const counts = new Map<string, number>();
	for (const { name } of projects) counts.set(name, (counts.get(name) ?? 0) + 1);
	return projects.map(({ id, name }) => ({
		name: (counts.get(name) ?? 0) > 1 ? `${name} (${id})` : name,
		value: id,
	}));
}
