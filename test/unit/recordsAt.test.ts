import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ExpectedAnswer } from '../../nodes/shared/reading/expectedAnswer';
import { readAnswer } from '../../nodes/shared/reading/readAnswer';
import { listAt } from '../../nodes/shared/reading/recordsAt';
import { pageOf, readFrom, rowsFrom } from './pageServer';
import { problemOf } from './thrown';

const RECORDS = [{ id: 'a' }, { id: 'b' }];
const [A, B] = RECORDS;

/** A board: columns that hold the tasks. */
const BOARD: JsonObject = {
	data: [
		{ id: 'todo', tasks: [{ id: 'a' }] },
		{ id: 'doing', tasks: [] },
		{ id: 'archive' },
		{ id: 'done', tasks: [{ id: 'b' }] },
	],
	total: 2,
};

describe('An answer that reports an error', () => {
	it('is read all the same where there are records at the path that the user entered', () => {
		const body = { success: false, result: { of: { all: { rows: RECORDS } } } };
		const expected: ExpectedAnswer = {
			api: 'geo',
			names: [],
			at: 'result.of.all.rows',
			kind: 'list',
		};
		expect(readAnswer({ body, headers: {}, size: 0 }, expected).records).toEqual(RECORDS);
	});
});

describe('The list at a path', () => {
	it.each<[string, JsonValue, string]>([
		['a name', { rows: RECORDS }, 'rows'],
		['a path', { result: { rows: RECORDS } }, 'result.rows'],
		['a path deep inside', { a: { b: { c: { d: { e: RECORDS } } } } }, 'a.b.c.d.e'],
		['a path that ends with brackets', { result: { rows: RECORDS } }, 'result.rows[]'],
		['a path with spaces', { result: { rows: RECORDS } }, ' result.rows '],
		['a name with a dot', { 'result.rows': RECORDS }, 'result.rows'],
		['a name with a dot on the way', { 'gpt-4.1': { rows: RECORDS } }, 'gpt-4.1.rows'],
		['nothing but brackets', [A, B] as JsonValue, '[]'],
		['the lists in a list', BOARD, 'data[].tasks'],
		['the lists in a list, with brackets at the end', BOARD, 'data[].tasks[]'],
		['the lists in a bare list', BOARD.data ?? null, '[].tasks'],
		['one object in each', { edges: RECORDS.map((node) => ({ node })) }, 'edges[].node'],
		[
			'a path in each',
			{ data: { rows: [{ x: { list: [A] } }, { x: { list: [B] } }] } } as JsonValue,
			'data.rows[].x.list',
		],
		[
			'lists in lists in a list',
			{
				teams: [{ boards: [{ tasks: [A] }, { tasks: [] }] }, { boards: [{ tasks: [B] }] }],
			} as JsonValue,
			'teams[].boards[].tasks',
		],
		['lists in lists without names', { data: [[A], [B]] } as JsonValue, 'data[][]'],
	])('is found by %s', (_what, body, path) => {
		expect(listAt(body, path)?.records).toEqual(RECORDS);
	});

	it('is preferred to any other list', () => {
		expect(listAt({ data: [1], prompts: [2], rows: RECORDS }, 'rows')?.records).toEqual(RECORDS);
	});

	it.each<[string, JsonValue, string]>([
		['an empty list', { rows: [] }, 'rows'],
		['null', { result: { rows: null } }, 'result.rows'],
		['no columns', { data: [] }, 'data[].tasks'],
		['null for the columns', { data: null }, 'data[].tasks'],
		['empty columns', { data: [{ tasks: [] }, {}] }, 'data[].tasks'],
		['columns with null', { data: [{ tasks: null }] }, 'data[].tasks'],
	])('is empty where there is %s', (_what, body, path) => {
		expect(listAt(body, path)?.records).toEqual([]);
	});

	it.each<[string, JsonValue, string]>([
		['another name', { data: RECORDS }, 'rows'],
		['another path', { result: { data: RECORDS } }, 'result.rows'],
		['an object', { result: { rows: { a: 1 } } }, 'result.rows'],
		['a text', { rows: 'none' }, 'rows'],
		['a number', { rows: 7 }, 'rows'],
		['nothing', null, 'rows'],
		['a bare list', RECORDS, 'rows'],
		['columns without tasks', { data: [{ id: 'todo' }, { id: 'done' }] }, 'data[].tasks'],
		['columns with texts', { data: [{ tasks: 'none' }] }, 'data[].tasks'],
		['plain values', { data: [1, 2] }, 'data[].tasks'],
		['an inherited name', {}, 'constructor'],
	])('is not there where there is %s', (_what, body, path) => {
		expect(listAt(body, path)).toBeUndefined();
	});

	const PAGE: JsonObject = { rows: RECORDS, total: 7 };

	it.each<[string, JsonValue, string, JsonObject[]]>([
		['the answer', PAGE, 'rows', [PAGE]],
		[
			'the answer and an object on the way',
			{ result: PAGE },
			'result.rows',
			[{ result: PAGE }, PAGE],
		],
		[
			'the answer and all objects on the way',
			{ data: { result: PAGE } },
			'data.result.rows',
			[{ data: { result: PAGE } }, { result: PAGE }, PAGE],
		],
		[
			'an object whose name has a dot',
			{ 'gpt-4.1': PAGE },
			'gpt-4.1.rows',
			[{ 'gpt-4.1': PAGE }, PAGE],
		],
		['the answer around a board', BOARD, 'data[].tasks', [BOARD]],
		['nothing, where the answer is a list', [{ tasks: RECORDS }], '[].tasks', []],
	])('may be counted by %s', (_what, body, path, envelopes) => {
		expect(listAt(body, path)?.envelopes).toEqual(envelopes);
	});

	it('never throws, whatever the answer and the path', () => {
		const name = fc.constantFrom('a', 'b', 'a.b', '');
		const path = fc
			.array(fc.oneof(name, fc.constantFrom('[]', '.', '[', ']', ' ')), { maxLength: 5 })
			.map((parts) => parts.join(''));
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof(
				{ depthSize: 'medium' },
				fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
				fc.array(tie('tree'), { maxLength: 3 }),
				fc.dictionary(name, tie('tree'), { maxKeys: 3 }),
			),
		}));
		const check = (value: unknown, at: string) => {
			const text = JSON.stringify(value);
			const body: JsonValue = JSON.parse(text);
			for (const record of listAt(body, at)?.records ?? []) {
				expect(text).toContain(JSON.stringify(record));
			}
		};
		fc.assert(fc.property(tree, path, check), { numRuns: 1000 });
	});
});

describe('Records At', () => {
	const read = (body: JsonValue, at: string, kind: ExpectedAnswer['kind'] = 'list') =>
		readAnswer({ body, headers: {}, size: 0 }, { api: 'geo', names: ['tasks'], at, kind });

	it.each<ExpectedAnswer['kind']>(['list', 'any', 'record'])('decides for the kind %s', (kind) => {
		expect(read({ data: [1], rows: RECORDS, title: 'T' }, 'rows', kind)).toMatchObject({
			records: RECORDS,
			notices: [],
		});
	});

	it('makes the total of the answer count', () => {
		expect(read({ result: { rows: RECORDS, total: 7 } }, 'result.rows').signs.total).toBe(7);
	});

	it('takes columns for columns, of which nothing is said', () => {
		expect(read(BOARD, 'data[].tasks')).toMatchObject({ records: RECORDS, notices: [] });
		expect(read(BOARD, 'data').notices).toEqual([]);
	});

	it.each<[string, JsonValue, string]>([
		[
			'the lists that are there',
			{ result: { rows: RECORDS }, tasks: RECORDS },
			'It has lists at: result.rows, tasks. ',
		],
		['lists in records', { data: [{ tasks: RECORDS }] }, 'It has lists at: data, data[].tasks. '],
		['nothing, as there are none', { view: 'list' }, 'To see the whole response, '],
	])('that leads to no list is an error that names %s', (_what, body, words) => {
		const { message, description } = problemOf(() => read(body, 'result.items'));
		expect(message).toBe('The response has no list at result.items');
		expect(description).toContain(words);
	});

	it('names ten lists at most', () => {
		const body = Object.fromEntries(
			Array.from({ length: 30 }, (_, n) => [`list${n}`, RECORDS] as const),
		);
		const { description } = problemOf(() => read(body, 'rows'));
		expect(description.match(/list\d+/g)).toHaveLength(10);
	});

	it('leaves a refusal what it is', () => {
		expect(() => read({ success: false, message: 'Quota exceeded' }, 'rows')).toThrow(
			'Quota exceeded',
		);
	});

	it('says that there is no list where the list elsewhere is empty', async () => {
		const { records, isNoList, kinds } = await readFrom(() => ({ items: [] }), {
			expected: { at: 'result.rows' },
		});
		expect([records, isNoList, kinds]).toEqual([[], true, ['gap']]);
	});

	it.each<[JsonValue]>([
		[null],
		[''],
		[{}],
		[[]],
		[{ result: {} }],
		[{ result: [] }],
		[{ success: true, result: null }],
		[{ result: null, items: [] }],
		[{ result: {}, warnings: [] }],
	])('finds nothing in %j, which is no error', (body) => {
		expect(read(body, 'result.rows')).toMatchObject({ records: undefined, isBlank: true });
	});

	it('is read page by page, and its end is the empty list there', async () => {
		const { records, kinds, asked } = await readFrom(
			(page) => ({
				data: [1],
				result: { rows: pageOf(250, page) },
			}),
			{ expected: { at: 'result.rows' } },
		);
		expect(records).toEqual(rowsFrom(0, 250));
		expect(kinds).toEqual([]);
		expect(asked).toHaveLength(4);
	});

	it('that leads nowhere on a later page is an error beside the records until then', async () => {
		const { records, error } = await readFrom(
			({ offset }) =>
				Number(offset) === 0
					? { result: { rows: rowsFrom(0, 100), items: null } }
					: { result: { rows: 'see items', items: rowsFrom(100, 100) } },
			{ expected: { at: 'result.rows' } },
		);
		expect(records).toEqual(rowsFrom(0, 100));
		expect(error).toMatchObject({
			message: 'The response has no list at result.rows',
			description: expect.stringMatching(/\n100 records were read before that\.$/),
		});
	});
});
