import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	asked,
	pageOf,
	pageServer,
	perDay,
	readFrom,
	readPages,
	recordsUpTo,
	type Reply,
	rowsFrom,
	scoresUpTo,
	slice,
} from './pageServer';

const ALL = Infinity;
const NAMES = ['prompts'];

describe('Where the offset is ignored, a list', () => {
	it.each([ALL, 250, 200, 199, 150, 101])(
		'is its first page once, with a hint, for a limit of %d',
		async (limit) => {
			const server = pageServer(350, { ignoresOffset: true });
			const { records, pages, hint } = await readPages(server.ask, NAMES, limit);
			expect(records).toEqual(recordsUpTo(100));
			expect(pages).toHaveLength(1);
			expect(hint).toContain('Instead of a second page');
			expect(hint).toContain('the first 100 records again');
			expect(server.requests.map(({ offset }) => offset)).toEqual([0, 100, 10_100]);
		},
	);

	it('is doubled for no length, cap and limit', async () => {
		const check = async (count: number, cap: number, limit: number) => {
			const server = pageServer(count, { cap, ignoresOffset: true });
			const { records, hint } = await readPages(server.ask, NAMES, limit);
			const first = Math.min(count, cap, limit, 100);
			expect(records).toEqual(recordsUpTo(first));
			// One row is what a report without dimensions has.
			expect(hint === undefined).toBe(first <= 1 || first === limit);
		};
		const upTo = (max: number) => fc.integer({ min: 1, max });
		await fc.assert(fc.asyncProperty(fc.nat({ max: 350 }), upTo(150), upTo(400), check));
	});

	it('has no hint where the limit ends it before', async () => {
		const server = pageServer(350, { ignoresOffset: true });
		const { records, hint } = await readPages(server.ask, NAMES, 100);
		expect(records).toEqual(recordsUpTo(100));
		expect(hint).toBeUndefined();
	});

	it('has no hint where the total says that nothing is missing', async () => {
		const server = pageServer(30, { ignoresOffset: true, total: 'exact' });
		const { records, hint } = await readPages(server.ask, NAMES, ALL);
		expect(records).toEqual(recordsUpTo(30));
		expect(hint).toBeUndefined();
	});

	it('has one where the total of a full page may be that of the page', async () => {
		const server = pageServer(100, { ignoresOffset: true, total: 'exact' });
		const { records, hint } = await readPages(server.ask, NAMES, ALL);
		expect(records).toEqual(recordsUpTo(100));
		expect(hint).toContain('Instead of a second page');
	});

	it('ends even if every answer is in another order', async () => {
		const all = recordsUpTo(30);
		let turn = 0;
		const server = asked(() => {
			turn++;
			return { data: [...all.slice(turn % 30), ...all.slice(0, turn % 30)] };
		});
		const { records } = await readPages(server.ask, NAMES, ALL);
		expect(records).toHaveLength(30);
		expect(server.requests.length).toBeLessThan(10);
	});

	it.each<[string, number | undefined, (place: number, turn: number) => JsonObject]>([
		['an age', 257, (id, turn) => ({ id, seconds_old: turn })],
		['an age of each', 257, (id, turn) => ({ id, seconds_old: id + turn })],
		['the id of the answer', 257, (id, turn) => ({ id, trace: `t${turn}-${id}` })],
		['the id itself', 257, (n, turn) => ({ id: `t${turn}-${n}`, url: `u${n}` })],
		['an age, without ids', 257, (n, turn) => ({ url: `u${n}`, rank: n, seconds_old: turn })],
		['an age, without a total', undefined, (id, turn) => ({ id, seconds_old: turn })],
		['the id, without a total', undefined, (n, turn) => ({ id: `t${turn}-${n}`, url: `u${n}` })],
		['an age, without both', undefined, (n, turn) => ({ url: `u${n}`, seconds_old: turn })],
	])('is not doubled where %s changes with every answer', async (_what, total, rowOf) => {
		let turn = 0;
		const {
			records,
			kinds,
			asked: requests,
		} = await readFrom(({ limit }) => {
			turn++;
			const rows = Array.from({ length: Number(limit) }, (_, place) => rowOf(place, turn));
			return { data: rows, ...(total === undefined ? {} : { total }) };
		});
		expect(records).toEqual(Array.from({ length: 100 }, (_, place) => rowOf(place, 1)));
		expect(kinds).toEqual(['gap']);
		expect(requests.length).toBeLessThan(10);
	});

	it('of rows without ids that are dated anew in another order breaks off far beyond its total', async () => {
		const count = 141;
		let turn = 0;
		const server = asked((limit) => {
			turn++;
			const rows = Array.from({ length: count }, (_, place) => (place * 100 + turn) % count);
			const dated = rows.map((n) => ({ url: `u${n}`, seconds_old: turn }));
			return { data: dated.slice(0, limit), total: count };
		});
		const { error } = await readPages(server.ask, NAMES, ALL);
		expect(error).toMatchObject({
			message: expect.stringContaining('The list does not end'),
			description: expect.stringContaining("Set a 'Limit' or, if "),
		});
		expect(server.requests.length).toBeLessThan(50);
	});

	it('ends where only the ids of a page by number are others', async () => {
		const {
			records,
			kinds,
			asked: requests,
		} = await readFrom(
			({ page = 1 }) => ({
				data: Array.from({ length: 50 }, (_, n) => ({ id: `p${Number(page)}-${n}`, score: n })),
				...{ total: 120, page: 1, next_page: 2 },
			}),
			{ pageSize: 50 },
		);
		expect(records).toHaveLength(50);
		expect(kinds).toEqual(['gap']);
		expect(requests.length).toBeLessThan(15);
	});

	it('is not doubled where it has three rows, whose ids change with every answer', async () => {
		let turn = 0;
		const rowOf = (id: string) => ({ id: `t${turn}-${id}`, url: id });
		const { records } = await readFrom(
			() => {
				turn++;
				return { data: ['a', 'b', 'c'].map(rowOf) };
			},
			{ pageSize: 3 },
		);
		expect(records).toHaveLength(3);
	});

	it('is not doubled where it is short, and every answer is dated', async () => {
		let turn = 0;
		const server = asked(() => {
			turn++;
			return { data: Array.from({ length: 30 }, (_, id) => ({ id, seconds_old: turn })) };
		});
		const { records } = await readPages(server.ask, NAMES, 500);
		expect(records).toHaveLength(30);
	});
});

describe('Where the offset is honoured, nothing is dropped', () => {
	/** What may come after the end. */
	const AFTER: ReadonlyArray<readonly [string, (rows: readonly JsonValue[]) => Reply]> = [
		['an empty page', () => []],
		['the last page again', (rows) => rows.slice(Math.floor((rows.length - 1) / 100) * 100)],
		['the first page again', (rows) => rows.slice(0, 100)],
	];
	const ROWS: ReadonlyArray<readonly [string, JsonObject[]]> = [
		['one more than a page', rowsFrom(0, 101)],
		['one more than two pages', rowsFrom(0, 201)],
		['two pages and a half', rowsFrom(0, 250)],
		['two pages', rowsFrom(0, 200)],
		[
			'rows with their place in the page',
			rowsFrom(0, 250).map((row, n) => ({ ...row, rank: n % 100 })),
		],
		[
			'rows of one state, without ids',
			rowsFrom(0, 201).map(({ name = null }) => ({ name, state: 'on' })),
		],
		['the same ids on several days', perDay(100, 3)],
		['few ids on many days', perDay(7, 40)],
		['one name on each page', rowsFrom(0, 250).map((row, n) => ({ ...row, name: `N${n % 100}` }))],
	];
	const CASES = ROWS.flatMap(([what, rows]) =>
		AFTER.flatMap(([end, after]) =>
			(['no', 'exact', 'ofThePage'] as const).map((total) => {
				return { what, end, total, rows, after };
			}),
		),
	);

	it.each(CASES)('of $what, with $end after the end and $total total', async (test) => {
		const { rows, after, total } = test;
		const { records, kinds, error } = await readFrom((page) => {
			const own = slice(rows, page);
			const data = own.length > 0 ? own : after(rows);
			if (!Array.isArray(data)) throw new Error('This is no page');
			const said = { exact: { total: rows.length }, ofThePage: { total: data.length }, no: {} };
			return { data, ...said[total] };
		});
		expect(records).toEqual(rows);
		expect(error).toBeUndefined();
		expect(kinds).toEqual([]);
	});

	it('of pages that a maximum of the service cuts off, where ids come again', async () => {
		const rows = perDay(50, 3);
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, { ...page, limit: 50 }),
			total: 150,
		}));
		expect(records).toEqual(rows);
		expect(kinds).toEqual([]);
	});

	it('where pages have numbers, and those of another page have the same scores', async () => {
		const rows = scoresUpTo(141);
		const { records } = await readFrom(
			({ page = 1 }) => ({
				data: rows.slice((Number(page) - 1) * 50, Number(page) * 50),
				total_pages: 2,
			}),
			{ pageSize: 50 },
		);
		expect(records).toEqual(rows);
	});

	it('and no further page asked for, where the two records of a page have the scores of the first', async () => {
		const rows = Array.from({ length: 5 }, (_, id) => ({ id, score: id % 2 }));
		const { records, asked: requests } = await readFrom(
			(page) => ({ data: slice(rows, page), total: 5 }),
			{ pageSize: 2 },
		);
		expect(records).toEqual(rows);
		expect(requests.map(({ offset }) => offset)).toEqual([0, 2, 4]);
	});

	it('where the total counts something else than the rows, which have no ids', async () => {
		const rows = Array.from({ length: 4500 }, (_, n) => ({ topic: n % 50, day: n % 90, n }));
		const { records, kinds } = await readFrom((page) => ({ data: slice(rows, page), total: 50 }));
		expect(records).toEqual(rows);
		expect(kinds).toEqual(['note']);
	});

	it.each([12, 32, 64])('where the total is that of a page of at most %d', async (cap) => {
		const { records, kinds } = await readFrom(({ offset, limit }) => {
			const data = pageOf(257, Number(offset), Math.min(cap, Number(limit)));
			return { data, total: data.length };
		});
		expect(records).toEqual(rowsFrom(0, 257));
		expect(kinds).toEqual([]);
	});
});
