import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { readNamedEntry } from '../../nodes/shared/projects/filterLists';
import type { ExpectedAnswer } from '../../nodes/shared/reading/paging';
import { findListAtPath, listPaths, readAnswer } from '../../nodes/shared/reading/readAnswer';
import type { LengthSigns } from '../../nodes/shared/reading/signs';
import { samples } from '../samples';
import { EXPECTED, readFrom, rowsFrom } from './pageServer';
import { problemOf } from './thrown';

const ROWS: JsonObject[] = [{ id: 'a' }, { id: 'b' }];
const [A = null, B = null] = ROWS;

const read = (body: JsonValue | undefined, expected: Partial<ExpectedAnswer> = {}) =>
	readAnswer(body ?? null, { ...EXPECTED, ...expected });

/** A request that may change something. */
const WRITE = { request: { ...EXPECTED.request, effect: 'once' as const } };

const call = (body: JsonValue, isWrite = false) =>
	read(body, { answerKind: 'any', listNames: ['grids', 'rows'], ...(isWrite && WRITE) });

describe('The list in an answer is', () => {
	const usual = ['prompts', 'data', 'items', 'results', 'records', 'rows'];

	it.each<[string, JsonValue, JsonValue?]>([
		['the answer', ROWS],
		...usual.map((name): [string, JsonValue] => [name, { [name]: ROWS, stats: { a: 1 } }]),
		['in data', { data: { rows: ROWS }, view: 'list' }],
		['in a result', { result: { rows: ROWS }, view: 'list' }],
		['in a response', { response: { rows: ROWS }, view: 'list' }],
		['the name of the resource', { data: [{ other: 1 }], prompts: ROWS }],
		['a name with an object', { data: ['a'], items: ['b', {}] }, ['b', {}]],
		['the first name where none has objects', { data: ['a'], items: ['b'] }, ['a']],
		['beside an ID', { id: 'req-1', data: ROWS }],
		['beside null', { data: null, rows: ROWS }],
		['the only one of objects', { visibility: ROWS, columns: ['a'], filters: [], warnings: [] }],
		['the only one with anything', { none: [], visibility: ROWS }],
		['the only one, one object deeper', { data: { entries: ROWS } }],
		['beside what is about the answer', { visibility: ROWS, message: 'OK', took: 3, meta: {} }],
		['null', { prompts: null }, []],
		['null one object deeper', { data: { items: null }, total: 0 }, []],
		['empty under any name', { visibility: [], filters: [] }, []],
	])('%s', (_what, body, records = ROWS) => {
		expect(read(body).records).toEqual(records);
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
		expect(read({ data: ROWS }, { answerKind: 'record' }).records).toBeUndefined();
	});

	it.each<[string, JsonValue, boolean]>([
		['a usual name', { data: ROWS, message: 'Found', request_id: 'r' }, true],
		['a part of the path', { grids: ROWS }, true],
		['any name, also beside a total', { things: ROWS, total: 2 }, false],
		['one object deeper', { data: { rows: ROWS, total: 2 }, success: true }, true],
		['beside an ID: that is a record', { id: 'report', results: ROWS }, false],
		['beside another ID', { task_id: 't', data: ROWS }, false],
		['beside a field of its own', { name: 'Board', rows: ROWS }, false],
		['beside another list', { grids: ROWS, owners: ROWS }, false],
	])('in an answer of unknown form %s: %j is %s', (_what, body, isList) => {
		expect(call(body).records).toEqual(isList ? ROWS : undefined);
	});

	it('empty where it is null, unless a call may have done something', () => {
		expect(call({ rows: null, total: 0 }).records).toEqual([]);
		expect(call({ data: null, success: true }, true).records).toBeUndefined();
	});
});

describe('The paths of the lists of objects', () => {
	it.each<[JsonValue, string[]]>([
		[ROWS, []],
		[['a'], []],
		['text', []],
		[{ names: ['a'], rows: [], one: { id: 1 } }, []],
		[[{ tasks: ROWS }, { tasks: ROWS }], ['[].tasks']],
		[{ rows: ['a', A] }, ['rows']],
		[{ data: { rows: ROWS }, tasks: ROWS }, ['data.rows', 'tasks']],
		[{ 'a.b': ROWS, a: { b: ROWS } }, ['a.b']],
		[{ data: [{}, {}, { tasks: ROWS }] }, ['data', 'data[].tasks']],
		[{ data: [{}, {}, {}, { tasks: ROWS }] }, ['data']],
		[{ a: { b: { c: { d: { e: { f: ROWS } } } } } }, ['a.b.c.d.e.f']],
		[{ a: { b: { c: { d: { e: { f: { g: ROWS } } } } } } }, []],
		[{ a: { b: { c: { d: [{ f: ROWS }] } } } }, ['a.b.c.d', 'a.b.c.d[].f']],
		[{ a: { b: { c: { d: { e: [{ f: ROWS }] } } } } }, ['a.b.c.d.e']],
	])('in %j are %j', (body, paths) => {
		expect(listPaths(body)).toEqual(paths);
	});
});

describe('Beside the only list, a member', () => {
	const recordsBeside = (member: JsonObject) => read({ visibility: ROWS, ...member }).records;

	it('may be about the answer, by its name', () => {
		const about =
			'total total_count count total_pages pages limit offset page size page_size per_page ' +
			'has_more has_next has_next_page next next_cursor next_page previous prev cursor cursors ' +
			'pagination paging page_info meta metadata links first last totalCount TOTAL-COUNT- ' +
			'success ok is_success status status_code request_id project_id trace_id ' +
			'timestamp generated_at time took duration version api_version message msg detail details ' +
			'reason code error_code warning warnings';
		const isAbout = (name: string) => recordsBeside({ [name]: 5 }) === ROWS;
		expect(about.split(' ').filter((name) => !isAbout(name))).toEqual([]);
		expect('id name prompt view title type'.split(' ').filter(isAbout)).toEqual([]);
	});

	it('counts unless it is null, false, 0, empty, or made of such', () => {
		const counts = (view: JsonValue) => recordsBeside({ view }) === undefined;
		const none: JsonValue[] = [null, false, 0, '', [], {}, { a: { b: 0 } }];
		expect(none.filter(counts)).toEqual([]);
		const some: JsonValue[] = [true, 1, ' ', { a: 0, b: 1 }, { a: { b: [0] } }];
		expect(some.filter(counts)).toEqual(some);
	});
});

describe('Nothing is in', () => {
	it.each<[JsonValue | undefined, boolean?]>([
		[undefined],
		[null],
		[''],
		[{}],
		[{ data: {} }],
		[{ total: 0, page: 3, has_more: false }],
		[{ status: 'ok', success: true, data: {}, request_id: 'r', took: 7 }],
		['text', false],
		[7, false],
		[{ message: 'No more' }, false],
		[{ view: 'list' }, false],
	])('%j', (body, isNothing = true) => {
		expect(read(body)).toMatchObject({ records: undefined, isBlank: isNothing });
	});

	it('an answer that says how many there are, but not in an empty list', () => {
		expect(read([]).isBlank).toBe(false);
		expect(read({ total: 5 })).toMatchObject({ isBlank: true, signs: { total: 5 } });
	});
});

describe('What an answer says of its length', () => {
	it.each<[JsonObject, Partial<LengthSigns>]>([
		[{ total: 7 }, { total: 7 }],
		[{ total: 0 }, { total: 0 }],
		[{ totalCount: '70' }, { total: 70 }],
		[{ total: 7, total_count: 9 }, { total: 9 }],
		[{ total: 9, meta: { total: 7 } }, { total: 9 }],
		[{ meta: { total: 7 } }, { total: 7 }],
		[{ pagination: { total: 7 } }, { total: 7 }],
		[{ paging: { 'Total-Count': 7 } }, { total: 7 }],
		[{ page: { total: 7, total_pages: 4 } }, { total: 7, totalPages: 4 }],
		[{ count: 2 }, { total: undefined }],
		[{ count: 3 }, { total: 3 }],
		[{ total: -1, total_count: 2.5, count: 2 ** 53 }, { total: undefined }],
		[{ total: '250+', total_count: ' 7', count: '1e3' }, { total: undefined }],
		[{ links: { total: 7 }, x_total: 7 }, { total: undefined }],
		[{ has_more: true }, { hasMore: true }],
		[{ hasNext: false }, { hasMore: false }],
		[{ has_next_page: true }, { hasMore: true }],
		[{ has_next_page: false, meta: { has_more: true } }, { hasMore: true }],
		[{ has_more: 'true' }, { hasMore: undefined }],
		[
			{ next: 'a', nextCursor: 'b' },
			{ hasNext: true, next: 'a' },
		],
		[
			{ next: ' ', next_page: 'b/c' },
			{ hasNext: true, next: 'b/c' },
		],
		[{ next: 5 }, { hasNext: true, next: 5 }],
		[{ next_cursor: null }, { hasNext: false, next: undefined }],
		[{ next: 'HTTP://a.example/2' }, { hasNext: true, next: undefined }],
		[{ next: 'https://a.example/2' }, { hasNext: true, next: undefined }],
		[{ next: '/2' }, { hasNext: true, next: undefined }],
		[{ next: '?page=2' }, { hasNext: true, next: undefined }],
		[{ next: { href: '/2' } }, { hasNext: true, next: undefined }],
		[{ limit: 5, meta: { limit: 50 } }, { limit: 5 }],
	])('%j is %j', (beside, signs) => {
		expect(read({ data: ROWS, ...beside }).signs).toMatchObject(signs);
		expect(read({ result: { rows: ROWS, ...beside } }).signs).toMatchObject(signs);
	});
});

const QUOTA = 'Quota exceeded';

describe('A refusal is', () => {
	it.each<[JsonObject]>([
		...['success', 'ok', 'is_success'].map((name): [JsonObject] => [
			{ [name]: false, message: QUOTA },
		]),
		...['error', 'errors', 'error_message'].map((name): [JsonObject] => [{ [name]: QUOTA }]),
		...['error', 'fail', 'failed', 'Failure'].map((status): [JsonObject] => [
			{ status, message: QUOTA },
		]),
		[{ success: false, message: QUOTA, data: [] }],
		[{ success: false, message: QUOTA, project_id: 'p9' }],
		[{ data: [], meta: { error: QUOTA } }],
		[{ error: 7, message: QUOTA }],
		[{ error: { code: 'quota', message: QUOTA }, data: null }],
		[{ errors: [{ message: QUOTA }], data: { items: [] } }],
		[{ status: 'error', message: QUOTA, data: [] }],
		[{ status: 'fail', data: { view: QUOTA } }],
		[{ status: 404, message: QUOTA }],
		[{ status: '404', message: QUOTA }],
		[{ status_code: 40201, message: QUOTA }],
		[{ data: { status: 'failed', message: QUOTA } }],
	])('%j', (body) => {
		expect(problemOf(() => read(body)).message).toContain(QUOTA);
		expect(problemOf(() => read(body, { answerKind: 'any' })).message).toContain(QUOTA);
	});

	it.each<[JsonObject]>([
		[{ id: 'req-1', success: false, error: QUOTA }],
		[{ view: 'V', error: QUOTA }],
	])('%j, where a list was asked for', (body) => {
		expect(problemOf(() => read(body)).message).toContain(QUOTA);
	});

	it.each<[string, JsonObject]>([
		['says that there was none', { error: null, errors: [], success: true }],
		['is fine', { status: ' completed ', message: 'OK' }],
		['has errors that are no text', { error: false, errors: 0 }],
		['counts errors', { errors: 2 }],
		['says in words that there is none', { error_message: 'success' }],
	])('not there, and not a word is said, where an answer %s', (_what, body) => {
		expect(read({ ...body, data: ROWS })).toMatchObject({ records: ROWS, notices: [] });
		expect(read({ ...body, data: [] })).toMatchObject({ records: [], notices: [] });
	});

	it.each<[JsonObject, boolean?]>([
		[{ id: 't', title: 'T', status: 'failed', error: 'No page' }],
		[{ status: 'failed', grid: 'G' }],
		[{ status: 'not failed' }],
		[{ title: 'failed' }],
		[{ state: 'failed', message: QUOTA }],
		[{ result: { error: QUOTA }, view: 'V' }],
		[{ result: { error: QUOTA, view: 'V' } }],
		[{ created: 5, errors: ['Row 3'] }, true],
		[{ created: 5, error: 'Row 3' }, true],
		[{ success: true, count: 98, errors: 2 }, true],
		[{ project_id: 'p9', success: true, errors: ['Topic 3'] }, true],
		[{ project_id: 'p9', errors: ['Topic 3'] }],
	])('not in a record, nor in what a call has done: %j', (body, isWrite = false) => {
		expect(call(body, isWrite)).toMatchObject({ body, records: undefined, notices: [] });
	});

	it('one of a call, too', () => {
		expect(() => call({ error: 'Row 3' }, true)).toThrow('Row 3');
		expect(() => call({ error: 'Row 3', created: 5 })).toThrow('Row 3');
		const { description } = problemOf(() => call({ success: false, message: QUOTA }, true));
		expect(description).not.toContain('Run the workflow again');
	});
});

describe('The user is told', () => {
	const state = 'says status: processing.';

	it.each<[JsonObject, string, string]>([
		[{ data: ROWS, errors: [{ message: QUOTA }] }, 'gap', `along with the records: ${QUOTA}`],
		[{ data: ROWS, success: false, message: QUOTA }, 'gap', QUOTA],
		[{ id: 'p', data: ROWS, error: QUOTA }, 'gap', QUOTA],
		[{ data: ROWS, error: 7 }, 'gap', 'an error along with the records.'],
		[{ data: ROWS, status: 'processing' }, 'note', `returned records and ${state}`],
		[{ project_id: 'p', data: ROWS, status: 'processing' }, 'note', state],
		[{ data: [], state: 'queued' }, 'doubt', 'returned no records and says state: queued.'],
		[{ data: ROWS, warnings: ['Cut', { message: 'at 3' }] }, 'note', 'records and says: Cut at 3'],
	])('of %j, which is a %s', (body, kind, message) => {
		expect(read(body).notices).toEqual([{ kind, text: expect.stringContaining(message) }]);
	});

	it.each<[string, JsonObject]>([
		['a usual state', { data: ROWS, status: 'Success' }],
		['an empty state, or one in no words', { data: [], status: ' ', state: 3 }],
		['another member', { data: ROWS, view: 'queued' }],
		['the state of a record that the list lies in', { id: 'p', status: 'paused', prompts: ROWS }],
		['the error of such a record', { data: { id: 'p', error: QUOTA, prompts: ROWS } }],
		['words beside records', { data: ROWS, message: 'Here they are', warnings: [] }],
		['a list of texts where the list is empty', { data: [], tags: ['a'] }],
	])('nothing of %s', (_what, body) => {
		expect(read(body).notices).toEqual([]);
	});

	it('of other lists where the one with a known name is empty', () => {
		expect(read({ data: [], prompts_list: [{ id: 1 }] })).toMatchObject({
			records: [],
			notices: [
				{
					kind: 'note',
					text: 'The list in the response is empty.',
					advice:
						"It has lists at: prompts_list. Enter the right one in 'Records At' under 'Options' → 'API Details'.",
				},
			],
		});
		expect(call({ data: [], total: 0, meta: { rows: ROWS } }).notices).toEqual([]);
	});

	it('nothing of the state that a call returns', () => {
		expect(call({ status: 'queued', rows: ROWS }, true).notices).toEqual([]);
	});

	it.each('message msg detail details reason code error_code warning warnings'.split(' '))(
		'the words in %s beside an empty list, in 200 characters',
		(name) => {
			const long = 'x'.repeat(199);
			expect(read({ data: [], [name]: `${long}yz`, ok: true }).serviceText).toBe(`${long}…`);
			expect(read({ data: { items: [], message: '', [name]: QUOTA } }).serviceText).toBe(QUOTA);
		},
	);

	it('the words in a list of warnings, or nothing where it has none', () => {
		expect(read({ data: [], warnings: ['Cut', { message: 'at 3' }] }).serviceText).toBe('Cut at 3');
		const many = Array.from({ length: 20 }, (_, place) => `${place} ${'x'.repeat(50)}`);
		expect(read({ data: [], warnings: many }).serviceText).toHaveLength(200);
		for (const warnings of [[], [null], {}, 7]) {
			expect(read({ data: [], warnings }).serviceText).toBeUndefined();
		}
	});

	const FINE =
		'OK,okay,success,Successful,successfully,succeeded,complete,completed,done,OK!,Done...';
	const SAID = 'look,okra,unsuccessful,Request successful,Not done,none,200';

	it.each(FINE.split(','))('nothing of %j, which says no more than that all is well', (message) => {
		expect(read({ data: [], message, detail: QUOTA }).serviceText).toBe(QUOTA);
	});

	it.each(SAID.split(','))('%j', (message) => {
		expect(read({ data: [], message, detail: QUOTA }).serviceText).toBe(message);
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
	it.each<[string, JsonValue, JsonValue[]?]>([
		['rows', { rows: ROWS }],
		['a.b.c.d.e', { a: { b: { c: { d: { e: ROWS } } } } }],
		['result.rows[]', { result: { rows: ROWS } }],
		[' result.rows ', { result: { rows: ROWS } }],
		['gpt-4.1.rows', { 'gpt-4.1': { rows: ROWS } }],
		['[]', [A, B]],
		['data[].tasks', BOARD],
		['[].tasks', BOARD.data ?? null],
		['edges[].node', { edges: [{ node: A }, { node: B }] }],
		['a[].b[].c', { a: [{ b: [{ c: [A] }, { c: [] }] }, { b: [{ c: [B] }] }] }],
		['data[][]', { data: [[A], [B]] }],
		['rows', { rows: [] }, []],
		['result.rows', { result: { rows: null } }, []],
		['data[].tasks', { data: null }, []],
		['data[].tasks', { data: [{ tasks: [] }, {}] }, []],
	])('%s is found in %j', (path, body, records = ROWS) => {
		expect(findListAtPath(body, path)?.records).toEqual(records);
	});

	it.each<[string, string, JsonValue]>([
		['another name', 'rows', { data: ROWS }],
		['an object', 'result.rows', { result: { rows: { a: 1 } } }],
		['a bare list', 'rows', ROWS],
		['columns without tasks', 'data[].tasks', { data: [{ id: 'todo' }, { id: 'done' }] }],
		['columns with texts', 'data[].tasks', { data: [{ tasks: 'none' }] }],
		['an inherited name', 'constructor', {}],
	])('is not there where there is %s', (_what, path, body) => {
		expect(findListAtPath(body, path)).toBeUndefined();
	});

	it('may be counted by the objects on the way to it', () => {
		const page = { rows: ROWS, total: 7 };
		const deep = { data: { result: page } };
		expect(findListAtPath(deep, 'data.result.rows')?.envelopes).toEqual([deep, deep.data, page]);
		const dotted = { 'gpt-4.1': page };
		expect(findListAtPath(dotted, 'gpt-4.1.rows')?.envelopes).toEqual([dotted, page]);
		expect(findListAtPath(BOARD, 'data[].tasks')?.envelopes).toEqual([BOARD]);
		expect(findListAtPath([{ tasks: ROWS }], '[].tasks')?.envelopes).toEqual([]);
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
			for (const record of findListAtPath(body, at)?.records ?? []) {
				expect(text).toContain(JSON.stringify(record));
			}
		};
		fc.assert(fc.property(tree, path, check), { numRuns: samples(300) });
	});
});

describe('Records At', () => {
	const readAt = (body: JsonValue, at: string, further: Partial<ExpectedAnswer> = {}) =>
		read(body, { listNames: ['tasks'], recordsAt: at, answerKind: 'list', ...further });

	it.each<ExpectedAnswer['answerKind']>(['list', 'any', 'record'])(
		'decides for the kind %s',
		(answerKind) => {
			expect(readAt({ data: [1], rows: ROWS, title: 'T' }, 'rows', { answerKind })).toMatchObject({
				records: ROWS,
				notices: [],
			});
		},
	);

	it('makes the total of the answer count, and leaves a refusal what it is, unless it has records', () => {
		const refusal = { success: false, message: QUOTA };
		expect(() => readAt(refusal, 'rows')).toThrow(QUOTA);
		const empty = { id: 'r', rows: [], error: QUOTA };
		expect(() => readAt(empty, 'rows', { answerKind: 'any' })).toThrow(QUOTA);
		expect(readAt({ ...refusal, a: { rows: ROWS } }, 'a.rows').records).toEqual(ROWS);
		expect(readAt({ result: { rows: ROWS, total: 7 } }, 'result.rows').signs.total).toBe(7);
	});

	it('takes columns for columns, and an empty list for empty, of which nothing is said', () => {
		expect(readAt(BOARD, 'data[].tasks')).toMatchObject({ records: ROWS, notices: [] });
		expect(readAt(BOARD, 'data').notices).toEqual([]);
		expect(readAt({ rows: [], tasks: ROWS }, 'rows').notices).toEqual([]);
	});

	const thirty = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`list${n + 10}`, ROWS]));

	it.each<[string, JsonValue, string | RegExp]>([
		['the lists', { result: { rows: ROWS }, tasks: ROWS }, 'has lists at: result.rows, tasks. '],
		['lists in records', { data: [{ tasks: ROWS }] }, 'It has lists at: data, data[].tasks. '],
		['nothing, as there are none', { view: 'list' }, 'To see the whole response, '],
		['ten lists at most', thirty, /list10, (list\d+, ){8}list19\. /],
	])('that leads to no list is an error that names %s', (_what, body, words) => {
		const { message, description } = problemOf(() => readAt(body, 'result.items'));
		expect(message).toBe('The response has no list at result.items');
		expect(description).toMatch(words);
		expect(description).not.toContain('carried out');
		const ofCall = problemOf(() => readAt(body, 'result.items', WRITE));
		expect(ofCall.description).toContain('may have been carried out');
	});

	it('says that there is no list where the list elsewhere is empty', async () => {
		const { records, hasNoList, kinds } = await readFrom(() => ({ items: [] }), {
			expected: { recordsAt: 'result.rows' },
		});
		expect([records, hasNoList, kinds]).toEqual([[], true, ['gap']]);
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

	it('that leads nowhere on a later page is an error beside the records until then', async () => {
		const { records, error } = await readFrom(
			({ offset }) => ({ result: { rows: offset === 0 ? rowsFrom(0, 100) : 'see items' } }),
			{ expected: { recordsAt: 'result.rows' } },
		);
		expect(records).toEqual(rowsFrom(0, 100));
		expect(error).toMatchObject({
			message: 'The response has no list at result.rows',
			description: expect.stringMatching(/\n100 records were read before that\.$/),
		});
	});
});

describe('An entry of a list', () => {
	it.each<[JsonValue, (number | string)?, string?]>([
		['Coffee', 'Coffee', 'Coffee'],
		[42, 42, '42'],
		[{ id: 'a', topic_id: 'b', name: 'Coffee' }, 'b', 'Coffee'],
		[{ id: 1, topic_name: 'Coffee', topic: 'C', title: 'D', country: 'E' }, 1, 'Coffee'],
		[{ id: 1, topic: 'Coffee', title: 'D' }, 1, 'Coffee'],
		[{ id: 1, name: ' ', title: 'Coffee' }, 1, 'Coffee'],
		[{ id: 1, label: 'Coffee' }, 1, 'Coffee'],
		[{ id: 1, name: 'A', topic_name: 'B', country: 'E' }, 1, 'A'],
		[{ id: 1, name: null, country: 'DE' }, 1, 'DE'],
		[{ id: 1, country: 'DE', language: 'de' }, 1, 'DE · de'],
		[{ id: 1, country_code: 'DE', language_code: 'de' }, 1, 'DE · de'],
		[{ id: 1, language: 'de' }, 1, 'de'],
		[{ name: 'DE', country: 'DE' }, 'DE', 'DE'],
		[{ id: 7 }, 7, '7'],
		[{ name: 5 }, 5, '5'],
		[null],
		[true],
		[' '],
		[['a']],
		[{ other: 'a' }],
		[{ id: {}, name: ['a'] }],
		// The service knows no market by a name that is put together here.
		[{ country: 'DE', language: 'de' }],
	])('%j goes by the ID %j and the name %j', (...given) => {
		const [entry, id, name] = given;
		expect(readNamedEntry(entry, 'topic')).toEqual(id === undefined ? undefined : { id, name });
	});
});
