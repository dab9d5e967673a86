import {
	type INode,
	type INodeParameters,
	type JsonObject,
	type JsonValue,
	NodeHelpers,
} from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { Agents } from '../../nodes/Agents/Agents.node';
import { ServiceError } from '../../nodes/shared/base';
import { GEO_PROJECTS_PAGING as BY_OFFSET, type Paging } from '../../nodes/shared/reading';
import {
	type PageMembers,
	pageOf,
	readFrom,
	type Reader,
	type Reply,
	rowsFrom,
	slice,
} from './pageServer';
import { placed } from '../../dev/placed';

const ALL = rowsFrom(0, 250);

/** What stands beside a page. */
type Say = (page: JsonObject[], asked: PageMembers) => JsonObject;

/** A list of so many records that says what `say` does beside each page. */
const server =
	(count: number, say: Say = () => ({})) =>
	(asked: PageMembers): Reply => {
		const page = pageOf(count, asked);
		return { data: page, ...say(page, asked) };
	};

const after = (page: JsonObject[], { offset }: PageMembers) => Number(offset) + page.length;

const status = (code: number) => new ServiceError(`Status ${code}`, 'Wait.', code);

/** What a list says of its length, in each of the ways that are known. */
const WAYS: Readonly<Record<string, (count: number) => Say>> = {
	total: (count) => () => ({ total: count }),
	has_more: (count) => (page, asked) => ({ has_more: after(page, asked) < count }),
	cursor: (count) => (page, asked) => ({ next_cursor: after(page, asked) < count ? 'abc' : null }),
	nothing: () => () => ({}),
};

const BY_CURSOR = { kind: 'cursor', place: 'body', limit: 'limit', position: 'cursor' } as const;
const BY_PAGE = { kind: 'page', place: 'body', limit: 'limit', position: 'page' } as const;

describe('The requests for a list', () => {
	// A full first page whose total is just its size may be the first of many.
	it.each([
		['total', [1, 1, 2, 2, 10]],
		['has_more', [1, 1, 1, 2, 10]],
		['cursor', [1, 1, 1, 2, 10]],
		['nothing', [1, 2, 2, 3, 11]],
	])('of 0, 3, 100, 101 and 1,000 records with %s are %j', async (way, requests) => {
		const found = [];
		for (const count of [0, 3, 100, 101, 1000]) {
			const { records, asked, words } = await readFrom(server(count, WAYS[way]?.(count)));
			expect([records, words]).toEqual([rowsFrom(0, count), '']);
			found.push(asked.length);
		}
		expect(found).toEqual(requests);
	});
});

describe('A list is over', () => {
	it.each<[string, Reply, boolean]>([
		['an empty list', { data: [] }, true],
		['404', status(404), true],
		['416', status(416), true],
		['400', status(400), false],
		['500', status(500), false],
	])('with %s: %s', async (_what, end, isEnd) => {
		const { records, words, error } = await readFrom((page) =>
			Number(page.offset) < 200 ? server(200)(page) : end,
		);
		expect([records, words]).toEqual([rowsFrom(0, 200), '']);
		expect(error?.message).toEqual(isEnd ? undefined : expect.stringMatching(/^Status \d+$/));
	});

	it.each([
		[0, 'Wait.\n100 records were read before that.'],
		[99, 'Wait.\n1 record was read before that.'],
	])('says of %i records less how many were read before an error', async (less, description) => {
		const { error } = await readFrom((page) =>
			page.offset === 0 ? rowsFrom(0, 100 - less) : status(500),
		);
		expect(error).toMatchObject({ description });
	});

	it.each<[JsonObject, number]>([
		[{ total: 12 }, 1],
		[{ meta: { total: 12 } }, 1],
		[{ pagination: { hasMore: false } }, 1],
		[{ paging: { next: null } }, 1],
		[{ count: 12 }, 2],
	])('with %j after %i requests', async (beside, requests) => {
		const { asked, words } = await readFrom(server(12, () => beside));
		expect([asked.length, words]).toEqual([requests, '']);
	});

	it.each<[string, number, Say]>([
		// `total: len(items)`: each page counts itself.
		['a total', 100, (page) => ({ total: page.length })],
		['a total and the limit of the service', 50, (page) => ({ total: page.length, limit: 50 })],
	])('with %s only if its first page is no longer by chance', async (_what, cap, say) => {
		const { records, words } = await readFrom((asked) => {
			const data = pageOf(250, asked).slice(0, cap);
			return { data, ...say(data, asked) };
		});
		expect([records, words]).toEqual([ALL, '']);
	});

	it('with the total of its only page where that is longer than was asked for', async () => {
		const { asked } = await readFrom(() => ({ data: ALL, total: 250 }));
		expect(asked).toHaveLength(1);
	});

	it('with words that say why no more come', async () => {
		const say = (words: (page: JsonObject[]) => string) =>
			server(200, (page) => ({ message: words(page) }));
		const quota = await readFrom(say((page) => (page.length > 0 ? 'Prompts' : 'Quota exceeded')));
		const text = 'The service says: Quota exceeded';
		expect(quota.notices).toEqual([{ kind: 'note', text }]);
		const none = await readFrom(() => ({ data: [], code: 'QUOTA_EXCEEDED' }));
		expect(none.words).toBe('The service says: QUOTA_EXCEEDED');
	});
});

/** Records with these IDs: a page of a list that is read in pages of two. */
const ids = (...all: number[]): JsonObject[] => all.map((id) => ({ id }));

/** A server with these pages, one for each request; the last one comes again. */
function pages(...replies: Array<JsonObject | JsonValue[]>) {
	let at = 0;
	return (): Reply => replies[Math.min(at++, replies.length - 1)];
}

const [ONE, TWO, THREE] = [ids(1), ids(1, 2), ids(1, 2, 3)];
const full = (beside: JsonObject): JsonObject => ({ data: TWO, ...beside });
const third = (total: number): JsonObject => ({ data: ids(3), total });
const ADVICE = 'Page in another way.';
const MORE = 'more records than the 2 that it returned.';
const MORE_ADVICE = `${MORE} ${ADVICE}$`;
const PATH = "Check 'Path to Cursor'";
const next = { next_cursor: 'a' };
const more = { has_more: true };
const over = { has_more: false };
const then: JsonObject = { data: ids(3), ...next };

describe('The end of a list that is read in pages of two', () => {
	type Pages = Array<JsonObject | JsonValue[]>;

	/** What is said of the end, behind its kind. */
	async function said(replies: Pages, paging?: Paging, pagingAdvice?: string) {
		const reader = { paging, expected: { pagingAdvice }, pageSize: 2 };
		const { kinds, words } = await readFrom(pages(...replies), reader);
		return [...kinds, words].join(': ');
	}

	it.each<[string, Pages, Paging | undefined, string, string?]>([
		['one page, more follow', [full(more)], undefined, 'gap', MORE_ADVICE],
		['one page, a cursor', [full(next)], undefined, 'gap', MORE_ADVICE],
		['one page, an address', [full({ next: '/2' })], undefined, 'gap', ADVICE],
		['one page, no more', [full({ total: 3, ...over, ...next })], undefined, 'gap', ADVICE],
		['one page, a total', [full({ total: 3 })], undefined, 'gap', '3 records but returned only 2'],
		['one page, its total', [full({ total: 2 })], undefined, ''],
		['one page, and more', [full({ total: 2, ...more })], undefined, 'gap', MORE],
		['one full page', [full({ limit: 2 })], undefined, 'note', `full page of 2 .*${ADVICE}`],
		['one page, full by chance', [full({ limit: 2, ...over })], undefined, ''],
		['one page that is not full', [full({ limit: 3 })], undefined, ''],
		['the same page', [TWO], BY_OFFSET, 'gap', ADVICE],
		['the same page, its total', [full({ total: 2 })], BY_OFFSET, 'gap', ADVICE],
		['one full page, its total', [full({ limit: 2, total: 2 })], undefined, 'note', 'more may'],
		['a short page', [ONE], BY_OFFSET, 'note', `missing. ${ADVICE}$`],
		['a full one', [{ data: ONE, limit: 1 }], BY_OFFSET, 'gap', ADVICE],
		['a longer page', [THREE], BY_OFFSET, ''],
		['a longer one, a total', [{ data: THREE, total: 4 }], BY_OFFSET, 'gap', '4 records'],
		['the same, more follow', [full(more)], BY_OFFSET, 'gap', MORE_ADVICE],
		['the same, a cursor', [full(next)], BY_OFFSET, 'gap', MORE_ADVICE],
		['none for the offset', [full(next), []], BY_OFFSET, 'gap', MORE_ADVICE],
		['none for the page', [full(next), []], BY_PAGE, 'gap', ADVICE],
		['none for the next', [full(next), full(next), []], BY_OFFSET, 'gap', ADVICE],
		['none for a third', [full(next), then, []], BY_PAGE, 'gap', ADVICE],
		['none, more follow', [full(more), []], BY_OFFSET, 'gap', MORE_ADVICE],
		['none, a total', [full({ total: 3 }), []], BY_OFFSET, 'gap', `3 records but .* 2. ${ADVICE}$`],
		['none, a total by chance', [full({ total: 2 }), []], BY_OFFSET, ''],
		['none after its total', [full({ total: 2, ...more }), []], BY_PAGE, 'gap', MORE_ADVICE],
		['none, a total too low', [full({ total: 1 }), []], BY_OFFSET, ''],
		['over, a total too low', [full({ total: 1, ...over })], BY_PAGE, ''],
		['over, too high', [full({ total: 3, ...over }), []], BY_PAGE, 'gap', '3 rec'],
		['none of a total', [{ data: [], total: 9 }], BY_OFFSET, 'gap', '9 records .* only 0'],
		['none, a cursor', [{ data: [], next: 'a', ...more }], BY_OFFSET, 'gap', `the 0 .*${ADVICE}`],
		['the same cursor', [full(next), then], BY_CURSOR, 'gap', `returned. ${ADVICE}$`],
		['the same page by cursor', [full(next), full({ next: 'b' })], BY_CURSOR, 'gap', MORE_ADVICE],
		['none for a cursor', [full(next), []], BY_CURSOR, 'gap', MORE_ADVICE],
		['no cursor, more', [{ data: ONE, ...more }], BY_CURSOR, 'gap', PATH],
		['no cursor, a total', [{ data: ONE, total: 2 }], BY_CURSOR, 'gap', PATH],
		['no cursor, an address', [{ data: ONE, next: '/2' }], BY_CURSOR, 'gap', PATH],
		['no cursor, a full page', [TWO], BY_CURSOR, 'gap', PATH],
		['no cursor, one full page', [{ data: ONE, limit: 1 }], BY_CURSOR, 'gap', PATH],
		['no cursor, a short page', [ONE], BY_CURSOR, ''],
		['no cursor later', [full(next), ids(3, 4)], BY_CURSOR, ''],
		['an empty cursor', [full({ next: null })], BY_CURSOR, ''],
		['an empty one, a total', [full({ next: null, total: 3 })], BY_CURSOR, 'gap', '3 records'],
		['no more, a total', [full({ total: 3, ...over })], BY_CURSOR, 'gap', '3 records'],
		['its own total, twice', [full({ total: 2 }), third(1), []], BY_PAGE, ''],
		['another total', [full({ total: 4 }), third(3), []], BY_PAGE, 'gap', 'changed'],
		['a true one', [full({ total: 2 }), third(3)], BY_PAGE, 'gap', 'changed'],
		['then its own', [full({ total: 9 }), third(1), []], BY_PAGE, 'gap', 'changed'],
	])('%s', async (_what, replies, paging, kind, words = '') => {
		const found = await said(replies, paging, ADVICE);
		expect(found).toMatch(new RegExp(kind === '' ? '^: $|^$' : `^${kind}.*${words}`, 's'));
		expect(await said(replies, paging)).not.toContain(ADVICE);
	});
});

describe('A limit', () => {
	const open = { isCut: true, isTotalMinimum: true };
	const cut = { isCut: true, isTotalMinimum: false };
	const whole = { isCut: false, isTotalMinimum: false };
	const last = { data: ids(3, 4), ...over };

	it.each<[string, number, Array<JsonObject | JsonValue[]>, Paging | undefined, object]>([
		['of all that came', 2, [TWO], BY_OFFSET, { total: 2, ...open }],
		['of all that came at once', 2, [TWO], undefined, { total: 2, ...open }],
		['of less than came', 2, [THREE], BY_OFFSET, { total: 3, ...open }],
		['of less than came at once', 2, [THREE], undefined, { total: 3, ...open }],
		['of the total of the page', 2, [full({ total: 2 })], undefined, { total: 2, ...cut }],
		['of less than the total', 2, [full({ total: 9 })], BY_OFFSET, { total: 9, ...cut }],
		['of less than a page', 2, [{ data: THREE, total: 3 }], BY_PAGE, { total: 3, ...cut }],
		['of all', 2, [full(over)], BY_OFFSET, { total: 2, ...whole }],
		['of more', 3, [full(over)], BY_OFFSET, { total: 2, ...whole }],
		['of more than come', 9, [TWO, ids(3), []], BY_OFFSET, { total: 3, ...whole }],
		['between two pages', 3, [TWO, ids(3, 4)], BY_OFFSET, { total: 4, ...open }],
		['in the last page', 3, [TWO, last], BY_OFFSET, { total: 4, ...cut }],
		['at its end', 4, [TWO, last], BY_OFFSET, { total: 4, ...whole }],
		['that a wrong total is over', 2, [full({ total: 1 })], BY_PAGE, { total: 2, ...open }],
	])(
		'%s of %i: the total, and whether there are more',
		async (_what, limit, all, paging, found) => {
			const read = await readFrom(pages(...all), { limit, paging, pageSize: 2 });
			expect(read).toMatchObject({ ...found, words: '' });
			expect(read.records).toEqual(ids(1, 2, 3, 4).slice(0, Math.min(limit, Number(read.total))));
		},
	);
});

describe('A list without an end', () => {
	const TOO_LONG = 'The list is too long to read: after';
	const HALF = 128 * 1024 * 1024;

	/** Reads a list of so many records one by one, of which each page says this. */
	const readAll = async (count: number, say: JsonObject) =>
		await readFrom(
			server(count, () => say),
			{ pageSize: 1 },
		);

	it.each<[count: number, say: JsonObject, isRead: boolean]>([
		[999, {}, true],
		[1001, {}, false],
		[1001, { total: 1001 }, true],
	])('is read no further than 1,000 pages: %i that say %j: %s', async (count, say, isRead) => {
		const { records, error } = await readAll(count, say);
		expect(records).toHaveLength(isRead ? count : 1000);
		const message = `${TOO_LONG} 1000 pages with 1000 records`;
		expect(error?.message).toEqual(isRead ? undefined : expect.stringContaining(message));
	});

	it('is read no further than 10,000 pages, whatever its total', async () => {
		const { records, error } = await readAll(10_001, { total: 1e6 });
		expect(records).toHaveLength(10_000);
		expect(error?.message).toContain(`${TOO_LONG} 10000 pages with 10000 records`);
	});

	it('is read no further than 1,000,000 records, of which each page may have any number', async () => {
		const page = Array<number>(999_999).fill(1);
		const { error, asked } = await readFrom(({ offset }) => (offset === 0 ? page : [1]));
		expect(asked).toHaveLength(2);
		expect(error?.message).toContain(`${TOO_LONG} 2 pages with 1000000 records`);
	});

	it.each([
		[2 * HALF - 1, undefined],
		[2 * HALF, expect.stringContaining(TOO_LONG)],
	])('is read no further than the page with the %i-th character', async (size, message) => {
		const first = { body: ONE, size };
		const { error } = await readFrom(({ offset }) => (offset === 0 ? first : []));
		expect(error?.message).toEqual(message);
	});

	it('is an error beside the records until then, which names what to set', async () => {
		const { error, records, asked } = await readFrom(({ offset }) => rowsFrom(Number(offset), 100));
		expect([records.length, asked.length]).toEqual([100_000, 1000]);
		expect(error).toMatchObject({
			message: expect.stringContaining(TOO_LONG),
			description: expect.stringMatching(/'Limit'.*'Pagination'[^]*100000 records were read/),
		});
	});
});

describe('A response without a list', () => {
	const ANY = { expected: { answerKind: 'any' }, paging: undefined } as const;
	const WRITE = { ...ANY, isWrite: true };
	const RECORD = { expected: { answerKind: 'record' }, paging: undefined } as const;
	const NO_LIST = 'The response has no list of records';
	const EMPTY = 'returned an empty response';
	const inner = { view: 'list', at: { hits: [{}] } };

	it.each<[JsonValue | undefined, string, RegExp, Reader?]>([
		[inner, NO_LIST, /It has: view, at\.hits\. Enter the path/],
		['text', NO_LIST, /^Enter the path to the records in 'Records At'.* or a dot/],
		[{}, NO_LIST, /^Enter the path/],
		[{ data: null }, NO_LIST, /It has: data\./],
		[{ columns: ['a'], rows: [[1]] }, NO_LIST, /It has: columns, rows\./],
		[{ data: '[{"id":1}]' }, NO_LIST, /It has: data\./],
		[{ code: 500, message: 'No quota', count: 5 }, NO_LIST, /^It says: No quota\n/],
		[undefined, EMPTY, /^Run the workflow again/],
		[null, EMPTY, /^Run the workflow again/, RECORD],
	])('is an error: %j', async (body, message, description, reader = {}) => {
		await expect(readFrom(() => body, reader)).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringMatching(description),
		});
	});

	it.each<[JsonValue, Reader]>([
		[{ message: 'Done' }, ANY],
		[{}, ANY],
		[{ id: 'r1', rows: TWO }, ANY],
		[{ title: 'T', data: TWO }, ANY],
		[{ parts: TWO }, RECORD],
		[{ a: 1, error: 'Row 3' }, WRITE],
	])('is one record if that was asked for: %j', async (body, reader) => {
		const { records, words, asked } = await readFrom(() => body, reader);
		expect([records, words, asked.length]).toEqual([[body], '', 1]);
	});

	it('is a success where a call returns nothing', async () => {
		expect((await readFrom(() => null, ANY)).records).toEqual([{ success: true }]);
	});

	it('is an error beside the records, on a later page', async () => {
		const { records, error } = await readFrom(pages([1], { view: 'list' }));
		expect(records).toEqual([1]);
		expect(error).toMatchObject({
			message: NO_LIST,
			description: expect.stringMatching(/\n1 record was read before that\.$/),
		});
	});

	it('passes on what a request throws', async () => {
		await expect(readFrom(() => status(404))).rejects.toThrow('Status 404');
	});
});

describe('Records that come again', () => {
	const rated = (...all: Array<[id: number, n: number]>) => all.map(([id, n]) => ({ id, n }));
	const [RATED, MOVED] = [rated([1, 1], [2, 1]), rated([2, 5], [3, 1])];
	const [TWICE, THRICE] = [rated([1, 1], [1, 2]), rated([1, 3], [2, 1])];
	const AB: JsonValue[] = ['a', 'b'];
	const BC: JsonValue[] = ['b', 'c'];
	const CHANGED = 'The list changed';
	const REPEATED = 'returned a page with nothing but IDs or rows that had come before';

	it('are rows of a report with the same dimensions', async () => {
		const row = (topic: string, share: number) => ({ topic, share });
		const first = [row('a', 1), row('b', 1)];
		const expected = { key: { fields: [['topic_id', 'topic']], hasId: false } };
		const replies = pages(first, [row('a', 2), row('b', 1)]);
		const { records, words } = await readFrom(replies, { pageSize: 2, expected });
		expect(records).toEqual(first);
		expect(words).toContain(REPEATED);
	});

	it.each<[string, JsonValue[][], JsonValue[], string]>([
		['new IDs', [TWO, ids(3, 4), []], ids(1, 2, 3, 4), '^$'],
		['an ID that came', [TWO, ids(2, 3), []], ids(1, 2, 3), CHANGED],
		['an ID of a page before', [TWO, ids(3, 4), ids(1, 5), []], ids(1, 2, 3, 4, 5), CHANGED],
		['only IDs that came', [TWO, ids(2, 1)], TWO, REPEATED],
		['only such IDs, with other values', [RATED, rated([1, 2], [2, 2])], RATED, REPEATED],
		['an ID with other values', [RATED, MOVED, []], [...RATED, ...MOVED], CHANGED],
		['IDs that one page has twice', [TWICE, THRICE, []], [...TWICE, ...THRICE], '^$'],
		['a page without IDs', [AB, AB], AB, REPEATED],
		['a record without ID', [AB, BC, []], [...AB, ...BC], '^$'],
	])('are kept once if they are the same: %s', async (_what, replies, expected, words) => {
		const read = await readFrom(pages(...replies), { pageSize: 2 });
		expect(read.records).toEqual(expected);
		expect(read.words).toMatch(new RegExp(words));
		expect(read.kinds).toEqual(words === '^$' ? [] : ['gap']);
	});
});

it('A record that comes twice is kept once, with a gap, and the next page starts behind it', async () => {
	const rows = [...ALL.slice(0, 100), ...ALL.slice(99)];
	const { records, kinds, asked } = await readFrom((page) => slice(rows, page));
	expect([records, kinds]).toEqual([ALL, ['gap']]);
	expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 251]);
});

describe('Task → Query', () => {
	const { description } = new Agents();

	/** The fields of Pagination that n8n gives to a node in which the option was added. */
	function pagesFor(pagination: string): string[] {
		const parameters: INodeParameters = {
			...{ resource: 'task', operation: 'query' },
			...placed({ paging: { pages: { pagination } } }),
		};
		const self: INode = {
			...{ id: 'query', name: 'Query', type: description.name, typeVersion: 1, position: [0, 0] },
			parameters,
		};
		const own = [description.properties, parameters, true, false, self, description] as const;
		const { options } = json(NodeHelpers.getNodeParameters(...own));
		return Object.keys(json(json(json(json(options)['apiDetails'])['paging'])['pages']));
	}

	it.each([
		['offset', 'pagination paginationPlace positionParameter limitParameter'],
		['page', 'pagination paginationPlace positionParameter firstPage limitParameter'],
		['cursor', 'pagination paginationPlace positionParameter cursorAt limitParameter'],
	])('has for the pagination %s these fields: %s', (pagination, fields) => {
		expect(pagesFor(pagination).join(' ')).toBe(fields);
	});
});
