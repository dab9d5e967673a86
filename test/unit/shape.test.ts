import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { flattenRecords } from '../../nodes/shared/records/flatten';
import { type OutputMode, type OutputChoice, shapeRecords } from '../../nodes/shared/records/shape';

const choice = (mode: OutputMode, rest: Partial<OutputChoice> = {}): OutputChoice => ({
	...{ mode, fields: [], useful: [] },
	...rest,
});

const shapeRecord = (record: JsonValue, output: OutputChoice): JsonObject =>
	shapeRecords([record], output)[0] ?? {};

const columns = (...names: string[]): JsonObject =>
	Object.fromEntries(names.map((name, place) => [name, place]));

describe('Records of one read', () => {
	const records: JsonObject[] = [{ topic: { name: 'nested' } }, { topic_name: 'own' }];

	it('have one field under each name as Simplified', () => {
		expect(shapeRecords(records, choice('simplified', { useful: ['topic_name'] }))).toEqual([
			{ topic_name_2: 'nested' },
			{ topic_name: 'own' },
		]);
	});

	it('have one field under each name as Selected Fields', () => {
		const fields = ['topic_name', 'topic_name_2', 'topic.name'];
		expect(shapeRecords(records, choice('selected', { fields }))).toEqual([
			{ topic_name: null, topic_name_2: 'nested', 'topic.name': 'nested' },
			{ topic_name: 'own', topic_name_2: null, 'topic.name': null },
		]);
	});
});

describe('Records and Raw Response', () => {
	it.each(['records', 'raw'] as const)('leave the record as it came: %s', (mode) => {
		const record = { a: { b: [1, { c: 2 }] }, id: null };
		expect(shapeRecord(record, choice(mode))).toBe(record);
	});

	it.each<[JsonValue]>([['text'], [7], [null], [true], [[1, 2]]])(
		'make an object of %j, which is none',
		(value) => {
			expect(shapeRecord(value, choice('records'))).toEqual({ value });
		},
	);
});

describe('Simplified', () => {
	const useful = ['name', 'score', 'topic_name'];
	const keysOf = (record: JsonValue) =>
		Object.keys(shapeRecord(record, choice('simplified', { useful })));

	it('has the useful fields first, then the rest, then the ids', () => {
		const record = { z: 1, x_id: 2, score: 3, topic: { name: 'T', id: 4 }, name: 'N' };
		expect(keysOf(record)).toEqual(['name', 'score', 'topic_name', 'z', 'x_id', 'topic_id']);
	});

	it('keeps ids where there are more than ten fields', () => {
		const record = columns(...'abcdefghijkl'.split(''), 'prompt_id', 'id', 'score');
		expect(keysOf(record)).toEqual([...'score a b c d e f g'.split(' '), 'prompt_id', 'id']);
	});

	it('does not take words that end in id for ids', () => {
		expect(keysOf(columns('paid', 'grid', ...'abcdefghi'.split('')))).not.toContain('i');
	});

	it('has at most ten fields of any record, and all values of a small one', () => {
		const check = (record: JsonObject) => {
			const simple = shapeRecord(record, choice('simplified', { useful }));
			const [flat = {}] = flattenRecords([record]);
			expect(Object.keys(simple).length).toBe(Math.min(10, Object.keys(flat).length));
			for (const [name, value] of Object.entries(simple)) expect(value).toEqual(flat[name]);
		};
		const names = fc.constantFrom(...'abcdefghijkl'.split(''), 'id', 'a_id');
		const value = fc.oneof(fc.integer(), fc.dictionary(names, fc.integer(), { maxKeys: 3 }));
		fc.assert(fc.property(fc.dictionary(names, value), check));
	});
});

describe('Selected Fields', () => {
	const topic = { name: 'T', 'a.b': 1, inner: { 'c.d': 2 } };
	const version = { score: 3 };
	const record = { id: 7, topic, 'v4.1': version, 'x.y': 2, list: [{ z: 1 }], gone: null };
	const pick = (...fields: string[]) =>
		Object.entries(shapeRecord(record, choice('selected', { fields })));

	it('come in the order in which they are named', () => {
		expect(pick('topic', 'id')).toEqual([
			['topic', topic],
			['id', 7],
		]);
	});

	it.each([
		['topic.name', 'T'],
		['topic_name', 'T'],
		['x.y', 2],
		['topic.a.b', 1],
		['topic.inner.c.d', 2],
		['v4.1.score', 3],
		['list', [{ z: 1 }]],
		['gone', null],
		['missing', null],
		['topic.missing', null],
		['id.name', null],
		['topic.name.deeper', null],
		['constructor', null],
		['toString', null],
		['__proto__', null],
		['topic.constructor', null],
	])('has under %s the value %j', (name, value) => {
		expect(pick(name)).toEqual([[name, value]]);
	});
});
