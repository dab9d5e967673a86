import type { INodeListSearchItems, JsonValue } from 'n8n-workflow';
import { forUser, isObject, type Notice, noticeAbout, ServiceError } from '../base';
import { LIMIT_AND_OFFSET, type ListSource, type Paging, readList } from '../reading';
import type { ApiName, ApiRequest, Client } from '../api';

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
const MAX_GEO_PAGE_SIZE = 100;

/** For an answer that should list projects and does not. */
export const NO_PROJECT_LIST = new ServiceError(
	'The service returned no list of projects',
	"Choose 'By ID' under 'Project' and enter the ID. Agents → Identity → Who Am I shows what the service sends.",
);

/** For an API key whose workspace has no project. */
const NO_PROJECTS = new ServiceError(
	'This API key has no projects',
	forUser('create a project in the web application, or use the API key of another workspace'),
);

/** For a list of projects that is empty, and not whole by what the service says. */
const NOT_LISTED = new ServiceError(
	'The service has not listed the projects',
	NO_PROJECT_LIST.advice,
);

/** For projects that cannot be named in a request. */
const NO_IDS = new ServiceError(
	'The service returned projects without an ID',
	NO_PROJECT_LIST.advice,
);

/** A project of the API key. If the service sends no name, the id is the name. */
export interface Project {
	readonly id: string;
	readonly name: string;
	/** The address of its website, if the service sends one (public: GEO API). */
	readonly url?: string;
}

/** The projects of an API key. */
export interface ProjectList {
	readonly projects: Project[];
	/** What the user should know about them, such as that some are missing. */
	readonly remarks: readonly Notice[];
	readonly inDoubt?: Doubt;
}

/** Projects that may belong to a list, which cannot be known. */
export interface Doubt {
	readonly ids: readonly string[];
	/** Why it cannot: a gap, or a note if hardly any later run will know more. */
	readonly remark: Notice;
}

/** The same with the API that they are from. */
export interface ListedProjects extends ProjectList {
	readonly api: ApiName;
}

/** All that the user should know about projects, the doubt included. */
export function remarksOn({ remarks, inDoubt }: ProjectList): readonly Notice[] {
	return inDoubt === undefined ? remarks : [...remarks, inDoubt.remark];
}

/**
 * All projects of the API key: from Who Am I, or from the GEO API if the key has GEO only.
 *
 * @throws ServiceError if there is none, or the service sends no list, or only a part of it
 */
export async function listProjects(client: Client): Promise<ListedProjects> {
	return await orFromGeo(
		client,
		async () => await readProjects(client, 'agents'),
		async () => await readProjects(client, 'geo'),
	);
}

/** Asks the Agents API, or the GEO API if the key has GEO only: no Agents base URL, or no access. */
export async function orFromGeo<Result>(
	client: Client,
	fromAgents: () => Promise<Result>,
	fromGeo: () => Promise<Result>,
): Promise<Result> {
	if (!client.offers('agents')) return await fromGeo();
	return await fromAgents().catch(async (error: unknown) => {
		if (hasNoAccess(error)) return await fromGeo();
		throw error;
	});
}

/** Whether an API has refused a valid key, which then is for the other one (spec). */
export function hasNoAccess(error: unknown): boolean {
	return error instanceof ServiceError && error.status === 403;
}

/** How each of the APIs is asked for its projects. */
const SOURCES: Readonly<Record<ApiName, { request: ApiRequest; paging?: Paging }>> = {
	agents: { request: WHOAMI },
	geo: { request: GEO_PROJECTS, paging: LIMIT_AND_OFFSET },
};

/**
 * The projects that one of the APIs lists.
 *
 * @param query what to search for, which only the GEO API can (public); empty for all
 * @param limit the most projects wanted
 * @throws ServiceError if there is none and none was searched for, or the service sends no list, or
 * fails before its end
 */
export async function readProjects(
	client: Client,
	api: ApiName,
	query = '',
	limit = Infinity,
): Promise<ListedProjects> {
	const { request, paging } = SOURCES[api];
	const source: ListSource = {
		send: async (page) => await client.send(page),
		request: query === '' ? request : { ...request, body: { query } },
		expected: { api, names: ['projects'], at: '', kind: 'list' },
		paging,
	};
	const {
		records,
		notices: remarks,
		error,
		isNoList,
	} = await readList(source, limit, {
		pageSize: MAX_GEO_PAGE_SIZE,
	});
	if (error !== undefined) throw error;
	if (isNoList === true) throw NO_PROJECT_LIST;
	const projects = projectsIn(records);
	if (projects.length === 0 && query === '') throw noProjects(records.length, remarks);
	const lost = records.filter((record) => projectOf(record).length === 0).length;
	// The records of this list are not those that the user asks for.
	const about = remarks.map((remark) => noticeAbout(remark, 'the list of projects'));
	return { api, projects, remarks: lost === 0 ? about : [...about, noIdRemark(lost)] };
}

function noProjects(count: number, remarks: readonly Notice[]): ServiceError {
	const isPart = remarks.some(({ kind }) => kind === 'gap' || kind === 'doubt');
	const none = isPart ? NOT_LISTED : NO_PROJECTS;
	return remarks.reduce((error, { message }) => error.with(message), count === 0 ? none : NO_IDS);
}

function noIdRemark(count: number): Notice {
	const which = count === 1 ? '1 project is' : `${count} projects are`;
	return {
		kind: 'gap',
		message: `${which} left out because the service returned no ID for ${count === 1 ? 'it' : 'them'}.`,
	};
}

/** The projects in a list, without duplicates. Entries without an id are left out. */
function projectsIn(records: readonly JsonValue[]): Project[] {
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
	const { id, name, url } = isObject(project) ? project : {};
	if (typeof id !== 'string' && typeof id !== 'number') return [];
	const value = String(id).trim();
	const address = textOf(url);
	const found = { id: value, name: textOf(name) || value };
	return value === '' ? [] : [address === '' ? found : { ...found, url: address }];
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
