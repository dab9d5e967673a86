import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import type { Comparison, SortBy } from '../../nodes/shared/compare';
import { compare } from './comparing';

/** What is said of rows that are the same in both periods, after the words that are always there. */
const hintFor = (rows: JsonObject[], about?: Partial<Comparison>) =>
	compare(rows, rows, about).hint?.replace('Compare With: ', '');

const scored = (previous: JsonValue, change: JsonValue, percent: JsonValue): JsonObject => ({
	...{ score_previous: previous, score_change: change, score_change_percent: percent },
});

const WITHOUT = 'The records without id, prompt_id, name were compared by all their texts.';

const IDS = { dimensions: [], names: ['id', 'prompt_id', 'name'] };

describe('Rows that were compared', () => {
	it('are marked with the periods that they are in; a row that is gone has no number now', () => {
		const now = [
			{ topic: 'A', note: 'x', score: 3 },
			{ topic: 'B', note: 'y', score: 4 },
		];
		const before = [
			{ topic: 'C', note: 'z', score: 1 },
			{ topic: 'A', note: 'w', score: 2 },
		];
		expect(compare(now, before)).toEqual({
			rows: [
				{ value: { ...now[0], ...scored(2, 1, 50) }, mark: { _status: 'same' } },
				{ value: { ...now[1], ...scored(null, null, null) }, mark: { _status: 'new' } },
				{
					value: { topic: 'C', note: 'z', score: null, ...scored(1, null, null) },
					mark: { _status: 'gone' },
				},
			],
			hint: undefined,
		});
	});

	it('are sorted if that is wanted, also by a change', () => {
		const now = [3, 9, 5].map((score) => ({ topic: `T${score}`, score }));
		const before = [5, 3, 9].map((score) => ({ topic: `T${score}`, score: 5 }));
		const sort: SortBy[] = [{ field: 'score_change', order: 'desc' }];
		const { rows, hint } = compare(now, before, { sort });
		expect(rows).toEqual(
			[
				{ topic: 'T9', score: 9, ...scored(5, 4, 80) },
				{ topic: 'T5', score: 5, ...scored(5, 0, 0) },
				{ topic: 'T3', score: 3, ...scored(5, -2, -40) },
			].map((value) => ({ value, mark: { _status: 'same' } })),
		);
		expect(hint).toBeUndefined();
		expect(compare(now, before).rows.map(({ value }) => value)).toMatchObject([
			...[{ topic: 'T3' }, { topic: 'T9' }, { topic: 'T5' }],
		]);
	});

	it('may be plain values, which are records of one field', () => {
		const { rows } = compare(['A', 'B', null], ['B', 'C'], { dimensions: [], names: ['id'] });
		expect(rows).toEqual([
			{ value: { value: 'A' }, mark: { _status: 'new' } },
			{ value: { value: 'B' }, mark: { _status: 'same' } },
			{ value: { value: null }, mark: { _status: 'new' } },
			{ value: { value: 'C' }, mark: { _status: 'gone' } },
		]);
	});

	it('have what is added for a number beside it, in every row', () => {
		const now: JsonObject[] = [
			{ topic: 'A', score: 3, metrics: { v: 1, note: 'x' }, url: 'u' },
			{ topic: 'B', url: 'u' },
		];
		const { rows } = compare(now, [{ topic: 'C', rank: 1 }]);
		const added = (name: string) => [
			...[`${name}_previous`, `${name}_change`, `${name}_change_percent`],
		];
		const score = ['score', ...added('score')];
		const rank = ['rank', ...added('rank')];
		expect(rows.map(({ value }) => Object.keys(value ?? {}))).toEqual([
			['topic', ...score, 'metrics', ...added('metrics_v'), 'url', ...rank],
			['topic', 'url', ...score, ...rank, ...added('metrics_v')],
			['topic', ...rank, ...score, ...added('metrics_v')],
		]);
	});

	it('are about the same thing where a dimension has no value in either', () => {
		const now = [{ topic: null, name: 'A', score: 3 }];
		const { rows, hint } = compare(now, [{ topic: null, name: 'B', score: 2 }]);
		expect(rows).toEqual([
			{ value: { ...now[0], ...scored(2, 1, 50) }, mark: { _status: 'same' } },
		]);
		expect(hint).toBeUndefined();
	});

	it('have no change of a number that says what they are about', () => {
		const row = { position: 1, score: 2 };
		const { rows } = compare([row], [row], { dimensions: ['position'] });
		expect(rows.map(({ value }) => value)).toEqual([{ ...row, ...scored(2, 0, 0) }]);
	});

	it('have all the hints there are, in one text', () => {
		const { hint } = compare([{ topic: 'A', score: 'none' }], [{ topic: 'B' }]);
		expect(hint).toBe(
			"Compare With: No row is in both periods. If one of the 'Dimensions' is about time, such as day, remove it. " +
				'No row has a number in score, so there is no change to show.',
		);
	});

	it('have the names of fields that only one period has', () => {
		const { rows } = compare([{ topic: 'A', score: 3 }], [{ topic: 'A', score_change: 'much' }]);
		expect(rows.map(({ value }) => value)).toEqual([
			{
				...{ topic: 'A', score: 3, score_previous: null, score_change_2: null },
				score_change_percent: null,
			},
		]);
	});
});

describe('Records that were compared', () => {
	it.each<[string, JsonObject, JsonObject, string]>([
		['the same ID', { id: 1 }, { id: 1 }, 'same'],
		['an ID as text', { id: 1 }, { id: '1' }, 'same'],
		['another ID and the same name', { id: 1, name: 'A' }, { id: 2, name: 'A' }, 'new'],
		['the same ID under another name', { prompt_id: 1 }, { prompt_id: 1 }, 'same'],
		['a blank ID beside it', { id: '', prompt_id: 1 }, { id: '', prompt_id: 1 }, 'same'],
		['another ID beside a blank one', { id: '', prompt_id: 1 }, { id: '', prompt_id: 2 }, 'new'],
		['an ID only before', { name: 'A' }, { id: 2, name: 'A' }, 'same'],
		['the same name', { name: 'A', kind: 'x' }, { name: 'A', kind: 'y' }, 'same'],
		['another name', { name: 'A', kind: 'x' }, { name: 'B', kind: 'x' }, 'new'],
	])('with %s are the same or new', (_what, now, before, status) => {
		const { rows, hint } = compare([{ ...now, score: 1 }], [{ ...before, score: 1 }], IDS);
		expect(rows[0]?.mark).toEqual({ _status: status });
		expect(rows).toHaveLength(status === 'same' ? 1 : 2);
		expect(hint).toBe(
			status === 'same'
				? undefined
				: 'Compare With: No record is in both periods, so each one is new or gone.',
		);
	});

	it.each<[string, JsonObject, string]>([
		['all their texts', { kind: 'A', score: 1 }, WITHOUT],
		[
			'nothing',
			{ score: 1 },
			`${WITHOUT} Nothing tells some of the records apart, so these are new or gone. No record is in both periods, so each one is new or gone.`,
		],
	])('have a hint where they have neither ID nor name, only %s', (_what, record, hint) => {
		expect(hintFor([record], { ...IDS, measures: [] })).toBe(hint);
	});

	it('are compared by their texts where they have the same ID, but not by dates', () => {
		const record = (platform: string, created_at: string) => ({ id: 1, platform, created_at });
		const now = [record('x', 'today'), record('y', 'today')];
		const { rows, hint } = compare(now, [record('y', 'then'), record('z', 'then')], IDS);
		expect(rows.map(({ mark }) => mark._status)).toEqual(['new', 'same', 'gone']);
		expect(hint).toContain('Several records have the same id, so their other texts were compared');
	});

	it('are told apart by their names where they have no ID but others do', () => {
		const recordsOf = (name: string, trend: string): JsonObject[] => [
			{ id: 7, name: 'C', score: 1 },
			{ id: '', name, score: 1 },
			{ name: `${name}2`, trend, score: 1 },
		];
		const namesIn = (...periods: [JsonObject[], JsonObject[]]) =>
			compare(...periods, IDS).rows.map(({ value, mark }) => [
				isObject(value) && value.name,
				mark._status,
			]);
		expect(namesIn(recordsOf('A', 'up'), recordsOf('A', 'down'))).toEqual([
			...[
				['C', 'same'],
				['A', 'same'],
				['A2', 'same'],
			],
		]);
		expect(namesIn(recordsOf('A', 'up'), recordsOf('B', 'up'))).toEqual([
			...[
				['C', 'same'],
				['A', 'new'],
				['A2', 'new'],
				['B', 'gone'],
				['B2', 'gone'],
			],
		]);
	});

	it('have no hint where one of them has an ID', () => {
		const records = [
			{ id: '', name: 'A', score: 1 },
			{ id: 7, name: 'B', score: 2 },
		];
		expect(hintFor(records, IDS)).toBeUndefined();
	});
});

describe('A measure without numbers', () => {
	const missing = (names: string) =>
		`No row has a number in ${names}, so there is no change to show.`;
	const row = { topic: 'A' };

	it.each<[string, JsonObject[], string[], string | undefined]>([
		['with a value in one row', [{ ...row, a: 1, b: 'none' }], ['a', 'b'], 'b'],
		[
			'with a value in some row',
			[
				{ ...row, a: 1, b: null },
				{ topic: 'B', b: 'x' },
			],
			['a', 'b'],
			'b',
		],
		['that no row has, beside one with numbers', [{ ...row, a: 1 }], ['a', 'b'], undefined],
		[
			'null in all rows, beside one with numbers',
			[{ ...row, a: 1, b: null }],
			['a', 'b'],
			undefined,
		],
		['that no row has', [row], ['a'], 'a'],
		['that no row has, and one that some have', [{ ...row, b: 'x' }], ['a', 'b'], 'b'],
		['two that no row has', [row], ['a', 'b'], 'a, b'],
		['null in all rows', [{ ...row, a: null }], ['a'], undefined],
		['null in one row and not in another', [{ ...row, a: null }, { topic: 'B' }], ['a'], undefined],
		['that another field makes up for', [{ ...row, other: 1 }], ['a'], undefined],
		['in no row at all', [], ['a'], undefined],
	])('%s', (_what, rows, measures, names) => {
		const hint = hintFor(rows, { measures });
		expect(hint).toBe(names === undefined ? undefined : missing(names));
	});

	const NO_NUMBER = 'No field has only numbers, so there is no change to show.';

	it.each<[string, JsonObject[], boolean]>([
		['all fields are texts', [{ ...row, score: '1,040' }], true],
		[
			'one has a number and a text',
			[
				{ ...row, score: '5' },
				{ topic: 'B', score: 'high' },
			],
			true,
		],
		['one has numbers', [{ ...row, score: 5 }], false],
		['there are no rows', [], false],
	])('need not be named for a hint where %s', (_what, rows, isHinted) => {
		const advice = " Name the one to compare in 'Metrics'.";
		const named = { measures: [], measuresField: 'Metrics' };
		expect(hintFor(rows, { measures: [] })).toBe(isHinted ? NO_NUMBER : undefined);
		expect(hintFor(rows, named)).toBe(isHinted ? NO_NUMBER + advice : undefined);
	});

	it('in one period only is none', () => {
		const { hint } = compare([{ topic: 'A', score: 'none' }], [{ topic: 'A', score: 1 }]);
		expect(hint).toBeUndefined();
	});
});
