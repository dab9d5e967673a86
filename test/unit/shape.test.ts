import fc from 'fast-check';
import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/json';
import {
	columnsOf,
	flattenRecord,
	toSheetRows,
	withColumns,
} from '../../nodes/shared/records/flatten';
import { type OutputMode, type OutputChoice, shapeRecord } from '../../nodes/shared/records/shape';

const choice = (mode: OutputMode, rest: Partial<OutputChoice> = {}): OutputChoice => ({
	...{ mode, fields: [], useful: [] },
	...rest,
});

const columns = (...names: string[]): JsonObject =>
	Object.fromEntries(names.map((name, place) => [name, place]));

/** Every scalar anywhere in a value, as text. */
function scalarsIn(value: JsonValue | undefined): string[] {
	if (value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.values(value).flatMap(scalarsIn);
}

/** Objects with some of these members; without the bound, most of the time goes into repeated ones. */
const objectOf = <T>(names: readonly string[], value: fc.Arbitrary<T>, minKeys = 0) =>
	fc.dictionary(fc.constantFrom(...names), value, { minKeys, maxKeys: names.length });

const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^\w*$/));

const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		scalar,
		fc.array(tie('value'), { maxLength: 3 }),
		objectOf(['a', 'b', 'a_b', '_', '', '2', 'a_b_2'], tie('value')),
	),
}));

const anyRecord: fc.Arbitrary<JsonObject> = objectOf(
	['a', 'b', 'a_b', 'a_b_2', 'id', 'constructor'],
	anyValue,
);

describe('A flattened record', () => {
	it.each<[string, JsonObject, JsonObject]>([
		['plain members', { a: 1, b: 'x', c: null }, { a: 1, b: 'x', c: null }],
		['objects', { topic: { id: 1, name: 'T' } }, { topic_id: 1, topic_name: 'T' }],
		['objects in objects', { a: { b: { c: 1 } }, d: 2 }, { a_b_c: 1, d: 2 }],
		['lists of plain values', { a: ['x', 1, true] }, { a: 'x, 1, true' }],
		['empty lists', { a: [] }, { a: '' }],
		['lists of objects', { a: [{ b: 1 }] }, { a: '[{"b":1}]' }],
		['lists in lists', { a: [[1], [2]] }, { a: '[[1],[2]]' }],
		['lists with gaps', { a: [1, null] }, { a: '[1,null]' }],
		['a list in an object', { a: { b: ['x', 'y'] } }, { a_b: 'x, y' }],
		['one column twice', { a: { b: 1 }, a_b: 2 }, { a_b_2: 1, a_b: 2 }],
		['one column thrice', { a_b: 1, a: { b: 2 }, a_b_2: 3 }, { a_b: 1, a_b_3: 2, a_b_2: 3 }],
		['nothing', {}, {}],
	])('has columns for %s', (_what, record, flat) => {
		expect(Object.entries(flattenRecord(record))).toEqual(Object.entries(flat));
	});

	it('has no object left in it, not even an empty one', () => {
		for (const value of Object.values(flattenRecord({ a: {}, b: { c: {} } }))) {
			expect(value === null || typeof value !== 'object').toBe(true);
		}
	});

	it('takes a member named __proto__ as any other', () => {
		const record = jsonParse<JsonObject>(
			'{ "__proto__": { "admin": true }, "a": { "__proto__": 1 } }',
		);
		const flat = flattenRecord(record);
		expect(flat).not.toHaveProperty('admin');
		expect(({} as JsonObject).admin).toBeUndefined();
		expect(Object.entries(flat)).toContainEqual(['a___proto__', 1]);
	});

	it('keeps every scalar of any record, and has no objects', () => {
		const check = (record: JsonObject) => {
			const before = JSON.stringify(record);
			const flat = flattenRecord(record);
			expect(JSON.stringify(record)).toBe(before);
			const text = Object.values(flat).map(String).join(' ');
			for (const found of scalarsIn(record)) expect(text).toContain(found);
			for (const value of Object.values(flat)) {
				expect(value === null || typeof value !== 'object').toBe(true);
			}
		};
		fc.assert(fc.property(anyRecord, check), { numRuns: 1000 });
	});

	it('keeps every scalar in a column of its own where there are no lists', () => {
		const tree = fc.letrec<{ value: JsonValue }>((tie) => ({
			value: fc.oneof({ depthSize: 'small' }, scalar, objectOf(['a', 'b', 'a_b'], tie('value'), 1)),
		}));
		const record = objectOf(['a', 'b', 'a_b', 'a_b_2'], tree.value);
		const check = (own: JsonObject) => {
			const flat = Object.values(flattenRecord(own));
			expect(flat.map(String).sort()).toEqual(scalarsIn(own).sort());
		};
		fc.assert(fc.property(record, check), { numRuns: 1000 });
	});
});

describe('Rows of one sheet', () => {
	it('have all columns in the order in which they first come up', () => {
		const rows: JsonObject[] = [{ b: 1, a: 2 }, { c: 3, a: 4 }, {}];
		const names = columnsOf(rows);
		expect(names).toEqual(['b', 'a', 'c']);
		expect(rows.map((row) => Object.entries(withColumns(row, names)))).toEqual([
			Object.entries({ b: 1, a: 2, c: null }),
			Object.entries({ b: null, a: 4, c: 3 }),
			Object.entries({ b: null, a: null, c: null }),
		]);
	});

	it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
		'have a gap where a row has no %s of its own',
		(name) => {
			const row = withColumns({ a: 1 }, ['a', name]);
			expect(Object.entries(row)).toEqual([
				['a', 1],
				[name, null],
			]);
		},
	);

	it('keep the names of own fields for these, whichever row comes first', () => {
		const own: JsonObject = { topic_name: 'own' };
		const nested: JsonObject = { topic: { name: 'nested' } };
		const columns = { topic_name: 'own', topic_name_2: null };
		const other = { topic_name: null, topic_name_2: 'nested' };
		expect(toSheetRows([own, nested])).toEqual([columns, other]);
		expect(toSheetRows([nested, own])).toEqual([other, columns]);
	});

	it('have one field of the records under each name, and lose nothing', () => {
		/** Every value replaced by the way to it, so that a cell says where it is from. */
		const traced = (value: JsonValue, path: string[]): JsonValue => {
			const members = isObject(value) ? Object.entries(value) : [];
			if (members.length === 0) return JSON.stringify(path);
			return Object.fromEntries(
				members.map(([name, member]) => [name, traced(member, [...path, name])]),
			);
		};
		const check = (anything: JsonObject[]) => {
			const records = anything.map((record) =>
				Object.fromEntries(
					Object.entries(record).map(([name, value]) => [name, traced(value, [name])]),
				),
			);
			const sheet = toSheetRows(records);
			const names = columnsOf(sheet);
			for (const [index, row] of sheet.entries()) {
				expect(Object.keys(row)).toEqual(names);
				const cells = Object.values(row).filter((cell) => cell !== null);
				expect(cells.sort()).toEqual(scalarsIn(records[index]).sort());
			}
			for (const name of names) {
				const origins = new Set(sheet.map((row) => row[name]).filter((cell) => cell !== null));
				expect(origins.size).toBe(1);
				const isOwn = records.some(
					(record) => Object.hasOwn(record, name) && !isObject(record[name]),
				);
				if (isOwn) expect([...origins]).toEqual([JSON.stringify([name])]);
			}
		};
		fc.assert(fc.property(fc.array(anyRecord, { maxLength: 5 }), check), { numRuns: 1000 });
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
			const flat = flattenRecord(record);
			expect(Object.keys(simple).length).toBe(Math.min(10, Object.keys(flat).length));
			for (const [name, value] of Object.entries(simple)) expect(value).toEqual(flat[name]);
		};
		fc.assert(fc.property(anyRecord, check));
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
