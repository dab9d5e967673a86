import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { KEYS } from '../../sandbox';
import { useBench } from './harness/fixture';
import { GEO_PROJECTS, WHOAMI } from './harness/projects';

const bench = useBench();

const NODES = ['agents', 'geo'] as const;
const LISTS = { agents: WHOAMI, geo: GEO_PROJECTS };

describe.each(NODES)('The project picker of the node %s', (node) => {
	it('offers the projects of the list of its own API by name', async () => {
		const { results } = await bench.projects(node);
		expect(results).toEqual([
			{ name: 'Ember & Oak Coffee', value: 'proj-ember-oak' },
			{ name: 'Ridgeline Outfitters', value: 'proj-ridgeline' },
			{ name: 'Taskpilot', value: 'proj-taskpilot' },
		]);
		expect(bench.sandbox.requests).toMatchObject([{ path: LISTS[node], violations: [] }]);
	});

	it.each([
		['coffee', ['proj-ember-oak']],
		['RIDGE', ['proj-ridgeline']],
		['nothing like it', []],
	])('searches names for "%s"', async (filter, ids) => {
		const { results } = await bench.projects(node, {}, filter);
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	it.each([['no projects', { apiKey: KEYS.empty }, 'This API key has no projects']] as const)(
		'says in a sentence what is wrong with %s',
		async (_, values, words) => {
			const problem = bench.projects(node, values);
			await expect(problem).rejects.toMatchObject({
				message: expect.stringMatching(words),
				description: expect.stringMatching(/\w{3,}.*\.$/),
			});
		},
	);
});

describe.each(NODES)('The project picker of the node %s, at a wrong address,', (node) => {
	it.each([[{ name: 'Me', projects: 3 }, 'The service returned no list of projects']])(
		'says in a sentence what is wrong with %j',
		async (body, message) => {
			bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
			await expect(bench.projects(node)).rejects.toMatchObject({
				message,
				description: expect.stringMatching(/\w{3,}.*\.$/),
			});
		},
	);

	it('says that a web page answered', async () => {
		const headers = { 'content-type': 'text/html' };
		const body = '<!doctype html><title>Sign in</title>';
		bench.sandbox.faults.order({ kind: 'respond', status: 200, headers, body });
		await expect(bench.projects(node)).rejects.toMatchObject({
			message: expect.stringMatching(/API answered with a web page instead of JSON: "Sign in"$/),
		});
	});
});

describe('The project picker of the GEO node', () => {
	it.each([
		['without a base URL for the Agents API', { agentsBaseUrl: '' }],
		['with a key that has no Agents API', { apiKey: KEYS.geoOnly }],
	])('needs no Agents API: %s', async (_, values) => {
		const { results } = await bench.projects('geo', values);
		expect(results.length).toBeGreaterThan(0);
		expect(bench.sandbox.requests).toMatchObject([
			{ path: GEO_PROJECTS, body: { limit: 100, offset: 0 }, violations: [] },
		]);
	});

	it('offers those of whoami, and searches them, where the GEO API may not list them', async () => {
		const fault = { kind: 'respond', status: 403, times: Infinity } as const;
		bench.sandbox.faults.order({ ...fault, match: { path: GEO_PROJECTS } });
		expect((await bench.projects('geo')).results).toHaveLength(3);
		const { results } = await bench.projects('geo', {}, 'coffee');
		expect(results.map(({ name }) => name)).toEqual(['Ember & Oak Coffee']);
		const without = bench.projects('geo', { agentsBaseUrl: '' });
		await expect(without).rejects.toMatchObject({ message: expect.stringMatching(/access/) });
	});

	it('lets the service search', async () => {
		const { results } = await bench.projects('geo', { agentsBaseUrl: '' }, 'coffee');
		expect(results.map(({ name }) => name)).toEqual(['Ember & Oak Coffee']);
		expect(bench.sandbox.requests[0]?.body).toEqual({ limit: 100, offset: 0, query: 'coffee' });
	});

	it('goes on where the service gives fewer than it was asked for', async () => {
		bench.sandbox.behave({ pageCap: 2 });
		expect((await bench.projects('geo', { agentsBaseUrl: '' })).results).toHaveLength(3);
		expect(bench.sandbox.requests.map(({ body }) => body)).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 100, offset: 2 },
		]);
	});
});

describe('The project picker of a trigger', () => {
	it('offers All Projects first, and only as long as nothing is searched for', async () => {
		const all = { name: 'All Projects', value: ALL_PROJECTS };
		for (const name of ['agentsTrigger', 'geoTrigger'] as const) {
			const { results } = await bench.projects(name);
			expect(results[0]).toEqual(all);
			expect(results).toHaveLength(4);
			expect((await bench.projects(name, {}, 'o')).results).not.toContainEqual(all);
		}
	});
});

describe('The project picker of the Agents node', () => {
	it('searches IDs, too', async () => {
		const { results } = await bench.projects('agents', {}, 'proj-');
		expect(results).toHaveLength(3);
	});

	it('says that it has not searched all projects, if the service sends a part of them', async () => {
		const body = { projects: [{ id: 'p', name: 'P' }], total: 300 };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: 2 });
		expect((await bench.projects('agents')).results).toEqual([
			{ name: 'P', value: 'p' },
			{ name: "Project Not Listed? Change to 'By ID'", value: '?' },
		]);
		expect((await bench.projects('agents', {}, 'coffee')).results).toEqual([
			{ name: "No Match. Project Not Listed? Change to 'By ID'", value: '?' },
		]);
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		expect((await bench.projects('agents', {}, 'p')).results).toEqual([
			{ name: 'P', value: 'p' },
			{ name: "Project Not Listed? Change to 'By ID'", value: '?' },
		]);
	});

	it('says what to do if the entry for projects that are not listed is chosen', async () => {
		const chosen = { __rl: true, mode: 'list', value: '?' };
		const { error } = await bench.run('agents', { resource: 'task', project: chosen });
		expect(error?.message).toBe('No project is chosen');
		expect(error?.description).toMatch(/does not have all projects.* 'By ID' in 'Project'/);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it.each([
		[202, { projects: [] }, 'The Agents API has not finished the response yet'],
		[200, { projects: [], status: 'processing' }, 'The service has not listed the projects'],
	])('does not take a list that is not there for none: %i %j', async (status, body, message) => {
		bench.sandbox.faults.order({ kind: 'respond', status, body });
		await expect(bench.projects('agents')).rejects.toMatchObject({ message });
	});

	it('asks for the base URL that it needs', async () => {
		await expect(bench.projects('agents', { agentsBaseUrl: '' })).rejects.toMatchObject({
			message: 'The credential has no base URL for the Agents API',
		});
	});
});
