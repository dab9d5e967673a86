import type { JsonValue } from 'n8n-workflow';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/reading';
import { readPlan } from '../../nodes/shared/run/readPlan';
import { Reads } from '../../nodes/shared/run/reads';
import type { Plan, RequestPlan } from '../../nodes/shared/run/types';
import {
	BROKEN,
	broken,
	NO_ACCESS,
	page,
	paged,
	planOf,
	RAW,
	readsOf,
	run,
	told,
	type Reading,
	type Reply,
	clientOf,
	OPTIONS,
} from './plans';
import { rejectionOf } from './thrown';

const read = async (parts: Partial<RequestPlan>, rest: Partial<Reading> | Reply) =>
	await run(planOf(parts), rest);

describe('A plan of one request', () => {
	it('gives records in the form that was chosen', async () => {
		const body = { data: [{ a: 1 }], total: 1 };
		const rest = { total: 1, isCut: false, isOpen: false, errors: [], notices: [], pages: [] };
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

	it('gives the records until an error, and the error', async () => {
		const found = await read(paged, { reply: broken, continues: true });
		const { records, errors, isCut, isOpen } = found;
		expect(records).toHaveLength(100);
		expect([isCut, isOpen]).toEqual([false, false]);
		expect(told(errors)).toEqual([['Down', BROKEN, 'Some data']]);
		expect((await rejectionOf(read(paged, broken))).message).toBe('Down');
		const reads = new Reads(clientOf(broken).client, OPTIONS);
		expect((await rejectionOf(readPlan(planOf(paged), reads))).message).toBe('Down');
	});

	it.each<[string, JsonValue, number, Partial<Record<'isCut' | 'isOpen' | 'total', unknown>>]>([
		['a total', { data: [1, 2, 3], total: 9 }, 2, { total: 9, isCut: true, isOpen: false }],
		['no total', [1, 2], 2, { total: 2, isCut: true, isOpen: true }],
		['a total too low', { data: [1, 2], total: 1 }, 5, { total: 2, isCut: false }],
		['fewer than the limit', [1, 2], 5, { total: 2, isCut: false, isOpen: false }],
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
		['not those that a limit has cut off', { sort, limit: 2 }, [1, 3]],
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
		['a record', { shape: 'record' }],
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

	it('is none where an empty list came', async () => {
		expect(await read({}, () => [])).toMatchObject({ records: [], total: 0, errors: [] });
	});
});

describe('An answer without a list', () => {
	const noList = new DescribedError('No list came', 'Say where it is.');

	it('is what the plan says, if one record makes no sense', async () => {
		expect((await rejectionOf(read({ noList }, () => ({ a: 1 })))).message).toBe('No list came');
		expect((await read({ noList }, () => [{ a: 1 }])).records).toEqual([{ a: 1 }]);
	});

	it('is one record for all other plans', async () => {
		expect((await read({}, () => ({ a: 1 }))).records).toEqual([{ a: 1 }]);
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
		['if it may change something', {}, planOf({}, { effect: 'repeatable' })],
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
