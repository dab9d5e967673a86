import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/errors';
import { asked, pageServer, readPages, recordsUpTo } from './pageServer';

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
			'After 100 records the service answered 404 (Out of range), which the node took for the end of the list.',
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
			message: 'The service sent an answer without a list in place of a page',
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
		if (body !== null) expect(hint).toContain('no list that the node recognizes');
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
