import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/reading';
import { emptyFieldsNotices } from '../../nodes/shared/run/output';
import { NOTHING, readPlan } from '../../nodes/shared/run/steps';
import type { RequestPlan } from '../../nodes/shared/run/types';
import {
	broken,
	BROKEN,
	COMPARE,
	everywhere,
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

const rows = (...values: JsonValue[]) => values.map((n) => ({ n }));

describe('What a plan of one request gives', () => {
	it('is records in the form that was chosen', async () => {
		const body = { data: [{ a: 1 }], total: 1 };
		const rest = {
			...{ total: 1, isCut: false, isOpen: false },
			...{ errors: [], notices: [], asked: [planOf().request], texts: [] },
		};
		const records = await read({}, () => body);
		expect(records).toEqual({ ...rest, records: [{ a: 1 }], plan: planOf() });
		const raw = await read({ output: RAW }, () => body);
		expect(raw).toEqual({ ...rest, records: [body], plan: planOf({ output: RAW }) });
	});

	it.each<[string, Partial<RequestPlan>, JsonValue[]]>([
		['at the place that the user has entered', { recordsAt: 'a.b' }, [{ value: 1 }]],
		['under the names it may have', { names: ['c'] }, [{ value: 2 }]],
		['nowhere, if it is one record', { shape: 'record' }, [{ a: { b: [1] }, c: [2], d: [3] }]],
	])('is the list %s', async (_what, parts, records) => {
		const found = await read(parts, () => ({ a: { b: [1] }, c: [2], d: [3] }));
		expect(found.records).toEqual(records);
	});

	it('asks for pages of the chosen size', async () => {
		const reply: Reply = ({ body }) =>
			JSON.stringify(body).includes('"offset":40') ? [{ id: 40 }] : page().slice(0, 40);
		const { records, asked } = await read(paged, { reply, pageSize: 40 });
		expect(records).toHaveLength(41);
		const pages = [0, 40].map((offset) => ({ limit: 40, offset }));
		expect(asked.slice(0, 2).map(({ body }) => body)).toEqual(pages);
	});

	it.each<[string, JsonValue, number, Partial<Record<'isCut' | 'isOpen' | 'total', unknown>>]>([
		['a total', { data: [1, 2, 3], total: 9 }, 2, { total: 9, isCut: true, isOpen: false }],
		['no total', [1, 2], 2, { total: 2, isCut: true, isOpen: true }],
		['a total too low', { data: [1, 2], total: 1 }, 5, { total: 2, isCut: false }],
	])('says how many there are, with %s', async (_what, body, limit, expected) => {
		expect(await read({ ...paged, limit }, () => body)).toMatchObject(expected);
	});

	it('stays as it came where a limit has cut off what may come first', async () => {
		const reply = () => ({ data: rows(3, 1, 2, 9, 8, 7, 6, 5, 4, 10), total: 9000 });
		const sort = [{ field: 'n', order: 'asc' as const }];
		const { records, texts } = await read({ ...paged, limit: 3, sort }, reply);
		expect(records).toEqual(rows(3, 1, 2));
		expect(texts).toContainEqual(expect.stringContaining("in the order of 'Sort'"));
	});

	it('is in the order of Sort, all of them before the limit, but not as a Raw Response', async () => {
		const sort = [{ field: 'n', order: 'desc' as const }];
		const data = rows(1, 3, 2);
		const sorted = async (parts: Partial<RequestPlan>) =>
			(await read(parts, () => ({ data, total: 3 }))).records;
		expect(await sorted({ sort, limit: 2 })).toEqual(rows(3, 2));
		expect(await sorted({})).toEqual(data);
		const raw = await read({ sort, output: RAW }, () => ({ data, total: 3 }));
		expect(raw.records).toEqual([{ data, total: 3 }]);
		expect(raw.texts).toEqual([expect.stringMatching(/^The service may not have put the records/)]);
		const { texts } = await read({ sort: [{ field: 'x', order: 'asc' }] }, () => data);
		expect(texts).toEqual([expect.stringContaining("'x'")]);
	});
});

describe('An empty answer', () => {
	it('is a success where anything may come back', async () => {
		for (const parts of [{}, { output: RAW }]) {
			const { records } = await read({ shape: 'any', ...parts }, () => undefined);
			expect(records).toEqual([{ success: true }]);
		}
	});

	it.each<[string, Partial<RequestPlan>]>([
		['a list', { shape: 'list' }],
		['pages', { shape: 'any', paging: LIMIT_AND_OFFSET }],
	])('is an error where the plan is to read %s', async (_what, plan) => {
		const problem = await rejectionOf(run(planOf(plan, { api: 'agents' }), () => undefined));
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem).toMatchObject({
			message: 'The Agents API returned an empty response',
			description:
				"Run the workflow again. If this keeps happening, check 'Agents API Base URL' in the credential.",
		});
	});

	it.each(['once', 'repeatable'] as const)(
		'of a call that may change something (%s) is no reason to make it again',
		async (effect) => {
			const plan = planOf({ shape: 'record' }, { effect });
			expect((await rejectionOf(run(plan, () => undefined))).description).toBe(
				'The call may have been carried out all the same. Check that before you make it again.',
			);
		},
	);
});

describe('An answer without a list', () => {
	it('is what the plan says, if one record makes no sense', async () => {
		const noList = new DescribedError('No list came', 'Say where it is.');
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

it('Slices that are the same now and were others before are not said to be the same', async () => {
	const reply: Reply = ({ body }) => {
		const text = JSON.stringify(body);
		return [{ topic: 't', score: text.includes('before') ? Number(text.includes('A')) + 5 : 0 }];
	};
	const { records, texts } = await run(slicesPlan({ compare: COMPARE }), reply);
	expect(records.map((record) => record.score_change)).toEqual([-6, -5]);
	expect(texts.join()).not.toContain('The records are the same');
});

describe('The same read', () => {
	it('is sent once, also where it fails, and every item gets records of its own', async () => {
		const { reads, asked } = readsOf({ reply: () => [{ a: { b: 1 } }] });
		const [one, other] = await Promise.all([readPlan(planOf(), reads), readPlan(planOf(), reads)]);
		expect(asked).toHaveLength(1);
		expect(one).toEqual(other);
		expect(one.records[0]?.a).not.toBe(other.records[0]?.a);
		const failing = readsOf({ reply: () => NO_ACCESS });
		for (const each of [1, 2].map(() => readPlan(planOf(), failing.reads))) {
			expect((await rejectionOf(each)).message).toBe('No access');
		}
		expect(failing.asked).toHaveLength(1);
	});

	it.each<[string, Partial<Reading>, RequestPlan, RequestPlan]>([
		['it changes something', {}, planOf({}, { effect: 'once' }), planOf({}, { effect: 'once' })],
		['the limit is another', {}, planOf(), planOf({ limit: 5 })],
		['the shape is another', {}, planOf(), planOf({ shape: 'record' })],
		['the names are others', {}, planOf(), planOf({ names: ['topics'] })],
		['the place is another', {}, planOf(), planOf({ recordsAt: 'data' })],
		['the pages are others', {}, planOf(), planOf(paged)],
	])('is sent each time, or is another one, where %s', async (_what, given, one, other) => {
		const { reads, asked } = readsOf({ reply: () => ({ data: [{ a: 1 }] }), ...given });
		await readPlan(one, reads);
		await readPlan(other, reads);
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

const perProject = (parts: Partial<RequestPlan> = {}) =>
	everywhere((id) => planOf(parts, { body: { id } }));

const TEA = { project_id: 'p1', project_name: 'Tea' };
const COFFEE = { project_id: 'p2', project_name: 'Coffee' };

/** What the service answers to requests with the ID of the project, or of the slice. */
const byId =
	(replies: Record<string, JsonValue | Error>): Reply =>
	(request) =>
		replies[nameOf(idIn(request))];

describe('What a plan for projects gives', () => {
	it('gives the records of all, each with its project, of one read where they have the same', async () => {
		expect(await run(perProject())).toMatchObject({
			...{
				records: [
					{ ...TEA, of: 'p1' },
					{ ...COFFEE, of: 'p2' },
				],
				total: 2,
			},
			...{ isCut: false, errors: [], notices: [] },
		});
		const { records, asked } = await run(everywhere(() => planOf()));
		expect(asked).toHaveLength(1);
		expect(records).toEqual([TEA, COFFEE].map((project) => ({ ...project, of: null })));
	});

	it('says that projects may be missing if the list of them is not whole', async () => {
		const projects = { projects: [{ id: 'p1', name: 'Tea' }], total: 5 };
		const { notices } = await run(perProject(), { projects });
		expect(notices).toEqual([
			{
				...{ kind: 'gap', message: 'Some projects may be missing.', audience: 'reader' },
				details: expect.stringContaining('The service reports 5 records'),
			},
		]);
	});

	const NINE = { data: [1, 2], total: 9 };

	it.each<[string, JsonValue, JsonValue, number, boolean]>([
		['kept', [1, 2], [4, 5], 4, true],
		['one whose total is known, and one whose total is not', NINE, [4, 5], 11, true],
		['those whose totals are known', NINE, { data: [4], total: 1 }, 10, false],
	])('says how many records there are where the limit has cut %s', async (...given) => {
		const [, p1, p2, total, isOpen] = given;
		const found = await run(perProject({ ...paged, limit: 2 }), byId({ p1, p2 }));
		expect(found).toMatchObject({ total, isCut: true, isOpen });
	});

	it('goes on where one of them fails, if the node is set to', async () => {
		const reply = byId({ p1: NO_ACCESS, p2: [{ a: 1 }] });
		const { records, total, errors } = await run(perProject(), { reply, continues: true });
		expect([records, total]).toEqual([[{ ...COFFEE, a: 1 }], 1]);
		const description = 'Use another key.\nThis happened in the project Tea (p1).';
		expect(told(errors)).toEqual([['No access', description, 'Tea']]);
		expect((await rejectionOf(run(perProject(), reply))).description).toBe(
			`${description}\nTo get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.`,
		);
	});

	it('gives what came of a list that breaks off, and its error with the project', async () => {
		const plan = everywhere((id) => planOf(paged, { path: `/${id}` }));
		const { records, errors } = await run(plan, { reply: broken, continues: true });
		expect(records).toHaveLength(200);
		expect(told(errors)).toEqual([
			['Down', `${BROKEN}\nThis happened in the project Tea (p1).`, 'Some data of Tea'],
			['Down', `${BROKEN}\nThis happened in the project Coffee (p2).`, 'Some data of Coffee'],
		]);
	});

	it('names each project in which records are missing', async () => {
		const { texts, notices } = await run(perProject(), () => ({ data: [{ id: 1 }], total: 9 }));
		const WHY = 'The service reports 9 records but returned only 1.';
		expect(texts).toEqual([
			`Some data of Tea may be missing. ${WHY}`,
			`Some data of Coffee may be missing. ${WHY}`,
		]);
		expect(notices).toMatchObject([{ kind: 'gap' }, { kind: 'gap' }]);
		const moving: Reply = ({ body }) =>
			JSON.stringify(body).includes('"offset":0') ? page() : page(99).slice(0, 5);
		const moved = await read(paged, moving);
		expect(moved.notices[0]).toMatchObject({ kind: 'doubt', audience: 'reader' });
	});
});

describe('What a plan in slices gives', () => {
	it('gives the records of all, each marked, in their order', async () => {
		const { records, total } = await run(slicesPlan(), byId({ A: [{ id: 1 }, 'text'], B: [2] }));
		expect(JSON.stringify(records)).toBe(
			'[{"topic":"A","id":1},{"topic":"A","value":"text"},{"topic":"B","value":2}]',
		);
		expect(total).toBe(3);
	});

	it.each([
		[1, 3, true],
		[3, 3, true],
		[1, 1, false],
	])('with %d and %d records and a limit of 2 is cut: %s', async (a, b, isCut) => {
		const list = (count: number) => ({ data: page().slice(0, count), total: count });
		const found = await run(slicesPlan({ limit: 2 }), byId({ A: list(a), B: list(b) }));
		expect(found).toMatchObject({ total: a + b, isCut, isOpen: false });
	});

	it('goes on where one of them fails, if the others are to', async () => {
		const reply = byId({ A: NO_ACCESS, B: [{ a: 1 }] });
		const { records, errors, texts } = await run(slicesPlan(), { reply, continues: true });
		const description = "Use another key.\nThis happened in 'One Row Per' Topic: A.";
		expect([records, texts]).toEqual([[{ topic: 'B', a: 1 }], []]);
		expect(told(errors)).toEqual([['No access', description, 'A']]);
		expect((await rejectionOf(run(slicesPlan(), reply))).description).toBe(description);
		const plan = everywhere((id) => slicesPlan({ ...paged, names: [id] }));
		const both = await run(plan, { reply: broken, continues: true });
		expect(told(both.errors)[0]).toEqual([
			'Down',
			`${BROKEN}\nThis happened in 'One Row Per' Topic: A.\nThis happened in the project Tea (p1).`,
			'Some data of A of Tea',
		]);
	});

	const SAME_PER_TOPIC =
		'The records are the same for each Topic. The service may not be able to return them separately.';

	it.each<[JsonValue[], JsonValue[], string[]]>([
		[[1], [1], [SAME_PER_TOPIC]],
		[[1], [2], []],
		[[1], [1, 2], []],
		[[], [], []],
		[[], [1], []],
		[[1], [], []],
	])('says that the service may not tell %j from %j: %j', async (A, B, hints) => {
		expect((await run(slicesPlan(), byId({ A, B }))).texts).toEqual(hints);
	});

	it('goes by all that was read, and not by what the output shows of it', async () => {
		const empty = await run(slicesPlan({ output: RAW }), () => ({ data: [] }));
		expect(empty.texts).not.toContain(SAME_PER_TOPIC);
		const byN = [{ field: 'n', order: 'asc' as const }];
		const first = await run(
			slicesPlan({ limit: 1, sort: byN }),
			byId({ A: rows(1, 2), B: rows(1) }),
		);
		expect(first.texts).not.toContain(SAME_PER_TOPIC);
	});

	it('says so of one of several projects', async () => {
		const plan = everywhere((id) => slicesPlan({ names: [id] }));
		const reply: Reply = (request) => ({ p1: [1], p2: [idIn(request) ?? null] });
		expect((await run(plan, reply)).texts).toContain(SAME_PER_TOPIC);
	});

	it('says with which days each was compared, if it was', async () => {
		const slicesOf = (compare?: RequestPlan['compare']) => () =>
			['x', 'y'].map((day) => ({
				name: day,
				mark: { period_start: day },
				plan: planOf({ compare }, { body: { day } }),
			}));
		const read = async (compare?: RequestPlan['compare']) =>
			(await run(slicesPlan({}, { slicesOf: slicesOf(compare) }), () => [{ topic: 'A' }]))
				.records[0];
		expect(await read()).toEqual({ period_start: 'x', topic: 'A' });
		expect(await read(COMPARE)).toMatchObject({ compared_start: 'x', compared_end: 'y' });
	});

	it('compares each with its own period before, which is read once if it is a slice, too', async () => {
		const slicesOf = () =>
			[1, 2, 3].map((day) => {
				const compare = { ...COMPARE, body: { day: day - 1 } };
				return { name: `${day}`, mark: { day }, plan: planOf({ compare }, { body: { day } }) };
			});
		const { records, asked } = await run(slicesPlan({}, { slicesOf }), ({ body }) => [
			{ topic: 'x', score: Number(/\d/.exec(JSON.stringify(body))) },
		]);
		expect(asked).toHaveLength(4);
		expect(records).toMatchObject(
			[1, 2, 3].map((score) => ({ day: score, score, score_previous: score - 1 })),
		);
		const marked = await run(slicesPlan({ compare: COMPARE }), () => [{ topic: 'x', score: 1 }]);
		expect(marked.records[1]).toMatchObject({
			topic: 'B',
			topic_2: 'x',
			_status: 'kept',
			score_previous: 1,
		});
	});
});

const COMPARED = 'Compared the time with x to y.';

describe('What a plan to compare gives', () => {
	const isBefore: (body: unknown) => boolean = (body) => JSON.stringify(body).includes('before');
	const rowsOf = (...scores: number[]) => scores.map((score, topic) => ({ topic, score }));
	/** A reply of one period, and one of the other. */
	const periods =
		(now: JsonValue | Error, before: JsonValue | Error): Reply =>
		({ body }) =>
			isBefore(body) ? before : now;
	const plan = (parts: Partial<RequestPlan> = {}) =>
		planOf({ compare: COMPARE, ...parts }, { body: { start: 'x', end: 'now' } });

	it('reads both periods whole, and cuts the rows then', async () => {
		const reply = periods(rowsOf(3, 3, 3), rowsOf(2, 2, 2));
		const added = { score_previous: 2, score_change: 1, score_change_percent: 50 };
		expect(await run(plan({ limit: 2 }), reply)).toMatchObject({
			records: [0, 1].map((topic) => ({ _status: 'kept', topic, score: 3, ...added })),
			...{ total: 3, isCut: true, isOpen: false, texts: [COMPARED] },
		});
		const whole = await run(plan({ limit: 3 }), reply);
		expect(whole).toMatchObject({ records: [{}, {}, {}], total: 3, isCut: false });
	});

	it.each([
		['the period', 'now', '', 'Some data'],
		[
			'the other',
			'before',
			'\nThis happened in the time before (x to y).',
			'The comparison period',
		],
	])('gives the period as it is where only a part of %s was read', async (...given) => {
		const [, period, where, missing] = given;
		const all = page().map(({ id }) => ({ topic: id, score: 1 }));
		const reply: Reply = ({ body }) => {
			if (JSON.stringify(body).includes('"offset":0')) return all;
			return isBefore(body) === (period === 'before') ? new ServiceError('Down', 'Wait.', 500) : [];
		};
		const found = await run(plan({ ...paged, limit: 99 }), { reply, continues: true });
		expect(found).toMatchObject({ total: 100, isCut: true });
		expect(found.records).toEqual(all.slice(0, 99));
		expect(told(found.errors)).toEqual([['Down', BROKEN + where, missing]]);
	});

	it('gives the error of the period alone where both fail', async () => {
		const { errors } = await run(plan(), { reply: () => NO_ACCESS, continues: true });
		expect(told(errors)).toEqual([['No access', 'Use another key.', 'Some data']]);
	});

	it('is in the order of the changes, or in that of Sort where nothing is compared', async () => {
		const sort: RequestPlan['sort'] = [
			{ field: 'score_change', order: 'desc' },
			{ field: 'score', order: 'asc' },
		];
		const changes = plan({ sort });
		const scoresIn = async (before: JsonValue | Error) => {
			const reply = periods(rowsOf(5, 9, 7), before);
			const { records } = await run(changes, { reply, continues: true });
			return records.map(({ score }) => score);
		};
		expect(await scoresIn(rowsOf(1, 1, 1))).toEqual([9, 7, 5]);
		expect(await scoresIn(NO_ACCESS)).toEqual([5, 7, 9]);
	});

	it('tells an error of the period itself at once, and not only when the other one was read', async () => {
		const reply: Reply = ({ body }) => {
			const offset = Number(/"offset":(\d+)/.exec(JSON.stringify(body))?.[1]);
			if (!isBefore(body)) return NO_ACCESS;
			return offset < 2000 ? page(offset) : [];
		};
		const { reads, asked } = readsOf({ reply });
		await expect(readPlan(plan(paged), reads)).rejects.toMatchObject({ message: 'No access' });
		expect(asked.length).toBeLessThan(10);
	});

	const stateOf = (status: string) =>
		`The service returned records and says status: ${status}. If that means that it has not finished, run the node again later.`;
	const FEW = 'Some data may be missing. The service reports 9 records but returned only 3.';
	const BEFORE = ' This is about the time before (x to y).';

	it.each<[string, JsonObject, JsonObject, string[]]>([
		['same words', { status: 'Beta' }, { status: 'Beta' }, [stateOf('Beta')]],
		['other words', {}, { status: 'Alpha' }, [`${stateOf('Alpha')}${BEFORE}`]],
		['records missing', {}, { total: 9 }, [FEW + BEFORE]],
		['records missing from both', { total: 9 }, { total: 9 }, [FEW, FEW + BEFORE]],
	])('says of the period before what is not about both: %s', async (_what, now, before, texts) => {
		const reply = periods(
			{ data: rowsOf(3, 3, 3), total: 3, ...now },
			{ data: rowsOf(2, 2, 2), total: 3, ...before },
		);
		expect((await run(plan(), reply)).texts).toEqual([...texts, COMPARED]);
	});

	it('says how rows were compared', async () => {
		const { texts } = await run(plan(), () => [{ topic: 'A', score: 'high' }]);
		const hint = 'Compare With: No record has a number in score, so there is no change to show.';
		expect(texts).toEqual([hint, COMPARED]);
	});
});

it.each<[string, JsonObject[], string | undefined]>([
	['empty in all records', [{ a: null }, {}], "'a', 'b'"],
	['empty in all but one', [{ a: null, b: false }, {}, { a: 0 }], undefined],
	['empty in all, one of them', [{ a: '' }, { b: null }], "'b'"],
	['those of no record', [], undefined],
])('Fields that were selected are named where they are %s', (_what, records, names) => {
	const details = "Enter one of these in 'Fields': a, c.";
	const notice = { message: `No record has a value in ${names}.`, details };
	const plan = planOf({ output: { ...RAW, mode: 'selected', fields: ['a', 'b'] } });
	const found = emptyFieldsNotices([{ ...NOTHING, records, plan, names: ['a', 'c'] }]);
	expect(found).toEqual(names === undefined ? [] : [notice]);
});
