import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ExpectedAnswer } from '../../nodes/shared/reading/expectedAnswer';
import type { Signs } from '../../nodes/shared/reading/signs';
import { readAnswer } from '../../nodes/shared/reading/readAnswer';
import { EXPECTED } from './pageServer';
import { problemOf } from './thrown';

const ROWS = [{ id: 'a' }, { id: 'b' }];

const read = (body: JsonValue | undefined, expected: Partial<ExpectedAnswer> = {}) =>
	readAnswer({ body, headers: {}, size: 0 }, { ...EXPECTED, ...expected });

const call = (body: JsonValue, isWrite = false) =>
	read(body, { kind: 'any', names: ['grids', 'rows'], isWrite });

describe('The list in an answer is', () => {
	it.each<[string, JsonValue]>([
		['the answer', ROWS],
		['data', { data: ROWS, total: 2 }],
		['items', { items: ROWS }],
		['results', { results: ROWS }],
		['records', { records: ROWS }],
		['rows', { rows: ROWS }],
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
		['empty', { data: [] }],
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
		['edges', { data: { prompts: { edges: [{ node: ROWS[0] ?? {} }] } } }],
		['records by ID', { data: { a: { id: 'a' } } }],
		['lists of texts', { names: ['a', 'b'] }],
		['none', { view: 'list' }],
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
		[{ pagination: { total: 7 } }, { total: 7 }],
		[{ paging: { 'Total-Count': 7 } }, { total: 7 }],
		[{ page: { total: 7, total_pages: 4 } }, { total: 7, totalPages: 4 }],
		[{ count: 7 }, { total: 7 }],
		[{ count: 2 }, { total: undefined }],
		[{ total: -1, total_count: 2.5 }, { total: undefined }],
		[{ total: '250+', count: 'many' }, { total: undefined }],
		[{ links: { total: 7 }, x_total: 7 }, { total: undefined }],
		[{ has_more: true }, { hasMore: true }],
		[{ hasNext: 'false' }, { hasMore: false }],
		[{ has_next_page: false, meta: { has_more: true } }, { hasMore: true }],
		[{ has_more: 'perhaps' }, { hasMore: undefined }],
		[{ next: 'abc' }, { hasNext: true, next: 'abc' }],
		[{ next_page: 2 }, { hasNext: true, next: 2 }],
		[{ next_cursor: null }, { hasNext: false, next: undefined }],
		[
			{ next: ' ', nextCursor: 'abc' },
			{ hasNext: true, next: 'abc' },
		],
		[{ next: '/prompts?page=2' }, { hasNext: true, next: undefined }],
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
		[{ ok: false, reason: QUOTA, request_id: 'r' }],
		[{ error: QUOTA }],
		[{ error: { code: 'quota', message: QUOTA }, data: null }],
		[{ errors: [{ message: QUOTA }], data: { items: [] } }],
		[{ id: 'req-1', error: QUOTA, data: [] }],
		[{ data: { error: QUOTA } }],
		[{ result: { success: false, message: QUOTA } }],
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
	it.each<[string, string | undefined, JsonObject, string]>([
		[
			'an error beside records',
			'gap',
			{ data: ROWS, errors: [{ message: QUOTA }] },
			`along with the records: ${QUOTA}`,
		],
		['that the request failed', 'gap', { data: ROWS, success: false, message: QUOTA }, QUOTA],
		[
			'a state beside records',
			'note',
			{ data: ROWS, status: 'processing' },
			'returned records and says status: processing.',
		],
		[
			'a state beside no records',
			'doubt',
			{ data: [], state: 'queued' },
			'returned no records and says state: queued.',
		],
		[
			'a warning',
			'note',
			{ data: ROWS, warnings: ['Cut', { message: 'at 3' }] },
			'returned records and says: Cut at 3',
		],
	])('%s', (_what, kind, body, message) => {
		expect(read(body).notices).toMatchObject([{ kind, message: expect.stringContaining(message) }]);
	});

	it.each<[string, JsonObject]>([
		['a usual state', { data: ROWS, status: 'Success' }],
		['a state that is a number', { data: ROWS, status: 200 }],
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
		['Request was not successful', 'Request was not successful'],
		['Done for this month: no quota', 'Done for this month: no quota'],
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
