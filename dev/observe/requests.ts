import { LISTS } from '../../nodes/Geo/operations/lists';
import { REPORTS } from '../../nodes/Geo/operations/reports';
import { FILTERS } from '../../nodes/shared/form/filters';
import type { Json } from '../../sandbox/json';
import type { Judged } from './judge';

/** An endpoint that only reads. */
export interface Endpoint {
	readonly kind: 'list' | 'projects' | 'report' | 'tasks' | 'whoami';
	readonly method: 'GET' | 'POST';
	readonly path: string;
	/** The name under which the records may arrive, and those of their ID, the likeliest first. */
	readonly name: string;
	readonly ids: readonly string[];
	/** The documented metric, or the measure of a report. */
	readonly figures: readonly string[];
	/** The node that reads it, with its resource and operation. */
	readonly read: readonly [node: 'agents' | 'geo', resource: string, operation: string];
}

const POST = { method: 'POST', ids: ['id'], figures: [] } as const;

/** Every endpoint that is read: documented reads alone. */
export const READS: readonly Endpoint[] = [
	{
		...{ ...POST, kind: 'whoami', method: 'GET', name: 'projects' },
		...{ path: '/api/v1/business/whoami', read: ['agents', 'identity', 'whoAmI'] },
	},
	{
		...{ ...POST, kind: 'projects', name: 'projects' },
		...{ path: '/v2/geo/business/projects', read: ['geo', 'project', 'getAll'] },
	},
	{
		...{ ...POST, kind: 'tasks', name: 'tasks', ids: ['id', 'task_id'] },
		...{ path: '/api/v1/business/tasks/query', read: ['agents', 'task', 'query'] },
	},
	...LISTS.map(({ path, value, ids = [], metrics = [] }): Endpoint => ({
		...{ ...POST, kind: 'list', name: path, path: `/v2/geo/business/${path}`, figures: metrics },
		...{ ids: ['id', `${value}_id`, ...ids], read: ['geo', value, 'getAll'] },
	})),
	...REPORTS.map(({ path, value, measures: [measure] }): Endpoint => ({
		...{ ...POST, kind: 'report', name: path, path: `/v2/geo/reports/${path}`, ids: [] },
		...{ figures: measure ? [measure.value] : [], read: ['geo', 'report', value] },
	})),
];

/** One request: what it tries, such as `first` or `filter topics`, and its body. */
export interface Probe {
	readonly endpoint: Endpoint;
	readonly name: string;
	readonly body: Json;
}

const page = (offset: number) => ({ pagination: { limit: 2, offset } });

/** Returns the first request to an endpoint; that for the projects may look for one by its name. */
export function firstProbe(endpoint: Endpoint, project?: string): Probe {
	const search = project === undefined ? {} : { query: project };
	const bodies: Record<Endpoint['kind'], Json> = {
		...{ whoami: {}, projects: { ...search, limit: 2, offset: 0 }, tasks: { view: 'list' } },
		...{ list: page(0), report: { dimensions: ['topic'], measures: endpoint.figures } },
	};
	return { endpoint, name: 'first', body: bodies[endpoint.kind] };
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const days = (from: number, to: number) => ({
	...{ start_date: `${day(from)}T00:00:00Z`, end_date: `${day(to)}T23:59:59Z` },
});

/** The measures that the documentation has in words only, in their likely spellings. */
export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
	performance: ['citation_share', 'visibility_score', 'mentions_count', 'mentions'],
	...{ citations: ['unique_pages', 'unique_domains'], sentiments: [] },
};

/** What a filter looks for, and the list whose first ID it looks for if that has another name. */
const SOUGHT: Readonly<Record<string, unknown>> = {
	...{ branded: true, has_shopping_card: true, intent: 'informational', rank: 1, visibility: 100 },
};
const LISTED: Readonly<Record<string, string>> = { platform: 'models' };

/**
 * Returns the requests that follow the first one.
 *
 * @param firstId gives the field and the value of the ID of the first record of a list
 */
export function furtherProbes(
	endpoint: Endpoint,
	firstId: (name: string) => readonly [field: string, value: unknown],
): Probe[] {
	const { kind, figures, name } = endpoint;
	const { body: first } = firstProbe(endpoint);
	const sortedBy = (field: string) => ({ ...first, order_by: [{ field, order: 'desc' }] });
	const filters = FILTERS.map(({ value: filter }) => {
		const value = SOUGHT[filter] ?? firstId(LISTED[filter] ?? filter)[1];
		const items = [{ operator: typeof value === 'number' ? 'eq' : 'is', value }];
		return [
			`filter ${filter}`,
			{ ...first, filters: { [filter]: { condition: 'AND', items } } },
		] as const;
	});
	const sorts = { sort: sortedBy(firstId(name)[0]), unsorted: sortedBy('no_such_field') };
	const dated = { days: { ...first, dimensions: ['date'], ...days(4, 2) } };
	const metrics = figures.length > 0 && { metrics: figures };
	const bodies: Record<Endpoint['kind'], Readonly<Record<string, Json>>> = {
		...{ whoami: {}, tasks: {}, projects: { second: { limit: 2, offset: 1 } } },
		list: {
			...{ second: { ...page(1), ...metrics, ...days(7, 1) }, beyond: page(1_000_000) },
			...(name === 'prompts' && sorts),
		},
		report: {
			bare: {},
			...(name === 'performance' && { ...dated, ...Object.fromEntries<Json>(filters) }),
		},
	};
	return Object.entries(bodies[kind]).map(([tried, body]) => ({ endpoint, name: tried, body }));
}

/** Returns the requests for measures that are not seen yet, and those that show what an offset and dates change. */
export function lastProbes({ endpoint, heeds, rowsOf }: Judged): Probe[] {
	const { kind, figures, name } = endpoint;
	const { body: first } = firstProbe(endpoint);
	const spellings = kind === 'report' ? (SPELLINGS[name] ?? []) : [];
	const unseen = spellings.filter((one) => !rowsOf('bare').some((row) => one in row));
	const measures = unseen.map((one) => [`measure ${one}`, { ...first, measures: [one] }] as const);
	const isOpen = kind === 'list' && heeds['dates'] === '?' && figures.length > 0;
	const bodies = {
		...(heeds['offset'] === 'refused' && { alone: page(1) }),
		...Object.fromEntries<Json>(measures),
		...(isOpen && { withMetrics: { ...first, metrics: figures } }),
	};
	return Object.entries(bodies).map(([tried, body]) => ({ endpoint, name: tried, body }));
}
