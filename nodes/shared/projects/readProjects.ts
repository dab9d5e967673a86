import type { JsonValue } from 'n8n-workflow';
import { isObject, type Notice, noticeAbout, ServiceError } from '../base';
import { LIMIT_AND_OFFSET, type ListSource, type Paging, readList } from '../reading';
import type { ApiName, ApiRequest, Client } from '../api';
import { distinct } from './names';

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

/** For an answer that should list projects and does not. */
export const NO_PROJECT_LIST = new ServiceError(
	'The service returned no list of projects',
	"Choose 'By ID' under 'Project' and enter the ID. Agents → Identity → Who Am I shows what the service sends.",
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
	readonly projects: readonly Project[];
	/** What the user should know about them, such as that some are missing. */
	readonly notices: readonly Notice[];
	/** Why some names and URLs are not known, so that projects may be missing: a gap, or else a note. */
	readonly unknown?: Notice;
}

/** The same with the API that they are from. */
export interface ListedProjects extends ProjectList {
	readonly api: ApiName;
}

/** All that the user should know about projects. */
export function noticesOn({ notices, unknown }: ProjectList): readonly Notice[] {
	return unknown === undefined ? notices : [...notices, unknown];
}

/** Whether projects are missing from a list, by what the service says. */
export function isPart({ notices }: ProjectList): boolean {
	return notices.some(({ kind }) => kind === 'gap' || kind === 'doubt');
}

/**
 * The projects that the API of a node lists. A key that may not list them in the GEO API may do so in
 * the Agents API.
 *
 * @param query as for `readProjects`
 * @throws ServiceError as `readProjects`
 */
export async function listProjects(
	client: Client,
	api: ApiName,
	query = '',
): Promise<ListedProjects> {
	return await readProjects(client, api, query).catch(async (error: unknown) => {
		if (api === 'agents' || !hasNoAccess(error) || !client.offers('agents')) throw error;
		return await readProjects(client, 'agents');
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
 * @throws ServiceError if there is none and none was searched for, or the service sends no list, or
 * fails before its end
 */
export async function readProjects(
	client: Client,
	api: ApiName,
	query = '',
): Promise<ListedProjects> {
	const { request, paging } = SOURCES[api];
	const source: ListSource = {
		send: async (page) => await client.send(page),
		// Who Am I takes no body (spec); what it lists is searched by the caller.
		request: query === '' || api === 'agents' ? request : { ...request, body: { query } },
		expected: { api, names: ['projects'], at: '', kind: 'list' },
		paging,
	};
	const { records, notices: found, error, isNoList } = await readList(source, Infinity);
	if (error !== undefined) throw error;
	if (isNoList === true) throw NO_PROJECT_LIST;
	const entries = records.map(projectOf);
	const projects = distinct(entries.filter((project) => project !== undefined));
	const lost = entries.filter((project) => project === undefined).length;
	if (projects.length === 0 && query === '') {
		const isLacking = isPart({ projects, notices: found });
		const none = noProjects(records.length, isLacking);
		throw found.reduce((error, { message }) => error.with(message), none);
	}
	// The records of this list are not those that the user asks for.
	const notices = found.map((notice) => noticeAbout(notice, 'the list of projects'));
	const message = `The service returned no ID for ${lost} of ${records.length} projects, which are left out.`;
	return { api, projects, notices: lost === 0 ? notices : [...notices, { kind: 'gap', message }] };
}

/** @param count how many entries there are, of which none can be named in a request */
function noProjects(count: number, isLacking: boolean): ServiceError {
	const { advice } = NO_PROJECT_LIST;
	if (count > 0) return new ServiceError('The service returned projects without an ID', advice);
	if (isLacking) return new ServiceError('The service has not listed the projects', advice);
	return new ServiceError(
		'This API key has no projects',
		'Create a project in the web application, or use the API key of another workspace.',
	);
}

/** The project in an entry of the list, if it is an object whose id is a text or number. */
function projectOf(entry: JsonValue): Project | undefined {
	const { id, name, url } = isObject(entry) ? entry : {};
	const value = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (value === '') return undefined;
	return { id: value, name: textOf(name) ?? value, url: textOf(url) };
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}
