import type { JsonValue } from 'n8n-workflow';
import type { Client } from '../api';
import { ServiceError } from '../errors';
import {
	GEO_PROJECTS,
	MAX_GEO_PAGE_SIZE,
	NO_PROJECTS,
	type Project,
	projectList,
	projectsIn,
	WHOAMI,
} from './projects';
import { readList } from './readList';

/**
 * All projects of the key: those of whoami, or of the GEO API where the key has no Agents API.
 *
 * @throws ServiceError if there is none, or the service sends no list
 */
export async function listProjects(client: Client): Promise<Project[]> {
	const projects = await orFromGeo(
		client,
		async () => projectsIn(projectList(await client.send(WHOAMI))),
		async () => await allOfGeo(client),
	);
	if (projects.length === 0) throw NO_PROJECTS;
	return projects;
}

/** Asks the Agents API, unless the key has GEO only: no base URL for it, or no access to it. */
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

async function allOfGeo(client: Client): Promise<Project[]> {
	const ask = async (limit: number, offset: number): Promise<JsonValue | undefined> =>
		await client.send({ ...GEO_PROJECTS, body: { limit, offset } });
	const { records } = await readList(ask, ['projects'], Infinity, { pageSize: MAX_GEO_PAGE_SIZE });
	return projectsIn({ records });
}
