import type { INodeListSearchItems, JsonValue } from 'n8n-workflow';
import type { Answer, ApiRequest, Client } from '../api';
import { ServiceError } from '../errors';
import { isObject } from '../json';
import { LIMIT_AND_OFFSET } from './paging';
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
	'The service returned no list of projects',
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
	const found = await orFromGeo(
		client,
		async () => readProjects(await client.send(WHOAMI), 'agents'),
		async () => await geoProjects(client),
	);
	const projects = projectsIn(found.records);
	if (projects.length === 0) throw NO_PROJECTS;
	return { projects, remarks: found.remarks };
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

async function geoProjects(client: Client): Promise<ProjectRecords> {
	const source = {
		send: async (request: ApiRequest) => await client.send(request),
		request: { ...GEO_PROJECTS, body: {} },
		look: lookFor('geo'),
		paging: LIMIT_AND_OFFSET,
	};
	const options = { pageSize: MAX_GEO_PAGE_SIZE };
	const { records, remarks, error, isNoList } = await readList(source, Infinity, options);
	if (error !== undefined) throw error;
	if (isNoList === true) throw NO_PROJECT_LIST;
	return { records, remarks };
}

/** A list of projects as it came. */
interface ProjectRecords {
	readonly records: readonly JsonValue[];
	readonly remarks: readonly Remark[];
}

/**
 * The list of projects in an answer, and what the answer says about it.
 *
 * @throws ServiceError if the answer holds no list, or is a refusal
 */
export function readProjects(answer: Answer, api: Look['api']): ProjectRecords & Reading {
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
