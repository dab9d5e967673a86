import type { IDataObject } from 'n8n-workflow';
import { PROJECTS } from '../../../sandbox';
import { type Bench, pathsOf, project } from './fixture';

/** Where each of the APIs lists the projects. */
export const WHOAMI = '/api/v1/business/whoami';
export const GEO_PROJECTS = '/v2/geo/business/projects';

/** The ID and the name of each project of the agency, in their order. */
export const AGENCY = [
	[PROJECTS.coffee, 'Ember & Oak Coffee'],
	[PROJECTS.outdoor, 'Ridgeline Outfitters'],
	[PROJECTS.saas, 'Taskpilot'],
] as const;

/** Where the API of a node lists the projects. */
export const listOf = (node: string) => (node.startsWith('agents') ? WHOAMI : GEO_PROJECTS);

/** A read of a project that goes by its name. */
export function named(name: unknown) {
	return { resource: 'topic', operation: 'getAll', limit: 1, project: project(name, 'name') };
}

/** The same of the Agents node, which asks Who Am I first. */
export function namedInAgents(name: unknown) {
	return { resource: 'task', operation: 'query', project: project(name, 'name') };
}

/** The requests for projects, and what the service says of them. */
export class ProjectsOf {
	constructor(private readonly bench: Bench) {}

	/** How often the projects were asked for. */
	countOf(list: string): number {
		return pathsOf(this.bench).filter((path) => path === list).length;
	}

	/** The projects that were read from or written to, in the order of the requests. */
	get used(): string[] {
		return this.bench.sandbox.requests.flatMap(({ body, headers }) => {
			const inBody = /"project_id":"([^"]+)"/.exec(JSON.stringify(body ?? ''))?.[1];
			return inBody ?? headers['x-project-id'] ?? [];
		});
	}

	/** What whoami answers from now on. */
	whoamiLists(projects: IDataObject[], others: IDataObject = {}): void {
		const body = { projects, ...others };
		this.always(WHOAMI, 200, body);
	}

	/** What the list of the GEO API answers from now on. */
	geoLists(projects: IDataObject[], others: IDataObject = {}): void {
		this.always(GEO_PROJECTS, 200, { data: projects, ...others });
	}

	/** How a path is answered from now on. */
	always(path: string, status: number, body?: unknown): void {
		const match = { path };
		this.bench.sandbox.faults.order({ kind: 'respond', status, body, times: Infinity, match });
	}
}
