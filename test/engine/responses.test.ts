import './harness/scaledTime';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { json } from '../../sandbox/json';
import {
	CALL as ANY_CALL,
	EVERYWHERE,
	GET_PROJECTS,
	type NodeRun,
	project,
	type TriggerName,
	useBench,
	WHO_AM_I,
} from './harness/fixture';
import { type Asked, pageOf, recordsFrom, Reply, useListService } from './harness/listService';
import { placed } from '../../dev/placed';

const bench = useBench();
const list = useListService();

const PROMPTS = { resource: 'prompt', operation: 'getAll', project: project('p'), returnAll: true };
const TASKS = { resource: 'task', operation: 'query', project: project('p'), view: 'list' };
const CALL = { ...ANY_CALL, path: 'x/y' };
const REPORT = { resource: 'report', operation: 'getPerformance', project: project('p') };
const EVENTS = { project: project('p'), event: 'newRecord', recordType: 'prompt' };

/** Runs a node against the list service. */
const run = async (
	parameters: INodeParameters,
	options: IDataObject = {},
	node: 'agents' | 'agentsTool' | 'geo' = parameters.resource === 'task' ? 'agents' : 'geo',
): Promise<NodeRun> =>
	await bench.run(
		node,
		{ ...parameters, ...placed({ maxRetries: 0, ...options }) },
		{ credential: list.service.credential },
	);

const trigger = (name: TriggerName, parameters: INodeParameters, options: IDataObject = {}) =>
	bench.trigger(
		name,
		{ ...parameters, ...placed({ maxRetries: 0, ...options }) },
		list.service.credential,
	);

const searched = async (node: 'agents' | 'geo' | 'geoTrigger', method: string) =>
	await bench.search(node, method, { ...EVENTS, event: 'changedMetric' }, list.service.credential);

/** What the user is told where something was expected to fail. */
const wordsOf = async (doing: Promise<unknown>): Promise<unknown> =>
	await doing.then(
		(result) => ({ result }),
		(error: unknown) => (error instanceof Error ? error.message : error),
	);

const failed =
	(parameters: INodeParameters, options?: IDataObject, node?: 'agents') => async () => {
		const { error, rows, hints } = await run(parameters, options, node);
		return error?.message ?? { rows, hints };
	};

/** The error of a poll that comes after a good one. */
const polled = (name: TriggerName, parameters: INodeParameters) => async () => {
	const { answers } = list.service;
	const active = trigger(name, parameters);
	list.service.answers = () => ({ data: [{ id: 't', score: 5 }], total: 1, limit: 100 });
	await active.activate();
	list.service.answers = answers;
	await active.poll();
	expect(active.started).toEqual([]);
	return active.failures[0]?.message;
};

const METRIC = { ...EVENTS, event: 'changedMetric', metric: 'score', dimensions: [] };

/** Whatever asks the service for something, and gives what the user is told if it is refused. */
const PLACES: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
	['a list', failed(PROMPTS)],
	['Simplified', failed({ ...PROMPTS, output: 'simplified' })],
	['a report', failed(REPORT)],
	['Compare With', failed({ ...REPORT, dateRange: 'last7Days', compareWith: 'previousPeriod' })],
	['All Projects', failed({ ...PROMPTS, project: EVERYWHERE })],
	['Project → Get Many', failed(GET_PROJECTS)],
	['Who Am I', failed(WHO_AM_I, {}, 'agents')],
	['Task → Query', failed(TASKS)],
	['Task → Query in pages', failed(TASKS, { pagination: 'offset' })],
	['a call', failed(CALL)],
	['a call with GET', failed({ ...CALL, method: 'GET' }, {}, 'agents')],
	[
		'the list of projects',
		async () => await wordsOf(bench.projects('agents', list.service.credential)),
	],
	['the list of topics', async () => await wordsOf(searched('geo', 'searchTopics'))],
	['the list of numbers', async () => await wordsOf(searched('geoTrigger', 'searchNumbers'))],
	['the start of a trigger', async () => await wordsOf(trigger('geoTrigger', EVENTS).activate())],
	['Fetch Test Event', async () => await wordsOf(trigger('geoTrigger', EVENTS).test())],
	['a poll for records', polled('geoTrigger', EVENTS)],
	['a poll for numbers', polled('geoTrigger', METRIC)],
	['a poll of a report', polled('geoTrigger', { ...METRIC, recordType: 'performanceReport' })],
	['a poll for tasks', polled('agentsTrigger', { ...TASKS, event: 'newOrChangedTask' })],
];

const QUOTA = 'Quota exceeded';

describe.each(PLACES)('A response that is no success: %s', (_place, told) => {
	it('says what a refusal with 200 says', async () => {
		list.service.answers = () => ({ success: false, message: QUOTA });
		expect(await told()).toContain(QUOTA);
	});
});

const READS = PLACES.filter(([place]) => place !== 'a call');

const REFUSALS: IDataObject[] = [
	{ status_code: 40202, status_message: QUOTA, data: [] },
	{ statusCode: '402', statusMessage: QUOTA },
	{ status: 402, message: QUOTA, data: null },
	{ data: { error: QUOTA, items: [] } },
	{ result: { errors: [{ message: QUOTA }] } },
	{ data: { status_code: 40202, status_message: QUOTA, items: null } },
];

describe.each(REFUSALS)('The refusal %j', (refusal) => {
	// What a call that may change something returns is its result.
	it.each(READS)('is quoted by %s', async (_place, told) => {
		list.service.answers = () => refusal;
		expect(await told()).toContain(QUOTA);
	});
});

it.each<IDataObject>([
	{ data: { error: QUOTA, items: [], plan: 'free' } },
	{ status_code: 40202, status_message: QUOTA, data: [], tasks_count: 1 },
])('Where a list is asked for, the refusal %j is quoted', async (refusal) => {
	list.service.answers = () => refusal;
	expect((await run(PROMPTS)).error?.message).toBe(QUOTA);
});

it('Records with such members are records', async () => {
	for (const record of [
		{ error: QUOTA, status_code: 402, status_message: QUOTA },
		{ id: 5, error: QUOTA },
		{ url: 'https://a.example', status_code: 404, status_message: 'Not found' },
	]) {
		list.service.answers = () => ({
			status_code: 20000,
			status_message: 'Ok.',
			data: [record],
			total: 1,
		});
		expect(await run(PROMPTS)).toMatchObject({ rows: [record], hints: [] });
	}
	for (const body of [
		{ data: { status: 'failed' } },
		{ status: 500, count: 3 },
		{ status: 45000 },
	]) {
		list.service.answers = () => body;
		expect((await run({ ...CALL, method: 'GET' }, {}, 'agents')).rows).toEqual([body]);
	}
	const task = { id: 5, error: QUOTA, status: 500 };
	const page = { url: 'https://a.example', status_code: 404, status_message: 'Not found' };
	for (const body of [task, { data: task }, page, { data: page }]) {
		list.service.answers = () => body;
		expect((await run({ ...CALL, method: 'GET' }, {}, 'agents')).rows).toEqual([body]);
	}
	list.service.answers = () => ({ status_code: 20000, status_message: 'Ok.', data: [] });
	expect(await run(PROMPTS)).toMatchObject({ rows: [], hints: [] });
});

it('An error beside the records in their envelope is told', async () => {
	list.service.answers = () => ({ data: { error: QUOTA, items: [{ id: 5 }] } });
	const { rows, hints } = await run(PROMPTS);
	expect(rows).toEqual([{ id: 5 }]);
	expect(hints.join()).toContain(`returned an error along with the records: ${QUOTA}`);
});

describe('A refusal', () => {
	it('with 200 goes to the error output of each item, and says how it was answered', async () => {
		list.service.answers = () => ({ success: false, message: QUOTA, data: [] });
		const onError = 'continueErrorOutput' as const;
		const setup = { credential: list.service.credential, onError, items: [{}, {}] };
		const { items, errorItems } = await bench.run('geo', PROMPTS, setup);
		expect(items).toEqual([]);
		const message = expect.stringContaining('its response says that the request failed');
		expect(errorItems).toMatchObject(
			[0, 1].map((item) => ({ json: { error: QUOTA, message }, pairedItem: { item } })),
		);
	});

	it('of a page that is too large names Page Size', async () => {
		const detail = 'limit ≤ 50';
		list.service.answers = (asked) => {
			const { limit } = pageOf(asked);
			return limit > 50
				? new Reply({ detail }, 422)
				: { data: recordsFrom(0, 20), total: 20, limit };
		};
		expect((await run(PROMPTS)).error).toMatchObject({
			message: detail,
			description: expect.stringContaining("'Page Size', in 'Options' → 'API Details'"),
		});
		expect((await run(PROMPTS, { pageSize: 50 })).rows).toHaveLength(20);
	});
});

it('An empty list that comes with words gives a hint, and is an error in a list of the editor', async () => {
	const words = `The service says: ${QUOTA}`;
	list.service.answers = () => ({ data: [], message: QUOTA });
	expect(await run(PROMPTS)).toMatchObject({ rows: [], hints: [words] });
	expect(await wordsOf(searched('geo', 'searchTopics'))).toBe(words);
	await expect(bench.projects('geo', list.service.credential)).rejects.toMatchObject({
		message: 'This API key has no projects',
		description: expect.stringContaining(words),
	});
});

const ALL = recordsFrom(0, 257, 257);

/** The part of the records that a request asks for. */
const slice = (rows: readonly IDataObject[], asked: Asked) => {
	const { limit, offset } = pageOf(asked);
	return rows.slice(offset, offset + limit);
};

const GAP = 'Some data may be missing. The service reports 257 records but returned only 100.';
const HTTP_REQUEST =
	"To get the rest, use n8n's HTTP Request node with the same credential, and its option 'Pagination'.";
const PAGE_SIZE =
	"To get the rest, raise 'Page Size' in 'Options' → 'API Details', or use n8n's HTTP Request node with the same credential, and its option 'Pagination'.";
const PAGING =
	"To get the rest, set 'Pagination' in 'Options' → 'API Details' to the way in which the service pages.";

it('A service that ignores the offset and changes fields with each answer is read once, and starts no trigger', async () => {
	let turn = 0;
	const change = (row: IDataObject) => ({ ...row, score: Math.random(), stats: { at: turn++ } });
	list.service.answers = () => ({ data: ALL.slice(0, 100).map(change), total: 257 });
	const { rows, hints } = await run(PROMPTS);
	expect(rows).toHaveLength(100);
	expect(hints).toEqual([`${GAP} ${PAGE_SIZE}`]);
	expect(list.service.asked.length).toBeLessThan(5);
	await expect(trigger('geoTrigger', EVENTS).activate()).rejects.toMatchObject({
		message: 'The service did not return all records',
		description: expect.stringMatching(
			/The next poll tries again\. If it fails every time, .*'Records At'.*'Filters'.*support/,
		),
	});
});

describe('A record that comes again with other texts', () => {
	/** The pages of a service with pages of two, in which each text is another one in each answer. */
	const serve = (...pages: string[]) => {
		let turn = 0;
		list.service.answers = (asked) => {
			const page = pages[pageOf(asked).offset / 2] ?? '';
			const data = page.split(' ').filter((id) => id !== '');
			const total = pages.join(' ').split(' ').length;
			return { data: data.map((id) => ({ id, icon: `https://cdn/?t=${turn++}` })), total };
		};
	};
	const CHANGED =
		'Some data may be missing. The list changed while the node was reading it, or different records have the same ID. Run the node again to be sure.';

	it.each([
		[['1 2', '2 3'], '1 2 2 3', [CHANGED]],
		[['1 2', '1 2', '1 2'], '1 2', [`${GAP.replace('257', '6').replace('100', '2')} ${PAGE_SIZE}`]],
		[['1 2', '3 4'], '1 2 3 4', []],
		// Two of one page show that such records are meant, as of a prompt on two platforms.
		[['1 1', '1 2'], '1 1 1 2', []],
		[['1 2', '2 3', '4 4'], '1 2 2 3 4 4', []],
	])('in the pages %j is kept, and said where it may be the same', async (pages, ids, hints) => {
		serve(...pages);
		const read = await run(PROMPTS, { pageSize: 2 });
		expect(read.rows.map(({ id }) => id)).toEqual(ids.split(' '));
		expect(read.hints).toEqual(hints);
	});

	it('fails the start of a trigger', async () => {
		serve('1 2', '2 3');
		await expect(trigger('geoTrigger', EVENTS, { pageSize: 2 }).activate()).rejects.toMatchObject({
			message: 'The service did not return all records',
			description: expect.stringContaining('The list changed'),
		});
	});

	it('counts once where it is the same, against the total, too', async () => {
		list.service.answers = (asked) => {
			const ids =
				[
					['1', '2'],
					['2', '3'],
				][pageOf(asked).offset / 2] ?? [];
			return { data: ids.map((id) => ({ id })), total: 4 };
		};
		const { rows, hints } = await run(PROMPTS, { pageSize: 2 });
		expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
		expect(hints.join()).toContain('The service reports 4 records but returned only 3.');
	});
});

describe('A list that ends too early', () => {
	it.each<[string, IDataObject, string]>([
		['100 and no more', { total: 257 }, GAP],
		[
			'100 and no more',
			{ has_more: true },
			'Some data may be missing. The service reports more records than the 100 that it returned.',
		],
		['nothing', { data: [], total: 257 }, GAP.replace('100', '0')],
	])('has a hint, and fails the start of a trigger: %s with %j', async (...given) => {
		const [, beside, hint] = given;
		list.service.answers = (asked) => ({
			data: pageOf(asked).offset > 0 ? [] : slice(ALL, asked),
			...beside,
		});
		const read = await run(PROMPTS);
		expect([read.error, read.hints]).toEqual([undefined, [`${hint} ${PAGE_SIZE}`]]);
		await expect(trigger('geoTrigger', EVENTS).activate()).rejects.toMatchObject({
			message: 'The service did not return all records',
		});
	});

	it('has a hint where tasks come with a cursor, and fails a trigger', async () => {
		list.service.answers = () => ({ tasks: ALL.slice(0, 50), next_cursor: 'abc' });
		const { rows, hints } = await run(TASKS);
		expect(rows).toEqual(ALL.slice(0, 50));
		expect(hints).toEqual([expect.stringContaining('more records than the 50')]);
		const active = trigger('agentsTrigger', { ...TASKS, event: 'newTask' });
		await expect(active.activate()).rejects.toMatchObject({
			message: 'The service did not return all records',
		});
	});
});

it.each<[string, unknown, string?]>([
	['404', new Reply({ detail: 'No such page' }, 404)],
	['no list', { status: 'ok', data: {} }, 'The response has no list of records'],
])('Records are there where the service sends %s after the last page', async (...given) => {
	const [, end, message] = given;
	const whole = ALL.slice(0, 200);
	list.service.answers = (asked) => {
		const data = slice(whole, asked);
		return data.length > 0 ? { data } : end;
	};
	const read = await bench.run('geo', PROMPTS, {
		credential: list.service.credential,
		onError: 'continueErrorOutput',
	});
	expect(read).toMatchObject({ rows: whole, hints: [] });
	expect(read.errorItems.map(({ json: { error } }) => error)).toEqual(message ? [message] : []);
});

describe('The text of a response', () => {
	const tea = Buffer.from('{"data":[{"id":1,"name":"Th\xe9"}],"total":1}', 'latin1');
	it('is read as UTF-8, and a hint says if a character could not be read', async () => {
		for (const charset of ['', '; charset=utf-8', '; charset=ISO-8859-1']) {
			const headers = { 'content-type': `application/json${charset}` };
			list.service.answers = () => new Reply(tea, 200, headers);
			const { rows, hints } = await run(PROMPTS);
			expect(rows).toEqual([{ id: 1, name: 'Th\ufffd' }]);
			expect(hints).toEqual([expect.stringContaining('could not be read')]);
		}
	});

	it.each([
		['{"data": [{"score": NaN}]}', "Unexpected token 'N'"],
		['{"data": [1, 2], }', 'Expected double-quoted property name'],
		['{"data": [-Infinity]}', 'No number after minus sign'],
		['{"data": [{"a": NaN}, {"b": 1', "Unexpected token 'N'"],
		['{"data": []} Warning: x', 'Unexpected non-whitespace character'],
	])('is not JSON, which the node reads once more and then says: %s', async (text, words) => {
		list.service.answers = () => new Reply(Buffer.from(text));
		const { error } = await run(PROMPTS, { maxRetries: 1 });
		expect(error?.message).toContain(`is not JSON: "${words}`);
		expect(list.service.asked).toHaveLength(2);
	});
});

describe('Records At', () => {
	/** A board whose columns hold the tasks, one without any. */
	const BOARD = {
		columns: [
			{ id: 'todo', cards: recordsFrom(0, 2) },
			{ id: 'doing' },
			{ id: 'done', cards: recordsFrom(2, 3) },
		],
		labels: recordsFrom(0, 1),
	};
	it('is named where there are several lists, and read page by page then', async () => {
		const lists = { 'answer.hits': ALL, 'answer.others': ALL };
		list.service.answers = (asked) => ({ answer: { hits: slice(ALL, asked), others: ALL } });
		const [paths, found] = [Object.keys(lists).join(', '), await run(PROMPTS)];
		expect(found.error).toMatchObject({
			message: 'The response has no list of records',
			description: expect.stringContaining(`It has: ${paths}. Enter the path`),
		});
		const read = await run(PROMPTS, { recordsAt: 'answer.hits' });
		expect(read).toMatchObject({ rows: ALL, hints: [] });
	});

	it('is a dot for the whole response, whatever is in it, which is one item', async () => {
		const bodies = [{ data: ALL, total: 99, next: 'x' }, ALL, { ok: true, note: 'Later' }, 'text'];
		for (const body of bodies) {
			list.service.answers = () => body;
			const whole = typeof body === 'object' && !Array.isArray(body) ? body : { value: body };
			for (const read of [PROMPTS, REPORT, { ...PROMPTS, returnAll: true }]) {
				const found = await run(read, { recordsAt: '.' });
				expect([found.rows, found.hints]).toEqual([[whole], []]);
			}
			for (const read of [TASKS, { ...CALL, method: 'GET' }]) {
				expect((await run(read, { recordsAt: '.' })).rows).toEqual([whole]);
			}
		}
		list.service.answers = () => ({ data: ALL, error: 'Half' });
		expect((await run(PROMPTS, { recordsAt: '.' })).hints).toEqual([
			expect.stringContaining('returned an error along with the records: Half'),
		]);
	});

	it('leads through the columns of a board, in each output', async () => {
		list.service.answers = () => BOARD;
		const at = async (recordsAt: string, output = 'records') =>
			(await run({ ...TASKS, output, outputFields: 'name' }, { recordsAt })).rows;
		expect(await at('columns[].cards')).toEqual(recordsFrom(0, 5));
		expect((await at(' columns ')).map(({ id }) => id)).toEqual(['todo', 'doing', 'done']);
		expect(await at('columns[].cards', 'selected')).toEqual(
			recordsFrom(0, 5).map(({ id, name }) => ({ id, name })),
		);
	});

	it('leads into each record, of a call and page by page', async () => {
		const edges = (rows: IDataObject[]) => ({ edges: rows.map((node) => ({ node, at: 1 })) });
		list.service.answers = ({ body: { limit = 3, offset = 0 } }) =>
			edges(recordsFrom(Number(offset), Number(limit)));
		const recordsAt = 'edges[].node';
		expect((await run(CALL, { recordsAt })).rows).toEqual(recordsFrom(0, 3));
		const paging = { pages: { pagination: 'offset' } };
		expect((await run(TASKS, { recordsAt, paging })).rows).toEqual(recordsFrom(0, 250));
	});

	it('of a trigger is where it looks for records, and fails the poll where it leads nowhere', async () => {
		list.service.answers = () => ({ hits: recordsFrom(0, 5), total: 5 });
		const active = trigger('geoTrigger', EVENTS, { recordsAt: 'hits' });
		await active.activate();
		list.service.answers = () => ({ hits: recordsFrom(0, 7), total: 7 });
		await active.poll();
		expect(active.events).toEqual(recordsFrom(5, 2));
		list.service.answers = () => ({ items: recordsFrom(0, 9), total: 9 });
		await active.poll();
		expect(active.events).toHaveLength(2);
		expect(active.failures).toMatchObject([{ message: 'The response has no list at hits' }]);
		list.service.answers = () => ({ hits: [], items: recordsFrom(0, 9), total: 9 });
		await active.activate(placed({ recordsAt: 'items' }));
		await active.poll();
		expect(active.events).toHaveLength(2);
	});
});

/** Task → Query, read in this way. */
const paged = async (pages: INodeParameters, options: IDataObject = {}) =>
	await run(TASKS, { paging: { pages }, ...options });
const ROWS = recordsFrom(0, 250);

/** A page by numbers under these names, which must be numbers. */
const pageAt = (members: Readonly<Record<string, unknown>>, limit = 'limit', offset = 'offset') =>
	recordsFrom(Number(members[offset]), Number(members[limit]));

describe('Pagination', () => {
	it('Offset and Limit are in an object of the body under other names, beside what was entered', async () => {
		list.service.answers = ({ body }) => ({
			data: pageAt(json(body.page), 'size', 'from'),
			total: 250,
		});
		const names = { limitParameter: 'page.size', positionParameter: 'page.from' };
		const body = { additionalBodyJson: '{ "sort": "name" }' };
		const read = await paged({ pagination: 'offset', ...names }, body);
		expect(read.rows).toEqual(ROWS);
		expect(list.service.bodies).toEqual(
			[0, 100, 200].map((from) => ({ view: 'list', sort: 'name', page: { size: 100, from } })),
		);
	});

	it.each([undefined, 0, 1])('Page Number ends at an empty page, from %s on', async (first) => {
		const start = first ?? 1;
		list.service.answers = ({ query }) => ({
			data: recordsFrom((Number(query.p) - start) * 50, 50, 120),
		});
		const names = {
			paginationPlace: 'query',
			positionParameter: 'p',
			limitParameter: 'per_page',
		};
		const pages = {
			pagination: 'page',
			...names,
			...(first !== undefined && { firstPage: first }),
		};
		const read = await paged(pages, { pageSize: 50 });
		expect(read.rows).toEqual(recordsFrom(0, 120));
		expect(list.service.queries).toEqual(
			[0, 1, 2, 3].map((page) => ({ p: String(page + start), per_page: '50' })),
		);
	});

	it.each<[INodeParameters, added: string, body: IDataObject]>([
		[{ limitParameter: '' }, '{}', { offset: 0 }],
		[
			{ limitParameter: 'p.limit', positionParameter: 'p.offset' },
			'{}',
			{ p: { limit: 100, offset: 0 } },
		],
		[
			{ limitParameter: 'p.limit', positionParameter: 'p.offset' },
			'{ "a": 1, "p": { "limit": 7, "b": 2 } }',
			{ a: 1, p: { limit: 100, offset: 0, b: 2 } },
		],
		[{ limitParameter: 'a.b.c' }, '{ "a": "none" }', { a: { b: { c: 100 } }, offset: 0 }],
	])('%j of the body %s sends %j', async (names, additionalBodyJson, body) => {
		await paged({ pagination: 'offset', ...names }, { additionalBodyJson });
		expect(list.service.bodies).toEqual([{ view: 'list', ...body }]);
	});

	it('in a query has names with dots, beside the body', async () => {
		const names = { limitParameter: 'page.limit', positionParameter: 'page.offset' };
		await paged({ pagination: 'offset', paginationPlace: 'query', ...names });
		expect(list.service.queries).toEqual([{ 'page.limit': '100', 'page.offset': '0' }]);
		expect(list.service.bodies).toEqual([{ view: 'list' }]);
	});

	/** Answers a list whose cursor is the offset as text; `say` is how it names the next one. */
	const serveCursors = (
		cursorIn: (asked: Asked) => unknown,
		say: (next: string | null) => IDataObject,
	) => {
		list.service.answers = (asked) => {
			const from = Number(cursorIn(asked) ?? 0);
			return { data: recordsFrom(from, 100), ...say(from < 200 ? String(from + 100) : null) };
		};
	};

	it.each<[string, (next: string | null) => IDataObject]>([
		['next_cursor', (next_cursor) => ({ next_cursor })],
		['one that stays', (next) => ({ next: next ?? 'end', has_more: next !== null })],
		['one beside a total of the page', (next_cursor) => ({ next_cursor, total: 100 })],
		['a number', (next) => ({ next: next === null ? null : Number(next) })],
	])('Cursor is %s', async (_what, say) => {
		serveCursors(({ body }) => body.cursor, say);
		const read = await paged({ pagination: 'cursor' });
		expect(read.rows).toEqual(ROWS);
		expect(read.hints.join()).not.toContain('Path to Cursor');
	});

	it('Cursor is taken from where Path to Cursor says, to where Position Parameter says', async () => {
		serveCursors(
			({ body }) => json(body.pagination).cursor,
			(next) => ({ next_cursor: 'something else', paging: { state: { token: next } } }),
		);
		const names = { positionParameter: 'pagination.cursor', limitParameter: 'pagination.limit' };
		const read = await paged({ pagination: 'cursor', cursorAt: 'paging.state.token', ...names });
		expect(read.rows).toEqual(ROWS);
		expect(list.service.bodies).toEqual([
			{ view: 'list', pagination: { limit: 100 } },
			{ view: 'list', pagination: { limit: 100, cursor: '100' } },
			{ view: 'list', pagination: { limit: 100, cursor: '200' } },
		]);
	});

	it('ends where the same cursor comes again, and says that more is missing', async () => {
		list.service.answers = () => ({
			data: recordsFrom((list.service.asked.length - 1) * 50, 50),
			next_cursor: 'stuck',
		});
		const read = await paged({ pagination: 'cursor' });
		expect(read.rows).toEqual(recordsFrom(0, 100));
		expect(list.service.asked).toHaveLength(2);
		expect(read.hints).toEqual([expect.stringContaining('more records than the 100')]);
	});

	it.each(['agents', 'agentsTool'] as const)('is to be set where it is not: %s', async (node) => {
		list.service.answers = () => ({ tasks: recordsFrom(0, 100), total: 250 });
		const { hints, rows } = await run(TASKS, {}, node);
		expect(list.service.bodies).toEqual([{ view: 'list' }]);
		const words =
			'Some data may be missing. The service reports 250 records but returned only 100.';
		expect(hints).toEqual([`${words} ${PAGING}`]);
		const tell = 'Tell the user that the answer may not be complete; the reason is below.';
		if (node === 'agentsTool') expect(rows.at(-1)?.notes).toEqual([tell, words]);
	});

	it.each([
		['GET', HTTP_REQUEST],
		['POST', HTTP_REQUEST],
		// Nobody should send a change once for each page.
		['PATCH', undefined],
	])('is that of HTTP Request for a list of a call with %s', async (method, advice) => {
		list.service.answers = () => ({ data: ALL.slice(0, 100), total: 257 });
		const { hints, rows } = await run({ ...CALL, method });
		expect(rows).toHaveLength(100);
		expect(hints).toEqual([advice === undefined ? GAP : `${GAP} ${advice}`]);
		expect(list.service.asked).toHaveLength(1);
	});

	it('reads all tasks, also of the Agents Trigger', async () => {
		let total = 250;
		list.service.answers = ({ body }) => ({
			tasks: recordsFrom(Number(body.offset), Number(body.limit), total),
			total,
		});
		const options = { paging: { pages: { pagination: 'offset' } }, pageSize: 90 };
		expect((await run(TASKS, options)).rows).toEqual(ROWS);
		expect(list.service.bodies).toEqual(
			[0, 90, 180].map((offset) => ({ view: 'list', limit: 90, offset })),
		);
		const active = trigger('agentsTrigger', { ...TASKS, event: 'newTask' }, options);
		await active.activate();
		total = 251;
		await active.poll();
		expect(active.events).toEqual(recordsFrom(250, 1, 251));
		expect(active.failures).toEqual([]);
	});
});
