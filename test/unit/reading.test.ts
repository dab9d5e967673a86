import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { namedEntry } from '../../nodes/shared/pickers';
import { type ExpectedAnswer, listAt } from '../../nodes/shared/reading/findList';
import { readAnswer } from '../../nodes/shared/reading/readAnswer';
import type { Signs } from '../../nodes/shared/reading/signs';
import { samples } from '../samples';
import { EXPECTED, pageOf, readFrom, rowsFrom } from './pageServer';
import { problemOf } from './thrown';

const ROWS: JsonObject[] = [{ id: 'a' }, { id: 'b' }];
const [A = null, B = null] = ROWS;

const read = (body: JsonValue | undefined, expected: Partial<ExpectedAnswer> = {}) =>
	readAnswer({ body, headers: {}, size: 0 }, { ...EXPECTED, ...expected });

const call = (body: JsonValue, isWrite = false) =>
	read(body, { kind: 'any', names: ['grids', 'rows'], isWrite });

describe('The list in an answer is', () => {
	it.each<[string, JsonValue]>([
		['the answer', ROWS],
		...['data', 'items', 'results', 'records', 'rows'].map((name): [string, JsonValue] => [
			name,
			{ [name]: ROWS },
		]),
		['the name of the resource', { data: [{ other: 1 }], prompts: ROWS }],
		['a name with objects', { data: ['a', 'b'], items: ROWS }],
		['one object deeper', { data: { prompts: ROWS } }],
		['in a result', { result: { rows: ROWS }, view: 'list' }],
		['in a response', { response: { items: ROWS } }],
		['beside an ID', { id: 'req-1', data: ROWS }],
		['beside null', { data: null, rows: ROWS }],
		['the only one of objects', { visibility: ROWS, columns: ['a'], filters: [], warnings: [] }],
		['the only one, one object deeper', { data: { entries: ROWS } }],
		['beside what is about the answer', { visibility: ROWS, message: 'OK', took: 3, meta: {} }],
	])('%s', (_what, body) => {
		expect(read(body).records).toEqual(ROWS);
	});

	it.each<[string, JsonValue]>([
		['null', { prompts: null }],
		['null one object deeper', { data: { items: null }, total: 0 }],
		['empty under any name', { visibility: [], filters: [] }],
	])('empty where it is %s', (_what, body) => {
		expect(read(body).records).toEqual([]);
	});

	it.each<[string, JsonValue]>([
		['two lists of objects', { visibility: ROWS, competitors: ROWS }],
		['a list beside something else', { docs: ROWS, bookmark: 'b' }],
		['a list beside an object', { docs: ROWS, stats: { a: 1 } }],
		['a list in a record', { id: 'p', mentions: ROWS }],
		['a list too deep', { a: { b: { c: ROWS } } }],
		['records by ID', { data: { a: { id: 'a' } } }],
		['lists of texts', { names: ['a', 'b'] }],
	])('not there where there is %s', (_what, body) => {
		expect(read(body)).toMatchObject({ records: undefined, isBlank: false });
	});

	it('no part of one record, whatever is in it', () => {
		expect(read({ data: ROWS }, { kind: 'record' }).records).toBeUndefined();
	});
});

describe('The list in an answer of unknown form is', () => {
	it.each<[string, JsonValue]>([
		['the answer', ROWS],
		['a usual name', { data: ROWS, message: 'Found', request_id: 'r' }],
		['a part of the path', { grids: ROWS }],
		['any name where a total stands beside it', { things: ROWS, total: 2 }],
		['one object deeper', { data: { rows: ROWS, total: 2 }, success: true }],
	])('%s', (_what, body) => {
		expect(call(body).records).toEqual(ROWS);
	});

	it.each<[string, JsonValue]>([
		['an ID', { id: 'report', results: ROWS }],
		['another ID', { task_id: 't', data: ROWS }],
		['a field of its own', { name: 'Board', rows: ROWS }],
		['any name', { things: ROWS }],
		['another list', { grids: ROWS, owners: ROWS }],
	])('not there where there is %s: that is a record', (_what, body) => {
		expect(call(body).records).toBeUndefined();
	});

	it('empty where it is null, unless a call may have done something', () => {
		expect(call({ rows: null, total: 0 }).records).toEqual([]);
		expect(call({ data: null, success: true }, true).records).toBeUndefined();
	});
});

describe('Nothing is in', () => {
	it.each<[JsonValue | undefined]>([
		[undefined],
		[null],
		[''],
		[{}],
		[{ data: {} }],
		[{ total: 0, page: 3, has_more: false }],
		[{ status: 'ok', success: true, data: {}, request_id: 'r', took: 7 }],
	])('%j', (body) => {
		expect(read(body)).toMatchObject({ records: undefined, isBlank: true });
	});

	it('an answer that says how many there are', () => {
		expect(read({ total: 5 })).toMatchObject({ isBlank: true, signs: { total: 5 } });
	});

	it.each<[JsonValue]>([['text'], [7], [{ message: 'No more' }], [{ view: 'list' }]])(
		'but not in %j',
		(body) => {
			expect(read(body).isBlank).toBe(false);
		},
	);
});

describe('What an answer says of its length', () => {
	it.each<[JsonObject, Partial<Signs>]>([
		[{ total: 7 }, { total: 7 }],
		[{ totalCount: '7' }, { total: 7 }],
		[{ total: 7, total_count: 9 }, { total: 9 }],
		[{ meta: { total: 7 } }, { total: 7 }],
		[{ paging: { 'Total-Count': 7 } }, { total: 7 }],
		[{ page: { total: 7, total_pages: 4 } }, { total: 7, totalPages: 4 }],
		[{ count: 2 }, { total: undefined }],
		[{ total: -1, total_count: 2.5 }, { total: undefined }],
		[{ total: '250+', count: 'many' }, { total: undefined }],
		[{ links: { total: 7 }, x_total: 7 }, { total: undefined }],
		[{ has_more: true }, { hasMore: true }],
		[{ hasNext: 'false' }, { hasMore: false }],
		[{ hasMore: 'true' }, { hasMore: true }],
		[{ has_next_page: false, meta: { has_more: true } }, { hasMore: true }],
		[{ has_more: 'perhaps' }, { hasMore: undefined }],
		[{ next: 'abc' }, { hasNext: true, next: 'abc' }],
		[{ next_cursor: null }, { hasNext: false, next: undefined }],
		[
			{ next: ' ', nextCursor: 'abc' },
			{ hasNext: true, next: 'abc' },
		],
		[{ next: 'https://a.example/2' }, { hasNext: true, next: undefined }],
		[{ next: { href: '/2' } }, { hasNext: true, next: undefined }],
		[{ limit: 50 }, { limit: 50 }],
	])('%j is %j', (beside, signs) => {
		expect(read({ data: ROWS, ...beside }).signs).toMatchObject(signs);
		expect(read({ result: { rows: ROWS, ...beside } }).signs).toMatchObject(signs);
	});
});

const QUOTA = 'Quota exceeded';

describe('A refusal is', () => {
	it.each<[JsonObject]>([
		[{ success: false, message: QUOTA }],
		[{ success: 'false', message: QUOTA, data: [] }],
		[{ error: QUOTA }],
		[{ error: 7, message: QUOTA }],
		[{ error: { code: 'quota', message: QUOTA }, data: null }],
		[{ errors: [{ message: QUOTA }], data: { items: [] } }],
		[{ data: { error: QUOTA } }],
		[{ result: { success: false, message: QUOTA } }],
		[{ response: { error: QUOTA } }],
		[{ status: 'error', message: QUOTA, result: { rows: [] } }],
		[{ id: 'req-1', status: 'failed', message: QUOTA, data: [] }],
		[{ id: 'req-1', success: false, error: QUOTA }],
	])('%j', (body) => {
		expect(problemOf(() => read(body)).message).toContain(QUOTA);
		// Of unknown form, an object with an ID is a record.
		if (!('id' in body)) {
			expect(problemOf(() => read(body, { kind: 'any' })).message).toContain(QUOTA);
		}
	});

	it.each<[string, JsonObject]>([
		['says that there was none', { error: 'none', errors: [], data: ROWS, success: true }],
		['is fine', { error: 'OK', status: 'completed', message: 'Request successful', data: ROWS }],
		['has errors that are no text', { error: false, errors: 0, data: ROWS }],
	])('not there, and not a word is said, where an answer %s', (_what, body) => {
		expect(read(body).notices).toEqual([]);
		expect(read({ ...body, data: [] })).toMatchObject({ records: [], notices: [] });
	});

	it('not the error or the status of a record', () => {
		const task = { id: 't', title: 'T', status: 'failed', error: 'No page' };
		expect(read(task, { kind: 'any' })).toMatchObject({ body: task, notices: [] });
		expect(read({ status: 'failed', grid: 'G' }, { kind: 'any' }).body).toBeDefined();
	});

	it('not the result of a call that has done something, which is told', () => {
		const bodies: JsonObject[] = [
			{ created: 5, errors: ['Row 3'] },
			{ created: 5, error: 'Row 3' },
		];
		for (const body of bodies) {
			expect(call(body, true).notices).toMatchObject([
				{ kind: 'note', message: 'The response contains an error: Row 3' },
			]);
			expect(() => call(body)).toThrow('Row 3');
		}
		expect(call({ created: 5, errors: 2 }, true).notices).toEqual([]);
		expect(() => call({ error: 'Row 3' }, true)).toThrow('Row 3');
	});

	it('of a call said to have run, perhaps', () => {
		const { description } = problemOf(() => call({ success: false, message: QUOTA }, true));
		expect(description).not.toContain('Run the workflow again');
	});
});

describe('The user is told', () => {
	const error = { data: ROWS, errors: [{ message: QUOTA }] };
	const failed = { data: ROWS, success: false, message: QUOTA };
	const warned = { data: ROWS, warnings: ['Cut', { message: 'at 3' }] };

	it.each<[string, JsonObject, string, string]>([
		['an error beside records', error, 'gap', `along with the records: ${QUOTA}`],
		['that the request failed', failed, 'gap', QUOTA],
		[
			'a state',
			{ data: ROWS, status: 'processing' },
			'note',
			'records and says status: processing.',
		],
		['a state', { data: [], state: 'queued' }, 'doubt', 'no records and says state: queued.'],
		['a warning', warned, 'note', 'returned records and says: Cut at 3'],
	])('%s: %j', (_what, body, kind, message) => {
		expect(read(body).notices).toMatchObject([{ kind, message: expect.stringContaining(message) }]);
	});

	it.each<[string, JsonObject]>([
		['a usual state', { data: ROWS, status: 'Success' }],
		['an empty state', { data: [], status: ' ' }],
		['the state of a record that the list lies in', { id: 'p', status: 'paused', prompts: ROWS }],
		['words beside records', { data: ROWS, message: 'Here they are', code: 'X_1' }],
	])('nothing of %s', (_what, body) => {
		expect(read(body).notices).toEqual([]);
	});

	it('of other lists where the one with a known name is empty', () => {
		const { records, notices } = read({ data: [], prompts_list: [{ id: 1 }] });
		expect(records).toEqual([]);
		expect(notices).toEqual([
			{
				kind: 'note',
				message:
					"The list in the response is empty. It has lists at: prompts_list. Enter the right one in 'Records At' under 'Options'.",
			},
		]);
		expect(read({ data: [], tags: [] }).notices).toEqual([]);
	});

	it('nothing of the state that a call returns', () => {
		expect(call({ status: 'queued', rows: ROWS }, true).notices).toEqual([]);
	});

	it.each<[string, string | undefined]>([
		[QUOTA, QUOTA],
		['x'.repeat(300), 'x'.repeat(200)],
		['OK', undefined],
		['Request successful!', undefined],
		['All done.', undefined],
		['200', undefined],
	])('the words beside a list, if they say more than that all is well: %s', (message, words) => {
		expect(read({ data: [], message }).words).toBe(words);
		expect(read({ data: { items: [], detail: message } }).words).toBe(words);
	});
});

describe('An answer that is nested too deeply', () => {
	const nested = (levels: number, open: string, close: string) =>
		open.repeat(levels) + '1' + close.repeat(levels);
	const readText = (text: string, kind: ExpectedAnswer['kind']) =>
		readAnswer({ body: JSON.parse(text), headers: {}, size: text.length }, { ...EXPECTED, kind });

	it.each(['any', 'list', 'record'] as const)('is an error: %s', (kind) => {
		for (const [open, close] of [
			['[', ']'],
			['{"a":', '}'],
		] as const) {
			expect(() => readText(nested(100_000, open, close), kind)).toThrow(
				'nested more than 1000 levels',
			);
		}
	});

	it('is none where it is only long', () => {
		const text = JSON.stringify({
			data: Array.from({ length: 1000 }, (_, id) => ({ id, tags: [[id]] })),
		});
		expect(readText(text, 'list').records).toHaveLength(1000);
		expect(
			readText(`[${nested(990, '[', ']')}, "${'x'.repeat(20_000)}"]`, 'list').records,
		).toHaveLength(2);
	});
});

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

describe('The list at a path', () => {
	it.each<[string, JsonValue, string]>([
		['a name', { rows: ROWS }, 'rows'],
		['a path deep inside', { a: { b: { c: { d: { e: ROWS } } } } }, 'a.b.c.d.e'],
		['a path that ends with brackets', { result: { rows: ROWS } }, 'result.rows[]'],
		['a path with spaces', { result: { rows: ROWS } }, ' result.rows '],
		['a name with a dot on the way', { 'gpt-4.1': { rows: ROWS } }, 'gpt-4.1.rows'],
		['nothing but brackets', [A, B], '[]'],
		['the lists in a list', BOARD, 'data[].tasks'],
		['the lists in a bare list', BOARD.data ?? null, '[].tasks'],
		[
			'lists in lists in a list',
			{
				teams: [{ boards: [{ tasks: [A] }, { tasks: [] }] }, { boards: [{ tasks: [B] }] }],
			},
			'teams[].boards[].tasks',
		],
		['lists in lists without names', { data: [[A], [B]] }, 'data[][]'],
	])('is found by %s', (_what, body, path) => {
		expect(listAt(body, path)?.records).toEqual(ROWS);
	});

	it.each<[string, JsonValue, string]>([
		['an empty list', { rows: [] }, 'rows'],
		['null', { result: { rows: null } }, 'result.rows'],
		['null for the columns', { data: null }, 'data[].tasks'],
		['empty columns', { data: [{ tasks: [] }, {}] }, 'data[].tasks'],
	])('is empty where there is %s', (_what, body, path) => {
		expect(listAt(body, path)?.records).toEqual([]);
	});

	it.each<[string, JsonValue, string]>([
		['another name', { data: ROWS }, 'rows'],
		['an object', { result: { rows: { a: 1 } } }, 'result.rows'],
		['a bare list', ROWS, 'rows'],
		['columns without tasks', { data: [{ id: 'todo' }, { id: 'done' }] }, 'data[].tasks'],
		['columns with texts', { data: [{ tasks: 'none' }] }, 'data[].tasks'],
		['an inherited name', {}, 'constructor'],
	])('is not there where there is %s', (_what, body, path) => {
		expect(listAt(body, path)).toBeUndefined();
	});

	const PAGE: JsonObject = { rows: ROWS, total: 7 };

	it.each<[string, JsonValue, string, JsonObject[]]>([
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
		['nothing, where the answer is a list', [{ tasks: ROWS }], '[].tasks', []],
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
		fc.assert(fc.property(tree, path, check), { numRuns: samples(300) });
	});
});

describe('Records At', () => {
	const readAt = (body: JsonValue, at: string, kind: ExpectedAnswer['kind'] = 'list') =>
		read(body, { names: ['tasks'], at, kind });

	it.each<ExpectedAnswer['kind']>(['list', 'any', 'record'])('decides for the kind %s', (kind) => {
		expect(readAt({ data: [1], rows: ROWS, title: 'T' }, 'rows', kind)).toMatchObject({
			records: ROWS,
			notices: [],
		});
	});

	it('makes the total of the answer count, and leaves a refusal what it is, unless it has records', () => {
		const refusal = { success: false, message: 'Quota exceeded' };
		expect(() => readAt(refusal, 'rows')).toThrow('Quota exceeded');
		expect(readAt({ ...refusal, a: { rows: ROWS } }, 'a.rows').records).toEqual(ROWS);
		expect(readAt({ result: { rows: ROWS, total: 7 } }, 'result.rows').signs.total).toBe(7);
	});

	it('takes columns for columns, of which nothing is said', () => {
		expect(readAt(BOARD, 'data[].tasks')).toMatchObject({ records: ROWS, notices: [] });
		expect(readAt(BOARD, 'data').notices).toEqual([]);
	});

	it.each<[string, JsonValue, string]>([
		[
			'the lists that are there',
			{ result: { rows: ROWS }, tasks: ROWS },
			'It has lists at: result.rows, tasks. ',
		],
		['lists in records', { data: [{ tasks: ROWS }] }, 'It has lists at: data, data[].tasks. '],
		['nothing, as there are none', { view: 'list' }, 'To see the whole response, '],
	])('that leads to no list is an error that names %s', (_what, body, words) => {
		const { message, description } = problemOf(() => readAt(body, 'result.items'));
		expect(message).toBe('The response has no list at result.items');
		expect(description).toContain(words);
	});

	it('names ten lists at most', () => {
		const body = Object.fromEntries(
			Array.from({ length: 30 }, (_, n) => [`list${n}`, ROWS] as const),
		);
		const { description } = problemOf(() => readAt(body, 'rows'));
		expect(description.match(/list\d+/g)).toHaveLength(10);
	});

	it('says that there is no list where the list elsewhere is empty', async () => {
		const { records, isNoList, kinds } = await readFrom(() => ({ items: [] }), {
			expected: { at: 'result.rows' },
		});
		expect([records, isNoList, kinds]).toEqual([[], true, ['gap']]);
	});

	it.each<[JsonValue]>([
		[''],
		[{}],
		[[]],
		[{ result: [] }],
		[{ success: true, result: null }],
		[{ result: null, items: [] }],
		[{ result: {}, warnings: [] }],
	])('finds nothing in %j, which is no error', (body) => {
		expect(readAt(body, 'result.rows')).toMatchObject({ records: undefined, isBlank: true });
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

describe('An entry of a list', () => {
	it.each<[JsonValue, number | string, string]>([
		['Coffee', 'Coffee', 'Coffee'],
		[42, 42, '42'],
		[{ id: 'a', topic_id: 'b', name: 'Coffee' }, 'b', 'Coffee'],
		[{ id: 1, topic_name: 'Coffee' }, 1, 'Coffee'],
		[{ id: 1, topic: 'Coffee' }, 1, 'Coffee'],
		[{ id: 1, name: ' ', title: 'Coffee' }, 1, 'Coffee'],
		[{ id: 1, label: 'Coffee' }, 1, 'Coffee'],
		[{ id: 1, name: 'A', topic_name: 'B', topic: 'C', title: 'D', country: 'E' }, 1, 'A'],
		[{ id: 1, name: null, country: 'DE' }, 1, 'DE'],
		[{ id: 1, country: 'DE', language: 'de' }, 1, 'DE · de'],
		[{ id: 1, country_code: 'DE', language_code: 'de' }, 1, 'DE · de'],
		[{ id: 1, language: 'de' }, 1, 'de'],
		[{ id: 7 }, 7, '7'],
		[{ name: 5 }, 5, '5'],
	])('%j goes by the ID %j and the name %j', (entry, id, name) => {
		expect(namedEntry(entry, 'topic')).toEqual({ id, name });
	});

	it.each<[JsonValue]>([
		[null],
		[true],
		[' '],
		[['a']],
		[{ other: 'a' }],
		[{ id: {}, name: ['a'] }],
		// The service knows no market by a name that is put together here.
		[{ country: 'DE', language: 'de' }],
	])('%j goes by nothing', (entry) => {
		expect(namedEntry(entry, 'topic')).toBeUndefined();
	});
});
