import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { samples } from '../samples';
import { project, useBench } from './harness/fixture';
import { useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const PROMPTS = { resource: 'prompt', operation: 'getAll', project: project('p'), returnAll: true };

const UNSORTED = /^The service did not return the records in the order of 'Sort'/;

type Sort = ReadonlyArray<readonly [field: string, order: 'asc' | 'desc']>;

const read = async (sort: Sort, more: INodeParameters = {}, options: IDataObject = {}) =>
	await bench.run(
		'geo',
		{
			...{ ...PROMPTS, ...more },
			options: { ...options, sort: { by: sort.map(([field, order]) => ({ field, order })) } },
		},
		{ credential: list.service.credential },
	);

/** What the service has, page by page, in an order of its own. */
const serve = (records: readonly IDataObject[]) => {
	list.service.answers = ({ body: { pagination } }) => {
		const { limit, offset } = pagination as { limit: number; offset: number };
		return { data: records.slice(offset, offset + limit), total: records.length, limit, offset };
	};
};

const prompts = (...values: unknown[]) =>
	values.map((score, place) => ({ id: `p${String(place)}`, score }) as IDataObject);

describe('Sort, where the service ignores it,', () => {
	it.each<[string, unknown[], unknown[]]>([
		['numbers', [2, 10, -1], [10, 2, -1]],
		[
			'numbers beside other texts as they came',
			['1,500', '900', '1,200'],
			['1,500', '900', '1,200'],
		],
		['texts', ['crm', 'Émile', 'CMS', 'zoo'], ['zoo', 'Émile', 'crm', 'CMS']],
	])('puts %s in order, what has no value last', async (_what, values, sorted) => {
		serve(prompts(...values));
		const { rows, hints } = await read([['score', 'desc']]);
		expect(rows.map(({ score }) => score)).toEqual(sorted);
		expect(hints).toEqual([]);
		expect(list.service.bodies[0]?.order_by).toEqual([{ field: 'score', order: 'desc' }]);
	});

	it('names what a limit and a raw response keep from being sorted', async () => {
		serve(prompts(1, 2, 3));
		const limited = await read([['score', 'desc']], { returnAll: false, limit: 2 });
		expect(limited.rows.map(({ score }) => score)).toEqual([1, 2]);
		expect(limited.hints).toContain(
			"The service did not return the records in the order of 'Sort', so a limit may have cut off those that come first. The node sorts them if 'Limit' is high enough for all of them, or with 'Return All', and if 'Output' is not 'Raw Response'.",
		);
		const raw = await read([['score', 'desc']], { output: 'raw' });
		expect(raw.hints).toEqual([expect.stringMatching(UNSORTED)]);
	});

	it.each<[string, unknown[]]>([
		['what has no value first', [null, '', 1, 2, 3]],
		['blanks and hyphens left out', ['ab', 'a c', 'a-d']],
	])('says nothing of the first records of a service that has %s', async (_what, values) => {
		serve([...prompts(...values), ...prompts(0)]);
		const limits = { returnAll: false, limit: values.length };
		const { hints } = await read([['score', 'asc']], limits);
		expect(hints.filter((hint) => UNSORTED.test(hint))).toEqual([]);
	});

	it('names the fields that there are if no record has the one to sort by', async () => {
		serve([
			{ id: 'a', avg_visibility_score: 1, topic: { id: 't', name: 'T' }, answers: [1] },
			{ id: 'b', avg_visibility_score: 2, rank: null },
		]);
		const { rows, hints } = await read([['visibility_score', 'desc']]);
		expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
		expect(hints).toEqual([
			"No record has a field 'visibility_score' to sort by, so the records are in the order of the service. Enter one of these in 'Sort': id, avg_visibility_score, topic.id, topic.name, rank.",
		]);
		expect((await read([['rank', 'asc']])).hints).toEqual([]);
		expect((await read([['answers', 'asc']])).hints).toHaveLength(1);
	});

	it('tells a model so at the top of the answer', async () => {
		serve(prompts(1, 2, 3));
		const notesOf = async (sort: string, limit: number) => {
			const { credential } = list.service;
			const parameters = { ...PROMPTS, returnAll: false, limit, sort };
			const { rows } = await bench.run('geoTool', parameters, { credential });
			return rows.find(({ notes }) => notes !== undefined)?.notes;
		};
		expect(await notesOf('score desc', 2)).toContain(
			"The service did not return the records in the order of 'Sort', so a limit may have cut off those that come first. The node sorts them if 'Limit' is high enough for all of them, or with 'Return All', and if 'Output' is not 'Raw Response'.",
		);
		expect(await notesOf('visibility_score desc', 50)).toEqual([
			"No record has a field 'visibility_score' to sort by, so the records are in the order of the service. Enter one of these in 'Sort': id, score.",
		]);
		expect(await notesOf('score desc', 50)).toBeUndefined();
	});

	it('sorts each project and each part by itself', async () => {
		list.service.answers = ({ path, body: { project_id: id } }) =>
			path.endsWith('/projects')
				? { data: ['x', 'y'].map((name) => ({ id: name, name })) }
				: { data: prompts(1, id === 'x' ? 3 : 4, 2) };
		const days = { ...{ dateRange: 'custom' }, startDate: '2026-11-02', endDate: '2026-11-03' };
		const { rows } = await read(
			[['score', 'desc']],
			{ ...days, project: project(ALL_PROJECTS) },
			{ oneRowPer: 'day' },
		);
		expect(rows.map(({ score }) => score)).toEqual([3, 2, 1, 3, 2, 1, 4, 2, 1, 4, 2, 1]);
	});

	it('sorts what is compared before the limit', async () => {
		const days = { ...{ dateRange: 'custom' }, startDate: '2026-11-02', endDate: '2026-11-03' };
		list.service.answers = ({ body: { start_date: start } }) => ({
			data:
				typeof start === 'string' && start > '2026-11-01T12' ? prompts(1, 3, 9) : prompts(0, 8, 7),
		});
		const compared = { compareWith: 'previousPeriod' };
		const limited = { ...days, returnAll: false, limit: 2 };
		const one = await read([['score', 'desc']], limited, compared);
		expect(one.rows.map(({ score }) => score)).toEqual([9, 3]);
		const other = await read([['score_change', 'asc']], limited, compared);
		expect(other.rows.map(({ score }) => score)).toEqual([3, 1]);
	});
});

/** The truth in a few words: what stands for a value, so that it can be compared. */
const FIELDS: Readonly<Record<string, (value: unknown) => number | string | undefined>> = {
	score: (value) => (typeof value === 'number' ? value : undefined),
	share: (value) => (typeof value === 'string' ? Number(value.replace('%', '')) : undefined),
	name: (value) => (typeof value === 'string' ? value : undefined),
	at: (value) => (typeof value === 'string' ? Date.parse(value) : undefined),
};

function truth(sort: Sort) {
	return (one: IDataObject, other: IDataObject): number => {
		for (const [field, order] of sort) {
			const [a, b] = [one, other].map((row) => FIELDS[field]?.(row[field]));
			if (a === b) continue;
			if (a === undefined) return 1;
			if (b === undefined) return -1;
			return a < b === (order === 'asc') ? -1 : 1;
		}
		return 0;
	};
}

const record = fc.record({
	score: fc.option(fc.integer({ min: -2, max: 2 })),
	share: fc.option(fc.constantFrom('2', '10', '9.5 %')),
	name: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
	at: fc.option(fc.constantFrom('2026-11-02', '2026-11-10', '2025-01-01')),
});

const sort: fc.Arbitrary<Sort> = fc.uniqueArray(
	fc.tuple(
		fc.constantFrom(...Object.keys(FIELDS)),
		fc.constantFrom('asc' as const, 'desc' as const),
	),
	{ minLength: 1, maxLength: 3, selector: ([field]) => field },
);

/** What a service does with the fields that it is asked to sort by. */
const SERVICES: Readonly<Record<string, (sort: Sort) => Sort>> = {
	'sorts by them': (asked) => asked,
	'ignores them': () => [],
	'sorts by another field': () => [['id', 'asc']],
	'turns them around': (asked) =>
		asked.map(([field, order]) => [field, order === 'asc' ? 'desc' : 'asc'] as const),
};

describe.each(Object.entries(SERVICES))('Sort, where the service %s,', (_what, does) => {
	it('is kept for all records, and for the first ones of more it is kept or said not to be', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(record, { minLength: 1, maxLength: 12 }),
				sort,
				fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
				async (values, asked, limit) => {
					const all = values.map((value, place) => ({ id: place, ...value }));
					const sent = all.toSorted(truth(does(asked)));
					serve(sent);
					const limits = limit === undefined ? {} : { returnAll: false, limit };
					const { rows, hints, error } = await read(asked, limits);
					expect(error).toBeUndefined();
					const told = hints.some((hint) => UNSORTED.test(hint));
					// With as many as the limit, the service may have more: its total may be that of the page.
					if (limit === undefined || limit > all.length) {
						expect(rows).toEqual(sent.toSorted(truth(asked)));
						expect(told).toBe(false);
						return;
					}
					const first = sent.slice(0, limit);
					expect(rows).toEqual(first);
					const full = first.filter((row) =>
						asked.every(([field]) => row[field as keyof typeof row] !== null),
					);
					expect(told).toBe(
						full.some((row, place) => place > 0 && truth(asked)(full[place - 1] ?? row, row) > 0),
					);
				},
			),
			{ numRuns: samples(30) },
		);
	});
});
