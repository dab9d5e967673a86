import {
	type INode,
	type INodeParameters,
	type JsonObject,
	type JsonValue,
	NodeHelpers,
} from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { Agents } from '../../nodes/Agents/Agents.node';
import { ServiceError } from '../../nodes/shared/base/errors';
import {
	GEO_PROJECTS_PAGING as BY_OFFSET,
	type ListQuery,
	type Paging,
} from '../../nodes/shared/reading/paging';
import { KnownPages } from '../../nodes/shared/reading/samePage';
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
		['nothing', undefined, true],
		['an empty object', {}, true],
		['404', status(404), true],
		['416', status(416), true],
		['400', status(400), false],
		['500', status(500), false],
	])('with %s: %s', async (_what, end, isEnd) => {
		const { records, words, error, pages } = await readFrom((page) =>
			Number(page.offset) < 200 ? server(200)(page) : end,
		);
		expect([records, pages.length, words]).toEqual([rowsFrom(0, 200), 2, '']);
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
		[{ meta: { total_pages: 1 } }, 1],
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
		['a number of pages', 100, () => ({ total_pages: 1 })],
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

	it('with words that say why no more come, unless each page says so', async () => {
		const say = (words: (page: JsonObject[]) => string) =>
			server(200, (page) => ({ message: words(page) }));
		const quota = await readFrom(say((page) => (page.length > 0 ? 'Prompts' : 'Quota exceeded')));
		const text = 'The service returned no more than 200 records and says: Quota exceeded';
		expect(quota.notices).toEqual([{ kind: 'note', text }]);
		expect((await readFrom(say(() => 'Prompts'))).words).toBe('');
		const none = await readFrom(() => ({ data: [], code: 'QUOTA_EXCEEDED' }));
		expect(none.words).toBe('The service returned no records and says: QUOTA_EXCEEDED');
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
const RAISE = "raise 'Page Size'";
const SET = 'to the way in which';
const CURSOR = "'Pagination' in 'Options' → 'API Details' to Cursor.";
const HTTP_REQUEST =
	"use n8n's HTTP Request node with the same credential, and its option 'Pagination'";
const PATH = "Check 'Path to Cursor'";
const MORE = 'more records than the 2 that it returned.';
const UNFIT = 'does not fit the 2';
const next = { next_cursor: 'a' };
const then: JsonObject = { data: ids(3), ...next };

describe('The end of a list that is read in pages of two', () => {
	type Pages = Array<JsonObject | JsonValue[]>;

	/** What is said of the end, behind its kind. */
	async function said(replies: Pages, paging?: Paging, offers?: ListQuery['offers']) {
		const reader = { paging, offers, pageSize: 2 };
		const { kinds, words } = await readFrom(pages(...replies), reader);
		return [...kinds, words].join(': ');
	}

	it.each<[string, Pages, Paging | undefined, string, string?]>([
		['one page, more follow', [full({ has_more: true })], undefined, 'gap', `${MORE} .*${SET}`],
		['one page, a cursor', [full(next)], undefined, 'gap', `${MORE} .*${CURSOR}`],
		['one page, an address', [full({ next: '/2' })], undefined, 'gap', SET],
		[
			'one page, and no more',
			[full({ total: 3, has_more: false, ...next })],
			undefined,
			'gap',
			SET,
		],
		['one page, a total', [full({ total: 3 })], undefined, 'gap', '3 records but returned only 2'],
		['one page, more pages', [full({ total_pages: 2 })], undefined, 'gap', SET],
		['one page, its total', [full({ total: 2 })], undefined, ''],
		['one page, and more', [full({ total: 2, has_more: true })], undefined, 'gap', MORE],
		['one page, its number', [full({ total_pages: 1 })], undefined, ''],
		['one page that is full', [full({ limit: 2 })], undefined, 'doubt', `full page of 2 .*${SET}`],
		['one page, full by chance', [full({ limit: 2, has_more: false })], undefined, ''],
		['one page that is not full', [full({ limit: 3 })], undefined, ''],
		['the same page', [TWO], BY_OFFSET, 'gap', `${RAISE} .*${SET}`],
		['a short page', [ONE], BY_OFFSET, 'note', 'missing.$'],
		['a full one', [{ data: ONE, limit: 1 }], BY_OFFSET, 'gap', RAISE],
		['a longer page', [THREE], BY_OFFSET, ''],
		['a longer one, a total', [{ data: THREE, total: 4 }], BY_OFFSET, 'gap', '4 records'],
		['the same, more follow', [full({ has_more: true })], BY_OFFSET, 'gap', `${MORE} .*${SET}`],
		['the same, a cursor', [full(next)], BY_OFFSET, 'gap', `${MORE} .*${CURSOR}`],
		['the same, more pages', [full({ total_pages: 2 })], BY_OFFSET, 'gap', `${MORE} .*${SET}`],
		['none for the offset', [full(next), []], BY_OFFSET, 'gap', `${MORE} .*${CURSOR}`],
		['none for the page', [full(next), []], BY_PAGE, 'gap', CURSOR],
		['none for the next', [full(next), full(next), []], BY_OFFSET, 'gap', CURSOR],
		['none for a third', [full(next), then, []], BY_PAGE, 'doubt', 'returned.$'],
		['none, more follow', [full({ has_more: true }), []], BY_OFFSET, 'doubt', `${MORE}$`],
		['none, more pages', [full({ total_pages: 2 }), []], BY_OFFSET, 'doubt', `${MORE}$`],
		['none, a total', [full({ total: 3 }), []], BY_OFFSET, 'doubt', '3 records but .* 2.$'],
		['none, a total by chance', [full({ total: 2 }), []], BY_OFFSET, ''],
		['none after its total', [full({ total: 2, has_more: true }), []], BY_PAGE, 'note', UNFIT],
		['none, a total too low', [full({ total: 1 }), []], BY_OFFSET, 'note', UNFIT],
		['over, a total too low', [full({ total: 1, has_more: false })], BY_PAGE, 'note', UNFIT],
		['over, too high', [full({ total: 3, has_more: false }), []], BY_PAGE, 'doubt', '3 rec'],
		['none, pages by chance', [full({ total_pages: 1 }), []], BY_OFFSET, ''],
		['none of a total', [{ data: [], total: 9 }], BY_OFFSET, 'doubt', '9 records .* only 0'],
		['none of pages', [{ data: [], total_pages: 2 }], BY_OFFSET, 'doubt', 'than the 0'],
		['none of one page', [{ data: [], total_pages: 1 }], BY_OFFSET, ''],
		['none, a cursor', [{ data: [], next: 'a', has_more: true }], BY_OFFSET, 'doubt', 'the 0'],
		['the same cursor', [full(next), then], BY_CURSOR, 'gap', 'returned.$'],
		['the same page by cursor', [full(next), full({ next: 'b' })], BY_CURSOR, 'gap', SET],
		['none for a cursor', [full(next), []], BY_CURSOR, 'doubt', `${MORE}$`],
		['no cursor, more', [{ data: ONE, has_more: true }], BY_CURSOR, 'gap', PATH],
		['no cursor, a total', [{ data: ONE, total: 2 }], BY_CURSOR, 'gap', PATH],
		['no cursor, more pages', [{ data: ONE, total_pages: 2 }], BY_CURSOR, 'gap', PATH],
		['no cursor, an address', [{ data: ONE, next: '/2' }], BY_CURSOR, 'gap', PATH],
		['no cursor, a full page', [TWO], BY_CURSOR, 'gap', PATH],
		['no cursor, one full page', [{ data: ONE, limit: 1 }], BY_CURSOR, 'gap', PATH],
		['no cursor, a short page', [ONE], BY_CURSOR, ''],
		['no cursor later', [full(next), ids(3, 4)], BY_CURSOR, ''],
		['an empty cursor', [full({ next: null })], BY_CURSOR, ''],
		['an empty one, a total', [full({ next: null, total: 3 })], BY_CURSOR, 'doubt', '3 records'],
		['no more, a total', [full({ total: 3, has_more: false })], BY_CURSOR, 'doubt', '3 records'],
		['its own total, twice', [full({ total: 2 }), third(1), []], BY_PAGE, ''],
		['another total', [full({ total: 4 }), third(3), []], BY_PAGE, 'doubt', 'changed'],
		['a true one', [full({ total: 2 }), third(3)], BY_PAGE, 'doubt', 'changed'],
		['then its own', [full({ total: 9 }), third(1), []], BY_PAGE, 'doubt', 'not fit the 3'],
	])('%s', async (_what, replies, paging, kind, words = '') => {
		const found = await said(replies, paging, 'pagination');
		expect(found).toMatch(new RegExp(kind === '' ? '^: $|^$' : `^${kind}.*${words}`, 's'));
		expect(await said(replies, paging)).not.toContain("'Pagination'");
		const elsewhere = found.replace(/set 'Pagination' in [^.]+/, HTTP_REQUEST);
		expect(await said(replies, paging, 'pageSize')).toBe(elsewhere);
	});
});

describe('A limit', () => {
	const open = { isCut: true, isTotalMinimum: true };
	const cut = { isCut: true, isTotalMinimum: false };
	const whole = { isCut: false, isTotalMinimum: false };
	const last = { data: ids(3, 4), has_more: false };

	it.each<[string, number, Array<JsonObject | JsonValue[]>, Paging | undefined, object]>([
		['of all that came', 2, [TWO], BY_OFFSET, { total: 2, ...open }],
		['of all that came at once', 2, [TWO], undefined, { total: 2, ...open }],
		['of less than came', 2, [THREE], BY_OFFSET, { total: 3, ...open }],
		['of less than came at once', 2, [THREE], undefined, { total: 3, ...open }],
		['of the total of the page', 2, [full({ total: 2 })], undefined, { total: 2, ...cut }],
		['of less than the total', 2, [full({ total: 9 })], BY_OFFSET, { total: 9, ...cut }],
		['of less than a page', 2, [{ data: THREE, total: 3 }], BY_PAGE, { total: 3, ...cut }],
		['of all', 2, [full({ has_more: false })], BY_OFFSET, { total: 2, ...whole }],
		['of more', 3, [full({ has_more: false })], BY_OFFSET, { total: 2, ...whole }],
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
		[1001, { total_pages: 1001 }, true],
		[1001, { total_pages: 1000, has_more: true }, false],
		[1001, { total_pages: 1, has_more: true }, false],
	])('is read no further than 1,000 pages: %i that say %j: %s', async (count, say, isRead) => {
		const { records, error } = await readAll(count, say);
		expect(records).toHaveLength(isRead ? count : 1000);
		const message = `${TOO_LONG} 1000 pages with 1000 records`;
		expect(error?.message).toEqual(isRead ? undefined : expect.stringContaining(message));
	});

	it.each<[string, Reply, boolean]>([
		['999,999 records', { data: Array<number>(999_999).fill(1) }, true],
		['1,000,000 records', { data: Array<number>(1e6).fill(1), total: 1e9 }, false],
		['a text that fits', { body: ONE, size: 2 * HALF - 1 }, true],
		['a text that is too long', { body: ONE, size: 2 * HALF }, false],
	])('is read no further than %s', async (_what, reply, isRead) => {
		const { error } = await readFrom(({ offset }) => (offset === 0 ? reply : []));
		expect(error?.message).toEqual(isRead ? undefined : expect.stringContaining(TOO_LONG));
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

describe('Where the first answer is no list', () => {
	const ANY = { expected: { answerKind: 'any' }, paging: undefined } as const;
	const RECORD = { id: 'r1', name: 'R', rows: ALL };
	const ADVICE = 'To see the whole response';

	it.each<[JsonValue | undefined, Reader, boolean, string, (RegExp | string)?]>([
		[{ view: 'list' }, {}, true, 'note', /as one item\.$/],
		['text', {}, true, 'note', /as one item\.$/],
		[{ id: 1, parts: [{}] }, {}, true, 'note', 'It has lists at: parts.'],
		[{}, {}, false, 'gap', ADVICE],
		[{ code: 500, message: 'No quota' }, {}, false, 'gap', /no items: it says No quota\. To see/],
		[{ code: 500, message: 'No quota', count: 5 }, {}, true, 'note', /as one item\.$/],
		[{ message: 'Done' }, ANY, true, ''],
		[{ message: 'No quota', warnings: ['Plan ended'] }, {}, false, 'gap', /it says No quota/],
		[{ message: 'No quota.' }, {}, false, 'gap', /it says No quota\. To see/],
		[undefined, {}, false, ''],
		[null, ANY, false, ''],
		[{}, ANY, true, ''],
		[RECORD, ANY, true, ''],
		[{ parts: ALL }, { expected: { answerKind: 'record' }, paging: undefined }, true, ''],
		[{ title: 'T', parts: ALL }, ANY, true, 'note', 'It has lists at: parts.'],
		[{ title: 'T', parts: ['a'] }, ANY, true, ''],
		[{ a: 1, error: 'Row 3' }, { ...ANY, isWrite: true }, true, ''],
	])('%j is read as %j, as one record: %s, and said in a %s', async (...given) => {
		const [body, reader, isRecord, kind, words = ''] = given;
		const read = await readFrom(() => body, reader);
		expect(read).toMatchObject({ records: isRecord ? [body] : [], hasNoList: true });
		expect(read.pages).toEqual(body === undefined || body === null ? [] : [body]);
		expect(read.kinds).toEqual(kind === '' ? [] : [kind]);
		expect(read.words).toMatch(words);
		expect(read.asked).toHaveLength(1);
	});

	it('a later one is an error', async () => {
		const { records, error } = await readFrom(pages([1], { view: 'list' }));
		expect(records).toEqual([1]);
		expect(error?.message).toContain('something other than a list');
	});

	it('what a request throws is passed on', async () => {
		await expect(readFrom(() => status(404))).rejects.toThrow('Status 404');
	});
});

describe('A page of a list is', () => {
	const named = (...all: string[]) => all.map((name) => ({ name }));
	const sourced = (...all: Array<number | string>) => all.map((source_id) => ({ source_id }));
	const ones = (...all: number[]) => all.map((n) => ({ n }));
	const NEW = 'new';

	it.each<[string, JsonValue[][], 'again' | 'moved' | 'new', JsonValue[]?]>([
		['the first', [[...TWO, ...ONE]], NEW],
		['with new IDs', [TWO, ids(3)], NEW],
		['with one that came', [TWO, ids(2, 3)], 'moved', ids(3)],
		['with one that came before', [TWO, ids(3), ids(1, 4)], 'moved', ids(4)],
		['with none but such', [TWO, ids(2)], 'again'],
		['with those in another order', [TWO, ids(2, 1)], 'again'],
		['that came first', [named('x', 'y'), named('z'), named('x', 'y')], 'again'],
		['that came, by IDs', [TWO, ids(3), TWO], 'again'],
		['of names', [named('x', 'y'), named('z')], NEW],
		['of a name that came', [named('x', 'y'), named('y', 'z')], 'moved', named('y', 'z')],
		['of names in another order', [named('x', 'y'), named('y', 'x')], 'moved', named('y', 'x')],
		['of IDs after names', [named('x'), ids(1)], NEW],
		['of a name beside IDs', [TWO, [...named('x'), ...ids(3)]], NEW],
		['of the IDs of sources', [sourced('a', 2), sourced(2, 3)], 'moved', sourced(3)],
		['of text IDs', [sourced('a', 'b'), sourced('b', 'c')], 'moved', sourced('c')],
		['of IDs with other texts', [[{ id: 1, on: '1' }], [{ id: 1, on: '2' }]], NEW],
		[
			'of IDs with other numbers',
			[
				[
					{ id: 1, n: 1 },
					{ id: 2, n: 2 },
				],
				[
					{ id: 1, n: 3 },
					{ id: 3, n: 1 },
				],
			],
			'moved',
		],
		[
			'of IDs with other numbers, which are meant',
			[
				[{ id: 1, n: 1 }],
				[
					{ id: 1, n: 3 },
					{ id: 1, n: 4 },
				],
			],
			NEW,
		],
		[
			'of IDs with other numbers, which were meant on a page before',
			[
				[
					{ id: 1, n: 1 },
					{ id: 2, n: 1 },
					{ id: 2, n: 2 },
				],
				[{ id: 2, n: 3 }],
			],
			NEW,
		],
		[
			'of IDs with other numbers, after one that came twice with the same',
			[
				[
					{ id: 1, n: 1 },
					{ id: 1, n: 1 },
				],
				[{ id: 2, n: 1 }],
				[
					{ id: 2, n: 2 },
					{ id: 3, n: 1 },
				],
			],
			'moved',
		],
		['of names with other numbers', [[{ name: 'x', n: 1 }], [{ name: 'x', n: 2 }]], 'again'],
		['of numbers', [ones(1, 2), ones(3, 4)], NEW],
		['of numbers that came', [ones(1, 2), ones(1, 2)], 'again'],
		['of texts', [['a'], ['b'], ['a']], 'again'],
		['with a text in another field', [[{ name: 'x' }], [{ title: 'x' }]], NEW],
	])('one %s', (...given) => {
		const [, all, expected, kept] = given;
		const known = new KnownPages(['id', 'source_id']);
		const [last] = all.map((page) => known.add(page)).slice(-1);
		const found = last?.isRepeat === true ? 'again' : last?.hasMoved === true ? 'moved' : 'new';
		expect(found).toBe(expected);
		if (expected !== 'again') expect(last?.keptRecords).toEqual(kept ?? all.at(-1));
	});

	const day = '2026-11-24';
	const midnight = (rest: string): [string, string, string, boolean] => [
		...(['at', `2026-11-24${rest}`, `2026-11-25${rest}`, true] as const),
	];

	it.each<[string, JsonValue, JsonValue, boolean]>([
		['at', `${day}T09:30:00Z`, `${day}T09:31:00Z`, false],
		['at', `${day} 09:30`, `${day} 09:31`, false],
		['at', `${day}T00:00:01Z`, `${day}T00:00:02Z`, false],
		['at', `${day}T00:00Zx`, `${day}T00:00Zy`, false],
		['at', `${day}T10:00:00Z`, `${day}T11:00:00Z`, false],
		['at', `${day}T0930`, `${day}T0931`, true],
		['at', `${day}x09:30`, `${day}x09:31`, true],
		['at', `${day}T09`, `${day}T10`, true],
		['at', `at ${day}T09:30`, `at ${day}T09:31`, true],
		...['', 'T00:00', ' 00:00:00', 'T00:00:00.000Z', 'T00:00Z', 'T00:00:00+01:00'].map(midnight),
		midnight('T00:00:00-0100'),
		...'date day Hour week month quarter year period_start period_end topic_id'
			.split(' ')
			.map((name): [string, number, number, boolean] => [name, 1, 2, true]),
		['date', `${day}T09:30:00Z`, `${day}T09:31:00Z`, true],
		['day', [1], [2], true],
		...['update', 'days', 'period_starts', 'score'].map(
			(name): [string, number, number, boolean] => [name, 1, 2, false],
		),
		['stats', { score: 1 }, { score: 2 }, false],
		['stats', { topic: 'a' }, { topic: 'b' }, true],
		['is_open', true, false, false],
		['day', true, false, false],
	])('another one if %s is first %j, then %j: %s', (name, one, other, isOther) => {
		const known = new KnownPages([]);
		known.add([{ name: 'x', [name]: one }]);
		expect(known.add([{ name: 'x', [name]: other }]).isRepeat).toBe(!isOther);
		expect(known.add([{ name: 'x', [`${name}2`]: one, b: 'y' }]).isRepeat).toBe(false);
	});
});

describe('A record that comes twice', () => {
	it('is kept once, with a doubt, and the next page starts behind it', async () => {
		const rows = [...ALL.slice(0, 100), ...ALL.slice(99)];
		const { records, kinds, asked } = await readFrom((page) => slice(rows, page));
		expect([records, kinds]).toEqual([ALL, ['doubt']]);
		expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 251]);
	});
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
