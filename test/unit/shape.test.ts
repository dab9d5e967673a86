import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { type OutputMode, type OutputChoice, shapeRecords } from '../../nodes/shared/shape/shape';

const choice = (mode: OutputMode, rest: Partial<OutputChoice> = {}): OutputChoice => ({
	...{ mode, fields: [], useful: [], ids: [] },
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
	const simplify = (...records: JsonValue[]) =>
		shapeRecords(records, choice('simplified', { useful, ids: ['id'] }));
	const keysOf = (record: JsonValue) => Object.keys(simplify(record)[0] ?? {});
	/** Room for the longer names of nested fields. */
	const LONG = 'x'.repeat(400);

	it('counts the entries of a list that has an object or a list in it', () => {
		const record = { tags: ['a', { b: 1 }], pairs: [[1], 2], plain: ['a', 'b'], numbers: [1, 2] };
		expect(simplify(record)).toEqual([
			{ tags_count: 2, pairs_count: 2, plain: 'a, b', numbers: '1,2' },
		]);
	});

	it('takes an empty text for no value, where it goes by what most records have', () => {
		const names = Array.from({ length: 10 }, (_, n) => `field${n}`);
		const filled = Object.fromEntries(names.map((name) => [name, 1]));
		const records = [
			{ rare: '', ...filled },
			{ rare: '', ...filled },
			{ rare: 'x', ...filled },
		];
		expect(Object.keys(simplify(...records)[0] ?? {})).toEqual(names);
	});

	it('takes no field for rare that half of the records have', () => {
		const names = ['half', ...Array.from({ length: 10 }, (_, n) => `field${n}`)];
		const filled = Object.fromEntries(names.map((name) => [name, 1]));
		const keys = Object.keys(simplify(filled, { ...filled, half: null })[0] ?? {});
		expect(keys).toEqual(names.slice(0, 10));
	});

	it('has the useful fields first, then the rest, then the ids', () => {
		const record = { z: 1, x_id: 2, score: 3, topic: { name: 'T', id: 4 }, name: 'N', text: LONG };
		const wanted = ['name', 'score', 'topic_name', 'z', 'text', 'x_id', 'topic_id'];
		expect(keysOf(record)).toEqual(wanted);
	});

	it('keeps ids where there are more than ten fields', () => {
		const record = columns(...'abcdefghijkl'.split(''), 'prompt_id', 'id', 'score');
		expect(keysOf(record)).toEqual([...'score a b c d e f g'.split(' '), 'prompt_id', 'id']);
	});

	it('keeps the ID of the records where there are more than ten IDs', () => {
		const names = 'abcdefghijk'.split('').map((letter) => `${letter}_id`);
		expect(keysOf(columns(...names, 'id', 'name'))).toEqual([...names.slice(0, 9), 'id']);
	});

	it('does not take words that end in id for ids', () => {
		expect(keysOf(columns('paid', 'grid', ...'abcdefghi'.split('')))).not.toContain('i');
	});

	it('has numbers for lists of objects, and text for other lists', () => {
		const record = { id: 1, answers: [{ a: 1 }, { a: 2 }], tags: ['a', 'b'], ranks: [1, 2] };
		expect(simplify(record)).toEqual([{ tags: 'a, b', ranks: '1,2', answers_count: 2, id: 1 }]);
	});

	it('has the same field for a list in all records, whatever is in it', () => {
		const answers = [{ text: LONG }];
		expect(simplify({ answers }, { answers: [] }, { answers: null })).toEqual([
			{ answers_count: 1 },
			{ answers_count: 0 },
			{ answers_count: null },
		]);
	});

	it('keeps a field that has the name of a number itself', () => {
		const record = { answers_count: 7, answers: [{ text: LONG }] };
		expect(simplify(record)).toEqual([{ answers_count: 7, answers_count_2: 1 }]);
	});

	it('counts lists in nested objects', () => {
		const record = { topic: { name: 'T', prompts: [{ text: LONG }] } };
		expect(simplify(record)).toEqual([{ topic_name: 'T', topic_prompts_count: 1 }]);
	});

	it('cuts long texts and lists, but no IDs', () => {
		const record = { id: LONG, text: LONG, list: [LONG, 'y'], short: 'x'.repeat(300) };
		const [{ id, text, list, short } = {}] = simplify(record);
		expect([id, short]).toEqual([LONG, 'x'.repeat(300)]);
		expect([text, list]).toEqual(Array.from({ length: 2 }, () => `${'x'.repeat(299)}…`));
	});

	it('cuts no character in half', () => {
		expect(simplify({ text: `${'x'.repeat(298)}😀${LONG}` })[0]?.text).toBe(`${'x'.repeat(298)}…`);
	});

	it('prefers fields that most records have', () => {
		const rare = columns(...'abcdefghij'.split('').map((letter) => `rare_${letter}`));
		const records = [rare, { z: 1 }, { z: 2 }];
		expect(simplify(...records)[1]).toEqual({ z: 1 });
	});

	it('drops what is least useful rather than be larger than the records', () => {
		const topic = { id: 1, name: 'T', more: 1 };
		expect(simplify({ topic, z: 1 })).toEqual([{ topic_name: 'T', z: 1, topic_id: 1 }]);
		expect(simplify({ topic })).toEqual([{ topic_name: 'T', topic_id: 1 }]);
	});

	it.each<[string, JsonObject, string[], string[]]>([
		['rare fields before useful ones', { z: 'zzzzzz' }, [], ['topic_a', 'topic_b', 'topic_c']],
		['nested fields before IDs', { id: 1 }, [], ['topic_a', 'topic_b', 'id']],
		['nested fields before useful ones', { z: 1 }, ['z'], ['topic_a', 'topic_b', 'z']],
	])('drops %s', (_what, own, more, kept) => {
		const nested = ['topic_a', 'topic_b', 'topic_c'];
		const [row = {}] = shapeRecords(
			[{ ...own, topic: { a: 1, b: 1, c: 1 } }],
			choice('simplified', { useful: [...nested, ...more], ids: ['id'] }),
		);
		expect(Object.keys(row)).toEqual(kept);
	});

	it('drops the last of the useful fields first, even if another one is an ID', () => {
		const useful = ['topic_id', 'topic_b', 'topic_c'];
		const output = choice('simplified', { useful });
		expect(Object.keys(shapeRecord({ topic: { id: 1, b: 1, c: 1 } }, output))).toEqual([
			'topic_id',
			'topic_b',
		]);
	});

	const names = fc.constantFrom(...'abcdefgh'.split(''), 'id', 'a_id', 'a_count', 'name', 'b_c');
	const texts = fc.oneof(fc.string(), fc.constantFrom(LONG, '"'.repeat(310), '😀'.repeat(160)));
	const plain = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), texts);
	const { record: anyRecord } = fc.letrec<{ record: JsonObject; value: JsonValue }>((tie) => ({
		record: fc.dictionary(names, tie('value'), { maxKeys: 14 }),
		value: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			plain,
			fc.array(plain, { maxLength: 5 }),
			fc.array(tie('record'), { maxLength: 3 }),
			tie('record'),
		),
	}));

	it('is never larger than the records, has at most ten fields and all IDs', () => {
		const check = (records: JsonObject[]) => {
			const simple = simplify(...records);
			expect(simple).toHaveLength(records.length);
			const sizeOf = (rows: JsonObject[]) => JSON.stringify(rows).length;
			expect(sizeOf(simple)).toBeLessThanOrEqual(sizeOf(records));
			for (const [place, row] of simple.entries()) {
				const { id, a_id: other } = records[place] ?? {};
				expect(Object.keys(row).length).toBeLessThanOrEqual(10);
				for (const [name, value] of Object.entries({ id, a_id: other })) {
					if (value !== undefined && typeof value !== 'object') expect(row[name]).toBe(value);
				}
				for (const value of Object.values(row)) {
					expect(value === null || typeof value !== 'object').toBe(true);
				}
			}
			expect(new Set(simple.flatMap(Object.keys)).size).toBeLessThanOrEqual(10);
		};
		fc.assert(fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 4 }), check));
	});
});

describe('Selected Fields', () => {
	const topic = { name: 'T', 'a.b': 1, inner: { 'c.d': 2 } };
	const version = { score: 3 };
	const record = { id: 7, topic, 'v4.1': version, 'x.y': 2, list: [{ z: 1 }], gone: null };
	const pick = (...fields: string[]) =>
		Object.entries(shapeRecord(record, choice('selected', { fields })));

	it('have the ID of the records first, unless it is named', () => {
		const pickWith = (...fields: string[]) =>
			shapeRecords([{ name: 'N', topic_id: 1, prompt_id: 2 }, { name: 'M' }], {
				...choice('selected', { fields }),
				ids: ['id', 'prompt_id', 'topic_id'],
			});
		expect(pickWith('name').map((row) => Object.entries(row))).toEqual([
			[
				['prompt_id', 2],
				['name', 'N'],
			],
			[
				['prompt_id', null],
				['name', 'M'],
			],
		]);
		expect(Object.keys(pickWith('name', 'prompt_id')[0] ?? {})).toEqual(['name', 'prompt_id']);
	});

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
