import fc from 'fast-check';
import {
	type INode,
	type INodeParameters,
	type JsonObject,
	type JsonValue,
	NodeHelpers,
} from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { Agents } from '../../nodes/Agents/Agents.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import type { ApiRequest } from '../../nodes/shared/api';
import { ServiceError } from '../../nodes/shared/base/errors';
import {
	LIMIT_AND_OFFSET,
	pageRequest,
	PAGINATION,
	type Paging,
} from '../../nodes/shared/reading/paging';
import { samples } from '../samples';
import { type PageMembers, pageOf, readFrom, type Reply, rowsFrom, slice } from './pageServer';

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
			expect(records).toEqual(rowsFrom(0, count));
			expect(words).toBe('');
			found.push(asked.length);
		}
		expect(found).toEqual(requests);
	});

	it('go by what came, where the service sends less than was asked for', async () => {
		const { asked, records } = await readFrom((page) => ({
			data: slice(ALL, page).slice(0, 80),
			total: 250,
		}));
		expect(records).toEqual(ALL);
		expect(asked.map(({ offset }) => offset)).toEqual([0, 80, 160, 240]);
	});

	it('go out side by side once the total is known, and are those of the list', async () => {
		let underWay = 0;
		let most = 0;
		const whole = server(1000, WAYS.total?.(1000));
		const read = async (concurrency: number) =>
			await readFrom(
				async (page) => {
					underWay += 1;
					most = Math.max(most, underWay);
					await new Promise(setImmediate);
					underWay -= 1;
					return whole(page);
				},
				{ concurrency },
			);
		expect((await read(4)).records).toEqual(rowsFrom(0, 1000));
		expect(most).toBe(4);
		most = 0;
		const { records, asked } = await read(1);
		expect([records.length, asked.length, most]).toEqual([1000, 10, 1]);
		expect((await readFrom(whole, { concurrency: 20, limit: 250 })).asked).toHaveLength(3);
	});

	it('that failed ahead of need hurt nobody', async () => {
		const { records, error } = await readFrom(
			(page) => (Number(page.offset) > 100 ? status(500) : server(1000, WAYS.total?.(1000))(page)),
			{ concurrency: 5 },
		);
		expect(records).toHaveLength(200);
		expect(error?.message).toBe('Status 500');
	});
});

describe('A list is over', () => {
	it.each<[string, Reply]>([
		['an empty list', { data: [] }],
		['nothing', undefined],
		['an empty object', {}],
		['404', status(404)],
		['416', status(416)],
	])('with %s', async (_what, end) => {
		const { records, words, error, pages } = await readFrom((page) =>
			Number(page.offset) < 200 ? server(200)(page) : end,
		);
		expect(records).toEqual(rowsFrom(0, 200));
		expect(pages).toHaveLength(2);
		expect([words, error]).toEqual(['', undefined]);
	});

	it.each([400, 500])('with nothing else: %d is an error', async (code) => {
		const { records, error } = await readFrom((page) =>
			Number(page.offset) < 200 ? server(200)(page) : status(code),
		);
		expect(records).toHaveLength(200);
		expect(error).toMatchObject({
			message: `Status ${code}`,
			description: 'Wait.\n200 records were read before that.',
		});
	});

	it('says of one record that it was read before an error', async () => {
		const { error } = await readFrom((page) => (page.offset === 0 ? [1] : status(500)));
		expect(error).toMatchObject({ description: 'Wait.\n1 record was read before that.' });
	});

	it.each<[string, JsonObject, number]>([
		['a total that is reached', { total: 12 }, 1],
		['a number of pages', { meta: { total_pages: 1 } }, 1],
		['no more', { pagination: { hasMore: false } }, 1],
		['no next page', { paging: { next: null } }, 1],
		['the count of the page', { count: 12 }, 2],
	])('with %s', async (_what, beside, requests) => {
		const { asked, words } = await readFrom(server(12, () => beside));
		expect(asked).toHaveLength(requests);
		expect(words).toBe('');
	});

	it('with a total only if the first page is no longer than that by chance', async () => {
		// `total: len(items)`: each page counts itself.
		const counted = await readFrom(server(250, (page) => ({ total: page.length })));
		expect(counted.records).toEqual(ALL);
		expect(counted.words).toBe('');
		const limited = await readFrom((page) => {
			const data = slice(ALL, page).slice(0, 50);
			return { data, total: data.length, limit: 50 };
		});
		expect(limited.records).toEqual(ALL);
		const paged = await readFrom(server(250, () => ({ total_pages: 1 })));
		expect(paged.records).toEqual(ALL);
	});

	it('after its first page, if nothing says how to ask for another one', async () => {
		const read = await readFrom(
			server(7, () => ({ total: 7 })),
			{ paging: undefined, body: { limit: 7, offset: 0 } },
		);
		expect(read).toMatchObject({ records: rowsFrom(0, 7), words: '', total: 7, isCut: false });
	});
});

describe('Where two signs disagree, an empty page decides:', () => {
	it.each<[string, JsonObject, number, string, string]>([
		['a total is too high', { total: 157 }, 3, 'doubt', '157 records but returned only 150'],
		['there are too many pages', { total_pages: 3 }, 3, 'doubt', 'more records than the 150'],
		[
			'more follow after a total',
			{ total: 150, has_more: true },
			3,
			'note',
			'does not fit the 150',
		],
		['a total is not reached', { total: 150, has_more: false }, 2, 'note', 'does not fit the 150'],
		['a total is too low', { total: 30 }, 3, 'note', 'does not fit the 150'],
		['more always follow', { has_more: true }, 3, 'doubt', 'more records than the 150'],
	])('%s', async (_what, beside, requests, kind, message) => {
		const { records, asked, kinds, words } = await readFrom(server(150, () => beside));
		expect(records).toEqual(rowsFrom(0, 150));
		expect(asked).toHaveLength(requests);
		expect(kinds).toEqual([kind]);
		expect(words).toContain(message);
	});

	it('more were announced, and then no longer', async () => {
		const { kinds } = await readFrom(server(150, (page) => ({ has_more: page.length > 0 })));
		expect(kinds).toEqual(['doubt']);
	});

	it('nothing is said once a limit is reached', async () => {
		const { words } = await readFrom(
			server(150, () => ({ total: 30 })),
			{ limit: 100 },
		);
		expect(words).toBe('');
	});

	it('a total comes without any record', async () => {
		const { records, kinds, words, total, pages } = await readFrom(() => ({ data: [], total: 9 }));
		expect([records, kinds, total, pages.length]).toEqual([[], ['doubt'], 9, 1]);
		expect(words).toContain('9 records but returned only 0');
	});

	it('an empty page says in words why it is empty, unless each page says so', async () => {
		const say = (words: (page: JsonObject[]) => string) =>
			server(200, (page) => ({ message: words(page) }));
		const quota = await readFrom(say((page) => (page.length > 0 ? 'Prompts' : 'Quota exceeded')));
		expect(quota.notices).toEqual([
			{
				kind: 'note',
				message: 'The service returned no more than 200 records and says: Quota exceeded',
			},
		]);
		expect((await readFrom(say(() => 'Prompts'))).words).toBe('');
		const none = await readFrom(() => ({ data: [], code: 'QUOTA_EXCEEDED' }));
		expect(none.words).toBe('The service returned no records and says: QUOTA_EXCEEDED');
	});
});

describe('A list that changes its total', () => {
	it('has changed while it was read', async () => {
		const { kinds, words } = await readFrom(
			server(150, (_, { offset }) => ({ total: offset === 0 ? 151 : 150 })),
		);
		expect(kinds).toEqual(['doubt']);
		expect(words).toContain('changed while the node was reading it');
	});
});

describe('A limit', () => {
	it.each<[number, number, boolean, (page: JsonObject[]) => JsonObject]>([
		[257, 257, true, () => ({ total: 257 })],
		[257, 50, true, () => ({})],
		[257, 50, true, (page) => ({ total: page.length })],
		[50, 50, false, () => ({ has_more: false })],
		[30, 30, false, () => ({ total: 30 })],
		[30, 30, false, () => ({})],
	])('of 50, of %i records: the total is %i, and it cuts: %s', async (count, total, isCut, say) => {
		const read = await readFrom(server(count, say), { limit: 50 });
		expect(read).toMatchObject({ total, isCut });
		expect(read.records).toHaveLength(Math.min(50, count));
		expect(read.words).toBe('');
	});

	it('that the service ignores leaves open how many there are', async () => {
		const read = await readFrom(() => ({ data: rowsFrom(0, 100) }), { limit: 50 });
		expect(read).toMatchObject({ total: 100, isCut: true, isOpen: true });
		const told = await readFrom(() => ({ data: rowsFrom(0, 100), total: 100 }), { limit: 50 });
		expect(told).toMatchObject({ total: 100, isCut: true, isOpen: false });
	});

	it('between two pages counts no more than are there', async () => {
		const read = await readFrom(server(350), { limit: 150 });
		expect(read).toMatchObject({ total: 150, isCut: true });
	});
});

describe('A list without an end', () => {
	const endless = ({ offset }: PageMembers) => rowsFrom(Number(offset), 100);

	it('is an error after a thousand pages, which names what to set', async () => {
		const { error, records, asked } = await readFrom(endless);
		expect([records.length, asked.length]).toEqual([100_000, 1000]);
		expect(error).toMatchObject({
			message: expect.stringContaining('The list does not end'),
			description: expect.stringMatching(/'Limit'.*'Pagination'[^]*100000 records were read/),
		});
	});

	it('is read on where it says how long it is', async () => {
		const { error, asked } = await readFrom((page) => ({ data: endless(page), total: 150_000 }));
		expect([error, asked.length]).toEqual([undefined, 1500]);
	});

	it('is an error where its text is too long', async () => {
		const size = 200 * 1024 * 1024;
		const { error, records } = await readFrom((page) => ({ body: endless(page), size }));
		expect(records).toHaveLength(200);
		expect(error?.message).toBe('The list is too long to read: it has more than 200 records');
	});

	it('is an error where it has too many records', async () => {
		const million = Array.from({ length: 1_000_000 }, () => 1);
		const { error } = await readFrom(() => million);
		expect(error?.message).toContain('more than 1000000 records');
	});
});

describe('Where the first answer is no list', () => {
	it.each<[JsonValue]>([[{ view: 'list' }], ['text'], [{ id: 1, name: 'N', parts: [{}] }]])(
		'%j is one record, and a note says so',
		async (body) => {
			const { records, pages, isNoList, kinds, asked } = await readFrom(() => body);
			expect([records, pages, isNoList, kinds, asked.length]).toEqual([
				[body],
				[body],
				true,
				['note'],
				1,
			]);
		},
	);

	it.each([[undefined], [null]])('%s gives no record', async (body) => {
		expect(await readFrom(() => body)).toMatchObject({ records: [], pages: [], words: '' });
	});

	it('{} gives no record, and is a gap, but a call one', async () => {
		expect(await readFrom(() => ({}))).toMatchObject({ records: [], pages: [{}], kinds: ['gap'] });
		const call = { expected: { kind: 'any' }, paging: undefined } as const;
		expect(await readFrom(() => ({}), call)).toMatchObject({ records: [{}], kinds: [] });
	});

	it('nothing is said of a call that gives a record, unless it was to be read in pages', async () => {
		const record = { id: 'r1', name: 'R', rows: ALL };
		const call = async (paged: boolean) =>
			await readFrom(() => record, {
				expected: { kind: 'any' },
				...(paged ? {} : { paging: undefined }),
			});
		expect((await call(false)).notices).toEqual([]);
		expect((await call(true)).kinds).toEqual(['note']);
		const other = await readFrom(() => ({ title: 'T', parts: ALL }), {
			...{ expected: { kind: 'any' }, paging: undefined },
		});
		expect(other.words).toContain('It has lists at: parts.');
	});

	it('a later one is an error', async () => {
		const { records, error } = await readFrom((page) =>
			page.offset === 0 ? [1] : { view: 'list' },
		);
		expect(records).toEqual([1]);
		expect(error?.message).toContain('something other than a list');
	});

	it('what a request throws is passed on', async () => {
		await expect(readFrom(() => status(404))).rejects.toThrow('Status 404');
	});
});

it('Any list with a true total or none is read once and in order', async () => {
	const limits = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 400 }));
	const counts = fc.oneof(fc.integer({ min: 0, max: 350 }), fc.constantFrom(99, 100, 101, 200));
	const caps = fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constant(Infinity));
	const check = async (count: number, limit: number, cap: number, hasTotal: boolean) => {
		const { records, words, asked } = await readFrom(
			(page) => ({
				data: pageOf(count, page).slice(0, cap),
				...(hasTotal ? { total: count } : {}),
			}),
			{ limit },
		);
		const wanted = Math.min(limit, count);
		expect(records).toEqual(rowsFrom(0, wanted));
		expect(words).toBe('');
		expect(asked.length).toBeLessThanOrEqual(Math.ceil(wanted / Math.min(cap, 100)) + 1);
	};
	await fc.assert(fc.asyncProperty(counts, limits, caps, fc.boolean(), check), {
		numRuns: samples(100),
	});
});

/** The first page for whatever is asked. */
const stuck =
	(rows: readonly JsonValue[], beside: JsonObject = {}) =>
	(): Reply => ({ data: [...rows], ...beside });

describe('A page that came before ends the list', () => {
	const FIRST = ALL.slice(0, 100);
	let turn = 0;
	const now = () => new Date(1.8e12 + 1000 * turn++).toISOString();

	it.each<[string, (row: JsonObject) => JsonObject]>([
		['as it was', (row) => row],
		['with another time', (row) => ({ ...row, fetched_at: now() })],
		['with another number', (row) => ({ ...row, score: turn++, rank: Math.random() })],
		['with another number inside', (row) => ({ ...row, stats: { score: turn++ } })],
		['without ID', ({ name = null }) => ({ name, seen_at: turn++ })],
	])('%s, which is a gap where it is full', async (_what, change) => {
		const { records, kinds, words, asked } = await readFrom(() => FIRST.map(change), {
			offersPaging: true,
		});
		expect(records).toHaveLength(100);
		expect(asked).toHaveLength(2);
		expect(kinds).toEqual(['gap']);
		expect(words).toContain("raise 'Page Size' under 'Options'");
		expect(words).toContain("'Pagination' under 'Options'");
	});

	it('of numbers only, if all of them are the same', async () => {
		const same = await readFrom(stuck([{ n: 1 }, { n: 2 }]));
		expect(same.records).toHaveLength(2);
		const others = await readFrom((page) =>
			slice([{ n: 1 }, { n: 2 }, { n: 3 }], page).slice(0, 1),
		);
		expect(others.records).toHaveLength(3);
	});

	it.each<[string, (index: number) => JsonObject]>([
		[
			'the day as its midnight in UTC',
			(n) => ({ date: new Date(1.8e12 + n * 864e5).toISOString() }),
		],
		['the day as a number', (n) => ({ day: 20_000 + n })],
	])('unless its rows say when they are about: %s', async (_what, when) => {
		const rows = Array.from({ length: 300 }, (_, n) => ({
			platform: 'ChatGPT',
			share: 1,
			...when(n),
		}));
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, page),
			total: rows.length,
		}));
		expect(records).toHaveLength(300);
		expect(kinds).toEqual([]);
	});

	it('also if it is not the one before', async () => {
		const rows = [...ALL.slice(0, 200), ...FIRST];
		const { records, kinds } = await readFrom((page) => slice(rows, page));
		expect(records).toEqual(ALL.slice(0, 200));
		expect(kinds).toEqual(['gap']);
		const unnamed = rows.map(({ name = null }) => ({ name, topic: null }));
		const others = await readFrom((page) => slice(unnamed, page));
		expect(others.records).toEqual(unnamed.slice(0, 200));
	});

	it.each<[string, JsonObject, string]>([
		['a total', { total: 257 }, '257 records but returned only 100'],
		['a flag', { has_more: true }, 'more records than the 100'],
		['a cursor', { next_cursor: 'abc' }, "set 'Pagination' under 'Options' to Cursor"],
		['an address', { next: '/prompts?page=2' }, 'to the way in which the service pages'],
	])('and is a gap if more were promised, by %s', async (_what, beside, message) => {
		const { kinds, words } = await readFrom(stuck(FIRST, beside), { offersPaging: true });
		expect(kinds).toEqual(['gap']);
		expect(words).toContain(message);
	});

	it('and is a note where it is short, and nothing where it is longer than was asked for', async () => {
		expect((await readFrom(stuck(ALL.slice(0, 7)))).kinds).toEqual(['note']);
		expect((await readFrom(stuck(ALL.slice(0, 50), { limit: 50 }))).kinds).toEqual(['gap']);
		const longer = await readFrom(stuck(ALL));
		expect([longer.records.length, longer.words]).toEqual([250, '']);
	});

	it.each<[string, (place: number) => JsonObject]>([
		['days of a series', (n) => ({ id: n % 50, day: `2026-01-0${1 + Math.floor(n / 50)}` })],
		['platforms', (n) => ({ prompt_id: n % 50, platform: `p${Math.floor(n / 50)}` })],
		['numbers as IDs', (n) => ({ prompt_id: n, platform: 'p' })],
	])('but not one with other %s', async (_what, rowOf) => {
		const rows = Array.from({ length: 250 }, (_, n) => rowOf(n));
		const { records, words } = await readFrom((page) => slice(rows, page).slice(0, 50));
		expect(records).toEqual(rows);
		expect(words).toBe('');
	});
});

describe('A record that comes twice', () => {
	const twice = (rows: readonly JsonObject[]) => [...rows.slice(0, 100), ...rows.slice(99)];

	it('is kept once, with a doubt', async () => {
		const { records, kinds, asked } = await readFrom((page) => slice(twice(ALL), page));
		expect(records).toEqual(ALL);
		expect(kinds).toEqual(['doubt']);
		expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 251]);
		const named = ALL.map(({ name = null }) => ({ prompt_id: name, topic: null }));
		expect((await readFrom((page) => slice(twice(named), page))).records).toEqual(named);
	});

	it('is kept twice if it has no ID, with a doubt', async () => {
		const rows = twice(ALL.map(({ name = null }) => ({ name, topic: 't' })));
		const { records, kinds } = await readFrom((page) => slice(rows, page));
		expect(records).toEqual(rows);
		expect(kinds).toEqual(['doubt']);
	});

	it('is another one if anything but its time is different', async () => {
		const rows = ALL.map((_, n) => ({ prompt_id: n % 120, rank: n, at: '2026-01-01' }));
		const { records, words } = await readFrom((page) => slice(rows, page));
		expect([records, words]).toEqual([rows, '']);
	});

	it('ends the list if no other one comes', async () => {
		const { records } = await readFrom((page) => (page.offset === 0 ? ALL : ALL.slice(-7)));
		expect(records).toEqual(ALL);
	});
});

const BY_CURSOR = { kind: 'cursor', place: 'body', limit: 'limit', position: 'cursor' } as const;
const BY_PAGE = { kind: 'page', place: 'body', limit: 'limit', position: 'page' } as const;

describe('A list by page number', () => {
	it.each([0, 1, undefined])('starts with the page %s', async (firstPage) => {
		const { records, asked } = await readFrom(
			({ page, limit }) =>
				pageOf(250, { limit: limit ?? 0, offset: (Number(page) - (firstPage ?? 1)) * 100 }),
			{ paging: { ...BY_PAGE, firstPage } },
		);
		expect(records).toEqual(ALL);
		expect(asked.map(({ page }) => Number(page) - (firstPage ?? 1))).toEqual([0, 1, 2, 3]);
	});

	it('asks for one page after the other, also where the total is known', async () => {
		const { records, asked } = await readFrom(
			({ page, limit }) => ({
				data: pageOf(250, { limit: limit ?? 0, offset: (Number(page) - 1) * 100 }),
				total: 250,
			}),
			{ paging: BY_PAGE, concurrency: 5 },
		);
		expect(records).toEqual(ALL);
		expect(asked.map(({ page }) => page)).toEqual([1, 2, 3]);
	});
});

describe('A list by cursor', () => {
	const byCursor =
		(say: (next: string | null) => JsonObject) =>
		({ cursor = 0 }: PageMembers): Reply => {
			const from = Number(cursor);
			return {
				data: rowsFrom(from, from === 200 ? 50 : 100),
				...say(from < 200 ? String(from + 100) : null),
			};
		};

	it.each<[string, string, (next: string | null) => JsonObject]>([
		['next_cursor', '', (next_cursor) => ({ next_cursor })],
		['a place of its own', 'state.token', (token) => ({ next_cursor: 'other', state: { token } })],
		[
			'one that stays at the end',
			'',
			(next) => ({ next_cursor: next ?? 'end', has_more: next !== null }),
		],
		['a total that is that of the page', '', (next_cursor) => ({ next_cursor, total: 100 })],
		['a number', '', (next) => ({ next: next === null ? null : Number(next) })],
	])('is read by %s', async (_what, cursorAt, say) => {
		const { records, asked } = await readFrom(byCursor(say), {
			paging: { ...BY_CURSOR, ...(cursorAt === '' ? {} : { cursorAt }) },
		});
		expect(records).toEqual(ALL);
		expect(asked.map(({ cursor }) => Number(cursor ?? 0))).toEqual([0, 100, 200]);
	});

	it.each<[string, (page: PageMembers) => Reply, string]>([
		['its first page is full, and has none', () => rowsFrom(0, 100), "Check 'Path to Cursor'"],
		[
			'more follow, and there is an address',
			() => ({ data: [1], next: 'https://a.example/2' }),
			"'Path to Cursor'",
		],
		[
			'it comes again',
			({ cursor }) => ({ data: rowsFrom(cursor === undefined ? 0 : 100, 100), next: 'a' }),
			'more records than the 200',
		],
	])('has a gap where %s', async (_what, reply, message) => {
		const { kinds, words } = await readFrom(reply, { paging: BY_CURSOR });
		expect(kinds).toEqual(['gap']);
		expect(words).toContain(message);
	});

	it('is whole without one where its only page is short', async () => {
		const { asked, words } = await readFrom(() => rowsFrom(0, 7), { paging: BY_CURSOR });
		expect([asked.length, words]).toEqual([1, '']);
	});

	it('is whole where its last page is full, and has none any more', async () => {
		const { records, words } = await readFrom(
			({ cursor }) =>
				cursor === undefined ? { data: rowsFrom(0, 100), next: 'a' } : rowsFrom(100, 100),
			{ paging: BY_CURSOR },
		);
		expect([records, words]).toEqual([rowsFrom(0, 200), '']);
	});

	it('is shown to be one where nothing comes for the offset', async () => {
		const { kinds, words } = await readFrom(
			({ offset }) => ({
				data: offset === 0 ? rowsFrom(0, 100) : [],
				next_cursor: offset === 0 ? 'abc' : null,
			}),
			{ offersPaging: true },
		);
		expect(kinds).toEqual(['gap']);
		expect(words).toContain("set 'Pagination' under 'Options' to Cursor");
	});
});

describe('A list of one page', () => {
	const only = async (beside: JsonObject, offersPaging = true) =>
		await readFrom(stuck(ALL.slice(0, 50), beside), { paging: undefined, offersPaging });

	it.each<[JsonObject, string]>([
		[{ total: 300 }, '300 records but returned only 50'],
		[{ has_more: true }, 'more records than the 50'],
		[{ meta: { total_pages: 2 } }, 'more records than the 50'],
		[{ next_cursor: 'abc' }, 'more records than the 50'],
	])('has a gap where %j says that more follow', async (beside, message) => {
		const { kinds, words } = await only(beside);
		expect(kinds).toEqual(['gap']);
		expect(words).toContain(message);
		expect(words).toContain("'Pagination' under 'Options'");
		expect((await only(beside, false)).words).not.toContain('Pagination');
	});

	it('is in doubt where it is full, and nothing says how long the list is', async () => {
		expect((await only({ limit: 50 })).kinds).toEqual(['doubt']);
		expect((await only({ limit: 50, has_more: false })).kinds).toEqual([]);
		expect((await only({ limit: 100 })).kinds).toEqual([]);
		expect((await only({})).kinds).toEqual([]);
	});
});

describe('The request for a page', () => {
	const REQUEST: ApiRequest = {
		...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
	};
	const inBody = (kind: Paging['kind'], limit: string, position: string): Paging => ({
		...{ kind, place: 'body', limit, position },
	});
	/** A page that starts at a position of any kind. */
	const at = (position?: number | string) => ({
		...{ offset: Number(position), page: Number(position) - 1, cursor: position },
	});
	const bodyOf = (paging: Paging, position?: number | string, body: JsonValue = { a: 1 }) =>
		pageRequest({ ...REQUEST, body }, paging, 50, at(position)).body;

	it('has its members in the body, or where their names lead', () => {
		expect(bodyOf(LIMIT_AND_OFFSET, 0)).toEqual({ a: 1, limit: 50, offset: 0 });
		expect(bodyOf(PAGINATION, 200)).toEqual({ a: 1, pagination: { limit: 50, offset: 200 } });
		const byPage = inBody('page', 'page_size', 'paging.number');
		expect(bodyOf(byPage, 3)).toEqual({ a: 1, paging: { number: 3 }, page_size: 50 });
		const deep = inBody('offset', 'a.b.limit', 'a.b.from');
		expect(bodyOf(deep, 7)).toEqual({ a: { b: { from: 7, limit: 50 } } });
		const byCursor = inBody('cursor', 'pages.limit', 'pages.cursor');
		expect(bodyOf(byCursor)).toEqual({ a: 1, pages: { limit: 50 } });
		expect(bodyOf(byCursor, 'abc')).toEqual({ a: 1, pages: { cursor: 'abc', limit: 50 } });
		expect(bodyOf(inBody('page', '', 'page'), 2)).toEqual({ a: 1, page: 2 });
	});

	it('keeps what else the user has entered there', () => {
		const first = { pagination: { limit: 50, offset: 0 } };
		for (const body of [[1], { pagination: 'none' }, { pagination: { limit: 7, offset: 3 } }]) {
			expect(bodyOf(PAGINATION, 0, body)).toEqual(first);
		}
		expect(pageRequest(REQUEST, PAGINATION, 50, at(0)).body).toEqual(first);
		const body = { pagination: { sort: 'name' } };
		expect(bodyOf(PAGINATION, 0, body)).toEqual({
			pagination: { sort: 'name', limit: 50, offset: 0 },
		});
		expect(body).toEqual({ pagination: { sort: 'name' } });
	});

	it('has its members in the query, where names may have dots', () => {
		const request: ApiRequest = { ...REQUEST, query: { view: 'list', limit: 7 } };
		const paging: Paging = { ...inBody('offset', 'limit', 'page.offset'), place: 'query' };
		const { query, body } = pageRequest(request, paging, 50, at(100));
		expect(query).toEqual({ view: 'list', limit: 50, 'page.offset': 100 });
		expect(body).toBeUndefined();
		const first = pageRequest(request, { ...paging, kind: 'cursor' }, 50, at(undefined));
		expect(first.query).toEqual({ view: 'list', limit: 50 });
	});
});

describe.each([new Agents(), new Geo()])('Endpoint → Call of $description.displayName', (node) => {
	const { description } = node;

	/** The fields of Pagination that n8n gives to a node in which the option was added. */
	function pagesFor(method: string, pagination: string): string[] {
		const parameters: INodeParameters = {
			...{ resource: 'endpoint', operation: 'call', method },
			options: { paging: { pages: { pagination } } },
		};
		const self: INode = {
			...{ id: 'call', name: 'Call', type: description.name, typeVersion: 1, position: [0, 0] },
			parameters,
		};
		const { properties } = description;
		const own = [properties, parameters, true, false, self, description] as const;
		const { options } = json(NodeHelpers.getNodeParameters(...own));
		return Object.keys(json(json(json(options)['paging'])['pages']));
	}

	const detailsOf = (method: string, pagination: string) =>
		pagesFor(method, pagination).filter((name) => name !== 'pagination');

	it.each([
		['offset', ['offsetParameter']],
		['page', ['pageParameter', 'firstPage']],
		['cursor', ['cursorParameter', 'cursorAt']],
	])('has the parameters of the pagination %s, and where to send them', (way, own) => {
		expect(detailsOf('POST', way)).toEqual(['paginationPlace', ...own, 'limitParameter']);
		expect(detailsOf('GET', way)).toEqual([...own, 'limitParameter']);
	});

	it('has no others for no pagination, which calls that change something do not have', () => {
		expect(detailsOf('POST', 'none')).toEqual([]);
		for (const method of ['DELETE', 'PATCH', 'PUT']) {
			expect(pagesFor(method, 'offset')).toEqual([]);
		}
	});
});
