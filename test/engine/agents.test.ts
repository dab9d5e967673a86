import { KEYS } from '../../sandbox';
import { project, rows, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const queryTasks = { resource: 'task', operation: 'query', project: project(PROJECT) };

describe('Identity → Who Am I', () => {
	it('sends the key and no project, and gives the answer as one item', async () => {
		const { rows: found, items } = await bench.run('agents', {
			resource: 'identity',
			operation: 'whoAmI',
		});
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({ projects: expect.any(Array), teams: expect.any(Array) });
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({ method: 'GET', path: '/api/v1/business/whoami', status: 200 });
		expect(request?.headers).toMatchObject({ 'x-api-key': KEYS.agency });
		expect(request?.headers).not.toHaveProperty('x-project-id');
		expect(request?.violations).toEqual([]);
	});
});

describe('Project → Get Many', () => {
	const getProjects = { resource: 'project', operation: 'getAll' };

	it('gives a project once that the service lists twice, and both where they differ', async () => {
		const tea = { id: 'tea', name: 'Tea' };
		const projects = [tea, tea, { id: 'milk', name: 'Milk' }, { id: 'milk', name: 'Oat Milk' }];
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body: { projects } });
		const run = await bench.run('agents', getProjects);
		expect(run.rows).toEqual(projects.slice(1));
	});

	it('gives one item per project of whoami', async () => {
		const run = await bench.run('agents', { ...getProjects, returnAll: true });
		expect(run.rows.map(({ id }) => id)).toEqual([PROJECT, 'proj-ridgeline', 'proj-taskpilot']);
		expect(bench.sandbox.requests).toHaveLength(1);
		expect(bench.sandbox.requests[0]?.violations).toEqual([]);
	});

	it('keeps to the limit', async () => {
		const run = await bench.run('agents', { ...getProjects, returnAll: false, limit: 2 });
		expect(run.rows).toHaveLength(2);
	});

	it('says so when the projects are no list', async () => {
		const body = { name: 'Me', projects: 3 };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		const { error } = await bench.run('agents', { ...getProjects, returnAll: true });
		expect(error?.message).toBe('The service returned no list of projects');
	});
});

describe('Task → Query', () => {
	it('sends the view and the project, and gives one item per task', async () => {
		const run = await bench.run('agents', { ...queryTasks, view: 'list' });
		expect(run.rows).toHaveLength(40);
		expect(run.rows[0]).toMatchObject({ id: 'task-001' });
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({
			method: 'POST',
			path: '/api/v1/business/tasks/query',
			body: { view: 'list' },
			violations: [],
		});
		expect(request?.headers).toMatchObject({
			'x-api-key': KEYS.agency,
			'x-project-id': PROJECT,
			'content-type': 'application/json',
		});
	});

	it('sends body fields from rows, each with its type', async () => {
		await bench.run('agents', {
			...{ resource: 'endpoint', operation: 'call', path: 'tasks/query' },
			...{ project: project(PROJECT), bodyMode: 'fields' },
			bodyFields: rows(
				['status', 'open'],
				['count', '5', 'number'],
				['archived', 'false', 'boolean'],
				['labels', '["a","b"]', 'json'],
				['range', '{"from":1}', 'json'],
			),
		});
		expect(bench.sandbox.requests[0]?.body).toEqual({
			status: 'open',
			count: 5,
			archived: false,
			labels: ['a', 'b'],
			range: { from: 1 },
		});
	});

	it.each([['text', '{ "status": ["open"] }']])(
		'adds body fields from JSON as %s',
		async (_, additionalBodyJson) => {
			await bench.run('agents', {
				...queryTasks,
				additionalBodyJson,
			});
			expect(bench.sandbox.requests[0]?.body).toEqual({ view: 'list', status: ['open'] });
		},
	);

	it('asks once per input item and links every task to its item', async () => {
		const run = await bench.run(
			'agents',
			{ ...queryTasks, project: project('={{ $json.id }}') },
			{ items: [{ id: 'proj-ridgeline' }, { id: PROJECT }] },
		);
		expect(bench.sandbox.requests.map(({ headers }) => headers['x-project-id'])).toEqual([
			'proj-ridgeline',
			PROJECT,
		]);
		expect(run.items).toHaveLength(80);
		expect(run.items[39]?.pairedItem).toEqual({ item: 0 });
		expect(run.items[40]?.pairedItem).toEqual({ item: 1 });
	});
});

describe('Endpoint → Call', () => {
	const call = { resource: 'endpoint', operation: 'call' };

	it.each(['DELETE', 'PATCH', 'POST', 'PUT'])(
		'sends %s with a body and the project',
		async (method) => {
			const run = await bench.run('agents', {
				...call,
				method,
				path: 'playbooks/run',
				project: project(PROJECT),
				...{ bodyMode: 'fields', bodyFields: rows(['name', 'Weekly']) },
				queryFields: rows(['dry', 'true', 'boolean']),
			});
			expect(run.rows).toEqual([
				expect.objectContaining({
					sandbox: true,
					method,
					path: '/api/v1/business/playbooks/run',
					project_id: PROJECT,
					body: { name: 'Weekly' },
					query: { dry: 'true' },
				}),
			]);
		},
	);

	it('sends GET without a body, and without a project if it belongs to none', async () => {
		await bench.run('agents', { ...call, method: 'GET', path: '/whoami', withProject: false });
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({ method: 'GET', path: '/api/v1/business/whoami' });
		expect(request?.headers).not.toHaveProperty('x-project-id');
		expect(request?.headers).not.toHaveProperty('content-length');
	});

	it('sends JSON as it is: an empty object, a list', async () => {
		for (const bodyJson of ['{}', '[1, {"a": null}]']) {
			await bench.run('agents', {
				...call,
				path: 'grids',
				withProject: false,
				bodyMode: 'json',
				bodyJson,
			});
		}
		expect(bench.sandbox.requests.map(({ body }) => body)).toEqual([{}, [1, { a: null }]]);
	});

	it.each([
		[{ task_id: 't9', status: 'created', items: [] }, 1],
		[{ data: null }, 1],
		[{ playbooks: [{ a: 1 }, { a: 2 }] }, 2],
	])('takes %j for %i items: a list only where nothing else is lost', async (body, count) => {
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		const run = await bench.run('agents', { ...call, path: 'playbooks/list', withProject: false });
		expect(run.rows).toHaveLength(count);
	});

	it('takes errors beside an empty list for a refusal', async () => {
		const body = { data: [], errors: ['row 2 failed'] };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		const run = await bench.run('agents', { ...call, path: 'playbooks/list', withProject: false });
		expect(run.error?.message).toBe('row 2 failed');
	});

	it('keeps the project where a switch is a text from an expression', async () => {
		const withProject = '={{ "true" }}';
		await bench.run('agents', { ...call, path: 'grids', withProject, project: project(PROJECT) });
		expect(bench.sandbox.requests[0]?.headers).toMatchObject({ 'x-project-id': PROJECT });
	});

	it('leaves escapes in a path as they were typed', async () => {
		await bench.run('agents', { ...call, path: 'tasks/a%2Bb c+d', withProject: false });
		expect(bench.sandbox.requests[0]?.path).toBe('/api/v1/business/tasks/a%2Bb%20c+d');
	});

	it('takes a path that was pasted whole', async () => {
		await bench.run('agents', { ...call, path: '/api/v1/business/grids/list', withProject: false });
		expect(bench.sandbox.requests[0]?.path).toBe('/api/v1/business/grids/list');
	});

	it.each(['../../v2/geo/business/prompts', '%2e%2e/x'])(
		'refuses the path %s before anything is sent',
		async (path) => {
			const { error } = await bench.run('agents', { ...call, path, withProject: false });
			expect(error?.message).toContain('The path cannot be requested');
			expect(error?.description).toContain("'Path'");
			expect(bench.sandbox.requests).toHaveLength(0);
		},
	);
});
