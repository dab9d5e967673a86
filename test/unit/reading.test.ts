import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { parseNamedEntry } from '../../nodes/shared/projects';
import { ServiceError } from '../../nodes/shared/base';
import { type ListQuery, Lists } from '../../nodes/shared/reading';
import { type PageMetadata, readPage } from '../../nodes/shared/reading/response';
import { samples } from '../samples';
import { EXPECTED, readFrom, rowsFrom } from './pageServer';
import { problemOf } from './thrown';

const ROWS: JsonObject[] = [{ id: 'a' }, { id: 'b' }];
const [A = null, B = null] = ROWS;

const read = (body: JsonValue | undefined, query: Partial<ListQuery> = {}) =>
	readPage(body, { ...EXPECTED, limit: Infinity, ...query });

/** A request that may change something. */
const WRITE = { request: { ...EXPECTED.request, effect: 'unsafe' as const } };

const call = (body: JsonValue, isWrite = false) =>
	read(body, { answerKind: 'any', listNames: ['grids', 'rows'], ...(isWrite && WRITE) });

describe('The list in a response', () => {
	it.each<[string, JsonValue, JsonValue?]>([
		['the response', ROWS],
		...['prompts', 'data', 'items', 'results', 'records'].map((name): [string, JsonValue] => [
			name,
			{ [name]: ROWS, stats: { a: 1 }, others: [{}] },
		]),
		['a name in data', { data: { items: ROWS }, view: 'list' }],
		['the name of the resource first', { data: [{ other: 1 }], prompts: ROWS }],
		['the first array', { data: null, items: ['a'], results: ROWS }, ['a']],
		['the first array with entries', { data: [], items: ROWS }],
		['the first array with entries, below data', { results: [], data: { items: ROWS } }],
		['beside an ID', { id: 'req-1', data: ROWS }],
	])('is found: %s', (_what, body, records = ROWS) => {
		expect(read(body)).toMatchObject({ records, notices: [] });
	});

	it.each<[string, JsonValue]>([
		['another name', { visibility: ROWS }],
		['two levels below data', { data: { result: { items: ROWS } } }],
		['below another name', { result: { items: ROWS } }],
		['records by ID', { data: { a: { id: 'a' } } }],
		['null', { data: null }],
		['a text', { data: JSON.stringify(ROWS) }],
	])('is missing, which is an error: %s', (_what, body) => {
		expect(() => read(body)).toThrow('The response has no list of records');
	});

	it.each<[string, JsonValue, boolean]>([
		['a usual name', { data: ROWS, message: 'Found', request_id: 'r' }, true],
		['a part of the path', { grids: ROWS }, true],
		['in data', { data: { rows: ROWS, total: 2 }, success: true }, true],
		['another name', { things: ROWS, total: 2 }, false],
		['beside an ID', { id: 'report', results: ROWS }, false],
		['beside another ID', { task_id: 't', data: ROWS }, false],
		['beside a field', { name: 'Board', rows: ROWS }, false],
		['beside another list', { grids: ROWS, owners: ROWS }, false],
	])('is the records of a call, or a part of its one record: %s', (_what, body, isList) => {
		expect(call(body).records).toEqual(isList ? ROWS : [body]);
	});
});

describe('What a response says about its list', () => {
	it.each<[JsonObject, PageMetadata]>([
		[{ total: 7 }, { total: 7 }],
		[{ total: 0 }, { total: 0 }],
		[{ totalCount: '70' }, { total: 70 }],
		[{ total: 7, total_count: 9 }, { total: 9 }],
		[{ meta: { total: 7 } }, { total: 7 }],
		[{ pagination: { total: 7 } }, { total: 7 }],
		[{ total: -1, total_count: 2.5 }, { total: undefined }],
		[{ total: '250+', total_count: ' 7' }, { total: undefined }],
		[{ count: 7, links: { total: 7 } }, { total: undefined }],
		[{ has_more: true }, { hasMore: true }],
		[{ hasNext: false }, { hasMore: false }],
		[{ has_more: false, meta: { has_more: true } }, { hasMore: true }],
		[{ has_more: 'true' }, { hasMore: undefined }],
		[{ next: 'a', nextCursor: 'b' }, { next: 'a' }],
		[{ next: 5 }, { next: 5 }],
		[{ next_cursor: '' }, { next: null }],
		[{ next: '/2' }, { next: '/2' }],
		[{ limit: 5, meta: { limit: 50 } }, { limit: 5 }],
	])('%j is %j', (beside, metadata) => {
		expect(read({ data: ROWS, ...beside }).metadata).toMatchObject(metadata);
		expect(read({ data: { items: ROWS, ...beside } }).metadata).toMatchObject(metadata);
	});
});

const QUOTA = 'Quota exceeded';
const RAN = 'may have been carried out';

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
		[{ status: 'failed', message: QUOTA, items: [] }],
	])('%j', (body) => {
		expect(problemOf(() => read(body)).message).toContain(QUOTA);
		expect(problemOf(() => read(body, { answerKind: 'any' })).message).toContain(QUOTA);
	});

	it.each<[JsonObject]>([
		[{ id: 'req-1', success: false, error: QUOTA }],
		[{ id: 'req-1', status: 'failed', message: QUOTA, data: [] }],
		[{ data: { id: 'p', status: 'failed', message: QUOTA, items: [] } }],
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
		expect(call(body, isWrite)).toMatchObject({ records: [body], notices: [] });
	});

	it('one of a call, too', () => {
		expect(() => call({ error: 'Row 3' }, true)).toThrow('Row 3');
		expect(() => call({ error: 'Row 3', created: 5 })).toThrow('Row 3');
		const { description } = problemOf(() => call({ success: false, message: QUOTA }, true));
		expect(description).not.toContain('Run the workflow again');
		expect(description).not.toContain(RAN);
		const refused = { success: false, task_id: 't1', message: QUOTA };
		const problem = problemOf(() => call(refused, true));
		expect([problem.message, problem.description]).toEqual([QUOTA, expect.stringContaining(RAN)]);
		expect(call(refused).records).toEqual([refused]);
	});
});

describe('The user is told', () => {
	it.each<[JsonValue, string, string]>([
		[{ data: ROWS, errors: [{ message: QUOTA }] }, 'gap', `along with the records: ${QUOTA}`],
		[{ data: ROWS, success: false, message: QUOTA }, 'gap', QUOTA],
		[{ data: ROWS, status: 'failed', message: QUOTA }, 'gap', QUOTA],
		[{ id: 'p', data: ROWS, error: QUOTA }, 'gap', QUOTA],
		[{ data: ROWS, error: 7 }, 'gap', 'an error along with the records.'],
		[{ data: ROWS, status: 'processing' }, 'note', 'The service says status: processing'],
		[{ data: [], state: 'queued' }, 'note', 'The service says state: queued'],
		[{ data: ROWS, warnings: ['Cut', { message: 'at 3' }] }, 'note', 'says: Cut at 3'],
		[{ data: [], message: QUOTA }, 'note', `The service says: ${QUOTA}`],
		[{ columns: ['a'], data: [['a'], [1]] }, 'gap', 'has lists, or texts with JSON'],
		[{ data: ['{"id":1}'] }, 'gap', 'has lists, or texts with JSON'],
	])('of %j, by a %s', (body, kind, message) => {
		expect(read(body).notices).toMatchObject([{ kind, text: expect.stringContaining(message) }]);
	});

	it.each<[string, JsonObject]>([
		['a usual state', { data: ROWS, status: 'Success' }],
		['an empty state, or one in no words', { data: [], status: ' ', state: 3 }],
		['another member', { data: ROWS, view: 'queued' }],
		['the state of a record that the list lies in', { id: 'p', status: 'paused', prompts: ROWS }],
		['the error of such a record', { data: { id: 'p', error: QUOTA, items: ROWS } }],
		['words beside records', { data: ROWS, message: 'Here they are', warnings: [] }],
		['a list of texts where the list is empty', { data: [], tags: ['a'] }],
		['texts that only look like JSON', { data: ['[Draft] a', '{b'] }],
		['texts that are JSON by chance', { data: ['5', 'true'] }],
		['the failed status of a record around its list', { id: 'p', status: 'failed', prompts: ROWS }],
		['words that only report success', { data: [], message: 'Done...' }],
	])('nothing of %s', (_what, body) => {
		expect(read(body).notices).toEqual([]);
	});

	it('nothing of the state that a call returns', () => {
		expect(call({ status: 'queued', rows: ROWS }, true).notices).toEqual([]);
	});

	it('the words beside an empty list in 200 characters', () => {
		const [notice] = read({ data: [], detail: 'x'.repeat(300) }).notices;
		expect(notice?.text).toBe(`The service says: ${'x'.repeat(199)}…`);
	});
});

const readAt = (body: JsonValue, at: string, further: Partial<ListQuery> = {}) =>
	read(body, { listNames: ['tasks'], recordsAt: at, ...further });

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

it.each([
	[undefined, 2],
	[408, 2],
	[429, 2],
	[500, 2],
	[403, 1],
])(
	'A list that fails with the status %s is asked for %i times by two items',
	async (status, times) => {
		let asked = 0;
		const send = () => {
			asked += 1;
			return Promise.reject(new ServiceError('It failed', '', status));
		};
		const lists = new Lists({ hasBaseUrl: () => true, send }, {}, true);
		for (let item = 0; item < 2; item += 1) await lists.read({ ...EXPECTED, limit: 10 });
		expect(asked).toBe(times);
	},
);

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
		expect(readAt(body, path).records).toEqual(records);
	});

	it.each<[string, string, JsonValue]>([
		['another name', 'rows', { data: ROWS }],
		['an object', 'result.rows', { result: { rows: { a: 1 } } }],
		['a bare list', 'rows', ROWS],
		['columns without tasks', 'data[].tasks', { data: [{ id: 'todo' }, { id: 'done' }] }],
		['columns with texts', 'data[].tasks', { data: [{ tasks: 'none' }] }],
		['an inherited name', 'constructor', {}],
	])('is not there where there is %s', (_what, path, body) => {
		expect(() => readAt(body, path)).toThrow(`The response has no list at ${path}`);
	});

	const deep = (outer: JsonObject, data: JsonObject = {}, result: JsonObject = {}): JsonValue => ({
		...{ ...outer, other: { total: 9 } },
		data: { ...data, other: { total: 9 }, result: { ...result, rows: ROWS } },
	});
	const COUNTED = { total: 7 };

	it.each<[string, JsonValue, PageMetadata]>([
		['data.result.rows', deep({ ...COUNTED, limit: 1 }, { limit: 5 }), { total: 7, limit: 1 }],
		['data.result.rows', deep({}, { total: 7, limit: 5 }, { limit: 1 }), { total: 7, limit: 5 }],
		['data.result.rows', deep({}, {}, COUNTED), COUNTED],
		['gpt-4.1.rows', { 'gpt-4.1': { rows: ROWS, ...COUNTED } }, COUNTED],
		['gpt-4.1.rows', { 'gpt-4.1': { rows: ROWS }, ...COUNTED }, COUNTED],
		['data[].tasks', { data: [{ tasks: ROWS, total: 9 }], ...COUNTED }, COUNTED],
		['[].tasks', [{ tasks: ROWS, total: 9 }], { total: undefined }],
	])('%s may be counted by the objects on the way to it: %j', (path, body, metadata) => {
		expect(readAt(body, path).metadata).toMatchObject(metadata);
	});

	it('is found or missing, whatever the answer and the path', () => {
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
			try {
				for (const record of readAt(body, at).records) {
					expect(text).toContain(JSON.stringify(record));
				}
			} catch (error) {
				const message = /^The (response has no list|GEO API returned an empty response)/;
				expect(error).toMatchObject({ message: expect.stringMatching(message) });
			}
		};
		fc.assert(fc.property(tree, path, check), { numRuns: samples(300) });
	});
});

describe('Records At', () => {
	it.each<ListQuery['answerKind']>(['list', 'any', 'record'])(
		'decides for the kind %s',
		(answerKind) => {
			expect(readAt({ data: [1], rows: ROWS, title: 'T' }, 'rows', { answerKind })).toMatchObject({
				records: ROWS,
				notices: [],
			});
		},
	);

	it('leaves a refusal what it is, unless it has records, and reads the total on its way', () => {
		const refusal = { success: false, message: QUOTA };
		expect(() => readAt(refusal, 'rows')).toThrow(QUOTA);
		const empty = { id: 'r', rows: [], error: QUOTA };
		expect(() => readAt(empty, 'rows', { answerKind: 'any' })).toThrow(QUOTA);
		expect(readAt({ ...refusal, a: { rows: ROWS } }, 'a.rows').records).toEqual(ROWS);
		expect(readAt({ result: { rows: ROWS, total: 7 } }, 'result.rows').metadata.total).toBe(7);
	});

	it('takes columns for columns', () => {
		expect(readAt(BOARD, 'data[].tasks')).toMatchObject({ records: ROWS, notices: [] });
		expect(readAt(BOARD, 'data').notices).toEqual([]);
	});

	it('is a dot for the whole response, of which nothing more follows', () => {
		const bodies: JsonValue[] = [{ data: ROWS, total: 9, next: 'a' }, ROWS, 'text', {}];
		for (const body of bodies) {
			expect(readAt(body, '.')).toEqual({
				...{ records: [body], metadata: { hasMore: false }, notices: [] },
			});
		}
	});

	const thirty = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`list${n + 10}`, ROWS]));

	it.each<[string, JsonValue, string | RegExp]>([
		['the lists', { result: { rows: ROWS }, tasks: ROWS }, 'It has: result.rows, tasks. '],
		['ten at most', thirty, /list10, (list\d+, ){8}list19\. /],
	])('that leads to no list is an error that names %s', (_what, body, words) => {
		const { message, description } = problemOf(() => readAt(body, 'result.items'));
		expect(message).toBe('The response has no list at result.items');
		expect(description).toMatch(words);
		expect(description).not.toContain('carried out');
		const ofCall = problemOf(() => readAt(body, 'result.items', WRITE));
		expect(ofCall.description).toContain('may have been carried out');
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
		expect(parseNamedEntry(entry, 'topic')).toEqual(id === undefined ? undefined : { id, name });
	});
});
