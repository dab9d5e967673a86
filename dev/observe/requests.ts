import { keyFieldsOf, LISTS } from '../../nodes/Geo/operations/lists';
import { REPORTS } from '../../nodes/Geo/operations/reports';
import { FILTERS } from '../../nodes/shared/form';
import type { Json } from '../../sandbox/json';
import type { Endpoint, Judged } from './judge';

const [AGENTS, GEO] = ['/api/v1/business', '/v2/geo/business'];
const PROJECTS = { name: 'projects', ids: ['id'], figures: [] };

/** Every endpoint that is read, in this order: documented reads alone. */
export const READS: readonly Endpoint[] = [
	{ ...PROJECTS, kind: 'whoami', api: 'agents', path: `${AGENTS}/whoami` },
	{ ...PROJECTS, kind: 'projects', api: 'geo', path: `${GEO}/projects` },
	{ ...PROJECTS, name: 'tasks', kind: 'tasks', api: 'agents', path: `${AGENTS}/tasks/query` },
	...LISTS.map((list): Endpoint => {
		const { path: name, metrics = [] } = list;
		const figures = metrics.map(({ value }) => value);
		const ids = keyFieldsOf(list).fields.flat();
		return { kind: 'list', api: 'geo', path: `${GEO}/${name}`, name, ids, figures };
	}),
	...REPORTS.map(({ path: name, measures }): Endpoint => {
		const figures = measures.slice(0, 1).map(({ value }) => value);
		return { kind: 'report', api: 'geo', path: `/v2/geo/reports/${name}`, name, ids: [], figures };
	}),
];

/** What a filter looks for, unless that is a number, the first ID of a list or any text. */
const SOUGHT: Json = { branded: true, has_shopping_card: true, intent: 'informational' };

const page = (offset: number) => ({ pagination: { limit: 2, offset } });
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const week = () => ({ start_date: `${day(7)}T00:00:00Z`, end_date: `${day(1)}T23:59:59Z` });

/** Bodies by what they try, such as `first` or `filter topics`. */
type Tries = Readonly<Record<string, Json>>;

/**
 * Returns all that can be tried by now, also what was tried before.
 *
 * @param project the name of a project to look for
 */
export function triesFor(judged: Judged, all: readonly Judged[], project?: string): Tries {
	const { endpoint, answers } = judged;
	const { kind, figures } = endpoint;
	const first: Json = {
		whoami: {},
		projects: { ...(project && { query: project }), limit: 2, offset: 0 },
		tasks: { view: 'list' },
		list: page(0),
		report: { dimensions: ['topic'], measures: figures },
	}[kind];
	const isOpen = [200, 400, 422].includes(Number(answers.get('first')?.answer));
	if (isOpen && kind === 'projects') return { first, offset: { ...first, offset: 1 } };
	if (isOpen && kind === 'list') return { first, ...listTries(judged) };
	if (isOpen && kind === 'report') return { first, bare: {}, ...reportTries(judged, first, all) };
	return { first };
}

function listTries({ endpoint: { name, figures }, heeds, id = 'id', list }: Judged): Tries {
	if (list === undefined) return {};
	const metrics = { metrics: figures };
	const sortedBy = (field: string) => ({ ...page(0), order_by: [{ field, order: 'desc' }] });
	return {
		offset: page(1),
		...(list.rows.length > 0 && { beyond: page(1_000_000) }),
		...(figures.length > 0 && { metrics: { ...page(0), ...metrics } }),
		dates: { ...page(0), ...(heeds['metrics'] === 'yes' && metrics), ...week() },
		...(name === 'prompts' && { sort: sortedBy(id), unsorted: sortedBy('no_such_field') }),
	};
}

/** Tries dates and each documented filter, in one report. */
function reportTries({ endpoint }: Judged, first: Json, all: readonly Judged[]): Tries {
	if (endpoint.name !== 'performance') return {};
	const filters = FILTERS.map(({ value: filter, kind }) => {
		const listName = filter === 'platform' ? 'models' : filter;
		const { id = 'id', list } = all.find((one) => one.endpoint.name === listName) ?? {};
		const text = SOUGHT[filter] ?? list?.rows[0]?.[id] ?? 'observe';
		const items = [{ operator: kind.operator, value: kind.operator === 'eq' ? 1 : text }];
		const body = { ...first, filters: { [filter]: { condition: 'AND', items } } };
		return [`filter ${filter}`, body] as const;
	});
	return { dates: { ...first, ...week() }, ...Object.fromEntries(filters) };
}
