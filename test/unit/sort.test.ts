import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import { sortRecords, type SortBy } from '../../nodes/shared/compare';

const marked = (value: JsonValue) => ({ value, mark: { at: value } });

/** The records in their new order, and what is said about it. */
function sort(
	records: readonly JsonValue[],
	by: ReadonlyArray<readonly [field: string, order: SortBy['order']]>,
	{ isWhole = true, turned }: { readonly isWhole?: boolean; readonly turned?: string[] } = {},
) {
	const fields = by.map(([field, order]) => ({ field, order }));
	const found = sortRecords(records.map(marked), fields, isWhole, turned);
	expect(found.records).toEqual(found.records.map(({ value }) => marked(value)));
	return {
		records: found.records.map(({ value }) => value),
		notices: found.notices.map(({ message }) => message),
	};
}

/** Records with one field, sorted by it. */
const values = (all: readonly JsonValue[], ...more: Parameters<typeof sort>[2][]) => ({
	in: (order: SortBy['order']) =>
		sort(
			all.map((n) => ({ n })),
			[['n', order]],
			...more,
		).records.map((record) => (isObject(record) ? record.n : undefined)),
});

describe('All records', () => {
	it.each<[JsonValue[], SortBy['order'], JsonValue[]]>([
		[[2, 10, -1, -11, 0], 'asc', [-11, -1, 0, 2, 10]],
		[[2, 10, -1, -11, 0], 'desc', [10, 2, 0, -1, -11]],
		[[2, 10, -1, -11, 0], 'move', [-11, 10, 2, -1, 0]],
		[['2', 10, ' 9.5 %', '-'], 'asc', ['2', ' 9.5 %', 10, '-']],
		[[null, 3, '', 'n/a', 5, [1]], 'asc', [3, 5, null, '', 'n/a', [1]]],
		[[null, 3, '', 'n/a', 5], 'desc', [5, 3, null, '', 'n/a']],
		[[null, 3, -5], 'move', [-5, 3, null]],
		[[true, null, false, true], 'desc', [true, true, false, null]],
		[['b', 'C', null, 'a'], 'asc', ['a', 'b', 'C', null]],
		[['b', 'C', null, 'a'], 'desc', ['C', 'b', 'a', null]],
		[['b', 'C', 'a'], 'move', ['C', 'b', 'a']],
		[['a-c', 'ab', 'a d'], 'asc', ['ab', 'a-c', 'a d']],
		[['001', '100', '002'], 'asc', ['001', '100', '002']],
		[['1,500', '900', 'a'], 'desc', ['1,500', '900', 'a']],
	])('%j come in order %s as %j', (all, order, sorted) => {
		expect(values(all).in(order)).toEqual(sorted);
	});

	it.each<[SortBy['order'], number[]]>([
		['desc', [-7, 0, 3]],
		['asc', [3, 0, -7]],
		['move', [-7, 3, 0]],
	])('come in order %s where a smaller number counts as larger', (order, sorted) => {
		expect(values([3, -7, 0], { turned: ['m', 'n'] }).in(order)).toEqual(sorted);
		expect(values([3, -7, 0], { turned: ['m'] }).in('desc')).toEqual([3, 0, -7]);
	});

	const rows = [
		{ a: 1, b: { c: 'x' } },
		{ a: 2, b: { c: 'y' } },
		{ a: 1, b: { c: 'z' } },
		{ a: 2, b: { c: 'w' } },
	];
	const places = (found: readonly JsonValue[]) =>
		found.map((record) => rows.findIndex((row) => row === record));

	it('go by the first field, then by the next, also by one inside an object', () => {
		const by = (...given: Parameters<typeof sort>[1]) => places(sort(rows, given).records);
		expect(by(['a', 'desc'], ['b.c', 'asc'])).toEqual([3, 1, 0, 2]);
		expect(by(['a', 'asc'], ['b.c', 'desc'])).toEqual([2, 0, 1, 3]);
		expect(by(['a', 'desc'])).toEqual([1, 3, 0, 2]);
		expect(by()).toEqual([0, 1, 2, 3]);
	});

	it('stay as they came where the fields before one with numbers and texts are equal', () => {
		const mixed = ['1,500', 'a', 3, 'b'].map((c, place) => ({ ...rows[place], c }));
		const { records, notices } = sort(mixed, [
			['a', 'desc'],
			['c', 'asc'],
			['b.c', 'asc'],
		]);
		expect(records).toEqual([mixed[1], mixed[3], mixed[0], mixed[2]]);
		expect(notices).toEqual([]);
	});

	it('go by the fields that there are, and those that there are not are named', () => {
		const some = [...rows, 'text', { d: null, e: [1], b: { f: 2 } }];
		const known = "Enter one of these in 'Sort': a, b.c, d, b.f.";
		const { records, notices } = sort(some, [
			['x', 'asc'],
			['a', 'desc'],
			['e', 'desc'],
			['d', 'desc'],
			['b', 'asc'],
		]);
		expect(places(records)).toEqual([1, 3, 0, 2, -1, -1]);
		expect(notices).toEqual([
			`No record has a field 'x', 'e', 'b' to sort by, so 'Sort' goes by the others. ${known}`,
		]);
		const none = sort(some, [['x', 'asc']]);
		expect(none).toEqual({
			records: some,
			notices: [
				`No record has a field 'x' to sort by, so the records are in the order of the service. ${known}`,
			],
		});
	});

	it('may be none', () => {
		expect(sort([], [['x', 'asc']])).toEqual({ records: [], notices: [] });
	});
});

describe('The first records of more', () => {
	const UNSORTED = expect.stringMatching(
		/^The service may not have put the records in the order of 'Sort', so a limit may have cut off/,
	);

	it.each<[JsonValue[], SortBy['order'], boolean]>([
		[[1, 2, 2, 3], 'asc', true],
		[[1, 2, 2, 3], 'desc', false],
		[[1, 3, 2], 'asc', false],
		[[3, null, 2], 'asc', false],
		[[null, 1, '', 2], 'asc', true],
		[[-3, 2, 1], 'move', true],
		[[2, -3, 1], 'move', false],
		[['B', 'a'], 'asc', true],
		[['a', 'B'], 'asc', true],
		[['b', 'a'], 'asc', false],
		[['a c', 'ab'], 'asc', true],
		[['ab', 'a c'], 'asc', true],
		[[3, 'a', 1], 'asc', true],
	])('%j stay as they came in order %s; they are in it: %s', (all, order, isSorted) => {
		const records = all.map((n) => ({ n }));
		const found = sort(records, [['n', order]], { isWhole: false });
		expect(found).toEqual({ records, notices: isSorted ? [] : [UNSORTED] });
	});

	it('have one notice where a field is unknown', () => {
		const by = [
			['n', 'asc'],
			['x', 'asc'],
		] as const;
		const { notices } = sort([{ n: 2 }, { n: 1 }], by, { isWhole: false });
		expect(notices).toEqual([expect.stringContaining("No record has a field 'x'")]);
	});
});
