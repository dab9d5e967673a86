import fc from 'fast-check';
import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import { columnsOf, flattenRecords, toSheetRows } from '../../nodes/shared/shape/flatten';
import { samples } from '../samples';

const flattenRecord = (record: JsonObject): JsonObject => flattenRecords([record])[0] ?? {};

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
		fc.assert(fc.property(anyRecord, check), { numRuns: samples(100) });
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
		fc.assert(fc.property(record, check), { numRuns: samples(100) });
	});
});

describe('Rows of one sheet', () => {
	it('have all columns in the order in which they first come up', () => {
		const rows: JsonObject[] = [{ b: 1, a: 2 }, { c: 3, a: 4 }, {}];
		expect(columnsOf(rows)).toEqual(['b', 'a', 'c']);
		expect(toSheetRows(rows).map((row) => Object.entries(row))).toEqual([
			Object.entries({ b: 1, a: 2, c: null }),
			Object.entries({ b: null, a: 4, c: 3 }),
			Object.entries({ b: null, a: null, c: null }),
		]);
	});

	it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
		'have a gap where a row has no %s of its own',
		(name) => {
			const other = jsonParse<JsonObject>(`{ "a": 2, "${name}": 3 }`);
			const rows = toSheetRows([{ a: 1 }, other]).map((row) => Object.entries(row));
			expect(rows).toEqual([
				[
					['a', 1],
					[name, null],
				],
				[
					['a', 2],
					[name, 3],
				],
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
		fc.assert(fc.property(fc.array(anyRecord, { maxLength: 5 }), check), { numRuns: samples(100) });
	});
});
