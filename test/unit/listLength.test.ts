import { EndpointMemory } from '../../nodes/shared/list/endpointMemory';
import { ListLength } from '../../nodes/shared/list/listLength';
import type { Signs } from '../../nodes/shared/answer/signs';

type Page = readonly [count: number, signs?: Signs, requested?: number];

/** What is known of the length of a list after these pages, and whether it ends with the last one. */
function after(...pages: readonly Page[]) {
	const length = new ListLength(new EndpointMemory());
	let isEnd = false;
	for (const [count, signs = {}, requested = 100] of pages) {
		isEnd = length.add(signs, count, requested);
	}
	return { length, isEnd };
}

const hasMore = (more: boolean): Signs => ({ hasMore: more });
const total = (number: number): Signs => ({ total: number });
const totalPages = (number: number): Signs => ({ totalPages: number });

describe('A list', () => {
	it.each<[string, boolean, Page[]]>([
		['a short page alone', false, [[30]]],
		['a short page, and no more', true, [[30, hasMore(false)]]],
		['a short page, and more', false, [[30, hasMore(true)]]],
		['a full page, and no more', false, [[100, hasMore(false)]]],
		['no more, and the total', true, [[100, { hasMore: false, total: 100 }]]],
		['no more, but a higher total', false, [[100, { hasMore: false, total: 150 }]]],
		[
			'the total of a second page',
			true,
			[
				[100, total(150)],
				[50, total(150)],
			],
		],
		[
			'the total of a second page that is longer than the first',
			true,
			[
				[20, total(50)],
				[30, total(50)],
			],
		],
		[
			'a lower total than the second page',
			false,
			[
				[100, total(120)],
				[50, total(120)],
			],
		],
		[
			'a full last page with its total',
			false,
			[
				[100, total(200)],
				[100, total(200)],
			],
		],
		['a page, as long as its total', false, [[30, total(30)]]],
		[
			'a page, as long as its total and less than its limit',
			true,
			[[30, { total: 30, limit: 100 }]],
		],
		[
			'a lower total, which is that of the page',
			true,
			[[100], [50, { total: 50, hasMore: false }]],
		],
		['a wrong total, though it says no more', false, [[100], [50, { total: 70, hasMore: false }]]],
		[
			'the last page by number, which is short',
			true,
			[
				[100, totalPages(2)],
				[50, totalPages(2)],
			],
		],
		[
			'the last page by number, which is full',
			false,
			[
				[100, totalPages(2)],
				[100, totalPages(2)],
			],
		],
		['a page before the last by number', false, [[50, totalPages(2)]]],
		[
			'a last page as long as the first, which was cut',
			false,
			[
				[50, totalPages(2)],
				[50, totalPages(2)],
			],
		],
		[
			'a last page as long as the first, with the total',
			true,
			[
				[50, { total: 100, totalPages: 2 }],
				[50, { total: 100, totalPages: 2 }],
			],
		],
		[
			'a full last page by number, with the total',
			true,
			[
				[100, { total: 200, totalPages: 2 }],
				[100, { total: 200, totalPages: 2 }],
			],
		],
		[
			'a last page shorter than the first, which was cut',
			true,
			[
				[50, totalPages(2)],
				[20, totalPages(2)],
			],
		],
	])('ends, or not, with %s: %s', (_what, ends, pages) => {
		expect(after(...pages).isEnd).toBe(ends);
	});

	it.each<[string, boolean, Page[]]>([
		['that says nothing', false, [[100]]],
		['that says no more', true, [[100, hasMore(false)]]],
		['that says more', false, [[100, hasMore(true)]]],
		['that has a total on its only page', false, [[30, total(30)]]],
		[
			'that has a total on its second page',
			true,
			[
				[100, total(150)],
				[50, total(150)],
			],
		],
		[
			'that is on its last page by number',
			true,
			[
				[100, totalPages(2)],
				[50, totalPages(2)],
			],
		],
		['that has one page by number', false, [[30, totalPages(1)]]],
	])('%s has ended by the word of the service: %s', (_what, isEnded, pages) => {
		expect(after(...pages).length.isEnded).toBe(isEnded);
	});

	it.each<[string, number | undefined, Page[]]>([
		['states', 150, [[100, total(150)]]],
		['has reached', 100, [[100, total(100)]]],
		[
			'has exceeded',
			undefined,
			[
				[100, total(120)],
				[50, total(120)],
			],
		],
		['stated once and has not exceeded', 150, [[100, total(150)], [50]]],
		['stated once and has exceeded', undefined, [[100, total(120)], [50]]],
		[
			'states anew',
			180,
			[
				[100, total(120)],
				[50, total(180)],
			],
		],
	])('has the total that it %s: %j', (_what, expected, pages) => {
		expect(after(...pages).length.total).toBe(expected);
	});

	it('has gone on where a page came after a short one, or after the last by number', () => {
		const hasGoneOn = (...pages: Page[]) => after(...pages).length.hasGoneOn;
		expect(hasGoneOn([30], [50])).toBe(true);
		expect(hasGoneOn([100], [50])).toBe(false);
		expect(hasGoneOn([30, hasMore(true)], [50])).toBe(false);
		expect(hasGoneOn([30, total(100)], [50])).toBe(false);
		expect(hasGoneOn([30, total(30)], [50])).toBe(true);
		expect(hasGoneOn([100, totalPages(1)], [50, totalPages(1)])).toBe(true);
		expect(hasGoneOn([100, totalPages(2)], [50, totalPages(2)])).toBe(false);
	});

	it('seems to repeat itself where five times its total has come', () => {
		const pages = (count: number): Page[] => Array.from({ length: count }, () => [10, total(10)]);
		const wrong = (count: number): Page[] => [...pages(count), [5, total(12)]];
		expect(after(...wrong(5)).length.isFarBeyondTotal).toBe(false);
		expect(after(...wrong(6)).length.isFarBeyondTotal).toBe(true);
		expect(after([100], [100]).length.isFarBeyondTotal).toBe(false);
	});

	it('has changed where its total has, unless both are those of the pages', () => {
		const hasChanged = (...pages: Page[]) => after(...pages).length.hasChanged;
		expect(hasChanged([100, total(150)], [50, total(150)])).toBe(false);
		expect(hasChanged([100, total(150)], [50, total(140)])).toBe(true);
		expect(hasChanged([100, total(100)], [50, total(140)])).toBe(true);
		expect(hasChanged([100, total(150)], [50, total(50)])).toBe(true);
		expect(hasChanged([100, total(100)], [50, total(50)])).toBe(false);
	});

	it('is short by its latest page, and full by its first', () => {
		const { length } = after([100], [30]);
		expect([length.isShort, length.isFull]).toEqual([true, true]);
		expect([after([30]).length.isShort, after([30]).length.isFull]).toEqual([true, false]);
	});
});

describe('An answer without records', () => {
	it('may have the total of those before it', () => {
		const { length } = after([100]);
		length.addEmpty(total(150), 100);
		expect(length.total).toBe(150);
		const other = after([100]).length;
		other.addEmpty(total(100), 100);
		expect(other.total).toBeUndefined();
	});

	it('says that more follow as long as the page before did', () => {
		const { length } = after([100, hasMore(true)]);
		length.addEmpty({}, 100);
		expect(length.hasMoreThan(100)).toBe(true);
		length.addEmpty(hasMore(false), 100);
		expect(length.hasMoreThan(100)).toBe(false);
	});
});

describe('A number of pages that are shorter than the first', () => {
	it.each([
		[4, true],
		[5, false],
	])('of %i pages of 28 can be that of 112 records: %s', (pages, isEnd) => {
		const signs: Signs = { totalPages: pages, hasMore: false };
		expect(after([100, totalPages(2)], [12, signs, 28]).isEnd).toBe(isEnd);
	});
});
