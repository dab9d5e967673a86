import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import { samples } from '../samples';
import { compare } from './comparing';

const joinAll = (
	current: JsonValue[],
	previous: JsonValue[],
	dimensions: string[] = ['topic'],
	measures: string[] = ['score'],
) => compare(current, previous, { dimensions, measures }).rows.map(({ value }) => value);

const isRow = (value: JsonValue): value is JsonObject => isObject(value);

const join = (...given: Parameters<typeof joinAll>) => joinAll(...given).filter(isRow);

/** A row with what the comparison adds to a measure. */
const scored = (
	row: JsonObject,
	before: JsonValue,
	change: JsonValue,
	percent: JsonValue,
): JsonObject => ({
	...row,
	score_previous: before,
	score_change: change,
	score_change_percent: percent,
});

describe('Two periods', () => {
	it('are joined by the dimensions, wherever a row stands', () => {
		const now = [
			{ topic: 'A', score: 15 },
			{ topic: 'B', score: 5 },
		];
		const before = [
			{ topic: 'B', score: 10 },
			{ topic: 'A', score: 10 },
		];
		expect(join(now, before)).toEqual([
			scored({ topic: 'A', score: 15 }, 10, 5, 50),
			scored({ topic: 'B', score: 5 }, 10, -5, -50),
		]);
	});

	it('are joined by all dimensions together', () => {
		const row = (topic: string, model: string, score: number) => ({ topic, model, score });
		const now = [row('A', 'x', 1), row('A', 'y', 2)];
		const before = [row('A', 'y', 4), row('A', 'x', 4)];
		expect(join(now, before, ['topic', 'model'])).toMatchObject([
			{ model: 'x', score_change: -3, score_change_percent: -75 },
			{ model: 'y', score_change: -2, score_change_percent: -50 },
		]);
	});

	it.each<[string, JsonValue, JsonValue, JsonValue, JsonValue, JsonValue]>([
		['zero before', 5, 0, 0, 5, null],
		['zero in both', 0, 0, 0, 0, null],
		['zero now', 0, 8, 8, -8, -100],
		['less than zero before', 5, -10, -10, 15, 150],
		['decimals', 0.3, 0.1, 0.1, 0.2, 200],
		['a third', 4, 3, 3, 1, 33.33],
		['no number now', null, 3, 3, null, null],
		['no number before', 3, null, null, null, null],
		['a text before', 3, 'x', null, null, null],
		['a number as text before', 3, '2', 2, 1, 50],
		['numbers as text', '40.5', ' 30.25 ', 30.25, 10.25, 33.88],
		['numbers in percent', '40.5%', '30.25 %', 30.25, 10.25, 33.88],
		['a code before', 3, '007', null, null, null],
		['nothing before', 3, '', null, null, null],
		['large numbers', 9007199254740991, 2, 2, 9007199254740989, 450359962737049470],
		['a small change', 999.3, 999.2, 999.2, 0.1, 0.01],
		['very small numbers', 3e-9, 1e-9, 1e-9, 2e-9, 200],
		['digits of a calculation', 20.400000000000002, 20, 20, 0.4, 2],
		['next to nothing before', 1, 5e-324, 5e-324, 1, null],
	])('with %s', (_what, now, before, previous, change, percent) => {
		const [row] = join([{ topic: 'A', score: now }], [{ topic: 'A', score: before }]);
		expect(row).toEqual(scored({ topic: 'A', score: now }, previous, change, percent));
	});

	it('give rows that only one of them has, those of the period before at the end', () => {
		const now = [{ topic: 'New', score: 1 }];
		const before = [{ topic: 'Old', topic_id: 3, score: 2 }];
		expect(join(now, before)).toEqual([
			scored({ topic: 'New', score: 1 }, null, null, null),
			scored({ topic: 'Old', topic_id: 3, score: null }, 2, null, null),
		]);
	});

	it('have the same columns in every row', () => {
		const now = [{ topic: 'A', score: 1 }];
		const before = [{ topic: 'B', score: 2, extra: 3 }];
		const [one, two] = join(now, before);
		expect(Object.keys(two ?? {})).toEqual(expect.arrayContaining(Object.keys(one ?? {})));
		expect(one).toHaveProperty('extra_previous', null);
	});

	it('compare numbers only, and every number, asked for or not', () => {
		const row = { topic: 'A', score: 1, count: 2, note: 'x', list: [1], flag: true };
		const [joined = {}] = join([row], [row]);
		const added = Object.keys(joined).filter((name) => !(name in row));
		expect(new Set(added.map((name) => name.split('_')[0]))).toEqual(new Set(['score', 'count']));
	});

	it('have the columns of a measure, even where no row has a number for it', () => {
		const [row] = join([{ topic: 'A', score: null }], [{ topic: 'A', score: null }]);
		expect(row).toEqual(scored({ topic: 'A', score: null }, null, null, null));
	});

	it('take ids of dimensions that are numbers for keys', () => {
		const row = (id: number, score: number) => ({ topic_id: id, topic_name: 'Same', score });
		const rows = join([row(1, 5), row(2, 6)], [row(2, 3), row(1, 10)]);
		expect(rows).toEqual([scored(row(1, 5), 10, -5, -50), scored(row(2, 6), 3, 3, 100)]);
	});

	it('take a dimension that is a number for a key', () => {
		const row = (year: number, score: number) => ({ year, score });
		const rows = join([row(1, 5), row(2, 6)], [row(2, 3), row(1, 10)], ['year']);
		expect(rows.map(({ score_change: change }) => change)).toEqual([-5, 3]);
	});

	it('take a measure whose name starts like a dimension for a measure', () => {
		const row = (topic: string, share: number) => ({ topic, topic_share: share });
		const rows = join([row('A', 5)], [row('A', 4)], ['topic'], ['topic_share']);
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ topic_share: 5, topic_share_previous: 4 });
	});

	it('are joined by what is no number where no field is named like a dimension', () => {
		const row = (label: string, id: number, score: number) => ({ label, market_id: id, score });
		const rows = join([row('A', 1, 5), row('A', 2, 6)], [row('A', 2, 3), row('A', 1, 10)]);
		expect(rows.map(({ score_change: change }) => change)).toEqual([-5, 3]);
	});

	it('are one row each without dimensions', () => {
		expect(join([{ score: 4 }], [{ score: 2 }], [])).toEqual([scored({ score: 4 }, 2, 2, 100)]);
	});

	it('compare rows with none where nothing tells them apart', () => {
		const rows = (...scores: number[]) => scores.map((score) => ({ topic: 'A', score }));
		expect(join(rows(1, 2, 3), rows(10, 20)).map((row) => row.score_previous)).toEqual([
			...[null, null, null, 10, 20],
		]);
	});

	it.each<[string, JsonValue, boolean]>([
		['a number in an object', { value: 5 }, false],
		['a number as words', '1,040.5', true],
		['text', 'N/A', true],
		['null', null, false],
		['a number in percent', '5%', false],
	])('have a hint where a measure has %s in all rows, or none', (_what, score, isHinted) => {
		const rows = [{ topic: 'A', score }];
		expect(compare(rows, rows).hint).toBe(
			isHinted
				? 'Compare With: No row has a number in score, so there is no change to show.'
				: undefined,
		);
	});

	it('ignore the order of the members of a row', () => {
		const now = [{ topic: 'A', model: 'x', score: 1 }];
		const before = [{ score: 2, model: 'x', topic: 'A' }];
		expect(join(now, before, ['topic', 'model'])).toHaveLength(1);
	});

	it.each([
		['none at all', [], [], 0],
		['none before', [{ topic: 'A', score: 1 }], [], 1],
		['none now', [], [{ topic: 'A', score: 1 }], 1],
	])('may have %s', (_what, now, before, count) => {
		expect(join(now, before)).toHaveLength(count);
	});

	it('are joined by a dimension that comes under another name', () => {
		const row = (platform_name: string, score: number) => ({ topic: 'A', platform_name, score });
		const now = [row('ChatGPT', 10), row('Claude', 20)];
		const before = [row('Claude', 19), row('Gemini', 1)];
		expect(join(now, before, ['topic', 'model'])).toMatchObject([
			{ platform_name: 'ChatGPT', score: 10, score_previous: null },
			{ platform_name: 'Claude', score: 20, score_previous: 19, score_change: 1 },
			{ platform_name: 'Gemini', score: null, score_previous: 1 },
		]);
	});

	it('take a number that only starts like a dimension for a number', () => {
		const row = (mentions: number) => ({ topic: 'A', topic_mentions: mentions });
		expect(join([row(5)], [row(4)], ['topic'])).toMatchObject([{ topic_mentions_change: 1 }]);
	});

	it('lose nothing of an answer that is no row', () => {
		expect(joinAll(['Report is being made'], [])).toEqual([{ value: 'Report is being made' }]);
	});

	it('keep what the service calls previous itself', () => {
		const row = { topic: 'A', score: 3, score_previous: 'none', score_change: 7 };
		expect(join([row], [{ topic: 'A', score: 2, score_change: 5 }])[0]).toMatchObject({
			...row,
			score_previous_2: 2,
			score_change_2: 1,
			score_change_previous: 5,
			score_change_change: 2,
		});
	});

	const anyRow: fc.Arbitrary<JsonObject> = fc.record(
		{
			topic: fc.constantFrom('A', 'B', 'C'),
			topic_id: fc.nat(3),
			model: fc.constantFrom('x', 'y', null),
			score: fc.oneof(fc.integer(), fc.constantFrom(0, null, '1', 0.5)),
			other: fc.oneof(fc.integer(), fc.constant('text')),
		},
		{ requiredKeys: [] },
	);
	const anyRows = fc.array(anyRow, { maxLength: 8 });

	it('give every row of the period exactly once, first and in order, whatever they hold', () => {
		const dimensions = fc.subarray(['topic', 'model', 'date']);
		const check = (now: JsonObject[], before: JsonObject[], by: string[]) => {
			const rows = join(now, before, by);
			for (const [place, row] of now.entries()) expect(rows[place]).toMatchObject(row);
			expect(rows.length).toBeGreaterThanOrEqual(Math.max(now.length, before.length));
			expect(rows.length).toBeLessThanOrEqual(now.length + before.length);
		};
		fc.assert(fc.property(anyRows, anyRows, dimensions, check), { numRuns: samples(100) });
	});

	it('change by nothing where they are the same', () => {
		const check = (rows: JsonObject[]) => {
			const joined = join(rows, rows);
			for (const row of joined) expect([0, null]).toContain(row.score_change ?? null);
		};
		fc.assert(fc.property(anyRows, check));
	});

	it('of sixty thousand rows each are joined in a moment', () => {
		const rows = Array.from({ length: 60_000 }, (_, n) => ({ label: `L${n}`, score: n }));
		const same = rows.map(({ score }) => ({ score }));
		const start = performance.now();
		expect(join(rows, rows)).toHaveLength(60_000);
		expect(join(same, same, [])).toHaveLength(120_000);
		expect(performance.now() - start).toBeLessThan(15_000);
	});
});
