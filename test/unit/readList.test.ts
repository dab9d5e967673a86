import fc from 'fast-check';
import { samples } from '../samples';
import { asked, pageServer, readPages, recordsUpTo, TOTALS, type Paging } from './pageServer';

const ALL = Infinity;
const NAMES = ['prompts'];

const LOW_TOTAL = 'so the list may be incomplete';

describe('readList', () => {
	it.each<[string, number, number, Paging, number]>([
		['an empty list', 0, ALL, {}, 1],
		['an empty list with its total', 0, ALL, { total: 'exact' }, 1],
		['a short list with its total, which could be that of the page', 7, ALL, { total: 'exact' }, 2],
		['a short list without total', 7, ALL, {}, 2],
		['a short list with a total of zero', 7, ALL, { total: 'zero' }, 2],
		['a short list with a total too high', 7, ALL, { total: 'tooHigh' }, 2],
		['a short list with a total too low', 7, ALL, { total: 'tooLow' }, 2],
		['one full page with its total', 100, ALL, { total: 'exact' }, 2],
		['one full page without total', 100, ALL, {}, 2],
		['one page and one record with the total', 101, ALL, { total: 'exact' }, 2],
		['one page and one record without total', 101, ALL, {}, 3],
		['pages with their total', 250, ALL, { total: 'exact' }, 3],
		['pages without total', 250, ALL, {}, 4],
		['pages with the total of each page', 250, ALL, { total: 'ofThePage' }, 4],
		['pages of a server that gives fewer than asked', 70, ALL, { cap: 30, total: 'exact' }, 3],
		['pages of such a server without total', 70, ALL, { cap: 30 }, 4],
		['pages of such a server with a total too high', 70, ALL, { cap: 30, total: 'tooHigh' }, 4],
		['one record at a time', 5, ALL, { cap: 1 }, 6],
		['everything at once, whatever was asked', 250, ALL, { ignoresLimit: true }, 2],
		['everything at once, with its total', 250, ALL, { ignoresLimit: true, total: 'exact' }, 2],
		['longer pages than asked', 250, ALL, { ignoresLimit: true, cap: 120, total: 'ofThePage' }, 4],
		['more than asked, with a limit', 250, 40, { ignoresLimit: true }, 1],
		['the first of a list', 7, 1, {}, 1],
		['as many as there are', 7, 7, {}, 1],
		['fewer than there are', 350, 100, {}, 1],
		['more than one page of more', 350, 150, {}, 2],
		['fewer than there are, in small pages', 350, 50, { cap: 20 }, 3],
		['fewer than the limit', 7, 50, { total: 'exact' }, 2],
		['the whole list where the offset is ignored', 30, ALL, { ignoresOffset: true }, 3],
	])('reads %s', async (_what, count, limit, paging, requests) => {
		const server = pageServer(count, paging);
		const { records } = await readPages(server.ask, NAMES, limit);
		expect(records).toEqual(recordsUpTo(Math.min(limit, count)));
		expect(server.requests).toHaveLength(requests);
	});

	it('asks for no more than is still wanted, from where it stands', async () => {
		const server = pageServer(350, { cap: 80 });
		await readPages(server.ask, NAMES, 170);
		expect(server.requests).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 90, offset: 80 },
			{ limit: 10, offset: 160 },
		]);
	});

	it('loses none and doubles none, whatever the length, the cap, the total and the limit', async () => {
		const limits = fc.oneof(fc.constant(ALL), fc.integer({ min: 1, max: 400 }));
		const counts = fc.oneof(
			fc.integer({ min: 0, max: 350 }),
			fc.constantFrom(0, 1, 99, 100, 101, 200, 300),
		);
		const caps = fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constant(ALL));
		const check = async (
			count: number,
			limit: number,
			cap: number,
			total: (typeof TOTALS)[number],
			ignoresLimit: boolean,
		) => {
			// A total that is wrong but fits what came cannot be told from a right one.
			fc.pre(total !== 'tooLow' || cap >= 100 || Math.floor(count / 2) % cap !== 0);
			const server = pageServer(count, { total, cap, ignoresLimit });
			const { records, hint } = await readPages(server.ask, NAMES, limit);
			const wanted = Math.min(limit, count);
			expect(records).toEqual(recordsUpTo(wanted));
			const isShort = total === 'tooHigh' && limit > count;
			if (isShort) expect(hint).toContain(`${count + 7} records but returned only ${count}.`);
			else if (total === 'tooLow') expect(hint ?? LOW_TOTAL).toContain(LOW_TOTAL);
			else expect(hint).toBeUndefined();
			expect(server.requests.length).toBeLessThanOrEqual(
				Math.ceil(wanted / Math.min(cap, 100)) + 1,
			);
			for (const request of server.requests) {
				expect(request.limit).toBeGreaterThan(0);
				expect(request.limit).toBeLessThanOrEqual(Math.min(100, limit - request.offset));
			}
		};
		await fc.assert(
			fc.asyncProperty(counts, limits, caps, fc.constantFrom(...TOTALS), fc.boolean(), check),
			{ numRuns: samples(100) },
		);
	});

	it('loses none where a server gives fewer than asked and counts only the page', async () => {
		const server = pageServer(120, { cap: 50, total: 'ofThePage' });
		expect((await readPages(server.ask, NAMES, ALL)).records).toEqual(recordsUpTo(120));
	});

	it('says that a total is too low, but not that it is zero, as where nobody has counted', async () => {
		const low = await readPages(pageServer(250, { total: 'tooLow' }).ask, NAMES, ALL);
		expect(low.hint).toBe(
			'The service reports 125 records but returned 250, so the list may be incomplete.',
		);
		const zero = await readPages(pageServer(7, { total: 'zero' }).ask, NAMES, ALL);
		expect(zero.hint).toBeUndefined();
	});

	it('gives the answers as they came, without the empty page at the end', async () => {
		const server = pageServer(130, { total: 'tooHigh' });
		const { pages } = await readPages(server.ask, NAMES, ALL);
		expect(pages).toEqual([
			{ data: recordsUpTo(130).slice(0, 100), total: 137 },
			{ data: recordsUpTo(130).slice(100), total: 137 },
		]);
	});

	it.each<[number, Paging, number, boolean]>([
		[257, { total: 'exact' }, 257, true],
		[257, { total: 'none' }, 50, true],
		[257, { total: 'none', ignoresLimit: true }, 257, true],
		[257, { total: 'ofThePage' }, 50, true],
		[257, { total: 'exact', cap: 20 }, 257, true],
		[50, { total: 'exact', cap: 20 }, 50, false],
		[30, { total: 'exact' }, 30, false],
		[30, { total: 'none' }, 30, false],
	])(
		'knows of %i records on pages with %j that there are %i, and whether a limit cuts them: %s',
		async (count, paging, total, isCut) => {
			const server = pageServer(count, paging);
			expect(await readPages(server.ask, NAMES, 50)).toMatchObject({ total, isCut });
		},
	);

	it('gives the one answer there is where the list is empty', async () => {
		const server = pageServer(0, { total: 'zero' });
		expect(await readPages(server.ask, NAMES, ALL)).toMatchObject({
			records: [],
			pages: [{ data: [], total: 0 }],
		});
	});

	it('speaks of no change where only the first page has the total', async () => {
		const all = recordsUpTo(150);
		const server = asked((limit, offset) => ({
			data: all.slice(offset, offset + limit),
			...(offset === 0 ? { total: 150 } : {}),
		}));
		const { records, hint } = await readPages(server.ask, NAMES, ALL);
		expect(records).toEqual(all);
		expect(hint).toBeUndefined();
	});

	it('says that records may be missing where the list changed meanwhile', async () => {
		const all = recordsUpTo(150);
		const server = asked((limit, offset) => ({
			data: all.slice(offset, offset + limit),
			total: offset === 0 ? 151 : 150,
		}));
		expect((await readPages(server.ask, NAMES, ALL)).hint).toContain(
			'changed while the node was reading it',
		);
	});

	describe('where an answer is no list', () => {
		it.each([[{ view: 'list' }], ['text'], [7], [{ id: 1, name: 'N', data: [1, 2] }]])(
			'takes %j for one record',
			async (body) => {
				const server = asked(() => body);
				const { records, pages } = await readPages(server.ask, NAMES, ALL);
				expect(records).toEqual([body]);
				expect(pages).toEqual([body]);
				expect(server.requests).toHaveLength(1);
			},
		);

		it.each([[undefined], [null]])('gives no record for an answer of %s', async (body) => {
			const server = asked(() => body);
			expect(await readPages(server.ask, NAMES, ALL)).toMatchObject({ records: [], pages: [] });
		});

		it('keeps what it has where a later page has no content', async () => {
			const server = asked((_limit, offset) => (offset === 0 ? [1, 2] : undefined));
			const read = await readPages(server.ask, NAMES, ALL);
			expect(read).toMatchObject({ records: [1, 2], pages: [[1, 2]] });
		});

		it('makes no record of the null that some servers send for the empty page at the end', async () => {
			const server = asked((_limit, offset) => ({ data: offset === 0 ? [1, 2] : null }));
			expect((await readPages(server.ask, NAMES, ALL)).records).toEqual([1, 2]);
		});
	});

	it('passes on what a request throws', async () => {
		const ask = () => Promise.reject(new Error('No connection'));
		await expect(readPages(ask, NAMES, ALL)).rejects.toThrow('No connection');
	});
});
