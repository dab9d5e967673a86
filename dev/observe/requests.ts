import { keyFieldsOf, LISTS } from '../../nodes/Geo/operations/lists';
import { REPORTS } from '../../nodes/Geo/operations/reports';
import { FILTERS } from '../../nodes/shared/form/filters';
import type { Json } from '../../sandbox/json';
import type { Judged } from './judge';
import { type Endpoint, rowsIn } from './seen';

const [AGENTS, GEO] = ['/api/v1/business', '/v2/geo/business'];
const PROJECTS = { name: 'projects', ids: ['id'], figures: [] };
const TASKS = { ...PROJECTS, name: 'tasks' };

/** Every endpoint that is read: documented reads alone. */
export const READS: readonly Endpoint[] = [
	{ ...PROJECTS, kind: 'whoami', path: `${AGENTS}/whoami`, read: ['agents', 'identity', 'whoAmI'] },
	{ ...PROJECTS, kind: 'projects', path: `${GEO}/projects`, read: ['geo', 'project', 'getAll'] },
	{ ...TASKS, kind: 'tasks', path: `${AGENTS}/tasks/query`, read: ['agents', 'task', 'query'] },
	...LISTS.map((list): Endpoint => {
		const { path: name, value, metrics = [] } = list;
		const figures = metrics.map((metric) => metric.value);
		const own = { name, ids: keyFieldsOf(list).fields.flat(), figures };
		return { ...own, kind: 'list', path: `${GEO}/${name}`, read: ['geo', value, 'getAll'] };
	}),
	...REPORTS.map(({ path: name, value, measures }): Endpoint => {
		const figures = measures.slice(0, 1).map((measure) => measure.value);
		const own = { name, ids: [], figures, path: `/v2/geo/reports/${name}` };
		return { ...own, kind: 'report', read: ['geo', 'report', value] };
	}),
];

/** The measures that the documentation has in words only, in their likely spellings. */
export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
	performance: ['citation_share', 'visibility_score', 'mentions_count', 'mentions'],
	citations: ['unique_pages', 'unique_domains'],
};

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
	if (isOpen && kind === 'projects') return { first, second: { ...first, offset: 1 } };
	if (isOpen && kind === 'list') return { first, ...listTries(judged) };
	if (isOpen && kind === 'report') return { first, ...reportTries(judged, first, all) };
	return { first };
}

/** Tries metrics and dates along with the offset, and one by one if the list refuses them together. */
function listTries({ endpoint: { name, figures }, heeds, id = 'id', list }: Judged): Tries {
	if (list === undefined) return {};
	const metrics = figures.length > 0 && { metrics: figures };
	const sortedBy = (field: string) => ({ ...page(0), order_by: [{ field, order: 'desc' }] });
	const areRefused = heeds['offset'] === 'refused';
	// Numbers that come only as metrics are compared with those without dates.
	const lacksNumbers = heeds['dates'] === '?' && heeds['metrics'] === 'yes';
	return {
		second: { ...page(1), ...metrics, ...week() },
		...(list.rows.length > 0 && { beyond: page(1_000_000) }),
		...(name === 'prompts' && { sort: sortedBy(id), unsorted: sortedBy('no_such_field') }),
		...(areRefused && { offset: page(1), dates: { ...page(0), ...week() } }),
		...((areRefused || lacksNumbers) && metrics && { metrics: { ...page(0), ...metrics } }),
	};
}

/** Tries each likely measure that the report has not shown, and each documented filter. */
function reportTries({ endpoint, answers }: Judged, first: Json, all: readonly Judged[]): Tries {
	const tries: Record<string, Json> = { bare: {} };
	const isPerformance = endpoint.name === 'performance';
	if (isPerformance) tries['dates'] = { ...first, ...week() };
	if (!answers.has('bare')) return tries;
	const shown = JSON.stringify(rowsIn(answers.get('bare')));
	const hidden = SPELLINGS[endpoint.name]?.filter((measure) => !shown.includes(`"${measure}`));
	for (const measure of hidden ?? []) {
		tries[`measure ${measure}`] = { ...first, measures: [measure] };
	}
	for (const { value: filter, kind } of isPerformance ? FILTERS : []) {
		const listName = filter === 'platform' ? 'models' : filter;
		const { id = 'id', list } = all.find(({ endpoint }) => endpoint.name === listName) ?? {};
		const text = SOUGHT[filter] ?? list?.rows[0]?.[id] ?? 'observe';
		const items = [{ operator: kind.operator, value: kind.operator === 'eq' ? 1 : text }];
		tries[`filter ${filter}`] = { ...first, filters: { [filter]: { condition: 'AND', items } } };
	}
	return tries;
}
