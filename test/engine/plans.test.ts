import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import fc from 'fast-check';
import { firstOf, record, SERVICES, type Sort, sort, truth } from '../order';
import { samples } from '../samples';
import { EVERYWHERE, type NodeRun, PERFORMANCE, project, useBench } from './harness/fixture';
import { type Asked, pageOf, Reply, useListService } from './harness/listService';
import { placed } from '../../dev/placed';

const bench = useBench();
const list = useListService();

/** What a request asks for. */
interface Wanted {
	readonly project: string;
	/** The first day that it asks for, such as 2026-11-08. */
	readonly day: string;
	/** Whether it is for the period before. */
	readonly isBefore: boolean;
	readonly limit: number;
	readonly offset: number;
}

const WEEK = { dateRange: 'custom', startDate: '2026-11-08', endDate: '2026-11-14' };
const BEFORE = 'the period before (2026-11-01 to 2026-11-07)';
const COMPARED = 'Compared 2026-11-08 to 2026-11-14 with 2026-11-01 to 2026-11-07.';

const PROJECTS = [
	{ id: 'p1', name: 'Tea' },
	{ id: 'p2', name: 'Coffee' },
];

/** The requests for records. */
let wanted: Wanted[] = [];

/** Has the service answer like this, beside its projects. */
function serve(answer: (wanted: Wanted) => unknown, projects: unknown = PROJECTS): void {
	wanted = [];
	list.service.answers = (asked) => {
		if (asked.path.endsWith('/projects')) return projects;
		const one = wantedIn(asked);
		wanted.push(one);
		return answer(one);
	};
}

function wantedIn(asked: Asked): Wanted {
	const { project_id: id, start_date: start } = asked.body;
	const day = textOf(start).slice(0, 10);
	return { project: textOf(id), day, isBefore: day === '2026-11-01', ...pageOf(asked) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const read = async (parameters: INodeParameters, options: IDataObject = {}, onError?: OnError) =>
	await bench.run(
		'geo',
		{
			...{ resource: 'prompt', operation: 'getAll', project: project('p1'), returnAll: true },
			...parameters,
			...placed({ maxRetries: 0, ...options }),
		},
		{ credential: list.service.credential, timezone: 'UTC', onError },
	);

const CONTINUE = 'continueErrorOutput';
const LIMIT = (limit: number) => ({ returnAll: false, limit });
/** Two reads, one for each day. */
const [FIRST_DAY, SECOND_DAY] = ['2026-11-08', '2026-11-09'];
const BY_DAY = {
	...{ dateRange: 'custom', startDate: FIRST_DAY, endDate: SECOND_DAY },
	splitBy: 'day',
};
const REPORT = {
	...{ resource: PERFORMANCE.resource, operation: PERFORMANCE.operation },
	...{ dimensions: ['topic'], measures: [], ...WEEK, compareWith: 'previousPeriod' },
};
const SCORE = { otherMeasures: 'score' };

const ids = (...all: number[]) => all.map((id) => ({ id }));
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const scored = (...scores: number[]) => scores.map((score, n) => ({ topic: `T${n}`, score }));

/** The part of a list that a request asks for. */
const slice = <Row>(rows: readonly Row[], { offset, limit }: Wanted) =>
	rows.slice(offset, offset + limit);

const DOWN = new Reply({ message: 'Down' }, 500);
const REFUSED = new Reply({ message: 'No access' }, 403);

/** What failed items say: what happened, where, and how much was read before that. */
const failuresIn = ({ errorItems }: NodeRun) =>
	errorItems.map(({ json: { error, message } }) => [
		error,
		textOf(message).match(/^(This happened|\d+ record).*$/gm),
	]);

it.each<[dates: IDataObject, isAhead: boolean]>([
	[{ startDate: '2026-01-01', endDate: '2099-01-31' }, true],
	[{ startDate: '2099-01-01' }, true],
	[{ startDate: '2026-01-01' }, false],
	[{ startDate: '2026-01-01', endDate: '={{ $now }}' }, false],
	[{ endDate: "={{ $now.plus(1, 'day') }}" }, true],
])('A Date Range of %j is told if it has days to come', async (dates, isAhead) => {
	serve(() => ({ data: [{ id: 1 }], total: 1 }));
	const { hints } = await read({ dateRange: 'custom', ...dates });
	expect(hints).toEqual(isAhead ? [expect.stringContaining('days that are still to come')] : []);
});

describe('A limit', () => {
	it.each<[unknown, number, string[]]>([
		[{ data: ids(1, 2, 3), total: 9 }, 2, ['2 of 9 records.']],
		[{ data: ids(1, 2, 3) }, 2, ['2 of at least 3 records.']],
		[{ data: ids(1, 2) }, 2, ["There may be more records than 'Limit' allows."]],
		[{ data: ids(1, 2), total: 1 }, 2, ["There may be more records than 'Limit' allows."]],
		[{ data: ids(1, 2), has_more: false }, 2, []],
		[{ data: ids(1, 2), total: 2 }, 5, []],
	])('says of %j, cut to %i: %j', async (body, limit, said) => {
		serve(() => body);
		const { hints } = await read(LIMIT(limit));
		expect(hints).toEqual(said.map((words): unknown => expect.stringContaining(words)));
	});

	it.each<[string, number, number, boolean]>([
		['one', 1, 3, true],
		['both', 3, 3, true],
		['none', 1, 1, false],
	])('is for each slice, and may cut %s of them', async (_what, a, b, isCut) => {
		serve(({ day }) => {
			const count = day === FIRST_DAY ? a : b;
			return { data: numbered(count), total: count };
		});
		const { hints } = await read({ ...LIMIT(2), ...BY_DAY });
		const cut: unknown = expect.stringContaining(`of ${a + b} records`);
		expect(hints.filter((hint) => hint.includes(' of '))).toEqual(isCut ? [cut] : []);
	});
});

const UNSORTED = /^The service may not have put the records in the order asked for/;
const by = (...fields: Sort) => ({
	sort: { by: fields.map(([field, order]) => ({ field, order })) },
});
const BY_N = by(['n', 'desc']);

describe('A list with Sort that its limit cuts', () => {
	const rest = numbered(12);
	const empty = rest.map(() => ({ n: null }));

	it.each<[string, IDataObject[], unknown[], number]>([
		['in order', rest.toReversed(), [11, 10], 1],
		['in another order', rest, [11, 10], 2],
		['in another order in the end', [{ n: 9 }, { n: 8 }, ...rest], [11, 10], 2],
		['with what has no value first', [{ n: null }, ...rest.toReversed()], [11, 10], 2],
		['with only such at first', [...empty, { n: 2 }], [2, null], 2],
		['that lack the field at first', [...rest.map(() => ({ m: 1 })), ...rest], [11, 10], 2],
		['with one value at first', [...rest.map(() => ({ n: 5 })), ...rest], [11, 10], 2],
		['of which there are few', [{ n: 1 }, { n: 2 }, { n: 3 }], [3, 2], 1],
	])('comes in its order where the service sends records %s', async (...given) => {
		const [, all, expected, requests] = given;
		serve((one) => ({ data: slice(all, one), total: all.length }));
		const { rows, hints } = await read(LIMIT(2), { ...BY_N, pageSize: 1000 });
		expect([rows.map(({ n }) => n), wanted.length]).toEqual([expected, requests]);
		expect(hints).toEqual([expect.stringContaining(`2 of ${all.length} records`)]);
	});

	it.each<[string, number, boolean, number, number]>([
		['5,000 records', 5000, true, 2, 6],
		['more than that', 5001, true, 2, 1],
		['more, as turns out then', 5001, false, 2, 6],
		['more, with a limit as high', 5002, false, 5001, 6],
	])('is read whole up to a limit: %s', async (_what, count, hasTotal, limit, requests) => {
		const all = numbered(count);
		serve((one) => ({ data: slice(all, one), ...(hasTotal && { total: count }) }));
		const { rows, hints } = await read(LIMIT(limit), { ...BY_N, pageSize: 1000 });
		const isWhole = count === 5000;
		expect(rows.slice(0, 2).map(({ n }) => n)).toEqual(isWhole ? [4999, 4998] : [0, 1]);
		expect(wanted).toHaveLength(requests);
		expect(hints.some((hint) => UNSORTED.test(hint))).toBe(!isWhole);
	});

	it('keeps rows whose dimension comes under another name on a later page', async () => {
		const all = [{ topic_name: 'a' }, { topic: 'b' }, { topic: 'c' }];
		serve((one) => ({ data: slice(all, one), total: 3 }));
		const { rows } = await read(REPORT, { pageSize: 1 });
		expect(rows.map((row) => row.topic_name ?? row.topic)).toEqual(['a', 'b', 'c']);
	});

	it('is sorted for each project and each part by itself', async () => {
		serve(({ project: id }) => [1, id === 'p1' ? 3 : 4, 2].map((n) => ({ n })));
		const fields = { project: EVERYWHERE, ...BY_DAY };
		const { rows } = await read(fields, BY_N);
		expect(rows.map(({ n }) => n)).toEqual([3, 2, 1, 3, 2, 1, 4, 2, 1, 4, 2, 1]);
	});

	it('is as it came, and says why, where it cannot be read whole', async () => {
		const first = { data: numbered(10), total: 99, warning: 'Old figures' };
		serve(({ limit }) => (limit === 10 ? first : REFUSED));
		const { rows, hints, error } = await read(LIMIT(2), BY_N);
		expect([rows, error]).toEqual([numbered(2), undefined]);
		expect(hints).toContainEqual(expect.stringContaining('Old figures'));
		const why = 'The node tried to read all records to sort them: No access';
		expect(hints).toEqual(expect.arrayContaining([expect.stringMatching(UNSORTED), why]));
	});
});

describe('A list with Where', () => {
	const WHERE = /^Some data may be missing. 'Where' was applied to the first 5,000 records/;

	it.each<[string, INodeParameters, string, number, string[]]>([
		['all', {}, 'n >= 0', 5100, []],
		['enough', LIMIT(2), 'n < 9', 2, ['2 of at least 9 records']],
		['too few', LIMIT(20), 'n < 9', 9, ['There may be more records']],
	])('is searched for %s', async (_what, limit, where, count, said) => {
		const all = numbered(5100);
		serve((one) => ({ data: slice(all, one), total: all.length }));
		const { rows, hints } = await read(limit, { where, pageSize: 1000 });
		expect(rows).toHaveLength(count);
		const hasGap = count === 9 ? [expect.stringMatching(WHERE)] : [];
		const cut = said.map((words): unknown => expect.stringContaining(words));
		expect(hints).toEqual([...hasGap, ...cut]);
	});

	it('fails only for those projects whose records lack a field', async () => {
		serve(({ project: id }) => (id === 'p1' ? ids(1) : [{ id: 2, n: 2 }]));
		const fields = { project: EVERYWHERE };
		const run = await read(fields, { where: 'n > 1' }, CONTINUE);
		expect(run.rows.map(({ id }) => id)).toEqual([2]);
		const error = "No record has a field 'n' that 'Where' could compare";
		expect(failuresIn(run)).toEqual([[error, ['This happened in the project Tea (p1).']]]);
		expect((await read(fields, { where: 'n > 1' })).error?.message).toBe(error);
	});
});

describe('A limit for all projects together', () => {
	const TOGETHER = { limitAppliesTo: 'allProjects' };
	const all = async (limit: number, fields: INodeParameters, options: IDataObject) =>
		await read({ project: EVERYWHERE, ...LIMIT(limit), ...fields }, { ...TOGETHER, ...options });

	it('is one for all slices of them, too', async () => {
		serve(({ day }) => {
			const count = day === FIRST_DAY ? 3 : 4;
			return { data: numbered(count), total: count };
		});
		const { rows, hints } = await all(3, BY_DAY, BY_N);
		expect(rows.map(({ project_id: id, n }) => [id, n])).toEqual([
			...[
				['p1', 3],
				['p2', 3],
				['p1', 2],
			],
		]);
		expect(hints).toContainEqual(expect.stringContaining('3 of 14 records'));
	});

	it('goes by what changed, where the change of a rank is a rise if it gets better', async () => {
		const ranks: Record<string, number[]> = { p1: [5, 4, 3], p2: [2, 9, 8] };
		serve(({ isBefore, project: id }) =>
			(isBefore ? [6, 6, 6] : (ranks[id] ?? [])).map((rank, n) => ({ topic: `T${n}`, rank })),
		);
		const { rows } = await all(5, REPORT, {
			...{ ...TOGETHER, limit: 5, otherMeasures: 'rank', ...by(['rank_change', 'desc']) },
		});
		expect(rows.map(({ rank_change: change }) => change)).toEqual([-4, -3, -2, -1, 2]);
	});

	it.each(Object.entries(SERVICES))('is right where the service %s', async (_what, serviceOf) => {
		const check = async (values: object[][], asked: Sort, limit: number, isOne: boolean) => {
			const sent = values.map((rows, at) =>
				serviceOf(
					rows.map((value, place) => ({ id: 100 * at + place, ...value })),
					asked,
				),
			);
			const projects = sent.map((_, at) => ({ id: `p${at}`, name: `P${at}` }));
			serve((one) => {
				const rows = sent[Number(one.project.slice(1))] ?? [];
				return { data: slice(rows, one), total: rows.length };
			}, projects);
			const options = { ...by(...asked), limitAppliesTo: isOne ? 'allProjects' : 'eachProject' };
			const { rows } = await read({ project: EVERYWHERE, ...LIMIT(limit) }, options);
			const each = sent.flatMap((own) => firstOf(own, asked, limit));
			const first = each.toSorted(truth(asked)).slice(0, limit);
			expect(rows.map(({ id }) => id)).toEqual((isOne ? first : each).map(({ id }) => id));
		};
		const lists = fc.array(fc.array(record, { maxLength: 30 }), { minLength: 1, maxLength: 4 });
		const limits = fc.integer({ min: 1, max: 25 });
		await fc.assert(fc.asyncProperty(lists, sort, limits, fc.boolean(), check), {
			numRuns: samples(20),
		});
	});
});

describe('Slices', () => {
	const SAME =
		'The records are the same for each Day. The service may not be able to return them separately.';

	it.each<[object[], object[], INodeParameters, string[]]>([
		[ids(1), ids(1), {}, [SAME]],
		[ids(1), ids(2), {}, []],
		[ids(1), ids(1, 2), {}, []],
		[[], [], {}, []],
		[[], ids(1), {}, []],
		[numbered(1), numbered(2), LIMIT(1), ['2 of 3 records.']],
	])('with %j and %j, read with %j: %j', async (a, b, fields, said) => {
		serve(({ day }) => ({ data: day === FIRST_DAY ? a : b, has_more: false }));
		const { hints } = await read({ ...BY_DAY, ...fields }, by(['id', 'asc'], ['n', 'asc']));
		const found = hints.filter((hint) => !hint.includes('intended order'));
		expect(found).toEqual(said.map((words): unknown => expect.stringContaining(words)));
	});

	it('that are the same in one of several projects, or were not before, are told apart', async () => {
		serve(({ project: id, day }) => (id === 'p1' ? ids(1) : [{ id: day }]));
		expect((await read({ ...BY_DAY, project: EVERYWHERE })).hints).toContain(SAME);
		serve(({ day }) => [{ topic: 'T', score: day < FIRST_DAY ? 6 : 0 }]);
		const { rows, hints } = await read({ ...REPORT, ...BY_DAY }, SCORE);
		expect(rows.map(({ score_change: change }) => change)).toEqual([-6, 0]);
		expect(hints).not.toContain(SAME);
	});

	it('fail alone where the node goes on, with what was read of them, and say where', async () => {
		serve(({ day, offset }) => (day > FIRST_DAY ? ids(1) : offset > 0 ? DOWN : numbered(100)));
		const run = await read({ ...BY_DAY, project: EVERYWHERE }, {}, CONTINUE);
		expect(run.rows).toHaveLength(2 * 101);
		const where = ['Tea (p1)', 'Coffee (p2)'].map((name) => [
			...['100 records were read before that.', `This happened in the day ${FIRST_DAY}.`],
			`This happened in the project ${name}.`,
		]);
		expect(failuresIn(run)).toEqual(where.map((lines) => ['Down', lines]));
		const message = await read({ ...BY_DAY, output: 'message' }, {}, CONTINUE);
		expect(message.rows[0]?.text).toContain(`Some data of ${FIRST_DAY} could not be read`);
	});
});

describe('A comparison', () => {
	/** Answers of the period, and of the one before. */
	const periods = (now: unknown, before: unknown) => {
		serve(({ isBefore }) => (isBefore ? before : now));
	};

	it('reads both periods whole, and cuts the rows then', async () => {
		const all = scored(...numbered(120).map(({ n }) => n));
		serve((one) => slice(all, one));
		const { rows, hints } = await read(REPORT, { ...SCORE, limit: 2 });
		expect(rows).toMatchObject(scored(0, 1).map((row) => ({ ...row, _status: 'kept' })));
		expect(hints).toContainEqual(expect.stringMatching(/^2 of 120 records\./));
		expect(wanted.every(({ limit }) => limit === 100)).toBe(true);
	});

	it.each([
		['the period', false, [], 'Some data'],
		['the one before', true, [`This happened in ${BEFORE}.`], 'The comparison period'],
	])('leaves the period as it is where only a part of %s was read', async (...given) => {
		const [, isBroken, where, missing] = given;
		const all = scored(...numbered(100).map(({ n }) => n));
		serve(({ isBefore, offset }) => {
			if (offset === 0) return all;
			return isBefore === isBroken ? DOWN : [];
		});
		const run = await read(REPORT, SCORE, CONTINUE);
		expect(run.rows).toEqual(all);
		expect(failuresIn(run)).toEqual([['Down', ['100 records were read before that.', ...where]]]);
		const message = await read({ ...REPORT, output: 'message' }, SCORE, CONTINUE);
		expect(message.rows[0]?.text).toContain(`${missing} could not be read`);
	});

	it('that fails in both periods has the error of the period alone, at once', async () => {
		periods(REFUSED, REFUSED);
		const run = await read(REPORT, SCORE, CONTINUE);
		expect(failuresIn(run)).toEqual([['No access', null]]);
		serve(({ isBefore, offset }) => {
			if (!isBefore) return REFUSED;
			return offset < 2000 ? numbered(100).map(({ n }) => ({ topic: offset + n })) : [];
		});
		expect((await read(REPORT, SCORE)).error?.message).toBe('No access');
		expect(wanted.length).toBeLessThan(10);
	});

	it('sorts by what has changed, or by what is there where nothing is compared', async () => {
		const sorted = { ...SCORE, ...by(['score_change', 'desc'], ['score', 'asc']) };
		const scores = async (before: unknown) => {
			periods(scored(5, 9, 7), before);
			const { rows, hints } = await read(REPORT, sorted, CONTINUE);
			expect(hints.join()).not.toContain('intended order');
			return rows.map(({ score }) => score);
		};
		expect(await scores(scored(1, 1, 1))).toEqual([9, 7, 5]);
		expect(await scores(REFUSED)).toEqual([5, 7, 9]);
	});

	const stateOf = (status: string) => `The service says status: ${status}`;
	const FEW = 'Some data may be missing. The service reports 9 records but returned only 3.';
	const REST =
		" To get the rest, raise 'Page Size' in 'Options' → 'API Details', or use n8n's HTTP Request node with the same credential, and its option 'Pagination'.";
	const ABOUT = ` This is about ${BEFORE}.`;

	it.each<[string, object, object, string[]]>([
		['same words', { status: 'Beta' }, { status: 'Beta' }, [stateOf('Beta')]],
		['other words', {}, { status: 'Alpha' }, [`${stateOf('Alpha')}${ABOUT}`]],
		['records missing', {}, { total: 9 }, [FEW + ABOUT + REST]],
		['records missing from both', { total: 9 }, { total: 9 }, [FEW + REST, FEW + ABOUT + REST]],
	])('says of the period before what is not about both: %s', async (_what, now, before, said) => {
		periods(
			{ data: scored(3, 3, 3), total: 3, has_more: false, ...now },
			{ data: scored(2, 2, 2), total: 3, has_more: false, ...before },
		);
		expect((await read(REPORT, SCORE)).hints).toEqual([...said, COMPARED]);
	});
});

describe('The marks of a record', () => {
	const mark = { project_id: 'p1', project_name: 'Tea' };
	const other = { project_id: 'p2', project_name: 'Coffee' };

	it.each<[string, unknown[], unknown[], INodeParameters, IDataObject[]]>([
		[
			'in front of its own',
			[{ a: 1 }],
			[2, [3]],
			{},
			[
				{ ...mark, a: 1 },
				{ ...other, value: 2 },
				{ ...other, value: [3] },
			],
		],
		[
			'once where it says the same',
			[{ a: 1, project_id: ' p1' }, { project_id: null }],
			[],
			{},
			[{ ...mark, a: 1 }, mark],
		],
		[
			'beside another value, in all records',
			[{ project_id: 'q', a: 1 }],
			[{ project_id: 'p2' }],
			{},
			[
				{ ...mark, project_id_2: 'q', a: 1 },
				{ ...other, project_id_2: 'p2' },
			],
		],
		[
			'beside a name that is taken',
			[{ project_id: { id: 1 }, project_id_2: 2 }],
			[],
			{},
			[{ ...mark, project_id_3: { id: 1 }, project_id_2: 2 }],
		],
		[
			'before its ID in Selected Fields',
			[{ a: 1, id: 2, b: 3 }],
			[],
			{ output: 'selected', outputFields: 'b, project_name' },
			[{ project_id: 'p1', id: 2, b: 3, project_name: 'Tea' }],
		],
		[
			'in Simplified',
			[{ ...Object.fromEntries(numbered(20).map(({ n }) => [`f${n}`, 1])) }],
			[],
			{ output: 'simplified' },
			[{ ...mark, ...Object.fromEntries(numbered(8).map(({ n }) => [`f${n}`, 1])) }],
		],
	])('stand %s', async (_what, p1, p2, fields, expected) => {
		serve(({ project: id }) => (id === 'p1' ? p1 : p2));
		const { rows } = await read({ project: EVERYWHERE, ...fields });
		expect(rows.map((row) => Object.entries(row))).toEqual(expected.map(Object.entries));
	});

	it('say what became of it in place of what it says itself', async () => {
		serve(() => [{ topic: 'T', score: 1, _status: 'a' }]);
		const { rows } = await read(REPORT, SCORE);
		expect(rows).toMatchObject([{ _status: 'kept', _status_2: 'a', topic: 'T' }]);
	});
});

it('A read is sent again where others came after more records than are kept', async () => {
	const long = numbered(100_001);
	serve(({ project: id }) => ({ data: id === 'long' ? long : ids(1), has_more: false }));
	const items = ['a', 'long', 'a', 'b', 'a'].map((id) => ({ id }));
	const parameters = {
		...{ resource: 'prompt', operation: 'getAll', project: project('={{ $json.id }}') },
		...{ returnAll: true, output: 'selected', outputFields: 'id' },
		...placed({ batching: { batch: { batchSize: 1 } } }),
	};
	await bench.run('geo', parameters, { items, credential: list.service.credential });
	expect(wanted.map(({ project: id }) => id)).toEqual(['a', 'long', 'b', 'a']);
});

it('A read is another one for an item with another place of its records', async () => {
	serve(() => ({ a: ids(1), b: ids(2) }));
	const parameters = { resource: 'prompt', operation: 'getAll', project: project('p1') };
	const { rows } = await bench.run(
		'geo',
		{ ...parameters, ...placed({ recordsAt: '={{ $json.at }}' }) },
		{ items: [{ at: 'a' }, { at: 'b' }], credential: list.service.credential },
	);
	expect(rows).toEqual(ids(1, 2));
});

describe('Endpoint → Call', () => {
	const call = async (method: string, fields: INodeParameters = {}) =>
		await bench.run(
			'agents',
			{ resource: 'endpoint', operation: 'call', method, path: 'x', withProject: false, ...fields },
			{ credential: list.service.credential },
		);

	it('gives what comes, also where a call that may change something reports an error', async () => {
		const body = { status: 'failed', error: 'Out of order', done: 7 };
		list.service.answers = () => body;
		expect((await call('POST')).rows).toEqual([body]);
		expect((await call('GET')).error?.message).toContain('Out of order');
	});

	it('takes an empty answer for a success', async () => {
		list.service.answers = () => undefined;
		for (const output of ['records', 'raw']) {
			expect((await call('POST', { output })).rows).toEqual([{ success: true }]);
		}
	});
});
