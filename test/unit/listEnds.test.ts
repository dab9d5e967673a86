import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import {
	asked,
	pageOf,
	pageServer,
	readFrom,
	readPages,
	recordsUpTo,
	type Reply,
	rowsFrom,
} from './pageServer';

const ALL = Infinity;
const NAMES = ['sources'];

/** A list of 100 with its total, and what the service answers to any later page. */
function refusing(total: number | undefined, error: Error) {
	return async (limit: number, offset: number): Promise<JsonValue> => {
		if (offset > 0) throw error;
		return await Promise.resolve({ data: recordsUpTo(limit), total: total ?? null });
	};
}

/** A list that is sent in these pages, whatever limit is asked for; then empty ones. */
function pagesOf(...pages: JsonValue[][]) {
	const starts = pages.map((_, place) => pages.slice(0, place).flat().length);
	return asked((_limit, offset) => pages[starts.indexOf(offset)] ?? []);
}

describe('A refusal', () => {
	it.each([400, 404, 416, 422])('with %d beyond the last page ends the list', async (status) => {
		const ask = refusing(100, new ServiceError('Out of range', '', status));
		expect((await readPages(ask, NAMES, ALL)).records).toEqual(recordsUpTo(100));
	});

	it('with such a status ends a list without a total, and says so', async () => {
		const error = new ServiceError('Out of range', '', 404);
		const { records, hint, error: none } = await readPages(refusing(undefined, error), NAMES, ALL);
		expect(records).toEqual(recordsUpTo(100));
		expect(hint).toBe(
			'After 100 records, the service answered 404 (Out of range). The node took this as the end of the list.',
		);
		expect(none).toBeUndefined();
	});

	it.each<[string, number, Error]>([
		['beyond the last page that says something else', 100, new ServiceError('Down', '', 500)],
		['beyond the last page without a status', 100, new ServiceError('No connection', '')],
		['that is a fault of ours', 100, Object.assign(new Error('Oops'), { status: 404 })],
		['before the last page', 150, new ServiceError('Out of range', '', 404)],
	])('%s is passed on, beside the records until then', async (_what, total, error) => {
		const answer = await readPages(refusing(total, error), NAMES, ALL);
		expect(answer.records).toEqual(recordsUpTo(100));
		expect(answer.error?.message).toBe(error.message);
		if (error instanceof ServiceError) {
			expect(answer.error).toMatchObject({
				description: '\n100 records were read before that.',
				status: error.status,
			});
		}
	});

	it('in place of the first page is thrown as it is', async () => {
		const error = new ServiceError('Out of range', '', 404);
		await expect(readPages(async () => await Promise.reject(error), NAMES, ALL)).rejects.toBe(
			error,
		);
	});
});

describe('An answer that is no list', () => {
	it('after a page of the list is a problem that says how far reading came', async () => {
		const server = asked((limit, offset) =>
			offset === 0 ? { data: recordsUpTo(limit), total: 150 } : 'Moved',
		);
		const { records, error } = await readPages(server.ask, NAMES, ALL);
		expect(records).toEqual(recordsUpTo(100));
		expect(error).toMatchObject({
			message: 'The service returned something other than a list for one of the pages',
			description: expect.stringContaining('100 records were read before that.'),
		});
	});

	it.each<[JsonValue, JsonValue[], JsonValue[]]>([
		[{ view: 'list' }, [{ view: 'list' }], [{ view: 'list' }]],
		[{}, [], [{}]],
		[null, [], []],
	])('such as %j is marked as one', async (body, records, pages) => {
		const { hint, ...answer } = await readPages(asked(() => body).ask, NAMES, ALL);
		expect(answer).toEqual({ records, pages, isNoList: true });
		const consequence = {
			view: 'so it returned the response as one item',
			none: 'so there are no items',
		};
		if (body === null) expect(hint).toBeUndefined();
		else expect(hint).toContain(consequence[records.length === 0 ? 'none' : 'view']);
	});
});

describe('Beyond the last page', () => {
	const refused = (status: number) => new ServiceError('Out of range', '', status);

	it.each<[string, Reply]>([
		['204', undefined],
		['null', null],
		['an empty text', ''],
		['an empty list', []],
		['an empty list under its name', { prompts: [] }],
		['null under its name', { data: null }],
		['null under data', { success: true, data: null }],
		['an empty object', {}],
		['an empty object under data', { data: {} }],
		['the same with success', { success: true, data: {} }],
		['the same with a status', { status: 'ok', code: 200, data: {}, request_id: 'r' }],
		['nothing but success', { success: true }],
		['nothing but the page', { page: 4, total_pages: 3, pagination: { offset: 250 } }],
		['a list that is false', { data: false }],
		['404', refused(404)],
		['416', refused(416)],
	])('%s is the end of the list, with and without its total', async (_what, reply) => {
		for (const total of [250, null]) {
			const { records, kinds, error } = await readFrom(({ offset, limit }) =>
				Number(offset) < 250 ? { data: pageOf(250, Number(offset), Number(limit)), total } : reply,
			);
			expect(records).toEqual(rowsFrom(0, 250));
			expect(error).toBeUndefined();
			expect(kinds).toEqual([]);
		}
	});

	it.each([400, 404, 416, 422])('%d after a full page is the end, with a hint', async (status) => {
		const { records, kinds, error } = await readFrom(({ offset, limit }) =>
			Number(offset) < 200 ? pageOf(200, Number(offset), Number(limit)) : refused(status),
		);
		expect(records).toEqual(rowsFrom(0, 200));
		expect(error).toBeUndefined();
		expect(kinds).toEqual(['note']);
	});

	it.each<[string, Reply]>([
		['the total', { total: 257 }],
		['that there is more', { has_more: true, data: [] }],
		['a cursor', { next_cursor: 'abc', data: [] }],
	])('nothing but %s leaves a gap', async (_what, reply) => {
		const { records, kinds } = await readFrom(({ offset, limit }) =>
			Number(offset) < 200 ? pageOf(200, Number(offset), Number(limit)) : reply,
		);
		expect(records).toEqual(rowsFrom(0, 200));
		expect(kinds).toEqual(['gap']);
	});

	it.each<[string, Reply, string]>([
		[
			'words',
			{ message: 'Try later' },
			'The service returned something other than a list for one of the pages',
		],
		[
			'words beside nothing',
			{ message: 'Try later', data: null },
			'The service returned something other than a list for one of the pages',
		],
		['a text', 'Moved', 'The service returned something other than a list for one of the pages'],
		[
			'a record',
			{ view: 'list' },
			'The service returned something other than a list for one of the pages',
		],
		['a refusal', { success: false, message: 'Quota exceeded' }, 'Quota exceeded'],
		['a refusal beside an empty list', { errors: ['Quota exceeded'], data: [] }, 'Quota exceeded'],
		['500', new ServiceError('Down', '', 500), 'Down'],
	])('%s is an error beside the records until then', async (_what, reply, message) => {
		const { records, error } = await readFrom(({ offset, limit }) =>
			Number(offset) < 200 ? pageOf(200, Number(offset), Number(limit)) : reply,
		);
		expect(records).toEqual(rowsFrom(0, 200));
		expect(error).toMatchObject({
			message,
			description: expect.stringMatching(/200 records were read before that\.$/),
		});
	});
});

describe('A list that fills the memory', () => {
	it('is not read on, and the error says what to do', async () => {
		const {
			records,
			error,
			asked: requests,
		} = await readFrom(({ offset, limit }) => ({
			body: rowsFrom(Number(offset), Number(limit)),
			size: 100 * 1024 * 1024,
		}));
		expect(requests).toHaveLength(3);
		expect(records).toEqual(rowsFrom(0, 300));
		expect(error).toMatchObject({
			message: 'The list is too long to read: it has more than 300 records',
			description: expect.stringMatching(/^Set a 'Limit', or .*\n300 records were read before/),
		});
	});

	it('is read where its last page is as long', async () => {
		const { records, error } = await readFrom(({ offset, limit }) => ({
			body: { data: pageOf(250, Number(offset), Number(limit)), has_more: Number(offset) < 200 },
			size: 100 * 1024 * 1024,
		}));
		expect(records).toEqual(rowsFrom(0, 250));
		expect(error).toBeUndefined();
	});

	it('is not read on after a million records', async () => {
		const {
			records,
			error,
			asked: requests,
		} = await readFrom(
			({ offset }) => Array.from({ length: 250_000 }, (_, n) => Number(offset) + n),
			{ pageSize: 250_000 },
		);
		expect(requests).toHaveLength(4);
		expect(records).toHaveLength(1_000_000);
		expect(error?.message).toContain('more than 1000000 records');
	});
});

describe('The end of a list', () => {
	it('is asked for where the last page is full, whatever the total says', async () => {
		const server = pageServer(200, { total: 'exact' });
		expect((await readPages(server.ask, NAMES, ALL)).records).toEqual(recordsUpTo(200));
		expect(server.requests).toHaveLength(3);
	});

	it('is the limit, also where a later page has more than was asked for', async () => {
		const server = pageServer(350, { cap: 120, ignoresLimit: true });
		expect((await readPages(server.ask, NAMES, 150)).records).toEqual(recordsUpTo(150));
	});
});

describe('A record', () => {
	it('with an ID named after the list is there once, though it comes twice', async () => {
		const [first, second, third] = [1, 2, 3].map((n) => ({ source_id: n }));
		const server = pagesOf([first ?? null, second ?? null], [second ?? null, third ?? null]);
		const { records } = await readPages(server.ask, NAMES, ALL);
		expect(records).toEqual([first, second, third]);
	});

	it.each([
		['nothing', [null, 1], [null, 2]],
		['the same ID on a full page', rowsOf(1, 100), rowsOf(2, 100)],
		['an ID and a record without one', [{ id: 1, n: 1 }, 1], [{ id: 1, n: 2 }, 1]],
		['another ID', [{ id: 1 }, { id: 2 }], [{ id: 3 }, { id: 4 }]],
	])('with %s is kept on each page', async (_what, one, other) => {
		const { records, hint } = await readPages(pagesOf(one, other).ask, NAMES, ALL);
		expect(records).toEqual([...one, ...other]);
		expect(hint).toBeUndefined();
	});

	it('that comes again with other numbers is not doubled where the total is reached', async () => {
		const server = asked(() => ({ data: rowsOf(Math.random(), 30), total: 30 }));
		const { records, hint } = await readPages(server.ask, NAMES, ALL);
		expect(records).toHaveLength(30);
		expect(hint).toBeUndefined();
	});
});

/** So many records with the ids from 0 on, all of one day. */
function rowsOf(day: number, count: number): JsonValue[] {
	return Array.from({ length: count }, (_, id) => ({ id, day }));
}
