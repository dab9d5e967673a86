import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Look } from '../../nodes/shared/answer/look';
import { readAnswer } from '../../nodes/shared/answer/readAnswer';
import { readFrom, rowsFrom, slice } from './pageServer';

const ROWS = rowsFrom(0, 3);

const remarksOn = (body: JsonValue, look: Partial<Look> = {}) =>
	readAnswer(
		{ body, headers: {}, size: 0 },
		{ api: 'geo', names: ['prompts'], at: '', kind: 'list', ...look },
	).remarks;

const WORDS =
	'pending processing PROCESSING queued in_queue running in_progress In-Progress started accepted ' +
	'preparing generating building computing loading waiting not_ready unfinished incomplete partial ' +
	'timed_out timeout';

describe('That an answer is not finished', () => {
	it.each<[JsonObject]>([
		...WORDS.split(' ').map((status): [JsonObject] => [{ status }]),
		[{ state: 'PENDING' }],
		[{ jobStatus: 'in progress', job_id: 'j1', eta: 'soon', progress: 40 }],
		[{ ready: false }],
		[{ isReady: 'false' }],
		[{ loading: true }],
		[{ is_loading: true }],
		[{ timed_out: true }],
		[{ isTimedOut: true }],
		[{ meta: { status: 'processing' } }],
		[{ object: 'list', status: 'processing', total: 0, message: 'Wait' }],
	])('is said by %j beside a list', (beside) => {
		for (const kind of ['list', 'any'] as const) {
			const isAlone = Object.keys(beside).every((name) => ['status', 'meta'].includes(name));
			if (kind === 'any' && !isAlone) continue;
			for (const records of [[], ROWS]) {
				const remarks = remarksOn({ data: records, ...beside }, { kind });
				expect(remarks.map((remark) => remark.kind)).toEqual(['gap']);
			}
		}
		expect(remarksOn({ data: { prompts: ROWS, ...beside } })).toHaveLength(1);
	});

	it.each<[JsonObject]>([
		...['ok', 'success', 'complete', 'completed', 'done', 'open', 'active', 'finished'].map(
			(status): [JsonObject] => [{ status }],
		),
		[{ status: 7, state: null }],
		[{ ready: true, timed_out: false, loading: 'no' }],
		[{ isReady: true, is_loading: false, is_timed_out: false }],
		[{ ready: null }],
		[{ id: 'p1', status: 'running' }],
		[{ project_id: 'p1', status: 'running' }],
		[{ name: 'Acme', status: 'pending', ready: false }],
		[{ title: 'Crawl', state: 'queued' }],
		[{ filters: { status: 'pending' } }],
	])('is not said by %j', (beside) => {
		expect(remarksOn({ prompts: ROWS, ...beside })).toEqual([]);
		expect(remarksOn({ prompts: [], ...beside })).toEqual([]);
	});

	it('is told with what the service says', () => {
		expect(remarksOn({ data: [], status: 'processing' })).toEqual([
			{
				kind: 'gap',
				message:
					'The service says that its response is not complete (status: processing). Run the node again later.',
			},
		]);
	});

	it('is not said by the status that was asked for, if all records have it', () => {
		const pending = ROWS.map((row) => ({ ...row, status: 'pending' }));
		expect(remarksOn({ data: pending, status: 'pending' })).toEqual([]);
		expect(remarksOn({ data: [...pending, ...ROWS], status: 'pending' })).toHaveLength(1);
	});

	it('is only a note where the request asks for this status, and no records came', () => {
		const kinds = (asked: JsonValue, body: JsonValue = { data: [], status: 'in_progress' }) =>
			remarksOn(body, { asked }).map((remark) => remark.kind);
		expect(kinds({ filters: [{ field: 'status', value: 'IN PROGRESS' }] })).toEqual(['note']);
		expect(kinds({ filters: { status: { items: [{ value: 'in progress' }] } } })).toEqual(['note']);
		expect(kinds([null, { status: ['done', 'in progress'] }])).toEqual(['note']);
		expect(kinds({ status: 'pending', in_progress: 1 })).toEqual(['gap']);
		expect(kinds({ search: 'in progress', tags: ['in progress'] })).toEqual(['gap']);
		expect(kinds({ ready: false }, { data: [], ready: false })).toEqual(['gap']);
		expect(kinds({ status: 'in_progress' }, { status: 'in_progress' })).toContain('gap');
		const mixed = { data: ROWS, status: 'pending' };
		expect(kinds({ status: ['done', 'pending'] }, mixed)).toEqual(['gap']);
		const both = { data: [], status: 'pending', query_status: 'running' };
		expect(kinds({ status: 'pending' }, both)).toEqual(['gap']);
	});

	it('is not said by the groups that the records lie in', () => {
		const groups = [{ status: 'pending', tasks: ROWS }];
		expect(remarksOn({ groups }, { at: 'groups[].tasks' })).toEqual([]);
		expect(remarksOn({ groups, status: 'pending' }, { at: 'groups[].tasks' })).toHaveLength(1);
	});

	it('is said in place of a list, but not by a record', () => {
		const kinds = (body: JsonValue, kind: Look['kind']) =>
			remarksOn(body, { kind }).map((remark) => remark.kind);
		expect(kinds({ status: 'processing' }, 'list')).toEqual(['gap']);
		expect(kinds({ status: 'processing', score: 40 }, 'list')).toEqual([]);
		expect(kinds({ id: 't1', status: 'processing' }, 'list')).toEqual([]);
		expect(kinds({ status: 'processing' }, 'record')).toEqual([]);
		expect(kinds({ status: 'processing', results: [] }, 'record')).toEqual([]);
		expect(kinds({ status: 'processing' }, 'any')).toEqual([]);
	});

	it('is not said of a call, which may have started something', () => {
		expect(remarksOn({ status: 'queued', data: [] }, { kind: 'any', isWrite: true })).toEqual([]);
	});

	it('is only a note in a list that is read by pages with this filter', async () => {
		const answer = () => ({ data: [], status: 'pending' });
		expect((await readFrom(answer, { body: { status: 'pending' } })).kinds).toEqual(['note']);

		expect((await readFrom(answer)).kinds).toEqual(['gap']);
	});

	it('is told where it is said in place of a page', async () => {
		const rows = rowsFrom(0, 100);
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, page),
			...(Number(page.offset) === 0 ? {} : { status: 'processing' }),
		}));
		expect(records).toEqual(rows);
		expect(kinds).toEqual(['gap']);
	});
});
