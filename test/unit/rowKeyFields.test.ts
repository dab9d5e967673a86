import type { JsonObject } from 'n8n-workflow';
import { type Fields, IN_ORDER, match, rowsOf, topics } from './matchedRows';

describe('Rows are about the same thing', () => {
	it.each<[string, JsonObject, JsonObject]>([
		['the same text', { topic: 'A' }, { topic: 'A' }],
		['a number as text', { topic: 5 }, { topic: '5' }],
		['a flag as text', { topic: true }, { topic: 'true' }],
		['null and nothing', { topic: null }, {}],
		['nothing and null', {}, { topic: null }],
		[
			'members in another order',
			{ topic: { x: 1, y: [{ a: 1, b: 2 }] } },
			{ topic: { y: [{ b: 2, a: 1 }], x: 1 } },
		],
	])('with %s', (_what, now, before) => {
		const other = { topic: 'other' };
		expect(match([now, other], [other, before])).toEqual({ places: [[1], [0]], hint: undefined });
	});

	it.each<[string, JsonObject, JsonObject]>([
		['other texts', { topic: 'A' }, { topic: 'a' }],
		['null and its name', { topic: null }, { topic: 'null' }],
		['nothing and its name', {}, { topic: 'undefined' }],
		['null and an empty text', { topic: null }, { topic: '' }],
		['lists in another order', { topic: [1, 2] }, { topic: [2, 1] }],
		['other values of members', { topic: { x: 1 } }, { topic: { x: 2 } }],
	])('not with %s', (_what, now, before) => {
		const other = { topic: 'other' };
		expect(match([now, other], [other, before])).toEqual({ places: [[], [0]], hint: undefined });
	});

	it('if all dimensions are the same', () => {
		const rows = rowsOf('topic', 'model');
		const fields: Fields = { topic: [['topic']], model: [['model']] };
		const now = rows(['A', 'x'], ['A', 'y'], ['B', 'x']);
		const before = rows(['B', 'x'], ['A', 'x'], ['B', 'y']);
		expect(match(now, before, { fields })).toEqual({ places: [[1], [], [0]], hint: undefined });
	});

	it('by a field in an object', () => {
		const [a, b] = [{ topic: { name: 'A', rank: 1 } }, { topic: { name: 'B', rank: 2 } }];
		const before = [b, { topic: { name: 'A', rank: 9 } }];
		const fields: Fields = { topic: [['topic', 'name']] };
		expect(match([a, b], before, { fields }).places).toEqual([[1], [0]]);
	});
});

describe('Of the fields that may hold a dimension counts', () => {
	const fields: Fields = { topic: [['id'], ['name']] };
	const rows = rowsOf('id', 'name');

	it('the first that tells all rows apart', () => {
		const now = rows([1, 'A'], [2, 'B']);
		expect(match(now, rows([2, 'A'], [1, 'B']), { fields }).places).toEqual([[1], [0]]);
	});

	it('the one that tells most rows apart', () => {
		const now = rows([1, 'A'], [1, 'B'], [2, 'C']);
		const before = rows([1, 'C'], [2, 'B'], [2, 'A']);
		expect(match(now, before, { fields })).toEqual({ places: [[2], [1], [0]], hint: undefined });
	});

	it('one that both periods have', () => {
		const now = rows([1, 'A'], [2, 'B']);
		const before = [{ name: 'B' }, { name: 'A' }];
		expect(match(now, before, { fields }).places).toEqual([[1], [0]]);
		expect(match(before, now, { fields }).places).toEqual([[1], [0]]);
	});

	it('one that both periods have, even if it tells fewer rows apart', () => {
		const now = rows([1, 'A'], [2, 'A']);
		expect(match(now, [{ name: 'A' }, { name: 'A' }], { fields })).toEqual({
			...{
				places: [
					[0, 1],
					[0, 1],
				],
				hint: IN_ORDER,
			},
		});
	});

	it('one that only some rows of both periods have', () => {
		const now: JsonObject[] = [{ id: 1, name: 'A' }, { name: 'B' }];
		const before: JsonObject[] = [{ name: 'B' }, { id: 1, name: 'C' }];
		expect(match(now, before, { fields })).toEqual({ places: [[1], [0]], hint: undefined });
	});

	it('any, if neither is in both', () => {
		const found = match([{ id: 1 }], [{ name: 'A' }], { fields });
		expect(found).toEqual({ places: [[]], hint: 'Nothing is shared.' });
	});
});

describe('Where the dimensions are not enough', () => {
	it('another field tells rows apart', () => {
		const rows = rowsOf('topic', 'market');
		const now = rows(['A', 'DE'], ['A', 'US'], ['B', 'DE']);
		const before = rows(['A', 'US'], ['A', 'DE'], ['B', 'DE']);
		expect(match(now, before, { others: ['market'] })).toEqual({
			places: [[1], [0], [2]],
			hint: 'Several have the same topic. They were compared by topic, market.',
		});
	});

	it.each<[string, string[], string]>([
		['has something in common', ['seen', 'market'], 'market'],
		['has the most in common', ['part', 'market'], 'market'],
		['says what a row is', ['market', 'label'], 'label'],
		['tells most rows apart, of those that have as much in common', ['half', 'market'], 'market'],
		['comes first, of those that are as good', ['market', 'same'], 'market'],
	])('it is the one that %s', (_what, others, name) => {
		const row = (market: string, period: string) => ({
			...{ topic: 'A', market, same: market, label: market },
			...{ seen: `${market} ${period}`, part: market === 'FR' ? period : market },
			half: market === 'FR' ? 'FR' : 'other',
		});
		const now = ['DE', 'US', 'FR'].map((market) => row(market, 'now'));
		const before = ['FR', 'DE', 'US'].map((market) => row(market, 'before'));
		expect(match(now, before, { others })).toEqual({
			places: [[1], [2], [0]],
			hint: `Several have the same topic. They were compared by topic, ${name}.`,
		});
	});

	it('it is the one that tells most apart, of those that have as much in common', () => {
		const rows = rowsOf('topic', 'half', 'part');
		const now = rows(['A', 'x', 1], ['A', 'x', 2], ['A', 'y', 3]);
		const before = rows(['A', 'y', 4], ['A', 'x', 1], ['A', 'x', 2]);
		expect(match(now, before, { others: ['half', 'part'] })).toEqual({
			places: [[1], [2], []],
			hint: 'Several have the same topic. They were compared by topic, part.',
		});
	});

	it('it may be one that has no more in common than the dimensions', () => {
		const rows = rowsOf('topic', 'market');
		const found = match(rows(['A', 1], ['A', 2]), rows(['A', 3], ['A', 1]), { others: ['market'] });
		expect(found).toEqual({
			places: [[1], []],
			hint: 'Several have the same topic. They were compared by topic, market.',
		});
	});

	it('several fields tell rows apart together', () => {
		const rows = rowsOf('topic', 'market', 'model');
		const now = rows(['A', 'DE', 'x'], ['A', 'DE', 'y'], ['A', 'US', 'x'], ['A', 'US', 'y']);
		const before = [...now].reverse();
		expect(match(now, before, { others: ['model', 'market'] })).toEqual({
			places: [[3], [2], [1], [0]],
			hint: 'Several have the same topic. They were compared by topic, model, market.',
		});
	});

	it('a field that nothing has in common is none', () => {
		const rows = rowsOf('topic', 'seen');
		const now = rows(['A', 1], ['A', 2]);
		const before = rows(['A', 3], ['A', 4]);
		expect(match(now, before, { others: ['seen'] })).toEqual({
			places: [
				[0, 1],
				[0, 1],
			],
			hint: IN_ORDER,
		});
	});

	it('it is no matter where the rows are the same in everything', () => {
		const rows = topics(['A'], ['A']);
		expect(match(rows, rows)).toEqual({
			places: [
				[0, 1],
				[0, 1],
			],
			hint: undefined,
		});
	});

	it('one field that does not tell all apart is taken, and the order decides about the rest', () => {
		const rows = rowsOf('topic', 'market', 'at');
		const now = rows(['A', 'DE', 1], ['A', 'DE', 2], ['A', 'US', 3]);
		const before = rows(['A', 'US', 4], ['A', 'DE', 5], ['A', 'DE', 6]);
		expect(match(now, before, { others: ['market', 'at'] })).toEqual({
			places: [[1, 2], [1, 2], [0]],
			hint: `Several have the same topic. They were compared by topic, market. ${IN_ORDER}`,
		});
	});
});

describe('Where the rows have no field for a dimension', () => {
	const none: Fields = { topic: [] };

	it.each<[string, Fields, string[], string]>([
		[
			'a field that says what they are',
			none,
			['label', 'trend'],
			'The rows have no field for topic. They were compared by label.',
		],
		[
			'any field, if need be',
			none,
			['market'],
			'The rows have no field for topic. They were compared by market.',
		],
		[
			'the other dimension and another field',
			{ model: [['model']], topic: [], brand: [] },
			['label'],
			'The rows have no field for topic, brand. Several have the same model. They were compared by model, label.',
		],
	])('they are compared by %s', (_what, fields, others, hint) => {
		const row = (label: string, trend: string) => ({ label, market: label, model: 'x', trend });
		const now = [row('A', 'up'), row('B', 'up')];
		const before = [row('B', 'down'), row('A', 'down')];
		expect(match(now, before, { fields, others })).toEqual({ places: [[1], [0]], hint });
	});

	it('single rows are not the same only because there are no others', () => {
		const others = ['trend', 'label', 'name'];
		const [now, before] = [
			{ label: 'A', name: 'x' },
			{ label: 'B', name: 'x' },
		];
		expect(match([now], [before], { fields: none, others })).toEqual({
			places: [[]],
			hint: 'The rows have no field for topic. They were compared by label, name. Nothing is shared.',
		});
		expect(match([now], [{ ...now, trend: 'up' }], { fields: none, others })).toEqual({
			places: [[0]],
			hint: 'The rows have no field for topic. They were compared by label, name.',
		});
		const fields: Fields = { topic: [], model: [['model']] };
		expect(match([{ ...now, model: 1 }], [{ ...before, model: 1 }], { fields, others })).toEqual({
			places: [[0]],
			hint: 'The rows have no field for topic. They were compared by model.',
		});
	});

	it('single rows are the same where there are no dimensions at all', () => {
		const found = match([{ label: 'A' }], [{ label: 'B' }], { fields: {}, others: ['label'] });
		expect(found).toEqual({ places: [[0]], hint: undefined });
	});

	it('the order decides if there is nothing else', () => {
		expect(match([{ score: 1 }], [{ score: 2 }], { fields: none })).toEqual({
			places: [[0]],
			hint: `The rows have no field for topic. ${IN_ORDER}`,
		});
	});
});

describe('What is said', () => {
	it.each<[string, JsonObject[], JsonObject[], Fields, string | undefined]>([
		[
			'of rows that only one period has',
			topics(['A']),
			topics(['B']),
			{ topic: [['topic']] },
			'Nothing is shared.',
		],
		['of no rows now', [], topics(['A'], ['A']), { topic: [] }, undefined],
		['of no rows before', topics(['A'], ['A']), [], { topic: [] }, undefined],
		['of single rows without dimensions', [{ score: 1 }], [{ score: 2 }], {}, undefined],
		['of rows without dimensions', [{ score: 1 }, { score: 2 }], [{ score: 3 }], {}, IN_ORDER],
	])('%s', (_what, now, before, fields, hint) => {
		expect(match(now, before, { fields }).hint).toBe(hint);
	});
});
