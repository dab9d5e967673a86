import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { type Look, readAnswer, type Reading } from '../../nodes/shared/answer';
import { isRefusal, reportsError } from '../../nodes/shared/answer/refusal';
import { problemOf } from './thrown';

const RECORDS = [{ id: 'a' }, { id: 'b' }];

const read = (body: JsonValue, kind: Look['kind'] = 'list', isWrite = false): Reading =>
	readAnswer(
		{ body, headers: {}, size: 0 },
		{ api: 'geo', names: ['prompts'], at: '', kind, isWrite },
	);

/** Answers that refuse, and what is said of them. */
const REFUSALS: ReadonlyArray<readonly [JsonValue, string]> = [
	[{ success: false, message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ success: false, message: 'Quota exceeded', data: [] }, 'Quota exceeded'],
	[{ success: false, message: 'Quota exceeded', data: null }, 'Quota exceeded'],
	[{ success: false, message: 'Quota exceeded', data: {} }, 'Quota exceeded'],
	[{ success: 'false', message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ success: ' False ', message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ Success: 0, message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ ok: false, detail: 'Key expired' }, 'Key expired'],
	[{ succeeded: 'no', message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ error: 'Quota exceeded' }, 'Quota exceeded'],
	[{ error: { code: 7, message: 'Quota exceeded' } }, 'Quota exceeded'],
	[{ error: 'Quota exceeded', prompts: [] }, 'Quota exceeded'],
	[{ error: 'Quota exceeded', total: 0, data: [] }, 'Quota exceeded'],
	[{ errors: ['Row 2', 'Row 3'] }, 'Row 2'],
	[{ errors: [{ message: 'No access' }], data: null }, 'No access'],
	[{ errors: { name: ["can't be blank"] } }, "can't be blank"],
	[{ is_error: true, message: 'Down' }, 'Down'],
	[{ hasError: 'yes', message: 'Down' }, 'Down'],
	[{ id: 'req-1', error: 'Quota exceeded' }, 'Quota exceeded'],
	[{ request_id: 'req-1', error: 'Quota exceeded' }, 'Quota exceeded'],
	[{ status: 'error', message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ status: 'failed', message: 'Down' }, 'Down'],
	[{ status: 'Denied', reason: 'No access' }, 'No access'],
	[{ status: ' error\n', message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ status: 404, title: 'Not Found', detail: 'No such list' }, 'No such list'],
	[{ code: 400, message: 'Bad request' }, 'Bad request'],
	[{ id: 'req-1', status: 'error', message: 'Down', data: [] }, 'Down'],
	[{ statusCode: '503', message: 'Down' }, 'Down'],
	[{ error_code: 429, message: 'Too many' }, 'Too many'],
	[{ data: { error: 'Quota exceeded' } }, 'Quota exceeded'],
	[{ status: 'ok', result: { success: false, message: 'Down' } }, 'Down'],
	[{ response: { data: { error: 'Down' } } }, 'Down'],
	[[{ error: 'Quota exceeded' }], 'Quota exceeded'],
	[{ data: [{ success: false, message: 'Down' }] }, 'Down'],
	[{ isSuccess: false, message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ successful: 'FALSE', message: 'Quota exceeded', data: [] }, 'Quota exceeded'],
	[{ error_message: 'Quota exceeded', data: [] }, 'Quota exceeded'],
	[{ errorMessage: 'Quota exceeded', errorType: 'Quota' }, 'Quota exceeded'],
	[{ err: 'Quota exceeded' }, 'Quota exceeded'],
	[{ fault: { faultstring: 'Quota exceeded' } }, 'Quota exceeded'],
	[{ exception: 'Quota exceeded', prompts: [] }, 'Quota exceeded'],
	[{ status: false, message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ status: 'KO', message: 'Quota exceeded', data: [] }, 'Quota exceeded'],
	[{ status: 'unauthorized', message: 'No access' }, 'No access'],
	[{ type: 'error', message: 'Quota exceeded' }, 'Quota exceeded'],
	[{ status: { code: 429, message: 'Too many' }, data: [] }, 'Too many'],
	[{ status: { success: false, message: 'Down' } }, 'Down'],
	[{ meta: { success: false, message: 'Down' }, data: [] }, 'Down'],
	[{ meta: { code: 403, error_message: 'No access' }, data: [] }, 'No access'],
	[{ data: { prompts: { edges: [], error: 'Down' } } }, 'Down'],
	[{ error_code: 'QUOTA', data: [] }, 'QUOTA'],
	[{ errorCode: 1234, data: [] }, '1234'],
	[{ result: 'error', data: [] }, 'error'],
	[{ result: ' Failed ', message: 'Down', data: [] }, 'Down'],
	[{ result: 'Failed', message: 'Down', prompts: [] }, 'Down'],
	[{ data: [], errors: 2, message: 'Two shards are down' }, 'Two shards are down'],
];

/** Answers that say something like it, and are none. */
const NO_REFUSALS: readonly JsonValue[] = [
	{ success: true, data: [] },
	{ success: null, data: [] },
	{ ok: 1, data: [] },
	{ error: null, errors: [], data: [] },
	{ error: false, data: [] },
	{ error: 'false', data: [] },
	{ error: '', message: 'Done', data: [] },
	{ errors: {}, data: [] },
	{ errors: { count: 0, list: [] }, data: [] },
	{ errors: 0, data: [] },
	{ status: 'ok', data: [] },
	{ status: 200, message: 'OK', data: [] },
	{ status: 'open' },
	{ code: 600 },
	{ status: { text: 'open' } },
	{ error_count: 3, data: [] },
	{ error_code: 0, data: [] },
	{ error_code: '0', error: 'none', data: [] },
	{ errorCode: 200, data: [] },
	{ errorCode: 'SUCCESS', error: 'OK', data: [] },
	{ error_code: '200 OK', error: 'No errors found.', data: [] },
	{ errorCode: 'E_OK', error: 'n/a', err: '-', data: [] },
	{ error_code: ' 0 ', error: 'none\n', data: [] },
	{ result: 'ok', data: [] },
	{ result: 450, data: [] },
	{ result: [] },
	{ error: 'no', data: [] },
	{ status: true, data: [] },
	{ status: { code: 200 }, meta: { error: null, success: true }, data: [] },
	{ type: 'list', data: [] },
	{ message: 'Try later' },
	{ data: [] },
	{ view: 'list' },
	{},
	[],
	'error',
	7,
	null,
];

describe('A refusal with a status of success', () => {
	it.each(REFUSALS)('is %j', (body, message) => {
		const error = problemOf(() => read(body));
		expect(error).toBeInstanceOf(ServiceError);
		expect(`${error.message}\n${error.description}`).toContain(message);
		expect(error.description).toContain(
			'The GEO API answered with a success status, but its response says that the request failed.',
		);
	});

	it.each(NO_REFUSALS)('is not %j', (body) => {
		expect(read(body).body).toBe(body);
	});

	it.each<Look['kind']>(['list', 'any', 'record'])('is one for the kind %s, too', (kind) => {
		expect(() => read({ success: false, message: 'Down' }, kind)).toThrow('Down');
		expect(() => read({ error: 'Down', data: [] }, kind)).toThrow('Down');
	});

	it('is told in its own words, as an error with another status is', () => {
		const { message, description } = problemOf(() => read({ errors: ['Row 2', 'Row 3'] }));
		expect(message).toBe('Row 2');
		expect(description).toMatch(/^Row 3\n/);
	});
});

describe('A record with fields like those of a refusal', () => {
	it.each<[JsonValue]>([
		[{ id: 't1', name: 'Crawl', error: 'Timed out' }],
		[{ id: 't1', name: 'Crawl', success: false }],
		[{ task_id: 't1', error: 'Timed out' }],
		[{ id: 't1', title: 'Crawl', status: 'failed' }],
		[{ id: 't1', status: 'error', message: 'Timed out' }],
		[{ data: { id: 't1', title: 'Crawl', status: 'failed' } }],
	])('is one where it is the answer: %j', (body) => {
		expect(isRefusal(body)).toBe(false);
		expect(read(body, 'any').body).toBe(body);
		expect(read(body, 'record').body).toBe(body);
	});

	it.each<[JsonValue]>([
		[{ id: 't1', name: 'Crawl', error: 'Timed out' }],
		[{ id: 't1', error: 'Timed out' }],
		[{ id: 't1', title: 'Crawl', status: 'failed' }],
		[{ title: 'Crawl', status: 'failed' }],
		[{ name: 'Crawl', error: 'Timed out' }],
		[{ status_code: 404, count: 12 }],
		[{ type: 'error', count: 3 }],
	])('is one where it is alone in a list: %j', (record) => {
		for (const kind of ['list', 'any'] as const) {
			expect(read({ data: [record], total: 1 }, kind)).toMatchObject({ records: [record] });
			expect(read([record], kind)).toMatchObject({ records: [record], remarks: [] });
		}
	});

	it('is one beside others, even if all have nothing else', () => {
		const records = [{ error: 'Row 1' }, { error: 'Row 2' }];
		expect(read({ data: records }).records).toBe(records);
	});
});

describe('What a call has done', () => {
	const MAY_HAVE_RUN = 'The call may have been carried out all the same';

	it.each<[JsonValue, string]>([
		[{ created: 5, errors: 2 }, '{"errors":2}'],
		[{ created: 5, created_ids: [1], errors: ['Row 3 is wrong'] }, 'Row 3 is wrong'],
		[{ success: true, created: 5, errors: ['Row 3 is wrong'] }, 'Row 3 is wrong'],
	])('is a record with a hint, though there were errors: %j', (body, words) => {
		expect(read(body, 'any', true)).toMatchObject({
			records: undefined,
			remarks: [{ kind: 'note', message: `The response contains an error: ${words}` }],
		});
	});

	it.each<[JsonValue, boolean]>([
		[{ success: false, message: 'Quota exceeded' }, true],
		[{ created: 5, errors: ['Row 3 is wrong'] }, false],
	])('is nothing after a clear refusal, and nothing where it only reads: %j', (body, isWrite) => {
		const { description } = problemOf(() => read(body, 'any', isWrite));
		expect(description).not.toContain(MAY_HAVE_RUN);
	});

	it('is not lost where the list is elsewhere than the user said', () => {
		const look = { api: 'geo', names: [], at: 'rows', kind: 'any', isWrite: true } as const;
		const { description } = problemOf(() =>
			readAnswer({ body: { id: 7 }, headers: {}, size: 0 }, look),
		);
		expect(description).toContain(MAY_HAVE_RUN);
	});
});

describe('An empty list that comes with errors', () => {
	it('is not believed, if the errors are no refusal', () => {
		expect(read({ data: [], errors: 2, shards: 5 })).toMatchObject({
			records: [],
			remarks: [{ kind: 'gap' }],
		});
	});
});

describe('Records that come with an error', () => {
	it.each([
		[{ data: RECORDS, errors: ['Row 3 is missing'] }],
		[{ id: 'r1', prompts: RECORDS, error: 'Row 3 is missing' }],
		[{ success: false, message: 'Row 3 is missing', data: { items: RECORDS } }],
		[{ success: false, message: 'Row 3 is missing', result: RECORDS }],
	])('are read, and that some may be missing is said: %j', (body) => {
		const { records, remarks } = read(body);
		expect(records).toEqual(RECORDS);
		expect(remarks).toEqual([
			{
				kind: 'gap',
				message: 'The service returned an error along with the records: Row 3 is missing',
			},
		]);
	});

	it.each<Look['kind']>(['any', 'record'])('are no refusal for the kind %s', (kind) => {
		const body = { error: 'Row 3 is missing', report: { rows: RECORDS, columns: RECORDS } };
		expect(read(body, kind)).toMatchObject({ body, records: undefined });
	});

	it('are no reason to say so where the error is that of a record', () => {
		const records = [
			{ id: 1, error: 'Timed out' },
			{ id: 2, error: null },
		];
		expect(read({ data: records }).remarks).toEqual([]);
	});
});

describe('Whether an answer reports an error', () => {
	it('never throws, and is never so without such a member', () => {
		const names = fc.constantFrom('success', 'ok', 'error', 'errors', 'data', 'id', 'status', 'x');
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof(
				{ depthSize: 'medium' },
				fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
				fc.array(tie('tree'), { maxLength: 2 }),
				fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
			),
		}));
		const check = (value: unknown) => {
			const text = JSON.stringify(value);
			const body: JsonValue = JSON.parse(text);
			const mayReport = /"(success|ok|errors?)":/.test(text);
			if (!mayReport) expect(reportsError(body)).toBe(false);
			if (!mayReport && !text.includes('"status":')) expect(isRefusal(body)).toBe(false);
			if (Array.isArray(body)) expect(isRefusal(body)).toBe(false);
		};
		fc.assert(fc.property(tree, check), { numRuns: 1000 });
	});
});
