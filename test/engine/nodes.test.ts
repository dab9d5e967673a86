import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { KEYS, PROJECTS } from '../../sandbox';
import { LISTS } from '../../nodes/Geo/operations/lists';
import {
	bodiesOf,
	CALL,
	COFFEE,
	GEO_READS,
	type GeoRead,
	GET_PROJECTS,
	project,
	PROMPTS,
	respond,
	rows,
	TASKS,
	useBench,
	WHO_AM_I,
	WHOLE_READS,
} from './harness/fixture';
import { placed } from '../../dev/placed';

const bench = useBench();

/** What a user fills in, what that adds to the body, and the first page where it is another one. */
type Case = readonly [
	title: string,
	parameters: INodeParameters,
	added: IDataObject,
	page?: IDataObject,
];

const is = (value: unknown) => ({ condition: 'AND', items: [{ operator: 'is', value }] });

const condition = (...conditions: INodeParameters[]): INodeParameters => ({
	filters: { condition: conditions },
});

const CASES: readonly Case[] = [
	['nothing', {}, {}],
	['a Page Size', { returnAll: true, ...placed({ pageSize: 4 }) }, {}, { limit: 4, offset: 0 }],
	[
		'a Date Range without an end',
		{ dateRange: 'custom', startDate: '2026-10-20T08:00:00.500+05:30' },
		{ start_date: '2026-10-20T02:30:00Z' },
	],
	[
		'Sort',
		{ sort: { by: [{ field: 'visibility_score' }, { field: ' name ', order: 'asc' }] } },
		{
			order_by: [
				{ field: 'visibility_score', order: 'desc' },
				{ field: 'name', order: 'asc' },
			],
		},
	],
	[
		'Filters',
		condition(
			{ filter: 'topics', topicValue: project('topic-01', 'list') },
			{ filter: 'branded' },
			{ filter: 'rank', textValue: 3 },
		),
		{
			filters: {
				topics: is('topic-01'),
				branded: is(true),
				rank: { condition: 'AND', items: [{ operator: 'eq', value: 3 }] },
			},
		},
	],
	[
		'filters in Additional Body Fields (JSON) beside those of the form',
		{
			...condition({ filter: 'intent', textValue: 'commercial' }),
			additionalBodyJson:
				'{ "end_date": "2026-01-01T00:00:00Z", "filters": { "tags": { "condition": "AND", "items": [] } } }',
		},
		{
			end_date: '2026-01-01T00:00:00Z',
			filters: { intent: is('commercial'), tags: { condition: 'AND', items: [] } },
		},
	],
	[
		'Additional Body Fields (JSON)',
		{ additionalBodyJson: '{ "start_date": "2026-01-01T00:00:00Z" }' },
		{ start_date: '2026-01-01T00:00:00Z' },
	],
];

/** Names the way people and expressions give them. */
const NAMES: Readonly<Record<string, readonly Case[]>> = {
	dimensions: [
		[
			'others beside those of the list, as they are called and in a list from an expression',
			{
				dimensions: '={{ ["AI Platform", " TOPIC "] }}',
				otherDimensions: 'market, topic,,market',
			},
			{ dimensions: ['model', 'topic', 'market'] },
		],
	],
};

/** Runs a read and gives the body of each of its requests, after a check of all the rest. */
async function sentBy({ where, path }: GeoRead, parameters: INodeParameters) {
	const own = { ...where, project: COFFEE, dateRange: 'notSet', ...parameters };
	const run = await bench.run('geo', own, { timezone: 'Europe/Berlin' });
	expect(run.error).toBeUndefined();
	expect(bench.sandbox.requests.length).toBeGreaterThan(0);
	for (const request of bench.sandbox.requests) {
		expect(request).toMatchObject({ method: 'POST', path, query: {}, status: 200, violations: [] });
	}
	return bodiesOf(bench);
}

describe.each(GEO_READS.map((read) => [read.title, read] as const))('%s', (_title, read) => {
	it('reads every record once with Return All, the most useful field first in Simplified', async () => {
		const parameters = { ...read.where, project: COFFEE, returnAll: true };
		const all = await bench.run('geo', parameters);
		expect(all.rows.length).toBeGreaterThan(0);
		// What LISTS in sandbox/records.ts has no data for, the sandbox answers with a note.
		expect(all.rows[0]).not.toHaveProperty('note');
		const small = await bench.run('geo', { ...parameters, ...placed({ pageSize: 7 }) });
		expect(small.rows).toEqual(all.rows);
		expect(new Set(all.rows.map((row) => JSON.stringify(row))).size).toBe(all.rows.length);
		for (const request of bench.sandbox.requests) {
			expect(request).toMatchObject({ method: 'POST', path: read.path, query: {}, violations: [] });
		}
		const simplified = await bench.run('geo', { ...parameters, output: 'simplified', limit: 1 });
		const [first] = Object.keys(simplified.rows[0] ?? {});
		const { usefulFields } = LISTS.find(({ value }) => value === read.where.resource) ?? {};
		const usual = /^(?!created_at|updated_at|status)[a-z_]+$/;
		const found = usefulFields?.find((name) => Object.hasOwn(simplified.rows[0] ?? {}, name));
		expect(first).toEqual(usefulFields === undefined ? expect.stringMatching(usual) : found);
	});
});

it.each(
	LISTS.flatMap(({ value, metrics }) => (metrics?.length ? [[value, metrics] as const] : [])),
)(
	'Get Many of %s requests its documented metrics, until the user deselects them',
	async (resource, metrics) => {
		const list = { resource, operation: 'getAll', project: COFFEE, limit: 1 };
		await bench.run('geo', list);
		await bench.run('geo', { ...list, options: { metrics: [], otherMetrics: '' } });
		const requested = metrics.map(({ value }) => value);
		expect(bodiesOf(bench)).toEqual([
			expect.objectContaining({ metrics: requested }),
			expect.not.objectContaining({ metrics: expect.anything() }),
		]);
	},
);

describe.each(WHOLE_READS.map((read) => [read.title, read] as const))('%s', (_title, read) => {
	/** A report is read whole. */
	const firstPage = { limit: read.where.resource === 'report' ? 100 : 50, offset: 0 };

	const cases = [...CASES, ...read.names.flatMap((name) => NAMES[name] ?? [])];

	it.each(cases.map(([title, ...one]) => ({ title, one })))(
		'sends exactly what is asked for with $title',
		async ({ one: [parameters, added, page = firstPage] }) => {
			// It may be about fields that the sandbox does not have.
			bench.sandbox.behave({ ignoreSort: true });
			const bodies = await sentBy(read, parameters);
			const own = { project_id: PROJECTS.coffee, ...read.defaults, ...added };
			const pagination = { limit: expect.any(Number), offset: expect.any(Number) };
			expect(bodies[0]).toStrictEqual({ ...own, pagination: page });
			for (const body of bodies) expect(body).toStrictEqual({ ...own, pagination });
		},
	);
});

describe('Prompt → Get Many', () => {
	it('sends what the user adds to the body, unless the node sets it itself, and needs no Agents API', async () => {
		const additionalBodyJson = '{ "locale": "en" }';
		const run = await bench.run(
			'geo',
			{ ...PROMPTS, additionalBodyJson },
			{ credential: { agentsBaseUrl: '' } },
		);
		expect(run.rows).toHaveLength(50);
		const violations = ['body.locale: not documented'];
		expect(bench.sandbox.requests).toMatchObject([{ body: { locale: 'en' }, violations }]);
		const own = { additionalBodyJson: '{ "start_date": [] }', dateRange: 'yesterday' };
		const { error } = await bench.run('geo', { ...PROMPTS, ...own });
		expect(error?.message).toContain('sets start_date, which the node sets itself');
		expect(bench.sandbox.requests).toHaveLength(1);
	});
});

it('An operation that this version of the node does not have is an error with what to do', async () => {
	const { error } = await bench.run('geo', { ...PROMPTS, operation: 'archive' });
	expect(error?.message).toBe("This version of the node has no operation 'archive' for 'prompt'");
	expect(error?.description).toContain('update the package');
	expect(bench.sandbox.requests).toEqual([]);
});

describe('Project → Get Many of the GEO node', () => {
	it('sends Search as the query', async () => {
		const run = await bench.run('geo', { ...GET_PROJECTS, search: ' COFFEE ', limit: 5 });
		expect(run.rows).toMatchObject([{ name: 'Ember & Oak Coffee' }]);
		expect(bodiesOf(bench)).toStrictEqual([{ query: 'COFFEE', limit: 5, offset: 0 }]);
		expect(bench.sandbox.requests[0]?.violations).toEqual([]);
	});
});

describe('Endpoint → Call', () => {
	const BODY = { bodyMode: 'json', bodyJson: '{ "a": 1 }' };
	const PROJECT = { withProject: true, project: COFFEE };
	const { coffee } = PROJECTS;

	it.each<['agents' | 'geo', string, INodeParameters, unknown, string?]>([
		['agents', 'POST', {}, undefined],
		['agents', 'POST', { bodyMode: 'fields' }, {}],
		['agents', 'GET', BODY, undefined],
		['agents', 'GET', PROJECT, undefined, coffee],
		['agents', 'DELETE', PROJECT, undefined, coffee],
		['geo', 'POST', {}, {}],
		['geo', 'DELETE', {}, {}],
		['geo', 'GET', { ...BODY, ...PROJECT }, undefined],
		['geo', 'POST', PROJECT, { project_id: coffee }],
		['geo', 'PATCH', { ...BODY, ...PROJECT }, { project_id: coffee, a: 1 }],
	])('of %s with %s and %j sends the body %j and the project %j', async (...given) => {
		const [node, method, fields, body, header] = given;
		await bench.run(node, { ...CALL, method, path: 'x', ...fields });
		const [request] = bench.sandbox.requests;
		expect([request?.method, request?.body]).toEqual([method, body]);
		expect(request?.headers['x-project-id']).toBe(header);
	});
});

describe('Endpoint → Call of the GEO node', () => {
	const topics = { ...CALL, path: 'business/topics', withProject: true, project: COFFEE };

	it('adds the project to the body, unless that is switched off', async () => {
		const bodyFields = rows(['metrics', '["prompts_count"]', 'json']);
		const run = await bench.run('geo', { ...topics, bodyMode: 'fields', bodyFields });
		expect(run.rows).toHaveLength(12);
		await bench.run('geo', { ...CALL, path: 'business/projects' });
		expect(bench.sandbox.requests).toMatchObject([
			{
				path: '/v2/geo/business/topics',
				body: { project_id: PROJECTS.coffee, metrics: ['prompts_count'] },
				violations: [],
			},
			{ body: {}, violations: [], status: 200 },
		]);
	});

	it('refuses a body that cannot carry the project, and a path that is not below /v2/geo/', async () => {
		for (const bodyJson of ['[1]', '{"project_id": "other"}']) {
			const { error } = await bench.run('geo', { ...topics, bodyMode: 'json', bodyJson });
			expect(error?.message).toBe("The ID of the project cannot be added to 'Body'");
		}
		const { error } = await bench.run('geo', { ...CALL, path: '../../api/v1/business/whoami' });
		expect(error?.message).toContain('The path cannot be requested');
		expect(bench.sandbox.requests).toEqual([]);
	});
});

describe('Identity → Who Am I', () => {
	it('sends the key and no project, and gives the answer as one item', async () => {
		const { rows: found, items } = await bench.run('agents', WHO_AM_I);
		expect(found).toEqual([
			expect.objectContaining({ projects: expect.any(Array), teams: expect.any(Array) }),
		]);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({
			...{ method: 'GET', path: '/api/v1/business/whoami', status: 200, violations: [] },
			headers: { 'x-api-key': KEYS.agency },
		});
		expect(request?.headers).not.toHaveProperty('x-project-id');
	});
});

describe('Project → Get Many of the Agents node', () => {
	it('gives one item per project of whoami, as many as Limit says', async () => {
		const run = await bench.run('agents', { ...GET_PROJECTS, returnAll: true });
		const ids = ['proj-ember-oak', 'proj-ridgeline', 'proj-taskpilot'];
		expect(run.rows.map(({ id }) => id)).toEqual(ids);
		expect(bench.sandbox.requests).toMatchObject([{ violations: [] }]);
		const limited = await bench.run('agents', { ...GET_PROJECTS, returnAll: false, limit: 2 });
		expect(limited.rows).toHaveLength(2);
	});
});

describe('Task → Query', () => {
	it('sends the view, body fields and the project, and gives one item per task', async () => {
		const additionalBodyJson = '{ "status": ["open"] }';
		const run = await bench.run('agents', { ...TASKS, view: 'list', additionalBodyJson });
		expect(run.rows).toHaveLength(40);
		expect(run.rows[0]).toMatchObject({ id: 'task-001' });
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({
			...{ method: 'POST', path: '/api/v1/business/tasks/query' },
			headers: {
				...{ 'x-api-key': KEYS.agency, 'x-project-id': PROJECTS.coffee },
				'content-type': 'application/json',
			},
		});
		expect(request?.body).toEqual({ view: 'list', status: ['open'] });
	});
});

describe('Endpoint → Call of the Agents node', () => {
	it.each(['DELETE', 'PATCH', 'POST', 'PUT'])('sends %s with body and project', async (method) => {
		const run = await bench.run('agents', {
			...{ ...CALL, method, path: 'playbooks/run', withProject: true, project: COFFEE },
			...{ bodyMode: 'fields', bodyFields: rows(['name', 'Weekly'], ['all', 'true', 'boolean']) },
			queryFields: rows(['dry', 'true', 'boolean']),
		});
		expect(run.rows).toMatchObject([
			{
				...{ sandbox: true, method, path: '/api/v1/business/playbooks/run' },
				...{ project_id: PROJECTS.coffee, body: { name: 'Weekly', all: true } },
				query: { dry: 'true' },
			},
		]);
	});

	it('sends GET without a body, and without a project if it belongs to none', async () => {
		await bench.run('agents', { ...CALL, method: 'GET', path: '/whoami' });
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({ method: 'GET', path: '/api/v1/business/whoami' });
		expect(request?.headers).not.toHaveProperty('x-project-id');
		expect(request?.headers).not.toHaveProperty('content-length');
	});

	it.each([
		[{ task_id: 't9', status: 'created', items: [] }, 1],
		[{ playbooks: [{ a: 1 }, { a: 2 }] }, 2],
	])('takes %j for %i items: a list only where nothing else is lost', async (body, count) => {
		respond(bench, { body });
		const bodyJson = '[1, {"a": null}]';
		const run = await bench.run('agents', {
			...CALL,
			path: 'playbooks/list',
			bodyMode: 'json',
			bodyJson,
		});
		expect(run.rows).toHaveLength(count);
		expect(bodiesOf(bench)).toEqual([[1, { a: null }]]);
	});

	it('takes a path as it was typed, or pasted whole', async () => {
		for (const path of ['tasks/a%2Bb c+d', '/api/v1/business/grids/list']) {
			await bench.run('agents', { ...CALL, path });
		}
		expect(bench.sandbox.requests.map(({ path }) => path)).toEqual([
			...['/api/v1/business/tasks/a%2Bb%20c+d', '/api/v1/business/grids/list'],
		]);
	});

	it('refuses a path with a step up before anything is sent', async () => {
		const { error } = await bench.run('agents', { ...CALL, path: '%2e%2e/x' });
		expect(error?.message).toContain('The path cannot be requested');
		expect(error?.description).toContain("'Path'");
		expect(bench.sandbox.requests).toHaveLength(0);
	});
});
