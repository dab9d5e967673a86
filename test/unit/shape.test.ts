import fc from 'fast-check';
import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';
import { getField, fieldNames, hasField, isObject, withoutField } from '../../nodes/shared/base';
import type { OutputMode, OutputQuery } from '../../nodes/shared/output';
import { toSheetRows, writeRows } from '../../nodes/shared/output/records';
import { createToolAnswer } from '../../nodes/shared/output/toolAnswer';
import { EMPTY_TABLE, flattenRecords, sortRows } from '../../nodes/shared/table';
import { samples } from '../samples';
import { userTime } from '../userTime';

interface Choice {
	readonly fields?: readonly string[];
	readonly usefulFields?: readonly string[];
	readonly ids?: readonly string[];
}

const choice = (mode: OutputMode, { ids = [], ...rest }: Choice = {}): OutputQuery => ({
	output: { mode, fields: [], usefulFields: [], ...rest },
	...{ key: { fields: [ids], hasId: true }, selection: { limit: Infinity } },
});

const shape = (records: readonly JsonObject[], plan: OutputQuery) =>
	writeRows(
		records.map((record) => ({ record })),
		plan,
	).records;

const shapeRecord = (record: JsonObject, plan: OutputQuery): JsonObject =>
	shape([record], plan)[0] ?? {};

describe('A path with dots', () => {
	const RECORD: JsonObject = {
		...{ id: 1, empty: null, owner: { name: 'Ada', seen: { at: 5 } }, tags: ['a'] },
		...{ 'gpt-4.1': { score: 7 }, 'owner.name': 'by its whole name' },
	};

	it.each<[string, boolean, JsonValue]>([
		['owner.name', true, 'by its whole name'],
		['owner.seen.at', true, 5],
		['gpt-4.1.score', true, 7],
		['empty', true, null],
		['owner.gone', false, null],
		['id.name', false, null],
		['tags.0', false, null],
		['toString', false, null],
	])('such as %s leads to a field (%s): %j', (path, has, value) => {
		expect([hasField(RECORD, path), getField(RECORD, path)]).toEqual([has, value]);
	});

	it('is no path if it is longer than 300 characters, which would take long', () => {
		const name = `x${'.a'.repeat(100_000)}`;
		const start = userTime();
		for (let tries = 0; tries < 10; tries++) expect(hasField({ id: 1 }, name)).toBe(false);
		expect(userTime() - start).toBeLessThan(200);
		expect(hasField({ [name]: 1 }, name)).toBe(true);
	});

	it('takes just one field out of a record', () => {
		const record = { id: 1, b: { c: 1, d: 2 } };
		expect(withoutField(record, 'id')).toEqual({ b: { c: 1, d: 2 } });
		expect(withoutField(record, 'b')).toEqual({ id: 1 });
		expect(withoutField(record, 'b.c')).toEqual({ id: 1, b: { d: 2 } });
		for (const path of ['b.gone', 'gone', 'id.c']) {
			expect(withoutField(record, path)).toEqual(record);
		}
	});
});

it('Records leave records as they came', () => {
	const record = { a: { b: [1, { c: 2 }] }, id: null };
	expect(shapeRecord(record, choice('records'))).toBe(record);
});

describe('Simplified', () => {
	const useful = ['name', 'score', 'topic_name'];
	const simplify = (...records: JsonObject[]) =>
		shape(records, choice('simplified', { usefulFields: useful, ids: ['id'] }));
	const namesIn = (...records: JsonObject[]) =>
		Object.keys(simplify(...records)[0] ?? {}).join(' ');
	const columns = (names: string): JsonObject =>
		Object.fromEntries(names.split(' ').map((name, place) => [name, place]));
	const LONG = 'x'.repeat(400);
	const LETTERS = 'a b c d e f g h i j k l';

	it('has ten fields: the useful ones first, then the rest, then the IDs', () => {
		const record = { z: 1, x_id: 2, score: 3, topic: { name: 'T', id: 4 }, name: 'N', text: LONG };
		expect(namesIn(record)).toBe('name score topic_name z text x_id topic_id');
		const both = columns(`${LETTERS} prompt_id id score`);
		expect(namesIn(both)).toBe('score a b c d e f g prompt_id id');
		const ids = LETTERS.replace(/\w/g, '$&_id');
		const most = 'a_id b_id c_id d_id e_id f_id g_id h_id i_id';
		expect(namesIn(columns(`${ids} id name`))).toBe(`${most} id`);
		const alike = columns(`paid grid idea a_idle ${LETTERS}`);
		expect(namesIn(alike)).toBe('paid grid idea a_idle a b c d e f');
	});

	it('prefers fields that half of the records have, in which an empty text counts as none', () => {
		const filled = columns('f0 f1 f2 f3 f4 f5 f6 f7 f8 f9');
		const texts = ['', '', 'x'].map((text) => ({ rare: text, ...filled }));
		expect(namesIn(...texts)).toBe('f0 f1 f2 f3 f4 f5 f6 f7 f8 f9');
		const half = { half: 1, ...filled };
		expect(namesIn(half, { ...half, half: null })).toBe('half f0 f1 f2 f3 f4 f5 f6 f7 f8');
	});

	it.each<[JsonObject, JsonObject]>([
		[
			{ id: 1, answers: [{ a: 1 }, { a: 2 }], tags: ['a', 'b'], ranks: [1, 2] },
			{ answers_count: 2, tags: 'a, b', ranks: '1, 2', id: 1 },
		],
		[
			{ tags: ['a', { b: 1 }], pairs: [[1], 2] },
			{ tags_count: 2, pairs_count: 2 },
		],
		[
			{ answers_count: 7, answers: [{ text: LONG }], topic: { prompts: [{ a: 1 }] } },
			{ answers_count: 7, answers_count_2: 1, topic_prompts_count: 1 },
		],
		[
			{ id: LONG, text: LONG, list: [LONG, 'y'], short: 'x'.repeat(300) },
			{
				text: `${'x'.repeat(299)}…`,
				list: `${'x'.repeat(299)}…`,
				short: 'x'.repeat(300),
				id: LONG,
			},
		],
		[{ text: `${'x'.repeat(298)}😀${LONG}` }, { text: `${'x'.repeat(298)}…` }],
		[{ text: `😀${'x'.repeat(300)}` }, { text: `😀${'x'.repeat(297)}…` }],
	])('has numbers of lists and excerpts of texts: %#', (record, simple) => {
		expect(Object.entries(simplify(record)[0] ?? {})).toEqual(Object.entries(simple));
	});

	it('has the number of a list in all records', () => {
		const lists = [[{ text: LONG }], [], null].map((answers) => ({ answers }));
		const counts = [1, 0, null].map((answers_count) => ({ answers_count }));
		expect(simplify(...lists)).toEqual(counts);
	});

	const names = fc.constantFrom(...'abcdefgh'.split(''), 'id', 'a_id', 'a_count', 'name', 'b_c');
	const texts = fc.oneof(fc.string(), fc.constantFrom(LONG, '"'.repeat(310), '😀'.repeat(160)));
	const plain = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), texts);
	const { record: ofAnyForm } = fc.letrec<{ record: JsonObject; value: JsonValue }>((tie) => ({
		record: fc.dictionary(names, tie('value'), { maxKeys: 14 }),
		value: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			plain,
			fc.array(plain, { maxLength: 5 }),
			fc.array(tie('record'), { maxLength: 3 }),
			tie('record'),
		),
	}));

	it('has at most ten fields and all IDs', () => {
		const check = (records: JsonObject[]) => {
			const simple = simplify(...records);
			expect(simple).toHaveLength(records.length);
			for (const [place, row] of simple.entries()) {
				const { id, a_id: other } = records[place] ?? {};
				for (const [name, value] of Object.entries({ id, a_id: other })) {
					if (value !== undefined && typeof value !== 'object') expect(row[name]).toBe(value);
				}
				expect(Object.values(row).filter((value) => typeof (value ?? 0) === 'object')).toEqual([]);
			}
			expect(new Set(simple.flatMap(Object.keys)).size).toBeLessThanOrEqual(10);
		};
		fc.assert(fc.property(fc.array(ofAnyForm, { minLength: 1, maxLength: 4 }), check));
	});
});

describe('Selected Fields', () => {
	const topic = { name: 'T', 'a.b': 1, inner: { 'c.d': 2 } };
	const RECORD = {
		...{ id: 7, topic, 'v4.1': { score: 3 }, 'x.y': 2, list: [{ z: 1 }], gone: null },
	};
	const pick = (...fields: string[]) =>
		Object.entries(shapeRecord(RECORD, choice('selected', { fields })));

	it('come in the order in which they are named, after the ID of the records', () => {
		expect(pick('topic', 'id').flat()).toEqual(['topic', topic, 'id', 7]);
		const records: JsonObject[] = [{ name: 'N', topic_id: 1, prompt_id: 2 }, { name: 'M' }];
		const rowsWith = (...fields: string[]) => {
			const ids = ['id', 'prompt_id', 'topic_id'];
			return shape(records, choice('selected', { fields, ids })).map(Object.entries);
		};
		const first = Object.entries({ prompt_id: 2, name: 'N' });
		expect(rowsWith('name')).toEqual([first, Object.entries({ prompt_id: null, name: 'M' })]);
		expect(rowsWith('name', 'prompt_id')[0]).toEqual(first.toReversed());
	});

	it.each<[string, JsonValue]>([
		['topic.name', 'T'],
		['topic_name', 'T'],
		['x.y', 2],
		['topic.a.b', 1],
		['topic.inner.c.d', 2],
		['v4.1.score', 3],
		['list', [{ z: 1 }]],
		['gone', null],
		['topic.missing', null],
		['topic.name.deeper', null],
		['__proto__', null],
		['topic.constructor', null],
	])('have under %s the value %j', (name, value) => {
		expect(pick(name)).toEqual([[name, value]]);
	});
});

it('Records with many fields of their own take time in proportion to their fields', () => {
	const records = Array.from({ length: 250 }, (_, row) =>
		Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`f${row}_${place}`, place])),
	);
	// Time of the processor: on a busy machine, a clock says nothing.
	const start = userTime();
	expect(shape(records, choice('simplified'))).toHaveLength(250);
	expect(
		sortRows(
			records.map((record) => ({ record })),
			[{ field: 'x', order: 'asc' }],
			true,
		),
	).toEqual(expect.objectContaining({ notices: [expect.anything()] }));
	const rows = records.map((record) => ({ record }));
	for (const mode of ['simplified', 'records'] as const) {
		const plan = choice(mode);
		const table = { ...EMPTY_TABLE, rows, total: 250 };
		const result = { operationTitle: 'Prompts', table, notices: [], plan };
		createToolAnswer({ ...result, records: shape(records, plan) }, 20_000);
	}
	// Quadratic time was more than 15 seconds.
	expect(userTime() - start).toBeLessThan(5000);
});

it('Records of one read have one field under each name', () => {
	const records: JsonObject[] = [{ topic: { name: 'nested' } }, { topic_name: 'own' }];
	expect(shape(records, choice('simplified', { usefulFields: ['topic_name'] }))).toEqual([
		...[{ topic_name_2: 'nested' }, { topic_name: 'own' }],
	]);
	const fields = ['topic_name', 'topic_name_2', 'topic.name'];
	expect(shape(records, choice('selected', { fields }))).toEqual([
		{ topic_name: null, topic_name_2: 'nested', 'topic.name': 'nested' },
		{ topic_name: 'own', topic_name_2: null, 'topic.name': null },
	]);
});

/** Every scalar anywhere in a value, as text. */
function scalarsIn(value: JsonValue | undefined): string[] {
	if (value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.values(value).flatMap(scalarsIn);
}

/** Objects with some of these members; without the bound, most of the time goes into repeated ones. */
const objectOf = <T>(names: readonly string[], value: fc.Arbitrary<T>) =>
	fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length });

const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^\w*$/));

const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		scalar,
		fc.array(tie('value'), { maxLength: 3 }),
		objectOf(['a', 'b', 'a_b', '_', '', '2', 'a_b_2'], tie('value')),
	),
}));

const anyRecord = objectOf(['a', 'b', 'a_b', 'a_b_2', 'id', 'constructor'], anyValue);

describe('A flattened record', () => {
	const flattenRecord = (record: JsonObject): JsonObject => flattenRecords([record])[0] ?? {};

	it.each<[string, JsonObject, JsonObject]>([
		['objects in objects', { a: { b: { c: 1 } }, d: 'x', e: null }, { a_b_c: 1, d: 'x', e: null }],
		['lists of plain values', { a: ['x', 1, true] }, { a: 'x, 1, true' }],
		['empty lists and objects', { a: [], b: {} }, { a: '', b: null }],
		['lists of objects', { a: [{ b: 1 }] }, { a: '[{"b":1}]' }],
		['lists with gaps', { a: [1, null] }, { a: '[1,null]' }],
		['one column thrice', { a_b: 1, a: { b: 2 }, a_b_2: 3 }, { a_b: 1, a_b_3: 2, a_b_2: 3 }],
		[
			'members with any name',
			jsonParse<JsonObject>('{ "__proto__": { "a": true }, "b": { "__proto__": 1 } }'),
			{ ___proto___a: true, b___proto__: 1 },
		],
	])('has columns for %s', (_what, record, flat) => {
		const found = Object.entries(flattenRecord(record));
		expect(found.map(([name, value]) => [name.replace(/^__proto/, '___proto'), value])).toEqual(
			Object.entries(flat),
		);
	});

	it('keeps every scalar of any record, and has no objects', () => {
		const check = (record: JsonObject) => {
			const before = JSON.stringify(record);
			const cells = Object.values(flattenRecord(record));
			expect(JSON.stringify(record)).toBe(before);
			const text = cells.map(String).join(' ');
			expect(scalarsIn(record).filter((found) => !text.includes(found))).toEqual([]);
			expect(cells.filter((cell) => typeof (cell ?? 0) === 'object')).toEqual([]);
		};
		fc.assert(fc.property(anyRecord, check), { numRuns: samples(100) });
	});
});

describe('Rows of one sheet', () => {
	it('are refused if almost all of their cells would be empty', () => {
		const rows = Array.from({ length: 120 }, (_, row) =>
			Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`f${row}_${place}`, place])),
		);
		const message = 'The records share too few fields for one sheet: 120 rows with 12000 columns';
		expect(() => toSheetRows(rows)).toThrow(message);
		expect(toSheetRows(rows.slice(0, 90))).toHaveLength(90);
	});

	it('have all columns in the order in which they first come up', () => {
		const rows: JsonObject[] = [{ b: 1, a: 2 }, { c: 3, a: 4 }, {}];
		expect(fieldNames(rows)).toEqual(['b', 'a', 'c']);
		expect(toSheetRows(rows).map((row) => Object.entries(row))).toEqual([
			Object.entries({ b: 1, a: 2, c: null }),
			Object.entries({ b: null, a: 4, c: 3 }),
			Object.entries({ b: null, a: null, c: null }),
		]);
	});

	it('have a gap where a row has no field of its own of a name that all objects have', () => {
		for (const name of ['constructor', '__proto__']) {
			const other = jsonParse<JsonObject>(`{ "a": 2, "${name}": 3 }`);
			const rows = toSheetRows([{ a: 1 }, other]).map((row) => Object.entries(row).flat());
			expect(JSON.stringify(rows)).toBe(`[["a",1,"${name}",null],["a",2,"${name}",3]]`);
		}
	});

	it('have no column for an object that some of the records lack', () => {
		const topic = { id: 't1', more: { name: 'T' } };
		const rows: JsonObject[] = [{ topic }, { topic: null }, { topic: { id: 't2', more: null } }];
		expect(fieldNames(toSheetRows(rows))).toEqual(['topic_id', 'topic_more_name']);
		expect(fieldNames(toSheetRows([...rows, { topic: 'none' }]))).toContain('topic');
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
			const names = fieldNames(sheet);
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
