import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base';
import { PROJECTS } from '../../sandbox';
import { json } from '../../sandbox/json';
import {
	bodiesOf,
	CALL,
	COFFEE,
	EVERYWHERE,
	GET_PROJECTS,
	pathsOf,
	PERFORMANCE,
	project,
	PROMPTS,
	respond,
	rows,
	TASKS,
	useBench,
} from './harness/fixture';
import { GEO_PROJECTS } from './harness/projects';
import { placed } from '../../dev/placed';
import { userTime } from '../userTime';

const bench = useBench();
const { coffee, outdoor } = PROJECTS;

const PROMPTS_PATH = '/v2/geo/business/prompts';
const TOPICS_PATH = '/v2/geo/business/topics';

it.each<[INodeParameters, string]>([
	[{ project: project('={{ $json.none }}') }, "The expression in 'Project' returned no value"],
	[
		{ additionalBodyJson: '={ "topic": "{{ ({}) }}" }' },
		"'Additional Body Fields (JSON)' has a text that an expression has put an object into",
	],
	[placed({ maxRetries: -1 }), "'Max Retries' is not a whole number from 0 to 100"],
	[
		{ ...CALL, path: 'x', bodyMode: 'fields', bodyFields: rows(['a', '1'], ['a', '2']) },
		'two rows named a',
	],
])('%j is refused before anything is sent', async (parameters, message) => {
	const { error } = await bench.run('agents', { ...TASKS, ...parameters });
	expect(error?.message).toContain(message);
	expect(error?.name).toBe('NodeOperationError');
	expect(bench.sandbox.requests).toHaveLength(0);
});

it('An expression that returned no value does not stand for what the field starts with', async () => {
	const nothing = '={{ $json.none }}';
	for (const [label, parameters, node = 'geo'] of [
		['Limit', { ...PROMPTS, limit: nothing }],
		['Limit', { ...PERFORMANCE, options: { limit: nothing } }],
		['Date Range', { ...PROMPTS, dateRange: nothing }],
		['Start', { ...PROMPTS, dateRange: 'custom', startDate: nothing, endDate: '2026-11-07' }],
		['Date Range', { ...PERFORMANCE, dateRange: nothing }],
		[
			'Limit Parameter',
			{
				...{ resource: 'task', operation: 'query', project: COFFEE, view: 'list' },
				...placed({ paging: { pages: { pagination: 'offset', limitParameter: nothing } } }),
			},
			'agents',
		],
		['Compare With', { ...PERFORMANCE, ...placed({ compareWith: nothing }) }],
		['Split By', { ...PERFORMANCE, options: { splitBy: nothing } }],
		['Other Metrics', { ...PROMPTS, otherMetrics: nothing }],
		['Search', { ...GET_PROJECTS, search: nothing }],
		['Body (JSON)', { ...CALL, path: 'x', bodyMode: 'json', bodyJson: nothing }],
		['Belongs to a Project', { ...CALL, path: 'x', project: COFFEE, withProject: nothing }],
		['Where', { ...PROMPTS, where: nothing }],
		['Only Projects Containing', { ...PROMPTS, project: EVERYWHERE, projectsContaining: nothing }],
	] as const) {
		const { error } = await bench.run(node, parameters);
		expect(error?.message).toBe(`The expression in '${label}' returned no value`);
	}
	expect(bench.sandbox.requests).toHaveLength(0);
	await bench.run('geo', { ...PROMPTS, returnAll: '={{ null }}', limit: 3 });
	await bench.run('geo', { ...PERFORMANCE, dateRange: 'notSet', dimensions: '={{ [] }}' });
	expect(bodiesOf(bench)).toEqual([
		{ project_id: coffee, metrics: ['answers_count'], pagination: { limit: 3, offset: 0 } },
		{ project_id: coffee, measures: ['share_of_voice'], pagination: { limit: 100, offset: 0 } },
	]);
});

describe('A field with an expression in it has a value for each item, others one for all', () => {
	const items = [
		{ id: coffee, size: 1 },
		{ id: outdoor, size: 2 },
	];

	it.each<[string, INodeParameters, (id: string) => IDataObject]>([
		[
			'a row of a fixed collection',
			{
				...{ ...CALL, path: 'business/prompts', withProject: true, bodyMode: 'fields' },
				bodyFields: rows(['fixed', 'one'], ['own', '={{ $json.id }}']),
			},
			(id) => ({ fixed: 'one', own: id }),
		],
		['JSON', { additionalBodyJson: '={ "own": ["{{ $json.id }}"] }' }, (id) => ({ own: [id] })],
		['a resource locator', { project: project('={{ $json.id }}') }, (id) => ({ project_id: id })],
	])('where it is in %s', async (_, parameters, expected) => {
		const limit = '={{ $json.size }}';
		const run = await bench.run('geo', { ...PROMPTS, ...parameters, limit }, { items });
		expect(run.error).toBeUndefined();
		const sent = bodiesOf(bench).toSorted((one, other) =>
			JSON.stringify(one).localeCompare(JSON.stringify(other)),
		);
		expect(sent).toMatchObject(items.map(({ id }) => expected(id)));
	});
});

describe('An integer beyond 2^53', () => {
	const LONG = '12345678901234567890';
	const call = { ...CALL, path: 'tasks' };

	it('comes to the item as text, with all its digits', async () => {
		const body = `{"id":${LONG},"list":[-${LONG},{"deep":${LONG}}],"safe":9007199254740991,"text":"${LONG}"}`;
		respond(bench, { body });
		const { rows: found } = await bench.run('agents', call);
		const list = [`-${LONG}`, { deep: LONG }];
		expect(found).toEqual([{ id: LONG, list, safe: 9007199254740991, text: LONG }]);
		respond(bench, { body: `{"data": [{"prompt_id": ${LONG}, "rank": 1e999}]}` });
		const run = await bench.run('geo', { ...PROMPTS, limit: 1 });
		expect(run.rows).toEqual([{ prompt_id: LONG, rank: '1e999' }]);
	});

	it.each<[string, INodeParameters]>([
		['JSON', { bodyMode: 'json', bodyJson: `{"id": ${LONG}, "ids": [-1]}` }],
		['a query', { method: 'GET', queryFields: rows(['id', LONG, 'json']) }],
	])('is not sent with other digits: %s', async (_, parameters) => {
		const { error } = await bench.run('agents', { ...call, ...parameters });
		expect(error?.message).toContain(`has a number that cannot be sent exactly: ${LONG}`);
		expect(error?.description).toContain('To send it as text, put it into double quotes');
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('is sent as text where it is text', async () => {
		const body = { bodyMode: 'json', bodyJson: '={ "id": "{{ $json.id }}" }' };
		await bench.run('agents', { ...call, ...body }, { items: [{ id: LONG }] });
		expect(bench.sandbox.requests[0]?.rawBody).toBe(`{"id":"${LONG}"}`);
	});
});

describe('A custom Date Range', () => {
	/** A report as a message about a custom range: the dates of its requests, and the period in words. */
	async function read(startDate: string, endDate: string, more: INodeParameters = {}) {
		const dates = { dateRange: 'custom', startDate, endDate };
		const project = { ...COFFEE, mode: 'list', cachedResultName: 'Tea' };
		const parameters = { ...PERFORMANCE, project, output: 'message', ...dates, ...more };
		const run = await bench.run('geo', parameters, { timezone: 'Europe/Berlin' });
		expect(run.error).toBeUndefined();
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
		const words = JSON.stringify(run.rows[0]?.period).slice(1, -1).replace(/\s/g, ' ');
		return { sent: datesSent(), words };
	}

	/** The first and the last moment of each request, the earliest first. */
	const datesSent = () =>
		bodiesOf(bench)
			.map((body) => (isObject(body) ? [body.start_date, body.end_date].map(String) : []))
			.sort();

	// As the editor stores them, and as expressions give them.
	it.each([
		['2026-11-30T00:00:00', '2026-11-30T22:59:59Z', 'Nov 1 – 30, 2026'],
		[
			...['={{ new Date("2026-11-30T17:00:00Z") }}', '2026-11-30T17:00:00Z'],
			'Nov 1, 2026 – Nov 30, 2026, 6:00 PM',
		],
	] as const)('up to %s ends at %s: %s', async (end, last, period) => {
		const { sent, words } = await read('2026-11-01T00:00:00', end);
		// The report, and its total.
		expect(sent).toEqual([1, 2].map(() => ['2026-10-31T23:00:00Z', last]));
		expect(words).toBe(period);
	});

	it('with a time of the day is compared with a period as long', async () => {
		const compared = { compareWith: 'previousPeriod' };
		const { sent, words } = await read('2026-11-10', '2026-11-10T11:59:59', compared);
		expect(sent).toEqual([
			['2026-11-09T11:00:00Z', '2026-11-09T22:59:59Z'],
			['2026-11-09T23:00:00Z', '2026-11-10T10:59:59Z'],
		]);
		expect(words).toMatch(/11:59 AM, compared with Nov 9, 2026, 12:00 – 11:59 PM$/);
	});

	it.each([
		[{ compareWith: 'previousPeriod' }, 'Oct 1 – 31, 2026 (31 days)'],
		[
			{ compareWith: 'customDates', compareWithDates: '2025-12-24 to 2026-01-06' },
			'Dec 24, 2025 – Jan 6, 2026 (14 days)',
		],
		[{ compareWith: '2026-10-05' }, 'Oct 5, 2026 (1 day)'],
	])('is compared as %j says, and the message has the days', async (compare, days) => {
		const { words } = await read('2026-11-01', '2026-11-30', compare);
		expect(words).toBe(`Nov 1 – 30, 2026 (30 days), compared with ${days}`);
	});

	it.each([
		['', "'Comparison Dates' is empty"],
		['Christmas', "'Comparison Dates' is not a period: Christmas"],
		['2025-12-24 to 2025-12-32', "'Comparison Dates' is not a date: 2025-12-32"],
	])('is not compared with the dates %j', async (compareWithDates, message) => {
		const compare = { compareWith: 'customDates', compareWithDates };
		const { error } = await bench.run('geo', { ...PERFORMANCE, ...compare });
		expect(error).toMatchObject({
			message,
			description: expect.stringMatching(/^Enter two dates such as .* in 'Comparison Dates'/),
		});
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('has all of its last day in a trigger, too', async () => {
		const dates = { startDate: '2026-11-01T00:00:00', endDate: '2026-11-30T00:00:00' };
		const trigger = bench.trigger('geoTrigger', {
			...{ event: 'newRecord', recordType: 'prompt', project: COFFEE },
			options: { period: { range: { dateRange: 'custom', ...dates } } },
		});
		await trigger.activate();
		// The time zone of n8n, where the workflow has none.
		expect(datesSent()[0]).toEqual(['2026-11-01T04:00:00Z', '2026-12-01T04:59:59Z']);
	});
});

const picked = (value: string, mode = 'id') => ({ __rl: true, mode, value });
const read = { ...PROMPTS, limit: 5 };
const withRows = (...condition: INodeParameters[]) => ({ ...read, filters: { condition } });
const topic = (name: string, mode?: string) => ({
	...{ filter: 'topics', topicValue: picked(name, mode) },
});

/** The values of a filter that were sent, for each read of prompts. */
const sent = (filter: string) =>
	bench.sandbox.requests
		.filter(({ path, body }) => path === PROMPTS_PATH && isObject(body) && 'filters' in body)
		.map(({ body }) => JSON.stringify(body))
		.map(
			(text) => RegExp(`"${filter}":\\{[^[]*\\[\\{[^}]*"value":("[^"]*"|[^}\\]]*)`).exec(text)?.[1],
		);

const listsOfTopics = () => pathsOf(bench).filter((path) => path === TOPICS_PATH);

describe('A filter by name', () => {
	it.each([
		['topics', 'topicValue', 'espresso MACHINES', 'topic-01', 'topics'],
		['markets', 'marketValue', 'United States · English', 'us-en', 'markets'],
	])('of %s in a row is sent with the ID', async (filter, value, name, id, list) => {
		await bench.run('geo', withRows({ filter, [value]: picked(name) }));
		expect(sent(filter)).toEqual([`"${id}"`]);
		expect(pathsOf(bench)).toEqual([`/v2/geo/business/${list}`, PROMPTS_PATH]);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	const TOPICS = [
		{ topic_id: 't1', name: 'Espresso machines' },
		{ topic_id: 't2', name: 'Coffee grinders' },
		{ topic_id: 3, name: 'Müsli' },
		{ topic_id: 'Beans', name: 'Coffee beans' },
		{ topic_id: 't5', name: 'beans' },
		{ topic_id: 't6', name: 'Twin' },
		{ topic_id: 't7', name: 'TWIN' },
	];

	/** Reads with filters as a model gives them, of a project with these topics. */
	async function filtered(where: string, topics: unknown) {
		bench.sandbox.behave({ ignoreFilters: true });
		const match = { path: /business.(topics|models)/ };
		const answer = typeof topics === 'number' ? { status: topics, body: {} } : { body: topics };
		respond(bench, { ...answer, match, times: Infinity });
		const asked = { ...read, where, ...placed({ maxRetries: 0 }) };
		const run = await bench.run('geoTool', asked);
		const body = bodiesOf(bench)
			.map(json)
			.find((one) => 'filters' in one);
		const values = Object.values(json(body?.filters)).map((one): unknown => json(one).items);
		return { ...run, values, notes: JSON.stringify(run.rows) };
	}

	it.each<[string, unknown]>([
		['topics = " espresso  MACHINES "', 't1'],
		[`topic = ${'müsli'.normalize('NFD')}`, 3],
		['topics = 3', '3'],
		// An ID comes before a name.
		['topics = Beans', 'Beans'],
		['model = chatgpt', 'm1'],
	])('given by a model as %j is sent as the ID %j', async (where, id) => {
		const platforms = [{ platform_id: 'm1', name: 'ChatGPT' }];
		const lists = where.startsWith('model')
			? { platforms }
			: { data: [...TOPICS, TOPICS[0]], total: 8 };
		const { values, notes } = await filtered(where, { ...lists, has_more: false });
		expect(values).toEqual([[{ operator: 'is', value: id }]]);
		expect(notes).not.toContain('sent as they are');
	});

	it('is found at once, also a thousand of them among thousands', async () => {
		const markets = Array.from({ length: 5000 }, (_, at) => ({
			id: `m${at}`,
			name: `Land ${at} · A`,
		}));
		const match = { path: /business.markets/ };
		respond(bench, { body: { data: markets, total: 5000 }, match });
		const marketValue = picked('={{ $json.names }}', 'name');
		const names = markets.slice(-1000).map((_, at) => `land ${4000 + at}`);
		const start = userTime();
		await bench.run('geo', withRows({ filter: 'markets', marketValue }), { items: [{ names }] });
		expect(userTime() - start).toBeLessThan(4500);
		expect(
			bodiesOf(bench)
				.map((body) => JSON.stringify(body))
				.join(),
		).toContain('"m4000","m4001"');
	});

	it.each<[string, object[], string, RegExp]>([
		[
			'coffe',
			TOPICS,
			"'coffe' is not among the topics of the project",
			/nearest first: "Coffee grinders", "Coffee beans", "Espresso machines", "Müsli", "beans", "Twin", "TWIN"\./,
		],
		['twin', TOPICS, "2 topics of the project have the name 'twin'", /in its place: t6, t7\.$/],
		[
			'x',
			Array.from({ length: 12 }, (_, n) => ({ topic_id: `p${n}`, name: `Topic ${n}` })),
			"'x' is not among the topics of the project",
			/nearest first: "Topic 0", .*, "Topic 9" and 2 more\.$/,
		],
	])('such as "%s" that is not in %j is an error', async (name, data, message, description) => {
		const { error } = await filtered(`topics = ${name}`, { data, total: data.length });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(description);
	});

	const UNREAD =
		'The topics of the project could not be read, so the values of the filter topics were sent as they are, as IDs.';
	const GAP = 'Tell the user that the answer may not be complete';

	it.each<[unknown, string, boolean]>([
		[500, UNREAD, true],
		[403, UNREAD, false],
		[{}, `${UNREAD} The service returned no list of topics.`, false],
		[{ a: 1 }, `${UNREAD} The service returned no list of topics.`, false],
		[[{ rank: 1 }], 'have no name or ID that the node recognizes.', false],
		[[], 'The project lists no topics, so the values of the filter topics were sent', false],
		[{ data: TOPICS, total: 300 }, 'Some topics of the project are missing, so the values', true],
	])('is sent as it is, and that is said, after %j', async (topics, words, isGap) => {
		const { values, notes } = await filtered('topics = t9', topics);
		expect(values).toEqual([[{ operator: 'is', value: 't9' }]]);
		expect(notes).toContain(words);
		expect(notes.includes(GAP)).toBe(isGap);
	});

	it('takes one list for all items of a run, all days, and the period before', async () => {
		const items = ['Espresso machines', 'coffee grinders', 'topic-01'].map((name) => ({ name }));
		const compared = { dateRange: 'last7Days', splitBy: 'day', compareWith: 'previousPeriod' };
		const fields = { ...withRows(topic('={{ $json.name }}')), ...compared };
		const run = await bench.run('geo', fields, { items });
		expect(run.error).toBeUndefined();
		expect(listsOfTopics()).toHaveLength(1);
		expect(new Set(sent('topics'))).toEqual(new Set(['"topic-01"', '"topic-02"']));
		expect(sent('topics')).toHaveLength(2 * (7 + 1));
	});

	it('is sent as it is to all projects whose topics cannot be read, which a hint says', async () => {
		respond(bench, { status: 403, times: Infinity, match: { path: /business.topics/ } });
		const run = await bench.run('geo', { ...withRows(topic('t9')), project: EVERYWHERE });
		expect(run.error).toBeUndefined();
		expect(run.hints.join('\n')).toContain(UNREAD);
	});

	it('is looked up in each of all projects, whose error says which one it is', async () => {
		const fields = { ...withRows(topic('Espresso machines')), project: EVERYWHERE };
		const run = await bench.run('geo', fields, { onError: 'continueRegularOutput' });
		expect(pathsOf(bench)[0]).toBe(GEO_PROJECTS);
		expect(listsOfTopics()).toHaveLength(3);
		expect(new Set(run.rows.map((row) => row.project_id))).toContain(coffee);
		expect(run.rows.filter((row) => 'error' in row)).toContainEqual({
			error: "'Espresso machines' is not among the topics of the project",
			message: expect.stringContaining(`(${outdoor})`),
		});
	});
});

describe('A filter by a number', () => {
	const where = (...condition: INodeParameters[]) => ({ ...PROMPTS, filters: { condition } });

	it.each(['rank', 'visibility'])('starts empty, which is refused: %s', async (filter) => {
		const { error } = await bench.run('geo', where({ filter }));
		expect(error?.message).toMatch(/^The filter '\w+' has no valid value$/);
		expect(bench.sandbox.requests).toHaveLength(0);
		for (const textValue of ['1', 1, '={{ 1 }}']) {
			await bench.run('geo', where({ filter, textValue }));
			const items = [{ operator: 'eq', value: 1 }];
			const filters = { [filter]: { condition: 'AND', items } };
			expect(bodiesOf(bench)).toContainEqual(expect.objectContaining({ filters }));
			await bench.reset();
		}
	});

	it('that no record matches is told in a hint, unless its meaning is not known', async () => {
		const none = { body: { data: [], total: 0 } };
		respond(bench, none);
		const filtered = await bench.run('geo', where({ filter: 'rank', textValue: '2' }));
		expect(filtered.hints).toEqual([
			expect.stringMatching(/^No record matches the filters\. .*exactly/),
		]);
		for (const read of [
			PROMPTS,
			{ ...PROMPTS, ...placed({ additionalBodyJson: '{ "filters": { "x": 1 } }' }) },
			{ ...PROMPTS, dateRange: 'last7Days', options: { splitBy: 'day' } },
		]) {
			respond(bench, { ...none, times: Infinity, match: { path: PROMPTS_PATH } });
			expect((await bench.run('geo', read)).hints).toEqual([]);
		}
	});
});

describe('An expression that returned no value', () => {
	const description = expect.stringMatching(
		/^Correct the expression in .*: what it names may be missing from the input item\.$/,
	);

	it.each([
		...['tasks/{{ $json.id }}', 'tasks/{{ null }}', 'tasks/{{ "" }}', 'tasks/{{ "  " }}'],
		...[
			'{{ $json.id }}/tasks',
			'{{ " " }}/tasks',
			'tasks/{{ " " }}/runs',
			'tasks/t-{{ $json.id }}',
		],
		...[
			'{{ "tasks/" + ($json.id ?? "") }}',
			'tasks/{{ [] }}',
			'tasks/{{ [null] }}',
			'{{ [] }}/all',
		],
		...['tasks/{{ Number($json.id) }}', 'tasks/{{ parseInt($json.id) }}'],
	])('leaves no gap in a path: %s', async (path) => {
		for (const node of ['agents', 'geo'] as const) {
			for (const method of ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']) {
				const { error } = await bench.run(node, { ...CALL, method, path: `=${path}` });
				expect(error?.message).toContain("The expression in 'Path' leaves a gap in it: ");
				expect(error).toMatchObject({ description });
			}
		}
		expect(bench.sandbox.requests).toEqual([]);
	});

	it.each([...['1/archive', '1\\archive', '1?a=b', '1#a', '1%2Farchive', '1;a', '../projects']])(
		'adds no step to a path: %s',
		async (id) => {
			for (const path of [
				'=tasks/{{ $json.id }}',
				'={{ $json.id }}/runs',
				'=tasks/t-{{ $json.id }}',
			]) {
				const call = { ...CALL, method: 'DELETE', path };
				const { error } = await bench.run('agents', call, { items: [{ id }] });
				expect(error?.message).toBe(
					`The value ${JSON.stringify(id)} of an expression in 'Path' is not one step of a path`,
				);
				expect(error?.description).toContain("make the whole 'Path' one expression");
			}
			const inList = { ...CALL, method: 'DELETE', path: '=tasks/{{ [$json.id] }}' };
			expect((await bench.run('agents', inList, { items: [{ id }] })).error).toBeDefined();
			expect(bench.sandbox.requests).toEqual([]);
			const whole = { ...CALL, method: 'DELETE', path: '={{ "tasks/" + $json.id }}' };
			await bench.run('agents', whole, { items: [{ id: '1/archive' }] });
			expect(pathsOf(bench)).toEqual(['/api/v1/business/tasks/1/archive']);
		},
	);

	it('adds no fields to a body in quotes', async () => {
		const run = async (bodyJson: string, title: string) => {
			const call = { ...CALL, path: 'x', bodyMode: 'json', bodyJson };
			return await bench.run('agents', call, { items: [{ title }] });
		};
		for (const title of ['x","owner":"me', 'a\\', 'a\nb']) {
			for (const value of ['"{{ $json.title }}"', '"A \\" {{ [$json.title] }}!"']) {
				const { error } = await run(`={ "title": ${value} }`, title);
				expect(error?.message).toBe(
					"A value in 'Body (JSON)' has a quotation mark, a backslash or a line break",
				);
				expect(error?.description).toContain('{{ JSON.stringify($json.title) }}');
			}
		}
		expect(bench.sandbox.requests).toEqual([]);
		await run('={ "title": {{ JSON.stringify($json.title) }} }', 'x","owner":"me');
		await run('={ "title": "A {{ $json.title }}!" }', 'tea');
		expect(bodiesOf(bench)).toEqual([{ title: 'x","owner":"me' }, { title: 'A tea!' }]);
	});

	it.each<[string, INodeParameters]>([
		['status', { bodyMode: 'fields', bodyFields: rows(['status', '={{ $json.gone }}']) }],
		['status', { bodyMode: 'fields', bodyFields: rows(['status', '={{ null }}', 'number']) }],
		['status', { bodyMode: 'fields', bodyFields: rows(['status', '={{ $json.gone }}', 'json']) }],
		['id', { queryFields: rows(['id', '={{ $json.gone }}']) }],
		['Body (JSON)', { bodyMode: 'json', bodyJson: '={ "status": "{{ $json.gone }}" }' }],
		['Body (JSON)', { bodyMode: 'json', bodyJson: '={ "count": {{ $json.gone }} }' }],
	])('is no value of %s in %j', async (name, parameters) => {
		const { error } = await bench.run('agents', { ...CALL, path: 'x', ...parameters });
		const message = `The expression in '${name}' returned no value`;
		expect(error).toMatchObject({ message, description });
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('is nothing to add to the body, or to filter by', async () => {
		for (const [label, fields] of [
			['Additional Body Fields (JSON)', { additionalBodyJson: '={ "a": "{{ $json.gone }}" }' }],
		] as const) {
			const { error } = await bench.run('geo', { ...PROMPTS, ...fields });
			expect(error?.message).toBe(`The expression in '${label}' returned no value`);
		}
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('may be an empty text on purpose, and null as JSON', async () => {
		await bench.run('agents', {
			...{ ...CALL, path: 'x', bodyMode: 'fields' },
			bodyFields: rows(
				['empty', ''],
				['orEmpty', '={{ $json.gone ?? "" }}'],
				['none', '={{ null }}', 'json'],
			),
		});
		const bodyJson = '={ "orEmpty": "{{ $json.gone ?? \'\' }}", "typed": "" }';
		await bench.run('agents', { ...CALL, path: 'x', bodyMode: 'json', bodyJson });
		expect(bodiesOf(bench)).toEqual([
			{ empty: '', orEmpty: '', none: null },
			{ orEmpty: '', typed: '' },
		]);
	});

	it.each([...['dimensions', 'measures', 'otherDimensions', 'otherMeasures']])(
		'does not stand for no %s',
		async (name) => {
			for (const nothing of ['={{ $json.gone }}', '={{ null }}', '={{ "" }}']) {
				const { error } = await bench.run('geo', { ...PERFORMANCE, [name]: nothing });
				expect(error).toMatchObject({ message: expect.stringMatching(/^The expression in '/) });
				expect(error).toMatchObject({ description });
			}
			expect(bench.sandbox.requests).toEqual([]);
		},
	);

	it.each([
		...['tasks/', '=tasks/', '=/tasks/{{ 5 }}/', '=tasks/{{ 5 }}/'],
		...[
			'=tasks{{ $json.id ? "/" + $json.id : "" }}',
			'={{ "/tasks/5" }}',
			'=tasks/{{ 0 }}',
			'={{ "business/tasks" }}',
		],
	])('is not what a path has that is whole: %s', async (path) => {
		const { error } = await bench.run('agents', { ...CALL, path });
		expect(error).toBeUndefined();
	});
});
