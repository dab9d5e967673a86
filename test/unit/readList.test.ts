import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { samples } from '../samples';
import { pageOf, type PageMembers, readFrom, type Reply, rowsFrom, slice } from './pageServer';

const ALL = rowsFrom(0, 250);

/** A list of so many records that says what `say` does beside each page. */
const server =
	(count: number, say: (page: JsonObject[], asked: PageMembers) => JsonObject = () => ({})) =>
	(asked: PageMembers): Reply => {
		const page = pageOf(count, asked);
		return { data: page, ...say(page, asked) };
	};

const after = (page: JsonObject[], { offset }: PageMembers) => Number(offset) + page.length;

const status = (code: number) => new ServiceError(`Status ${code}`, 'Wait.', code);

/** What a list says of its length, in each of the ways that are known. */
const WAYS: Readonly<
	Record<string, (count: number) => (page: JsonObject[], asked: PageMembers) => JsonObject>
> = {
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

	it('ask for pages of one size, from where the list stands', async () => {
		const { asked, records } = await readFrom(server(350), { limit: 150 });
		expect(records).toEqual(rowsFrom(0, 150));
		expect(asked).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 100, offset: 100 },
		]);
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
	});

	it('go no further ahead than the limit', async () => {
		const { asked } = await readFrom(server(1000, WAYS.total?.(1000)), {
			...{ concurrency: 20, limit: 250 },
		});
		expect(asked).toHaveLength(3);
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
		['null', { data: null }],
		['nothing', undefined],
		['an empty object', {}],
		['its status', { status: 'ok', data: {}, request_id: 'r' }],
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

	it.each([400, 422, 500])('with nothing else: %d is an error', async (code) => {
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

	it('but not with a short page: the service may send no more at once', async () => {
		const { records, asked } = await readFrom((page) => slice(ALL, page).slice(0, 60));
		expect(records).toEqual(ALL);
		expect(asked).toHaveLength(6);
	});

	it.each<[string, JsonObject, number]>([
		['a total that is reached', { total: 12 }, 1],
		['a total in words', { total_count: '12' }, 1],
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

	it('without a first page that has a total elsewhere', async () => {
		const { records, asked, words } = await readFrom(
			server(150, (_, { offset }): JsonObject => (offset === 0 ? { total: 150 } : {})),
		);
		expect([records.length, asked.length, words]).toEqual([150, 2, '']);
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
			'a total is reached, and more follow',
			{ total: 150, has_more: true },
			3,
			'note',
			'does not fit the 150',
		],
		[
			'a total is not reached, and no more follow',
			{ total: 150, has_more: false },
			2,
			'note',
			'does not fit the 150',
		],
		['a total is too low', { total: 30 }, 3, 'note', 'does not fit the 150'],
		['more always follow', { has_more: true }, 3, 'doubt', 'more records than the 150'],
		[
			'more should follow, by two signs',
			{ total: 157, has_more: true },
			3,
			'doubt',
			'157 records but',
		],
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
	it.each<[JsonValue]>([[{ view: 'list' }], ['text'], [7], [{ id: 1, name: 'N', parts: [{}] }]])(
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

	it('{} gives no record, and is a gap', async () => {
		expect(await readFrom(() => ({}))).toMatchObject({ records: [], pages: [{}], kinds: ['gap'] });
	});

	it('nothing is said of a call that gives a record, unless it was to be read in pages', async () => {
		const record = { id: 'r1', name: 'R', rows: ALL };
		const call = async (paged: boolean) =>
			await readFrom(() => record, {
				expected: { kind: 'any' },
				...(paged ? {} : { paging: undefined }),
			});
		expect((await call(false)).kinds).toEqual([]);
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
