import type { JsonObject, JsonValue } from 'n8n-workflow';
import { setTimeout } from 'node:timers/promises';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/reading';
import { Batches, Sequence } from '../../nodes/shared/run/batches';
import { emptyFieldsNotice, readPlan } from '../../nodes/shared/run/steps';
import type { OneProjectPlan, Plan, RequestPlan } from '../../nodes/shared/run/types';
import {
	broken,
	BROKEN,
	COMPARE,
	idIn,
	nameOf,
	NO_ACCESS,
	page,
	paged,
	planOf,
	RAW,
	type Reading,
	readsOf,
	type Reply,
	run,
	slicesPlan,
	told,
} from './plans';
import { rejectionOf } from './thrown';

const read = async (parts: Partial<RequestPlan>, rest: Partial<Reading> | Reply) =>
	await run(planOf(parts), rest);

describe('What a plan of one request gives', () => {
	it('is records in the form that was chosen', async () => {
		const body = { data: [{ a: 1 }], total: 1 };
		const rest = {
			...{ total: 1, isCut: false, isOpen: false, isRanking: false },
			...{ errors: [], notices: [], pages: [] },
		};
		const request = planOf().request;
		expect(await read({}, () => body)).toEqual({
			...{ ...rest, records: [{ a: 1 }], isRaw: false, asked: [request], texts: [] },
		});
		expect(await read({ output: RAW }, () => body)).toEqual({
			...{ ...rest, records: [body], isRaw: true, asked: [request], texts: [] },
		});
	});

	it('looks where the user has said that the list is, and at the names it may have', async () => {
		const body = { a: { b: [1] }, c: [2], d: [3] };
		const values = async (plan: Partial<RequestPlan>) =>
			(await read(plan, () => body)).records.map(({ value }) => value);
		expect(await values({ recordsAt: 'a.b' })).toEqual([1]);
		expect(await values({ names: ['c'] })).toEqual([2]);
		expect(await values({ names: ['d'] })).toEqual([3]);
	});

	it('is one record for a plan of one, whatever is in it', async () => {
		const body = { data: [1, 2] };
		expect((await read({ shape: 'record' }, () => body)).records).toEqual([body]);
	});

	it('asks for pages of the chosen size', async () => {
		const reply: Reply = ({ body }) =>
			JSON.stringify(body).includes('"offset":40') ? [{ id: 40 }] : page().slice(0, 40);
		const { records, asked } = await read(paged, { reply, pageSize: 40 });
		expect(records).toHaveLength(41);
		expect(asked.slice(0, 2).map(({ body }) => body)).toEqual([
			{ limit: 40, offset: 0 },
			{ limit: 40, offset: 40 },
		]);
	});

	it.each<[string, JsonValue, number, Partial<Record<'isCut' | 'isOpen' | 'total', unknown>>]>([
		['a total', { data: [1, 2, 3], total: 9 }, 2, { total: 9, isCut: true, isOpen: false }],
		['no total', [1, 2], 2, { total: 2, isCut: true, isOpen: true }],
		['a total too low', { data: [1, 2], total: 1 }, 5, { total: 2, isCut: false }],
	])('says how many there are, with %s', async (_what, body, limit, expected) => {
		expect(await read({ ...paged, limit }, () => body)).toMatchObject(expected);
	});

	it.each([
		[Infinity, [1, 2, 3], false],
		[2, [1, 2], true],
		[3, [1, 2, 3], false],
	])('has records that are distinct once, up to %d', async (limit, ids, isCut) => {
		const body = [1, 1, 2, 2, 3].map((id) => ({ id }));
		const found = await read({ isDistinct: true, limit }, () => body);
		expect(found).toMatchObject({ records: ids.map((id) => ({ id })), total: 3, isCut });
		expect(found.isOpen).toBe(false);
	});

	const sort = [{ field: 'n', order: 'desc' as const }];
	const numbers = [1, 3, 2].map((n) => ({ n }));

	it.each<[string, Partial<RequestPlan>, number[]]>([
		['all of them', { sort }, [3, 2, 1]],
		['all of them before the limit', { sort, limit: 2 }, [3, 2]],
		['nothing without a Sort', {}, [1, 3, 2]],
	])('sorts %s', async (_what, parts, expected) => {
		const { records } = await read(parts, () => ({ data: numbers, total: 3 }));
		expect(records.map(({ n }) => n)).toEqual(expected);
	});

	it('says what Sort cannot do', async () => {
		const { texts } = await read({ sort: [{ field: 'x', order: 'asc' }] }, () => numbers);
		expect(texts).toEqual([expect.stringContaining("'x'")]);
		const raw = await read({ sort, output: RAW }, () => numbers);
		expect(raw.records).toEqual([{ data: numbers }]);
	});
});

describe('An empty answer', () => {
	it('is a success where anything may come back', async () => {
		expect((await read({ shape: 'any' }, () => undefined)).records).toEqual([{ success: true }]);
		const raw = await read({ shape: 'any', output: RAW }, () => undefined);
		expect(raw.records).toEqual([{ success: true }]);
	});

	it.each<[string, Partial<RequestPlan>]>([
		['a list', { shape: 'list' }],
		['pages', { shape: 'any', paging: LIMIT_AND_OFFSET }],
	])('is an error where the plan is to read %s', async (_what, plan) => {
		const problem = await rejectionOf(read(plan, () => undefined));
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.message).toBe('The GEO API returned an empty response');
		expect(problem.description).toBe(
			"Run the workflow again. If this keeps happening, check 'GEO API Base URL' in the credential.",
		);
		const agents = run(planOf(plan, { api: 'agents' }), () => undefined);
		expect((await rejectionOf(agents)).message).toBe('The Agents API returned an empty response');
	});

	it.each(['once', 'repeatable'] as const)(
		'of a call that may change something (%s) is no reason to make it again',
		async (effect) => {
			const plan = planOf({ shape: 'record' }, { effect });
			const problem = await rejectionOf(run(plan, () => undefined));
			expect(problem.description).toBe(
				'The call may have been carried out all the same. Check that before you make it again.',
			);
		},
	);
});

describe('An answer without a list', () => {
	const noList = new DescribedError('No list came', 'Say where it is.');

	it('is what the plan says, if one record makes no sense', async () => {
		expect((await rejectionOf(read({ noList }, () => ({ a: 1 })))).message).toBe('No list came');
		expect((await read({ noList }, () => [{ a: 1 }])).records).toEqual([{ a: 1 }]);
	});

	it('is what a call gave that reports an error, and the failure of a read', async () => {
		const body = { status: 'failed', error: 'Out of order', done: 7 };
		const call = planOf({ shape: 'any' }, { effect: 'once' });
		expect((await run(call, () => body)).records).toEqual([body]);
		const failed = await rejectionOf(read({ shape: 'any' }, () => body));
		expect(failed.message).toContain('Out of order');
	});
});

describe('The same read', () => {
	it('is sent once, and every item gets records of its own', async () => {
		const { reads, asked } = readsOf({ reply: () => [{ a: { b: 1 } }] });
		const [one, other] = await Promise.all([readPlan(planOf(), reads), readPlan(planOf(), reads)]);
		expect(asked).toHaveLength(1);
		expect(one).toEqual(other);
		expect(one.records[0]?.a).not.toBe(other.records[0]?.a);
		await readPlan(planOf({ limit: 5 }), reads);
		expect(asked).toHaveLength(2);
	});

	it('is sent once also where it fails', async () => {
		const { reads, asked } = readsOf({ reply: () => NO_ACCESS });
		for (const each of [readPlan(planOf(), reads), readPlan(planOf(), reads)]) {
			expect((await rejectionOf(each)).message).toBe('No access');
		}
		expect(asked).toHaveLength(1);
	});

	it.each<[string, Partial<Reading>, Plan]>([
		['if reads are not to be reused', { reuse: false }, planOf()],
		['if it changes something', {}, planOf({}, { effect: 'once' })],
	])('is sent each time %s', async (_what, given, plan) => {
		const { reads, asked } = readsOf(given);
		await readPlan(plan, reads);
		await readPlan(plan, reads);
		expect(asked).toHaveLength(2);
	});

	it.each<[string, Partial<RequestPlan>]>([
		['another shape', { shape: 'record' }],
		['other names', { names: ['topics'] }],
		['another place', { recordsAt: 'data' }],
		['other pages', paged],
	])('is another one with %s', async (_what, parts) => {
		const { reads, asked } = readsOf({ reply: () => ({ data: [{ a: 1 }] }) });
		await readPlan(planOf(), reads);
		await readPlan(planOf(parts), reads);
		expect(asked.length).toBeGreaterThan(1);
	});

	it('is sent again where another list came after more records than are kept', async () => {
		const lists = [page(), Array.from({ length: 99_901 }, (_, id) => id), [1]];
		const { reads, asked } = readsOf({ reply: ({ path }) => lists[Number(path)] });
		const readAll = async (...paths: string[]) => {
			asked.length = 0;
			for (const path of paths) await readPlan(planOf({}, { path }), reads);
			return asked.map(({ path }) => path);
		};
		expect(await readAll('0', '1', '0', '1')).toEqual(['0', '1']);
		expect(await readAll('2', '0', '0', '2')).toEqual(['2', '0']);
	});
});

describe('Missing records', () => {
	const MISSING = 'The service reports 9 records but returned only 1.';
	const reply = () => ({ data: [{ id: 1 }], total: 9 });

	it('are told', async () => {
		const { texts, missing } = await read({}, reply);
		expect([texts, missing]).toEqual([[`Some data may be missing. ${MISSING}`], 'records']);
	});

	it('may be so where the list changed', async () => {
		const moving: Reply = ({ body }) =>
			JSON.stringify(body).includes('"offset":0') ? page() : page(99).slice(0, 5);
		const { notices, missing } = await read(paged, moving);
		expect(missing).toBeUndefined();
		expect(notices[0]).toMatchObject({ kind: 'doubt', audience: 'reader' });
	});
});

/** The same plan for each project. */
const everywhere = (planFor: (id: string) => OneProjectPlan): Plan => ({
	...{ projects: { by: 'all' }, api: 'agents', effect: 'read', forProject: planFor },
});

const perProject = (parts: Partial<RequestPlan> = {}) =>
	everywhere((id) => planOf(parts, { body: { id } }));

const TEA = { project_id: 'p1', project_name: 'Tea' };
const COFFEE = { project_id: 'p2', project_name: 'Coffee' };

describe('What a plan for projects gives', () => {
	it('gives the records of all, each with its project', async () => {
		expect(await run(perProject())).toMatchObject({
			records: [
				{ ...TEA, of: 'p1' },
				{ ...COFFEE, of: 'p2' },
			],
			...{ total: 2, isCut: false, isRaw: false, errors: [], notices: [] },
		});
	});

	it('sends a read once where projects have the same, and marks it for each', async () => {
		const { records, asked } = await run(everywhere(() => planOf()));
		expect(asked).toHaveLength(1);
		expect(records).toEqual([
			{ ...TEA, of: null },
			{ ...COFFEE, of: null },
		]);
	});

	it('says that projects may be missing if the list of them is not whole', async () => {
		const projects = { projects: [{ id: 'p1', name: 'Tea' }], total: 5 };
		const { missing, notices } = await run(perProject(), { projects });
		expect(missing).toBe('projects');
		expect(notices).toEqual([
			{
				kind: 'gap',
				message: 'Some projects may be missing.',
				details: expect.stringContaining('The service reports 5 records'),
				audience: 'reader',
			},
		]);
	});

	const ofFirst = (first: JsonValue, second: JsonValue): Reply => {
		return (request) => (idIn(request) === 'p1' ? first : second);
	};

	it.each([
		['cut both', [1, 2], [4, 5], { total: 4, isCut: true, isOpen: true }],
		[
			'cut one whose total is known, and one whose total is not',
			{ data: [1, 2], total: 9 },
			[4, 5],
			{ total: 11, isCut: true, isOpen: true },
		],
		[
			'cut those whose totals are known',
			{ data: [1, 2], total: 9 },
			{ data: [4], total: 1 },
			{ total: 10, isCut: true, isOpen: false },
		],
	])('says how many records there are where the limit has %s', async (...given) => {
		const [, first, second, expected] = given;
		const plan = perProject({ ...paged, limit: 2 });
		expect(await run(plan, ofFirst(first, second))).toMatchObject(expected);
	});

	it('goes on where one of them fails, if the node is set to', async () => {
		const reply: Reply = (request) => (idIn(request) === 'p1' ? NO_ACCESS : [{ a: 1 }]);
		const { records, total, errors } = await run(perProject(), { reply, continues: true });
		expect([records, total]).toEqual([[{ ...COFFEE, a: 1 }], 1]);
		const description = 'Use another key.\nThis happened in the project Tea (p1).';
		expect(told(errors)).toEqual([['No access', description, 'Tea']]);
		const failure = await rejectionOf(run(perProject(), reply));
		expect(failure.description).toBe(description);
	});

	it('gives the error of a list that breaks off with its project', async () => {
		const plan = everywhere((id) => planOf(paged, { path: `/${id}` }));
		const { records, errors } = await run(plan, { reply: broken, continues: true });
		expect(records).toHaveLength(200);
		expect(told(errors)).toEqual([
			['Down', `${BROKEN}\nThis happened in the project Tea (p1).`, 'Some data of Tea'],
			['Down', `${BROKEN}\nThis happened in the project Coffee (p2).`, 'Some data of Coffee'],
		]);
	});

	const SAME =
		'The service returned the same records for all projects, so it may not be able to return them separately.';

	it.each<[string, Partial<Reading>, Partial<RequestPlan>, string[]]>([
		['all gave the same', { reply: () => [1, 2] }, {}, [SAME]],
		['the last one gave others', { reply: (request) => [1, idIn(request) ?? null] }, {}, []],
		['the last one gave more', { reply: ofFirst([1, 2], [1, 2, 3]) }, {}, []],
		['all gave a single one', { reply: () => [1] }, {}, []],
		['none gave any', { reply: () => [] }, {}, []],
		['they may be the same', { reply: () => [1, 2] }, { isShared: true }, []],
		['there is one', { reply: () => [1, 2], projects: [{ id: 'p1', name: 'Tea' }] }, {}, []],
		[
			'only one could be read',
			{ reply: (request) => (idIn(request) === 'p1' ? NO_ACCESS : [1, 2]), continues: true },
			{},
			[],
		],
	])('gives a hint at the same records, or none, where %s', async (_what, given, parts, hints) => {
		expect((await run(perProject(parts), given)).texts).toEqual(hints);
	});

	it('gives the same hint where each is read in slices', async () => {
		const slices = (isShared: boolean) => everywhere(() => slicesPlan({ isShared }));
		expect((await run(slices(false), () => [1])).texts).toContain(SAME);
		expect((await run(slices(true), () => [1])).texts).not.toContain(SAME);
	});

	it('names each project in which records are missing', async () => {
		const { texts } = await run(perProject(), () => ({ data: [{ id: 1 }], total: 9 }));
		expect(texts).toEqual(
			['Tea', 'Coffee'].map(
				(name) =>
					`Some data of ${name} may be missing. The service reports 9 records but returned only 1.`,
			),
		);
	});
});

describe('What a plan in slices gives', () => {
	const perEntry = (replies: Record<string, JsonValue | Error>): Reply => {
		return (request) => replies[nameOf(idIn(request))];
	};

	it('gives the records of all, each marked, in their order', async () => {
		const { records, total } = await run(
			slicesPlan(),
			perEntry({ A: [{ id: 1 }, 'text'], B: [2] }),
		);
		expect(JSON.stringify(records)).toBe(
			'[{"topic":"A","id":1},{"topic":"A","value":"text"},{"topic":"B","value":2}]',
		);
		expect(total).toBe(3);
	});

	it.each([
		[[1, 3], { total: 4, isCut: true }],
		[[3, 3], { total: 6, isCut: true }],
		[[1, 1], { total: 2, isCut: false }],
	])('with %j records and a limit of 2 is cut where one of them is', async (counts, expected) => {
		const [a = 0, b = 0] = counts;
		const list = (count: number) => ({ data: page().slice(0, count), total: count });
		const found = await run(slicesPlan({ limit: 2 }), perEntry({ A: list(a), B: list(b) }));
		expect(found).toMatchObject({ ...expected, isOpen: false });
	});

	it('goes on where one of them fails, if the others are to', async () => {
		const reply = perEntry({ A: NO_ACCESS, B: [{ a: 1 }] });
		const { records, errors, texts } = await run(slicesPlan(), { reply, continues: true });
		const description = "Use another key.\nThis happened in 'One Row Per' Topic: A.";
		expect([records, texts]).toEqual([[{ topic: 'B', a: 1 }], []]);
		expect(told(errors)).toEqual([['No access', description, 'A']]);
		expect((await rejectionOf(run(slicesPlan(), reply))).description).toBe(description);
	});

	it('names slice and project of an error', async () => {
		const plan = everywhere((id) => slicesPlan({ ...paged, names: [id] }));
		const { errors } = await run(plan, { reply: broken, continues: true });
		expect(told(errors)[0]).toEqual([
			'Down',
			`${BROKEN}\nThis happened in 'One Row Per' Topic: A.\nThis happened in the project Tea (p1).`,
			'Some data of A of Tea',
		]);
	});

	const SAME_PER_TOPIC =
		'One Row Per Topic: The service returned the same records for each of them, so it may not be able to return them separately.';

	it.each<[string, JsonValue, JsonValue, boolean]>([
		['the same records', [{ id: 1 }], [{ id: 1 }], true],
		['others', [{ id: 1 }], [{ id: 2 }], false],
		['more records', [{ id: 1 }], [{ id: 1 }, { id: 2 }], false],
		['no records', [], [], false],
		['no records in the first', [], [{ id: 1 }], false],
		['no records but in the first', [{ id: 1 }], [], false],
	])('says that the service may not tell them apart where they have %s', async (...given) => {
		const [, a, b, isSame] = given;
		const { texts } = await run(slicesPlan(), perEntry({ A: a, B: b }));
		expect(texts).toEqual(isSame ? [SAME_PER_TOPIC] : []);
	});

	it('says so of one of several projects', async () => {
		const plan = everywhere((id) => slicesPlan({ names: [id], isShared: true }));
		const reply: Reply = (request) => ({ p1: [1], p2: [idIn(request) ?? null] });
		expect((await run(plan, reply)).texts).toContain(SAME_PER_TOPIC);
	});

	it('compares each with its own period before', async () => {
		const plan = slicesPlan({ compare: COMPARE });
		const reply: Reply = ({ body }) => {
			const text = JSON.stringify(body);
			return [{ topic: 'x', score: (text.includes('A') ? 10 : 20) - Number(text.includes('end')) }];
		};
		expect((await run(plan, reply)).records).toMatchObject([
			{ topic_2: 'A', _status: 'same', score: 10, score_previous: 9 },
			{ topic_2: 'B', _status: 'same', score: 20, score_previous: 19 },
		]);
	});

	it('reads a period once that is before one slice and in another', async () => {
		const day = (at: number) => {
			const compare = { ...COMPARE, body: { day: at - 1 } };
			const plan = planOf({ compare }, { body: { day: at } });
			return { name: String(at), mark: { day: at }, plan };
		};
		const slicesOf = () => [1, 2, 3].map(day);
		const reply: Reply = ({ body }) => [
			{ topic: 'x', score: Number(/\d/.exec(JSON.stringify(body))) },
		];
		const { records, asked } = await run(slicesPlan({}, { slicesOf }), reply);
		expect(asked).toHaveLength(4);
		expect(records).toMatchObject(
			[1, 2, 3].map((score) => ({ day: score, score, score_previous: score - 1 })),
		);
	});
});

const COMPARED = 'Compared the time with x to y.';

describe('What a plan to compare gives', () => {
	const rowsOf = (score: number) => ['A', 'B', 'C'].map((topic) => ({ topic, score }));
	const reply: Reply = ({ body }) => rowsOf(JSON.stringify(body).includes('before') ? 2 : 3);
	const compare = COMPARE;
	const plan = (parts: Partial<RequestPlan> = {}) =>
		planOf({ compare, ...parts }, { body: { start: 'x', end: 'now' } });

	it('reads both periods whole, and cuts the rows then', async () => {
		const added = { score_previous: 2, score_change: 1, score_change_percent: 50 };
		expect(await run(plan({ limit: 2 }), reply)).toMatchObject({
			records: ['A', 'B'].map((topic) => ({ _status: 'same', topic, score: 3, ...added })),
			...{ total: 3, isCut: true, isOpen: false, texts: [COMPARED] },
		});
		const whole = await run(plan({ limit: 3 }), reply);
		expect(whole).toMatchObject({ records: [{}, {}, {}], total: 3, isCut: false });
	});

	it('says how rows were compared', async () => {
		const { texts } = await run(plan(), () => [{ topic: 'A', score: 'high' }]);
		expect(texts).toEqual([
			'Compare With: No row has a number in score, so there is no change to show.',
			COMPARED,
		]);
	});

	const failing =
		(period: string): Reply =>
		({ body }) => {
			const text = JSON.stringify(body);
			if (text.includes('"offset":0')) return page().map(({ id }) => ({ topic: id, score: 1 }));
			return text.includes(period) ? new ServiceError('Down', 'Wait.', 500) : [];
		};

	it.each([
		['the period', 'now', '', 'Some data'],
		[
			'the period before',
			'before',
			'\nThis happened in the time before (x to y).',
			'The comparison period',
		],
	])('gives the period as it is where only a part of %s was read', async (...given) => {
		const [, period, where, missing] = given;
		const parts = { ...paged, limit: 99 };
		const found = await run(plan(parts), { reply: failing(period), continues: true });
		expect(found).toMatchObject({ total: 100, isCut: true });
		expect(found.records).toEqual(
			page()
				.slice(0, 99)
				.map(({ id }) => ({ topic: id, score: 1 })),
		);
		expect(told(found.errors)).toEqual([['Down', BROKEN + where, missing]]);
	});

	it('gives the error of the period alone where both fail', async () => {
		const { errors } = await run(plan(), { reply: () => NO_ACCESS, continues: true });
		expect(told(errors)).toEqual([['No access', 'Use another key.', 'Some data']]);
	});

	it('is in the order of the changes, or in that of Sort where nothing is compared', async () => {
		const scores: Record<string, number[]> = { before: [1, 1, 1], now: [5, 9, 7] };
		const answer: Reply = ({ body }) =>
			(scores[JSON.stringify(body).includes('before') ? 'before' : 'now'] ?? []).map(
				(score, at) => ({ topic: at, score }),
			);
		const order = [{ field: 'score_change', order: 'desc' as const }];
		const sort = [{ field: 'score', order: 'asc' as const }];
		const scoresOf = async (found: Promise<{ records: readonly JsonObject[] }>) =>
			(await found).records.map(({ score }) => score);
		const changes = plan({ compare: { ...compare, sort: order }, sort });
		expect(await scoresOf(run(changes, answer))).toEqual([9, 7, 5]);
		expect(await scoresOf(run(plan({ compare: { ...compare, sort }, sort }), answer))).toEqual([
			5, 7, 9,
		]);
		const reply: Reply = (request) =>
			JSON.stringify(request.body).includes('before') ? NO_ACCESS : answer(request);
		expect(await scoresOf(run(changes, { reply, continues: true }))).toEqual([5, 7, 9]);
	});

	it('says which hints are about the period before, unless they are about both', async () => {
		const answer =
			(total: number, words: string): Reply =>
			({ body }) => {
				const isBefore = JSON.stringify(body).includes('before');
				const rows = rowsOf(isBefore ? 2 : 3);
				return { data: rows, total: isBefore ? total : 3, warning: isBefore ? words : 'Beta' };
			};
		const BETA = 'The service returned records and says: Beta';
		const both = await run(plan(), answer(9, 'Beta'));
		expect(both.missing).toBe('records');
		expect(both.texts).toEqual([
			BETA,
			'Some data may be missing. The service reports 9 records but returned only 3. This is about the time before (x to y).',
			COMPARED,
		]);
		expect((await run(plan(), answer(3, 'Alpha'))).texts).toEqual([
			BETA,
			'The service returned records and says: Alpha This is about the time before (x to y).',
			COMPARED,
		]);
	});

	it('says of each period that records are missing, also in the same words', async () => {
		const { texts } = await run(plan(), ({ body }) => {
			return { data: rowsOf(JSON.stringify(body).includes('before') ? 2 : 3), total: 9 };
		});
		const MISSING = 'The service reports 9 records but returned only 3.';
		expect(texts).toEqual([
			`Some data may be missing. ${MISSING}`,
			`Some data may be missing. ${MISSING} This is about the time before (x to y).`,
			COMPARED,
		]);
	});
});

describe('Batches', () => {
	/** Starts five items in batches of two and notes the waits between them. */
	async function starts(interval: number): Promise<string[]> {
		const events: string[] = [];
		const batches = new Batches(2, interval, async (ms) => {
			events.push(ms > interval / 2 ? 'wait' : `wait ${ms}`);
			await setTimeout(ms);
		});
		const start = async (index: number) => {
			await batches.turnOf(index);
			events.push(String(index));
		};
		await Promise.all([0, 1, 2, 3, 4].map(start));
		return events;
	}

	it('wait before every batch but the first', async () => {
		expect(await starts(200)).toEqual(['wait', '0', '1', 'wait', '2', '3', '4']);
	});

	it('wait no longer if the clock of the machine is set back', async () => {
		let now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now -= 3_600_000));
		const waits: number[] = [];
		const batches = new Batches(1, 100, async (ms) => {
			waits.push(ms);
			await setTimeout(1);
		});
		try {
			await Promise.all([0, 1, 2].map(async (index) => await batches.turnOf(index)));
		} finally {
			clock.mockRestore();
		}
		expect(waits).toHaveLength(2);
		for (const ms of waits) expect(ms).toBeLessThanOrEqual(100);
	});

	it('do not wait without an interval', async () => {
		expect(await starts(0)).toEqual(['0', '1', '2', '3', '4']);
	});
});

describe('Sequence', () => {
	it('runs one task after the other, in order', async () => {
		const sequence = new Sequence();
		const events: string[] = [];
		const task = (name: string, ms: number) => async () => {
			events.push(`${name} starts`);
			await setTimeout(ms);
			events.push(`${name} ends`);
			return name;
		};
		const results = await Promise.all([
			sequence.run(task('slow', 20)),
			sequence.run(task('quick', 1)),
			sequence.run(() => 'at once'),
		]);
		expect(results).toEqual(['slow', 'quick', 'at once']);
		expect(events).toEqual(['slow starts', 'slow ends', 'quick starts', 'quick ends']);
	});

	it('runs nothing after a failure, and throws it again', async () => {
		const sequence = new Sequence();
		let count = 0;
		const first = sequence.run(async () => await Promise.reject(new Error('the first')));
		const second = sequence.run(() => (count += 1));
		await expect(first).rejects.toThrow('the first');
		await expect(second).rejects.toThrow('the first');
		expect(count).toBe(0);
	});
});

describe('Fields that were selected', () => {
	const words = (names: string) => `No record has a value in ${names}.`;

	it.each<[string, JsonObject[], string | undefined]>([
		['empty in all records', [{ a: null }, {}], "'a', 'b'"],
		['empty in all but one', [{ a: null, b: 1 }, {}, { a: 0 }], undefined],
		['empty in all, one of them', [{ a: '' }, { b: null }], "'b'"],
		['there', [{ a: 1, b: false }], undefined],
		['those of no record', [], undefined],
	])('are %s', (_what, records, names) => {
		expect(emptyFieldsNotice(records, ['a', 'b'])).toEqual(
			names === undefined
				? undefined
				: {
						message: words(names),
						details:
							"Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.",
					},
		);
	});
});
