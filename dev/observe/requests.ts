import { identityOf, LISTS } from '../../nodes/Geo/operations/lists';
import { REPORTS } from '../../nodes/Geo/operations/reports';
import type { Json } from '../../sandbox/json';

/** An endpoint that only reads. */
export interface Endpoint {
	readonly kind: 'list' | 'projects' | 'report' | 'tasks' | 'whoami';
	readonly path: string;
	/** The name under which the records may arrive. */
	readonly name: string;
	/** The node that reads it, with its resource and operation. */
	readonly read: readonly [node: 'agents' | 'geo', resource: string, operation: string];
	/** The likely names of the ID. */
	readonly ids: readonly string[];
	/** The documented metrics of a list, or the documented measure of a report. */
	readonly figures: readonly string[];
}

/** One request, with the name of what it tries, such as `first` or `filter topics`. */
export interface Probe {
	readonly endpoint: Endpoint;
	readonly name: string;
	readonly body: Json;
}

const [AGENTS, GEO] = ['/api/v1/business', '/v2/geo/business'];
const PROJECTS = { name: 'projects', ids: ['id'], figures: [] };
const TASKS = { ...PROJECTS, name: 'tasks' };

/** Every endpoint that is read: documented reads alone. */
export const READS: readonly Endpoint[] = [
	{ ...PROJECTS, kind: 'whoami', path: `${AGENTS}/whoami`, read: ['agents', 'identity', 'whoAmI'] },
	{ ...PROJECTS, kind: 'projects', path: `${GEO}/projects`, read: ['geo', 'project', 'getAll'] },
	{ ...TASKS, kind: 'tasks', path: `${AGENTS}/tasks/query`, read: ['agents', 'task', 'query'] },
	...LISTS.map((list): Endpoint => {
		const { path: name, value, metrics: figures = [] } = list;
		const own = { ids: identityOf(list).idFields, figures };
		return { kind: 'list', path: `${GEO}/${name}`, name, read: ['geo', value, 'getAll'], ...own };
	}),
	...REPORTS.map(({ path: name, value, measures }): Endpoint => {
		const figures = measures.slice(0, 1).map((measure) => measure.value);
		const own = { name, ids: [], figures };
		return {
			...own,
			kind: 'report',
			path: `/v2/geo/reports/${name}`,
			read: ['geo', 'report', value],
		};
	}),
];

export const page = (offset: number) => ({ pagination: { limit: 2, offset } });

/** Returns the body of the first request; that for the projects may look for one by its name. */
export function firstBody({ kind, figures }: Endpoint, project?: string): Json {
	if (kind === 'list') return page(0);
	if (kind === 'report') return { dimensions: ['topic'], measures: figures };
	if (kind === 'tasks') return { view: 'list' };
	return kind === 'whoami' ? {} : { ...(project && { query: project }), limit: 2, offset: 0 };
}
