import { FILTERS } from '../../nodes/shared/form/filters';
import type { Json } from '../../sandbox/json';
import type { Judged } from './judge';
import { type Endpoint, firstBody, page } from './requests';

/** Bodies by what they try. */
export type Tries = Readonly<Record<string, Json>>;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const week = () => ({ start_date: `${day(7)}T00:00:00Z`, end_date: `${day(1)}T23:59:59Z` });
const metricsOf = ({ figures }: Endpoint) => (figures.length > 0 ? { metrics: figures } : {});

/** Returns what follows the first request. A list gets metrics and dates along with the offset. */
export function nextTries({ endpoint, answers, id = 'id', list }: Judged): Tries {
	const { kind, name } = endpoint;
	const first = answers.get('first')?.probe.body ?? {};
	const sortedBy = (field: string) => ({ ...first, order_by: [{ field, order: 'desc' }] });
	const dates = name === 'performance' && { dates: { ...first, ...week() } };
	if (kind === 'report') return { bare: {}, ...dates };
	if (kind === 'projects') return { second: { ...first, offset: 1 } };
	if (kind !== 'list' || list === undefined) return {};
	return {
		second: { ...page(1), ...metricsOf(endpoint), ...week() },
		...(list.rows.length > 0 && { beyond: page(1_000_000) }),
		...(name === 'prompts' && { sort: sortedBy(id), unsorted: sortedBy('no_such_field') }),
	};
}

/** Returns offset, dates and metrics one by one, where a list refused them together. */
export function singleTries({ endpoint, heeds }: Judged): Tries {
	const metrics = endpoint.figures.length > 0 && {
		metrics: { ...page(0), ...metricsOf(endpoint) },
	};
	if (endpoint.kind === 'list' && heeds['offset'] === 'refused') {
		return { offset: page(1), dates: { ...page(0), ...week() }, ...metrics };
	}
	// To compare numbers that come only as metrics.
	return { ...(heeds['dates'] === '?' && heeds['metrics'] === 'yes' && metrics) };
}

/** The measures that the documentation has in words only, in their likely spellings. */
export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
	performance: ['citation_share', 'visibility_score', 'mentions_count', 'mentions'],
	citations: ['unique_pages', 'unique_domains'],
};

/** What a filter looks for, unless it looks for the first ID of a list. */
const SOUGHT: Json = {
	branded: true,
	has_shopping_card: true,
	intent: 'informational',
	rank: 1,
	visibility: 100,
};

/**
 * Returns a request for each likely measure that a report has not shown, and for each documented filter.
 *
 * @param firstId returns the ID of the first record of a list
 */
export function reportTries(
	{ endpoint, rowsOf }: Judged,
	firstId: (list: string) => unknown,
): Tries {
	const { kind, name } = endpoint;
	const first = firstBody(endpoint);
	const tries: Record<string, Json> = {};
	const shown = JSON.stringify(rowsOf('bare'));
	const spellings = (kind === 'report' && SPELLINGS[name]) || [];
	for (const measure of spellings.filter((one) => !shown.includes(`"${one}`))) {
		tries[`measure ${measure}`] = { ...first, measures: [measure] };
	}
	for (const { value: filter } of name === 'performance' ? FILTERS : []) {
		const value = SOUGHT[filter] ?? firstId(filter === 'platform' ? 'models' : filter);
		const items = [{ operator: typeof value === 'number' ? 'eq' : 'is', value }];
		tries[`filter ${filter}`] = { ...first, filters: { [filter]: { condition: 'AND', items } } };
	}
	return tries;
}
