import type { INodeListSearchItems, JsonValue } from 'n8n-workflow';
import type { Answer, ApiRequest, Client } from '../api';
import { ServiceError } from '../errors';
import { isObject } from '../json';
import type { ListResult } from './pagedList';
import { LIMIT_AND_OFFSET, type Paging } from './paging';
import { type Look, readAnswer, type Reading, type Remark } from './readAnswer';
import { readList } from './readList';

/** Needs the API key only, no project. Answers with `projects`, each with an `id` (spec). */
export const WHOAMI: ApiRequest = {
	api: 'agents',
	effect: 'read',
	method: 'GET',
	path: '/api/v1/business/whoami',
};

/** The projects of the GEO API; takes `limit`, `offset` and `query` in the body (public). */
export const GEO_PROJECTS: ApiRequest = {
	api: 'geo',
	effect: 'read',
	method: 'POST',
	path: '/v2/geo/business/projects',
};

/** The most projects that the GEO API sends per page (public). */
export const MAX_GEO_PAGE_SIZE = 100;

/** For an answer that should list projects and does not. */
export const NO_PROJECT_LIST = new ServiceError(
	'The service sent no list of projects',
	"Choose 'By ID' under 'Project' and enter the ID. Agents → Identity → Who Am I shows what the service sends.",
);

/** For an API key whose workspace has no project. */
export const NO_PROJECTS = new ServiceError(
	'This API key has no projects',
	'Create a project in the web application, or use the API key of another workspace.',
);

/** A project of the API key. If the service sends no name, the id is the name. */
export interface Project {
	readonly id: string;
	readonly name: string;
}

/** The projects of an API key. */
export interface ProjectList {
	readonly projects: Project[];
	/** What the user should know about them, such as that some are missing. */
	readonly remarks: readonly Remark[];
}

/**
 * All projects of the API key: from Who Am I, or from the GEO API if the key has GEO only.
 *
 * @throws ServiceError if there is none, or the service sends no list, or only a part of it
 */
export async function listProjects(client: Client): Promise<ProjectList> {
	const { records, remarks } = await orFromGeo(
		client,
		async () => await readAll(client, WHOAMI),
		async () => await readAll(client, { ...GEO_PROJECTS, body: {} }, LIMIT_AND_OFFSET),
	);
	const projects = projectsIn(records);
	if (projects.length === 0) throw NO_PROJECTS;
	const lost = records.filter((record) => projectOf(record).length === 0).length;
	return { projects, remarks: lost === 0 ? remarks : [...remarks, noIdRemark(lost)] };
}

/** Asks the Agents API, or the GEO API if the key has GEO only: no Agents base URL, or no access. */
export async function orFromGeo<Result>(
	client: Client,
	fromAgents: () => Promise<Result>,
	fromGeo: () => Promise<Result>,
): Promise<Result> {
	if (!client.offers('agents')) return await fromGeo();
	return await fromAgents().catch(async (error: unknown) => {
		if (error instanceof ServiceError && error.status === 403) return await fromGeo();
		throw error;
	});
}

async function readAll(client: Client, request: ApiRequest, paging?: Paging): Promise<ListResult> {
	const send = async (page: ApiRequest) => await client.send(page);
	const source = { send, request, look: lookFor(request.api), paging };
	const result = await readList(source, Infinity, { pageSize: MAX_GEO_PAGE_SIZE });
	if (result.error !== undefined) throw result.error;
	if (result.isNoList === true) throw NO_PROJECT_LIST;
	return result;
}

function noIdRemark(count: number): Remark {
	const which = count === 1 ? '1 project is' : `${count} projects are`;
	return {
		kind: 'gap',
		message: `${which} left out, because the service sent no ID for ${count === 1 ? 'it' : 'them'}.`,
	};
}

/**
 * The list of projects in an answer, and what the answer says about it.
 *
 * @throws ServiceError if the answer holds no list, or is a refusal
 */
export function readProjects(
	answer: Answer,
	api: Look['api'],
): Reading & { readonly records: JsonValue[] } {
	const reading = readAnswer(answer, lookFor(api));
	const { records } = reading;
	if (records === undefined) throw NO_PROJECT_LIST;
	return { ...reading, records };
}

function lookFor(api: Look['api']): Look {
	return { api, names: ['projects'], at: '', kind: 'list' };
}

/** The projects in a list, without duplicates. Entries without an id are left out. */
export function projectsIn(records: readonly JsonValue[]): Project[] {
	const byId = new Map(records.flatMap(projectOf).map((project) => [project.id, project]));
	return [...byId.values()];
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

/** The project in an entry of the list, if it is an object whose id is a text or number. */
function projectOf(project: JsonValue): Project[] {
	const { id, name } = isObject(project) ? project : {};
	if (typeof id !== 'string' && typeof id !== 'number') return [];
	const value = String(id).trim();
	const label = typeof name === 'string' ? name.trim() : '';
	return value === '' ? [] : [{ id: value, name: label || value }];
}
