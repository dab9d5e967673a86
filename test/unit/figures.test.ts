import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeOf, figureOf, isFigure } from '../../nodes/shared/compare/figures';
import { numberIn } from '../../nodes/shared/base/numbers';

const FIGURE = {
	...{ name: 'score', previous: 'score_previous' },
	...{ change: 'score_change', percent: 'score_change_percent' },
};

/** Whether a field of rows with these values is a figure. */
const test = (name: string, values: JsonValue[], measures: string[] = []) =>
	isFigure(
		name,
		values.map((value) => ({ [name]: value })),
		[],
		measures,
	);

describe('A field that holds numbers', () => {
	it.each([
		...['at', 'date', 'datetime', 'timestamp', 'created_at', 'end_date', 'end-date', 'first date'],
		...['scan_datetime', 'last_timestamp', 'At', 'DATE', 'CREATED_AT', 'Last_Timestamp'],
		...['created', 'updated', 'created_on', 'updated_on', 'first_created', 'last_updated_on'],
		...['createdAt', 'endDate', 'lastTimestamp', 'q3At', 'q3Date', 'EndDate'],
		...['day', 'week', 'month', 'year', 'Day', 'YEAR'],
	])('is no figure if it is a date, such as %s', (name) => {
		expect(test(name, [5])).toBe(false);
	});

	it.each([
		...['id', 'ids', 'ID', 'IDS', 'uuid', 'prompt_id', 'prompt_ids', 'promptId', 'promptIds'],
	])('is no figure if it is an ID, such as %s', (name) => {
		expect(test(name, [5])).toBe(false);
	});

	it.each([
		...['score', 'format', 'update', 'candidate', 'SMALLAt', 'date_count', 'timestamps'],
		...['recreated', 'created_count', 'updated_onward', 'createdAtCount', 'weekday', 'birthday'],
		...['days', 'weeks', 'monthly', 'years', 'day_count', 'paid', 'grids', 'idsum'],
		...['name', 'code', 'key', 'title', 'label', 'url', 'domain'],
	])('is a figure by any other name, such as %s', (name) => {
		expect(test(name, [5])).toBe(true);
	});

	it.each(['name', 'topic_name', 'code', 'Key', 'title', 'page.label', 'url', 'site_domain'])(
		'as text is no figure by a name that says what something is: %s',
		(name) => {
			expect(test(name, ['5'])).toBe(false);
		},
	);

	it.each<[boolean, JsonValue[]]>([
		[true, ['5']],
		[true, ['5', null]],
		[true, ['5', '6 %']],
		[true, [5, 'none']],
		[true, [null, 5]],
		...['', '  ', '-', ' – ', '—', 'n/a', 'N/A', 'NA', 'none', 'None', 'null'].map(
			(blank): [boolean, JsonValue[]] => [true, ['5', blank]],
		),
		[false, ['-', 'n/a', '']],
		[false, ['5', 'high']],
		[false, ['5', '--']],
		[false, ['5', true]],
		[false, ['none']],
		[false, [null]],
		[false, [[5]]],
		[false, []],
	])('is a figure (%s) with the values %j', (expected, values) => {
		expect(test('score', values)).toBe(expected);
	});

	it.each<[string, JsonValue]>([
		['score', 'none'],
		['created_at', 5],
		['id', 5],
		['name', '5'],
		['score', null],
	])('is a figure if it was asked for, as %s with %j', (name, value) => {
		expect(test(name, [value], ['other', name])).toBe(true);
	});

	it('is no figure if it says what a row is about', () => {
		const rows: JsonObject[] = [{ rank: 1, size: 3 }, { mentions: 4 }];
		const names = ['rank', 'size', 'mentions', 'missing'];
		expect(names.filter((name) => isFigure(name, rows, ['rank'], []))).toEqual([
			'size',
			'mentions',
		]);
		expect(isFigure('rank', rows, ['rank'], ['rank'])).toBe(true);
	});
});

describe('The fields that are added for a figure', () => {
	it('are named after it', () => {
		expect(figureOf('score', ['score', 'score_previous_2'])).toEqual(FIGURE);
	});

	it('have names that no row has', () => {
		const taken = ['score_previous', 'score_change', 'score_change_2', 'score_change_percent'];
		expect(figureOf('score', taken)).toEqual({
			name: 'score',
			previous: 'score_previous_2',
			change: 'score_change_3',
			percent: 'score_change_percent_2',
		});
	});

	it.each<[JsonValue | undefined, JsonValue | undefined, JsonValue[]]>([
		[15, 10, [10, 5, 50]],
		['15', '20 %', [20, -5, -25]],
		[15, 0, [0, 15, null]],
		[15, null, [null, null, null]],
		[15, undefined, [null, null, null]],
		[null, 10, [10, null, null]],
		[undefined, 10, [10, null, null]],
		['none', 'none', [null, null, null]],
	])('are for %j after %j: %j', (now, before, [previous, change, percent]) => {
		expect(changeOf(FIGURE, now, before)).toEqual([
			['score_previous', previous],
			['score_change', change],
			['score_change_percent', percent],
		]);
	});
});

describe('A number', () => {
	it.each<[JsonValue, number]>([
		...[5, 0, -1.5, 1e12].map((number): [JsonValue, number] => [number, number]),
		...Object.entries({
			...{ '5': 5, '0': 0, '123': 123, '10.25': 10.25, '.25': 0.25, '0.5': 0.5, '-0.5': -0.5 },
			...{ '+5': 5, '-5': -5, '+.5': 0.5, '  5': 5, '5  ': 5 },
			...{ '1e3': 1000, '1E3': 1000, '1e+3': 1000, '1e-3': 0.001, '1e12': 1e12, '2.5e1': 25 },
			...{ '5%': 5, '5  %': 5, '5 %  ': 5, '-.5%': -0.5 },
		}),
	])('is in %j', (value, number) => {
		expect(numberIn(value)).toBe(number);
	});

	it.each<JsonValue | undefined>([
		...['', ' ', '.', '%', '+', '-', 'none', '5.', '1e', 'e5', '1e999', '00', '07', '-07'],
		...['5 6', '5x', 'x5', '5%%', '%5', '1,000', '--5', true, null, undefined, { value: 5 }],
	])('is not in %j', (value) => {
		expect(numberIn(value)).toBeUndefined();
	});

	it('is none in a text that starts with many blanks, which takes no longer than others', () => {
		const start = performance.now();
		expect(numberIn(`${' '.repeat(3000)}x`)).toBeUndefined();
		expect(performance.now() - start).toBeLessThan(500);
	});
});
