import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import { asError, DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { PlanReader, withBody } from '../../nodes/shared/run/planReader';
import type { RequestPlan } from '../../nodes/shared/run/types';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/list';
import { clientOf, OPTIONS, planOf, type Reply } from './plans';
import { problemOf, rejectionOf } from './thrown';

/** What a plan gives where the service answers like this. */
async function read(
	reply: Reply,
	plan: Partial<RequestPlan> = {},
	{
		request = {},
		place = {},
		pageSize = OPTIONS.pageSize,
	}: { request?: Partial<ApiRequest>; place?: Record<string, string>; pageSize?: number } = {},
) {
	const { client, asked } = clientOf(reply);
	const reader = new PlanReader(client, { ...OPTIONS, pageSize });
	const reading = await reader.read(planOf(plan, request), place);
	return { reading, reader, asked, hints: reader.hints.texts };
}

const entriesOf = (values: readonly JsonValue[]) => values.map((value) => ({ value, mark: {} }));

describe('A plan to read', () => {
	it('gives records and answers without marks, and how many there are', async () => {
		const body = { data: [{ id: 1 }, { id: 2 }], total: 2 };
		const { reading, asked, hints, reader } = await read(() => body);
		expect(reading).toEqual({
			...{ pages: entriesOf([body]), records: entriesOf(body.data) },
			...{ total: 2, isCut: false },
		});
		expect(asked).toEqual([planOf().request]);
		expect(hints).toEqual([]);
		expect([reader.gap, reader.hasMoved]).toEqual([undefined, false]);
	});

	it('looks where the user has said that the list is, and at the names it may have', async () => {
		const body = { a: { b: [1] }, c: [2], d: [3] };
		const records = async (plan: Partial<RequestPlan>) =>
			(await read(() => body, plan)).reading.records.map(({ value }) => value);
		expect(await records({ recordsAt: 'a.b' })).toEqual([1]);
		expect(await records({ names: ['c'] })).toEqual([2]);
		expect(await records({ names: ['d'] })).toEqual([3]);
	});

	it('is one record for a plan of one, whatever is in it', async () => {
		const { reading } = await read(() => ({ data: [1, 2] }), { shape: 'record' });
		expect(reading.records).toEqual(entriesOf([{ data: [1, 2] }]));
	});

	it('is cut at its limit', async () => {
		const { reading } = await read(() => ({ data: [1, 2, 3], total: 9 }), { limit: 2 });
		expect(reading).toMatchObject({ records: entriesOf([1, 2]), total: 9, isCut: true });
	});

	it.each([
		[Infinity, [1, 2, 3], 3, false],
		[2, [1, 2], 3, true],
		[3, [1, 2, 3], 3, false],
	])('has records that are distinct once, up to %d', async (limit, ids, total, isCut) => {
		const body = [1, 1, 2, 2, 3].map((id) => ({ id }));
		const { reading } = await read(() => body, { isDistinct: true, limit });
		const records = entriesOf(ids.map((id) => ({ id })));
		expect(reading).toEqual({ pages: entriesOf([body]), records, total, isCut });
	});

	it('asks for pages of the chosen size', async () => {
		const page = Array.from({ length: 40 }, (_, id) => ({ id }));
		const reply: Reply = ({ body }) =>
			JSON.stringify(body).includes('"offset":40') ? [{ id: 40 }] : page;
		const { reading, asked } = await read(reply, { paging: LIMIT_AND_OFFSET }, { pageSize: 40 });
		expect(reading.records).toHaveLength(41);
		expect(asked.slice(0, 2).map(({ body }) => body)).toEqual([
			{ limit: 40, offset: 0 },
			{ limit: 40, offset: 40 },
		]);
	});

	it('gives the records until an error, and the error', async () => {
		const page = Array.from({ length: 100 }, (_, id) => ({ id }));
		const reply: Reply = ({ body }) =>
			JSON.stringify(body).includes('"offset":0') ? page : new ServiceError('Down', 'Wait.', 500);
		const { reading } = await read(reply, { paging: LIMIT_AND_OFFSET });
		expect(reading.records).toHaveLength(100);
		expect(reading.error?.message).toBe('Down');
	});
});

describe('An empty answer', () => {
	it('is a success where anything may come back', async () => {
		const { reading } = await read(() => undefined, { shape: 'any' });
		expect(reading).toMatchObject({
			...{ pages: entriesOf([{ success: true }]), records: entriesOf([{ success: true }]) },
			isCut: false,
		});
	});

	it.each<[string, Partial<RequestPlan>]>([
		['a list', { shape: 'list' }],
		['a record', { shape: 'record' }],
		['pages', { shape: 'any', paging: LIMIT_AND_OFFSET }],
	])('is an error where the plan is to read %s', async (_what, plan) => {
		const problem = await rejectionOf(read(() => undefined, plan));
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.message).toBe('The GEO API returned an empty response');
		expect(problem.description).toBe(
			"Run the workflow again. If this keeps happening, check 'GEO API Base URL' in the credential.",
		);
		const agents = rejectionOf(read(() => undefined, plan, { request: { api: 'agents' } }));
		expect((await agents).message).toBe('The Agents API returned an empty response');
	});

	it.each(['once', 'repeatable'] as const)(
		'of a call that may change something (%s) is no reason to make it again',
		async (effect) => {
			const problem = await rejectionOf(
				read(() => undefined, { shape: 'record' }, { request: { effect } }),
			);
			expect(problem.message).toBe('The GEO API returned an empty response');
			expect(problem.description).toBe(
				'The call may have been carried out all the same. Check that before you make it again.',
			);
		},
	);

	it('is none where an empty list came', async () => {
		const { reading } = await read(() => []);
		expect(reading).toEqual({ pages: entriesOf([[]]), records: [], total: 0, isCut: false });
	});
});

describe('An answer that reports an error', () => {
	const body = { status: 'failed', error: 'Out of order', done: 7 };

	it('is what a call that may have changed something gave, and the failure of a read', async () => {
		const plan = { shape: 'any' } as const;
		const { reading } = await read(() => body, plan, { request: { effect: 'once' } });
		expect(reading.records).toEqual(entriesOf([body]));
		expect((await rejectionOf(read(() => body, plan))).message).toContain('Out of order');
	});
});

describe('An answer without a list', () => {
	const noList = new DescribedError('No list came', 'Say where it is.');

	it('is what the plan says, if one record makes no sense', async () => {
		expect(await rejectionOf(read(() => ({ a: 1 }), { noList }))).toBe(noList);
		const { reading } = await read(() => [{ a: 1 }], { noList });
		expect(reading.records).toEqual(entriesOf([{ a: 1 }]));
	});

	it('is one record for all other plans', async () => {
		const { reading } = await read(() => ({ a: 1 }));
		expect(reading.records).toEqual(entriesOf([{ a: 1 }]));
	});
});

describe('Missing records', () => {
	const body = { data: [{ id: 1 }], total: 9 };
	const project = { project_id: 'p1', project_name: 'Tea' };
	const MISSING = 'The service reports 9 records but returned only 1.';
	const ABOUT = 'Some data of Tea may be missing. ';
	const PLAIN = 'Some data may be missing. ';

	it.each<[string, Record<string, string>, string]>([
		['with their project', project, ABOUT],
		['without one, if none is known', {}, PLAIN],
		['without one, if its name is not known', { project_id: 'p1' }, PLAIN],
	])('are told %s', async (_what, place, words) => {
		const { hints, reader } = await read(() => body, {}, { place });
		expect(hints).toEqual([words + MISSING]);
		expect(reader.gap).toBe(MISSING);
		expect(reader.hasMoved).toBe(false);
	});

	it('are told for each project', async () => {
		const { client } = clientOf(() => body);
		const reader = new PlanReader(client, OPTIONS);
		await reader.read(planOf(), project);
		await reader.read(planOf(), { ...project, project_name: 'Coffee' });
		expect(reader.hints.texts).toEqual([
			ABOUT + MISSING,
			`Some data of Coffee may be missing. ${MISSING}`,
		]);
	});

	it('may be so where the list changed', async () => {
		const page = (from: number) => Array.from({ length: 100 }, (_, id) => ({ id: from + id }));
		const reply: Reply = ({ body: asked }) =>
			JSON.stringify(asked).includes('"offset":0') ? page(0) : page(99).slice(0, 5);
		const { hints, reader } = await read(reply, { paging: LIMIT_AND_OFFSET }, { place: project });
		expect(reader.hasMoved).toBe(true);
		expect(reader.gap).toBeUndefined();
		expect(hints).toEqual([
			'Some data of Tea may be missing. The list changed while the node was reading it. Run the node again to be sure.',
		]);
	});
});

describe('A plan to compare', () => {
	const compare = {
		body: { end: 'before' },
		period: 'the time before',
		dimensions: ['topic'],
		measures: ['score'],
	};
	const rowsOf = (score: number) => ['A', 'B', 'C'].map((topic) => ({ topic, score }));
	const reply: Reply = ({ body }) => rowsOf(JSON.stringify(body).includes('before') ? 2 : 3);
	const request = { body: { start: 'x', end: 'now' } };

	it('reads both periods whole, and cuts the rows then', async () => {
		const { reading, asked, hints } = await read(reply, { compare, limit: 2 }, { request });
		expect(asked.map(({ body }) => body)).toEqual([
			{ start: 'x', end: 'now' },
			{ start: 'x', end: 'before' },
		]);
		const added = { score_previous: 2, score_change: 1, score_change_percent: 50 };
		expect(reading).toEqual({
			pages: entriesOf([rowsOf(3)]),
			records: ['A', 'B'].map((topic) => ({
				value: { topic, score: 3, ...added },
				mark: { _status: 'same' },
			})),
			...{ total: 3, isCut: true },
		});
		expect(hints).toEqual([]);
	});

	it('is not cut where there are no more rows than its limit', async () => {
		const { reading } = await read(reply, { compare, limit: 3 }, { request });
		expect(reading).toMatchObject({ records: [{}, {}, {}], total: 3, isCut: false });
	});

	it('says how rows were compared', async () => {
		const { hints } = await read(() => [{ topic: 'A', score: 'high' }], { compare });
		expect(hints).toEqual([
			'Compare with Previous Period: No row has a number in score, so there is no change to show.',
		]);
	});

	it.each([
		['the period', 'now', ''],
		['the period before', 'before', '\nThis happened in the time before.'],
	])('gives the period as it is where only a part of %s could be read', async (...given) => {
		const [, period, where] = given;
		const page = Array.from({ length: 100 }, (_, topic) => ({ topic, score: 1 }));
		const failing: Reply = ({ body }) => {
			const text = JSON.stringify(body);
			if (text.includes('"offset":0')) return page;
			return text.includes(period) ? new ServiceError('Down', 'Wait.', 500) : [];
		};
		const plan = { compare, paging: LIMIT_AND_OFFSET, limit: 99 };
		const { reading } = await read(failing, plan, { request });
		expect(reading).toMatchObject({
			records: entriesOf(page.slice(0, 99)),
			total: 100,
			isCut: true,
		});
		const problem = problemOf(() => {
			throw asError(reading.error);
		});
		expect([problem.message, problem.description]).toEqual([
			'Down',
			`Wait.\n100 records were read before that.${where}`,
		]);
	});

	it('says which hints are about the period before, unless they are about both', async () => {
		const answer =
			(total: number, words: string): Reply =>
			({ body }) => {
				const isBefore = JSON.stringify(body).includes('before');
				const rows = rowsOf(isBefore ? 2 : 3);
				return { data: rows, total: isBefore ? total : 3, warning: isBefore ? words : 'Beta' };
			};
		const said = async (reply: Reply) => (await read(reply, { compare }, { request })).hints;
		const BETA = 'The service returned records and says: Beta';
		expect(await said(answer(9, 'Beta'))).toEqual([
			BETA,
			'Some data may be missing. The service reports 9 records but returned only 3. This is about the time before.',
		]);
		expect(await said(answer(3, 'Alpha'))).toEqual([
			BETA,
			'The service returned records and says: Alpha This is about the time before.',
		]);
	});
});

describe('A request with other members', () => {
	it.each<[JsonValue | undefined, JsonValue]>([
		[
			{ a: 1, b: 2 },
			{ a: 1, b: 3 },
		],
		[undefined, { b: 3 }],
		[[1], { b: 3 }],
	])('and the body %j has %j', (body, expected) => {
		const { request } = planOf({}, { body });
		expect(withBody(request, { b: 3 })).toEqual({ ...request, body: expected });
	});
});
