import { project, rows, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT) };

describe('Prompt → Get Many', () => {
	it('reads every page with Return All', async () => {
		const run = await bench.run('geo', { ...getPrompts, returnAll: true });
		expect(new Set(run.rows.map(({ prompt_id: id }) => id)).size).toBe(240);
		expect(run.rows).toHaveLength(240);
		expect(bench.sandbox.requests.map(({ body }) => body)).toMatchObject([
			{ pagination: { limit: 100, offset: 0 } },
			{ pagination: { limit: 100, offset: 100 } },
			{ pagination: { limit: 100, offset: 200 } },
		]);
	});

	it('gives one item per answer as raw response', async () => {
		const run = await bench.run('geo', { ...getPrompts, returnAll: true, output: 'raw' });
		expect(run.rows.map(({ offset }) => offset)).toEqual([0, 100, 200]);
		expect(run.rows[2]).toMatchObject({ total: 240, data: expect.any(Array) });
	});

	it('asks for pages of the size that the user wants', async () => {
		const options = { pageSize: 40 };
		const run = await bench.run('geo', { ...getPrompts, returnAll: true, options });
		expect(run.rows).toHaveLength(240);
		const bodies = bench.sandbox.requests.map(({ body }) => JSON.stringify(body));
		expect(bodies.every((body) => body.includes('"limit":40'))).toBe(true);
	});

	it('adds body fields, also those that only the public documentation shows', async () => {
		await bench.run('geo', {
			...getPrompts,
			additionalBodyJson: '{ "metrics": ["answers_count"] }',
		});
		expect(bench.sandbox.requests[0]).toMatchObject({
			body: { metrics: ['answers_count'] },
			violations: [],
		});
	});

	it('works without a base URL for the Agents API', async () => {
		const run = await bench.run('geo', getPrompts, { credential: { agentsBaseUrl: '' } });
		expect(run.rows).toHaveLength(50);
	});
});

describe('Endpoint → Call', () => {
	const call = { resource: 'endpoint', operation: 'call' };

	it('adds the project to the body', async () => {
		const run = await bench.run('geo', {
			...call,
			path: 'business/topics',
			project: project(PROJECT),
			...{ bodyMode: 'fields', bodyFields: rows(['metrics', '["prompts_count"]', 'json']) },
		});
		expect(run.rows).toHaveLength(12);
		expect(bench.sandbox.requests[0]).toMatchObject({
			path: '/v2/geo/business/topics',
			body: { project_id: PROJECT, metrics: ['prompts_count'] },
			violations: [],
		});
	});

	it('leaves the project out if it is switched off', async () => {
		await bench.run('geo', { ...call, path: 'business/projects', withProject: false });
		expect(bench.sandbox.requests[0]).toMatchObject({ body: {}, violations: [], status: 200 });
	});

	it('refuses a body that cannot carry the project', async () => {
		for (const bodyJson of ['[1]', '{"project_id": "other"}']) {
			const { error } = await bench.run('geo', {
				...call,
				path: 'business/topics',
				project: project(PROJECT),
				bodyMode: 'json',
				bodyJson,
			});
			expect(error?.message).toBe("The ID of the project cannot be added to 'Body'");
		}
	});

	it('stays below /v2/geo/', async () => {
		const { error } = await bench.run('geo', {
			...call,
			path: '../../api/v1/business/whoami',
			withProject: false,
		});
		expect(error?.message).toContain('The path cannot be requested');
	});
});
