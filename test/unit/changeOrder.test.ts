import type { JsonObject } from 'n8n-workflow';
import { sortedByChange } from '../../nodes/shared/compare/changeOrder';
import { figureOf } from '../../nodes/shared/compare/figures';
import type { ChangeOrder } from '../../nodes/shared/compare/types';
import { problemOf } from './thrown';

type Entry = readonly [name: string, row?: JsonObject];

const SCORE: ChangeOrder = { figure: 'score', by: 'change', first: 'rise' };

/** The names of entries in their new order. */
const sorted = (entries: readonly Entry[], order: Partial<ChangeOrder> = {}, names = ['score']) =>
	sortedByChange(
		entries,
		([, row]) => row,
		{ ...SCORE, ...order },
		names.map((name) => figureOf(name, [])),
	).map(([name]) => name);

const changed = (name: string, change: number | string | null, percent: number | null): Entry => [
	name,
	{ score_change: change, score_change_percent: percent },
];

const CHANGES: Entry[] = [
	changed('new', null, null),
	changed('up', 5, 1),
	changed('same', 0, 0),
	changed('down', -9, -50),
	changed('also up', 5, 80),
	changed('text', '7', null),
	['no row'],
	changed('up a little', 1, 20),
];

describe('Compared rows sorted by change', () => {
	it.each<[ChangeOrder['first'], ChangeOrder['by'], string[]]>([
		['rise', 'change', ['up', 'also up', 'up a little', 'same', 'down']],
		['rise', 'percent', ['also up', 'up a little', 'up', 'same', 'down']],
		['fall', 'change', ['down', 'same', 'up a little', 'up', 'also up']],
		['fall', 'percent', ['down', 'same', 'up', 'up a little', 'also up']],
		['move', 'change', ['down', 'up', 'also up', 'up a little', 'same']],
		['move', 'percent', ['also up', 'down', 'up a little', 'up', 'same']],
	])('have each %s first by %s, and those without a change last', (first, by, names) => {
		const others = ['new', 'text', 'no row'];
		expect(sorted(CHANGES, { first, by }, ['other', 'score'])).toEqual([...names, ...others]);
	});

	it.each<[string, ChangeOrder['first'], string[]]>([
		['rank', 'rise', ['better', 'same', 'worse', 'much worse']],
		['avg_rank', 'rise', ['better', 'same', 'worse', 'much worse']],
		['averagePosition', 'fall', ['much worse', 'worse', 'same', 'better']],
		['rank', 'move', ['much worse', 'better', 'worse', 'same']],
		['ranked', 'rise', ['much worse', 'worse', 'same', 'better']],
		['rank_sum', 'rise', ['much worse', 'worse', 'same', 'better']],
	])('by %s have what got better first for each %s', (figure, first, names) => {
		const moved = (name: string, change: number): Entry => [name, { [`${figure}_change`]: change }];
		const entries = [moved('worse', 1), moved('better', -7), moved('much worse', 9)];
		const all = [...entries, moved('same', 0)];
		expect(sorted(all, { figure, first }, [figure])).toEqual(names);
	});

	it.each<[string, Entry[]]>([
		['there are none', []],
		['none has the figure yet', [['a', { score: null }], ['b', { topic: 'B' }], ['c']]],
	])('stay in their order where %s', (_what, entries) => {
		expect(sorted(entries, {}, [])).toEqual(entries.map(([name]) => name));
	});

	it.each<[string, Entry[]]>([
		['a field that no row has', [['a', { topic: 'A' }], ['b']]],
		[
			'a text in one row',
			[
				['a', { score: null }],
				['b', { score: 'high' }],
			],
		],
		['a text in all rows', [['a', { score: 'low' }]]],
	])('cannot be sorted by %s', (_what, entries) => {
		const problem = problemOf(() => sorted(entries, {}, ['mentions', 'rank']));
		expect(problem.message).toBe('No record has a number score to sort by');
		expect(problem.description).toBe(
			"The numbers in the records are: mentions, rank. Enter one of them in 'Sort by Change', or remove it from 'Options'.",
		);
	});

	it('cannot be sorted where there are no numbers', () => {
		const problem = problemOf(() => sorted([['a', { topic: 'A' }]], {}, []));
		expect(problem.description).toBe(
			"The records have no numbers at all. Remove 'Sort by Change' from 'Options', or ask for figures in 'Metrics' or 'Other Measures'.",
		);
	});
});
