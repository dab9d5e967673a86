import type { JsonObject, JsonValue } from 'n8n-workflow';
import { readSigns } from '../../nodes/shared/answer/signs';
import { readFrom, recordsUpTo } from './pageServer';
import { each } from './signNames';

const read = (holder: JsonObject, count = 100, headers: Record<string, unknown> = {}) =>
	readSigns([holder], headers, count);

const TOTALS =
	'total total_count total_records total_items total_results total_rows total_hits total_elements ' +
	'num_found num_results record_count result_count records_total records_filtered @odata.count';

describe('A total', () => {
	it.each(each(TOTALS))('is heard as %s', (name) => {
		expect(read({ data: [], [name]: 257 }).total).toBe(257);
	});

	it.each([
		'meta',
		'metadata',
		'pagination',
		'paging',
		'page',
		'page_info',
		'pageInfo',
		'links',
		'_links',
		'cursors',
	])('is heard in %s, and one object further in', (name) => {
		expect(read({ data: [], [name]: { total: 257 } }).total).toBe(257);
		expect(read({ data: [], [name]: { pagination: { total: 257 } } }).total).toBe(257);
	});

	it.each(['data', 'filters', 'stats', 'summary'])('is not heard in %s', (name) => {
		expect(read({ [name]: { total: 257 } }).total).toBeUndefined();
	});

	it('is heard in every object around the list', () => {
		const inner: JsonObject = { items: [], total: 7 };
		expect(readSigns([{ data: inner, total: 9 }, inner], {}, 7).total).toBe(9);
		expect(readSigns([{ data: inner }, inner], {}, 7).total).toBe(7);
	});

	it.each<[JsonValue, number]>([
		[257, 257],
		[0, 0],
		['257', 257],
		[' 257 ', 257],
		[{ value: 257, relation: 'eq' }, 257],
		[{ value: '257' }, 257],
		['1,250', 1250],
		['12,345,678', 12345678],
		['257+', 257],
		['1,250+', 1250],
		['257 records', 257],
		['257 Results in total', 257],
	])('may be %j', (value, total) => {
		expect(read({ total: value }).total).toBe(total);
	});

	it.each<[JsonValue]>([
		[-1],
		[1.5],
		[null],
		[true],
		[''],
		[' '],
		['-1'],
		['1.5'],
		['1e3'],
		['~257'],
		['0x10'],
		['about 300'],
		['12,50'],
		['1,25,000'],
		['257 days'],
		['250-257'],
		[1e300],
		['99999999999999999999'],
		[[257]],
		[{}],
		[{ count: 257 }],
	])('is not %j', (value) => {
		expect(read({ total: value }).total).toBeUndefined();
	});

	it.each<[string, JsonObject, number | undefined]>([
		['the count of all', { count: 257 }, 257],
		['no count of the page', { count: 100 }, undefined],
		['no smaller count', { count: 12 }, undefined],
		['a total, even of the page', { total: 100, count: 100 }, 100],
		['the larger of two', { total: 100, meta: { total_count: 257 } }, 257],
		['the larger of two, the other way round', { total: 257, meta: { total_count: 100 } }, 257],
		['a count above the total', { total: 100, count: 257 }, 257],
		['the filtered one', { recordsTotal: 999, recordsFiltered: 257 }, 257],
		['the one that is a number', { total: 'many', total_count: 257 }, 257],
	])('is %s', (_what, holder, total) => {
		expect(read(holder).total).toBe(total);
	});

	it.each<[Record<string, unknown>, number | undefined]>([
		[{ 'x-total-count': '257' }, 257],
		[{ 'x-total': '257' }, 257],
		[{ 'content-range': 'items 0-99/257' }, 257],
		[{ 'content-range': 'items 0-99/*' }, undefined],
		[{ 'content-range': 'items' }, undefined],
		[{ 'x-total-count': 'many' }, undefined],
		[{ 'x-total-count': ['1', '2'] }, undefined],
		[{ 'content-length': '257' }, undefined],
	])('is heard in the headers %j', (headers, total) => {
		expect(read({}, 100, headers).total).toBe(total);
	});

	it('is none in a long text, which takes no longer than others', () => {
		const start = performance.now();
		expect(read({ total: `1${' '.repeat(100_000)}x` }).total).toBeUndefined();
		expect(performance.now() - start).toBeLessThan(500);
	});

	it('that is only the least there is says that more follow, once there are as many', () => {
		expect(read({ total: '100+' })).toMatchObject({ total: 100, hasMore: true });
		expect(read({ total: '99+' }).hasMore).toBe(true);
		expect(read({ total: '101+' }).hasMore).toBeUndefined();
		expect(read({ total: '100' }).hasMore).toBeUndefined();
		expect(read({ total: '100+' }).isAtLeast).toBe(true);
		expect(read({ total: '100+', meta: { total: 120 } }).isAtLeast).toBeUndefined();
	});

	it.each([
		[1050, '1000+', 50],
		[250, '100+', 100],
		[240, '240+', 60],
	])('of %i records that is only the least, %s, ends no list', async (count, total, cap) => {
		const { records, kinds } = await readFrom(({ limit, offset }) => {
			const data = recordsUpTo(count)
				.slice(Number(offset))
				.slice(0, Math.min(cap, Number(limit)));
			return { data, total };
		});
		expect(records).toEqual(recordsUpTo(count));
		expect(kinds).toEqual([]);
	});

	it('is the larger one where header and answer disagree', () => {
		expect(read({ total: 100 }, 100, { 'x-total-count': '257' }).total).toBe(257);
		expect(read({ total: 300 }, 100, { 'x-total-count': '257' }).total).toBe(300);
	});
});

describe('The number of pages', () => {
	it.each(each('total_pages page_count num_pages last_page pages'))('is heard as %s', (name) => {
		expect(read({ [name]: 3 }).totalPages).toBe(3);
		expect(read({ meta: { [name]: '3' } }).totalPages).toBe(3);
	});

	it('is the larger of two, and no list of pages', () => {
		expect(read({ total_pages: 1, last_page: 3 }).totalPages).toBe(3);
		expect(read({ pages: [1, 2, 3] }).totalPages).toBeUndefined();
	});
});

describe('The most records of a page', () => {
	it.each(each('limit page_size per_page size'))('are heard as %s', (name) => {
		expect(read({ [name]: 50 }).limit).toBe(50);
		expect(read({ pagination: { [name]: '50' } }).limit).toBe(50);
	});

	it('are the fewer of two', () => {
		expect(read({ limit: 100, meta: { per_page: 50 } }).limit).toBe(50);
		expect(read({ limit: 50, meta: { per_page: 100 } }).limit).toBe(50);
	});
});

describe('What is called count', () => {
	it.each<[JsonObject, number | undefined]>([
		[{ count: 257 }, 257],
		[{ count: 100 }, 100],
		[{ count: 99 }, undefined],
		[{ count: 300, meta: { count: '100' } }, 100],
		[{ total: 257 }, undefined],
	])('is in %j, unless it is less than the page has', (holder, count) => {
		expect(read(holder).count).toBe(count);
	});
});
