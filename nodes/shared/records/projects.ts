import type { INodeListSearchItems, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { ServiceError } from '../errors';
import { isObject } from '../json';
import { findList, type FoundList } from './findList';

/** Who am I: needs the key only, no project (spec). Its `projects` each have an `id`. */
export const WHOAMI: ApiRequest = {
	api: 'agents',
	effect: 'read',
	method: 'GET',
	path: '/api/v1/business/whoami',
};

/** The projects of the GEO API, for keys without the Agents API (public). */
export const GEO_PROJECTS: ApiRequest = {
	api: 'geo',
	effect: 'read',
	method: 'POST',
	path: '/v2/geo/business/projects',
};

/** Most projects that the GEO API gives at once (public). */
export const MAX_GEO_PAGE_SIZE = 100;

/** What to say when an answer that should list projects does not. */
export const NO_PROJECT_LIST = new ServiceError(
	'The service sent no list of projects',
	"Use 'Project' → By ID, or see what the service sends with Agents → Identity → Who Am I.",
);

/** What to say when the workspace of the key has no project at all. */
export const NO_PROJECTS = new ServiceError(
	'This API key has no projects',
	'Create a project in the web application, or use the API key of another workspace.',
);

/** A project of the key. Its name is its id where the service gives no other. */
export interface Project {
	readonly id: string;
	readonly name: string;
}

/**
 * The list of projects in an answer.
 *
 * @throws ServiceError if the answer holds no list
 */
export function projectList(body: JsonValue | undefined): FoundList {
	const list = findList(body, ['projects']);
	if (list === undefined) throw NO_PROJECT_LIST;
	return list;
}

/** The projects in a list, each once. An entry without an id cannot be asked for. */
export function projectsIn({ records }: FoundList): Project[] {
	const byId = new Map(records.flatMap(projectOf).map((project) => [project.id, project]));
	return [...byId.values()];
}

/** Projects as choices. Two projects of one name get their ids to tell them apart. */
export function projectChoices(projects: readonly Project[]): INodeListSearchItems[] {
	const seen = new Map<string, number>();
	for (const { name } of projects) seen.set(name, (seen.get(name) ?? 0) + 1);
	return projects.map(({ id, name }) => ({
		name: (seen.get(name) ?? 0) > 1 ? `${name} (${id})` : name,
		value: id,
	}));
}

/** One entry: an object with an id as text or number. */
function projectOf(project: JsonValue): Project[] {
	const { id, name } = isObject(project) ? project : {};
	if (typeof id !== 'string' && typeof id !== 'number') return [];
	const value = String(id).trim();
	const label = typeof name === 'string' ? name.trim() : '';
	return value === '' ? [] : [{ id: value, name: label || value }];
}
