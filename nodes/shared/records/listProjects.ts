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
 * All projects of the API key: from Who Am I, or from the GEO API if the key has GEO only.
 *
 * @throws ServiceError if there is none, or the service sends no list
 */
export async function listProjects(client: Client): Promise<Project[]> {
	const projects = await orFromGeo(
		client,
		async () => projectsIn(projectList(await client.send(WHOAMI))),
		async () => await geoProjects(client),
	);
	if (projects.length === 0) throw NO_PROJECTS;
	return projects;
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

async function geoProjects(client: Client): Promise<Project[]> {
	const request = async (limit: number, offset: number): Promise<JsonValue | undefined> =>
		await client.send({ ...GEO_PROJECTS, body: { limit, offset } });
	return projectsIn(
		await readList(request, ['projects'], Infinity, { pageSize: MAX_GEO_PAGE_SIZE }),
	);
}
