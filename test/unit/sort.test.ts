import type { JsonObject, JsonValue } from 'n8n-workflow';
import { noticeText } from '../../nodes/shared/base';
import {
	asRecord,
	parseChangedField,
	mayLackTopRecords,
	type Row,
	type SortBy,
	sortRows,
} from '../../nodes/shared/table';
import { userTime } from '../userTime';

/** Fields to sort by, and their directions. */
type By = Readonly<Record<string, SortBy['order']>>;

/** The records in their new order, and what is said about it. */
function sort(records: readonly JsonValue[], by: By, isWhole = true, isCompared = false) {
	const fields = Object.entries(by).map(([field, order]) => ({
		...{ field, order, changed: isCompared ? parseChangedField(field) : undefined },
	}));
	const all = records.map((record) => (isCompared ? comparedRow(record) : { record }));
	const found = sortRows(all, fields, isWhole);
	const notices = found.notices.map(noticeText);
	return { records: found.rows.map(({ record }) => record), notices };
}

/** A row with what the names of its fields say of changes. */
function comparedRow(record: JsonValue): Row {
	const changes = Object.entries(asRecord(record)).flatMap(([name, value]) => {
		const changed = parseChangedField(name);
		const number = typeof value === 'number' ? value : undefined;
		return changed === undefined
			? []
			: [[changed.numberField, { [changed.changeKind]: number }] as const];
	});
	return { record, status: 'kept', changes: new Map(changes) };
}

const inField = (values: readonly JsonValue[]): JsonObject[] => values.map((n) => ({ n }));

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
		[
			['2026-11-01T10:00:00+05:00', '2026-11-01', null, '2026-11-01 06:00:00Z', '2026-11-01T05:30'],
			'asc',
			['2026-11-01', '2026-11-01T10:00:00+05:00', '2026-11-01T05:30', '2026-11-01 06:00:00Z', null],
		],
		[['>100', 'b', 2, null, '10'], 'asc', [2, '10', '>100', 'b', null]],
		[['>100', 'b', 2, null, '10'], 'desc', ['10', 2, 'b', '>100', null]],
	])('%j come in order %s as %j', (all, order, sorted) => {
		expect(sort(inField(all), { n: order }).records).toEqual(inField(sorted));
	});

	it.each<[SortBy['order'], string, number[]]>([
		['desc', 'rank_change', [-7, 0, 3]],
		['asc', 'rank_change', [3, 0, -7]],
		['move', 'rank_change', [-7, 3, 0]],
		['desc', 'avg_rank_change_percent_2', [-7, 0, 3]],
		['desc', 'rank_previous', [3, 0, -7]],
		['desc', 'score_change', [3, 0, -7]],
	])('that were compared come in order %s by %s as %j', (order, field, sorted) => {
		const rows = (numbers: number[]) => numbers.map((number) => ({ [field]: number }));
		const compared = sort(rows([3, -7, 0]), { [field]: order }, true, true);
		expect(compared.records).toEqual(rows(sorted));
		const { records } = sort(rows([3, -7, 0]), { [field]: 'desc' });
		expect(records).toEqual(rows([3, 0, -7]));
	});

	it('has no rank first that is below 1, the best one', () => {
		const ranks = (...all: number[]) => all.map((rank) => ({ rank }));
		for (const order of ['asc', 'desc'] as const) {
			const { records } = sort(ranks(0, 3, -1), { rank: order });
			expect(records).toEqual(ranks(3, 0, -1));
		}
	});

	const rows = [
		[1, 'x', '1,500'],
		[2, 'y', 'a'],
		[1, 'z', 3],
		[2, 'w', 'b'],
	].map(([a = '', c = '', mixed = '']) => ({ a, b: { c }, mixed }));
	const placesOf = (records: readonly JsonValue[]) =>
		records.map((record) => rows.findIndex((row) => row === record));

	it.each<[By, number[]]>([
		[{ a: 'desc', 'b.c': 'asc' }, [3, 1, 0, 2]],
		[{ a: 'asc', 'b.c': 'desc' }, [2, 0, 1, 3]],
		[{ a: 'desc' }, [1, 3, 0, 2]],
		[{}, [0, 1, 2, 3]],
	])('go by the first field, then by the next: %j', (by, places) => {
		const { records, notices } = sort(rows, by);
		expect([placesOf(records), notices]).toEqual([places, []]);
	});

	it('are told of texts among numbers, which come last', () => {
		const { records, notices } = sort(inField(['>100', 12, '100+', 3, null]), { n: 'desc' });
		expect(records).toEqual(inField([12, 3, '100+', '>100', null]));
		expect(notices).toEqual([`n is no number in 2 of 5 records, such as ">100". These come last.`]);
		expect(sort(inField(['>100', 12, 3]), { n: 'asc' }, false).notices).toEqual([
			expect.stringContaining('may not have put the records in the order'),
		]);
	});

	it('go by the fields that there are, and those that there are not are named', () => {
		const some = [...rows, 'text', { d: null, e: [1], b: { f: 2 } }];
		const known = 'Fields to sort by: a, b.c, mixed, d, b.f.';
		const by = { x: 'asc', a: 'desc', e: 'desc', d: 'desc', b: 'asc' } as const;
		const { records, notices } = sort(some, by);
		expect(placesOf(records)).toEqual([1, 3, 0, 2, -1, -1]);
		expect(notices).toEqual([
			`The records may not be in the intended order. No record has a field 'x', 'e', 'b' to sort by, so the order is by the others. ${known}`,
		]);
		expect(sort(some, { x: 'asc' })).toEqual({
			records: some,
			notices: [
				`The records may not be in the intended order. No record has a field 'x' to sort by, so the records are in the order of the service. ${known}`,
			],
		});
		expect(sort([], { x: 'asc' })).toEqual({ records: [], notices: [] });
	});
});

it('The fields of many records with names of their own are found in a moment', () => {
	const records = Array.from({ length: 10_000 }, (_, at) => ({ scores: { [`id${at}`]: at } }));
	const start = userTime();
	expect(sort(records, { nope: 'asc' }).notices).toHaveLength(1);
	expect(userTime() - start).toBeLessThan(5000);
});

it('Texts of blanks are sorted at once', () => {
	const records = inField(Array.from({ length: 100 }, () => `${' '.repeat(40_000)}x`));
	const start = userTime();
	sort(records, { n: 'asc' });
	expect(userTime() - start).toBeLessThan(5000);
});

describe('The first records of more', () => {
	const UNSORTED = expect.stringMatching(
		/^The service may not have put the records in the order asked for, so a limit may have cut off/,
	);

	it.each<[JsonValue[], SortBy['order'], boolean]>([
		[[1, 2, 2, 3], 'asc', true],
		[[1, 2, 2, 3], 'desc', false],
		[[1, 3, 2], 'asc', false],
		[[3, null, 2], 'asc', false],
		[[null, 1, '', 2], 'asc', false],
		[[1, 2, '', null], 'asc', true],
		[[-3, 2, 1], 'move', true],
		[[2, -3, 1], 'move', false],
		[['B', 'a'], 'asc', false],
		[['a', 'B'], 'asc', true],
		[['b', 'a'], 'asc', false],
		[['ab', 'a c'], 'asc', true],
		[[1, 3, 'n/a'], 'asc', true],
		[[3, 'a', 1], 'asc', false],
	])('%j stay as they came in order %s; they are in it: %s', (all, order, isSorted) => {
		const records = inField(all);
		const notices = isSorted ? [] : [UNSORTED];
		expect(sort(records, { n: order }, false)).toEqual({ records, notices });
	});

	it('have one notice where a field is unknown', () => {
		const { notices } = sort(inField([2, 1]), { n: 'asc', x: 'asc' }, false);
		expect(notices).toEqual([expect.stringMatching(/ No record has a field 'x'.*: n\.$/)]);
	});

	it.each<[JsonValue[], By, boolean]>([
		[[1, 2, 3], { n: 'asc' }, false],
		[[1, 3, 2], { n: 'asc' }, true],
		// What has no value comes last, if anybody sorts.
		[[1, 2, null], { n: 'asc' }, false],
		[[1, null, 2], { n: 'asc' }, true],
		// One value or none in all of them shows no order; a single record can show none.
		[[2, 2], { n: 'asc' }, true],
		[[null, null], { n: 'asc' }, true],
		[[2], { n: 'asc' }, false],
		[[2, 2, 1], { n: 'desc' }, false],
		// Nobody was asked for the order, and nobody has the field.
		[[3, 2], { n: 'move' }, true],
		[[3, 2], { n: 'desc', x: 'move' }, true],
		[[1, 2], { n: 'asc', x: 'asc' }, true],
	])('%j by %j may lack others that come first: %s', (all, by, may) => {
		const fields = Object.entries(by).map(([field, order]) => ({ field, order }));
		expect(mayLackTopRecords(inField(all), fields)).toBe(may);
	});
});

it('A field that is named like a change is itself where nothing was compared', () => {
	const records = [{ n_change: 1 }, { n_change: 2 }];
	expect(sort(records, { n_change: 'desc' }).records).toEqual([...records].reverse());
	const fields = [
		{ field: 'n_change', order: 'desc' as const, changed: parseChangedField('n_change') },
	];
	const rows = records.map((record) => ({ record }));
	expect(sortRows(rows, fields, true).rows).toEqual([...rows].reverse());
});

describe('A field that a comparison adds', () => {
	it.each([
		['score_change', { numberField: 'score', changeKind: 'change' }],
		['score_change_percent', { numberField: 'score', changeKind: 'percent' }],
		['score_previous_2', { numberField: 'score', changeKind: 'before' }],
		['score', undefined],
		['_change', undefined],
		['score_changes', undefined],
		['score_change_2x', undefined],
	])('is told by its name: %s is %j', (field, changed) => {
		expect(parseChangedField(field)).toEqual(changed);
	});
});
