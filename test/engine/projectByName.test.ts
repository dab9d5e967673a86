import { KEYS, PROJECTS } from '../../sandbox';
import { WHOLE_READS, project, useBench } from './harness/fixture';
import { GEO_PROJECTS, named, namedInAgents, ProjectsOf, WHOAMI } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee, outdoor, saas } = PROJECTS;

const getTopics = { resource: 'topic', operation: 'getAll', limit: 1 };
const TASKS = '/api/v1/business/tasks/query';

describe.each(WHOLE_READS.map((read) => [read.title, read] as const))(
	'%s with a project By Name',
	(_title, { where }) => {
		it('gives the records of the project By ID, without marks', async () => {
			const byId = await bench.run('geo', { ...where, project: project(outdoor), limit: 3 });
			const fields = { ...where, project: project('ridgeline OUTFITTERS', 'name'), limit: 3 };
			const byName = await bench.run('geo', fields);
			expect(byName.error).toBeUndefined();
			expect(byName.rows).toStrictEqual(byId.rows);
			expect(projects.countOf(GEO_PROJECTS)).toBe(1);
			expect(projects.countOf(WHOAMI)).toBe(0);
		});
	},
);

describe('A project By Name', () => {
	it.each([
		['Ember & Oak Coffee', coffee],
		[' ember & OAK  coffee ', coffee],
		[coffee, coffee],
		['https://www.emberandoak.example/', coffee],
		['EMBERANDOAK.example', coffee],
		['http://emberandoak.example', coffee],
	])('"%s" is found in the list of the GEO API', async (name, id) => {
		await bench.run('geo', named(name));
		expect(projects.used).toEqual([id]);
		expect(projects.paths).toEqual([GEO_PROJECTS, '/v2/geo/business/topics']);
	});

	it.each([coffee])('"%s" is found in whoami by the Agents node', async (name) => {
		await bench.run('agents', namedInAgents(name));
		expect(projects.used).toEqual([coffee]);
		expect(projects.paths).toEqual([WHOAMI, TASKS]);
	});

	it.each(['https://www.emberandoak.example/'])(
		'is found by the URL %s, which only the GEO API sends',
		async (url) => {
			await bench.run('agents', namedInAgents(url));
			expect(projects.used).toEqual([coffee]);
			expect(projects.paths).toEqual([WHOAMI, GEO_PROJECTS, TASKS]);
			for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
		},
	);

	it('is found by the URL that whoami sends, without the GEO API', async () => {
		projects.whoamiLists([{ id: coffee, name: 'Coffee', url: 'https://coffee.example' }]);
		await bench.run('agents', namedInAgents('coffee.example'));
		expect(projects.used).toEqual([coffee]);
		expect(projects.paths).not.toContain(GEO_PROJECTS);
	});

	it('costs one list of the projects for a thousand rows of a sheet', async () => {
		const clients = ['Ember & Oak Coffee', 'TASKPILOT', 'Ridgeline outfitters'];
		const items = Array.from({ length: 1000 }, (_, n) => ({ client: clients[n % 3] ?? '' }));
		const run = await bench.run('geo', named('={{ $json.client }}'), { items });
		expect(run.rows).toHaveLength(1000);
		expect(projects.countOf(GEO_PROJECTS)).toBe(1);
		expect(projects.used.sort()).toEqual([coffee, outdoor, saas].sort());
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	it('costs one list of each API, however many rows are unknown', async () => {
		const items = Array.from({ length: 200 }, (_, n) => ({ client: `Client ${n}` }));
		const setup = { items, onError: 'continueRegularOutput' as const };
		const run = await bench.run('agents', namedInAgents('={{ $json.client }}'), setup);
		expect(run.rows).toHaveLength(200);
		expect(projects.paths).toEqual([WHOAMI, GEO_PROJECTS]);
	});

	it('is looked up once for each API key', async () => {
		const items = [
			{ key: KEYS.agency, client: 'Taskpilot' },
			{ key: KEYS.second, client: 'Lumen Skin' },
			{ key: KEYS.agency, client: 'Ember & Oak Coffee' },
		];
		const credential = { apiKey: '={{ $json.key }}' };
		const name = namedInAgents('={{ $json.client }}');
		const run = await bench.run('agents', name, { items, credential });
		expect(run.error).toBeUndefined();
		expect(projects.countOf(WHOAMI)).toBe(2);
		expect(projects.used.sort()).toEqual([coffee, PROJECTS.skincare, saas].sort());
	});

	it.each([
		['a locator with another mode', { __rl: true, mode: 'name', value: 'Taskpilot' }, 'id'],
		['an ID', saas, 'id'],
	] as const)('follows an expression that gives %s', async (_what, value, mode) => {
		const items = [{ value }];
		await bench.run(
			'geo',
			{ ...getTopics, project: project('={{ $json.value }}', mode) },
			{ items },
		);
		expect(projects.used).toEqual([saas]);
	});

	it('follows a mode that is an expression, and a locator that is one', async () => {
		const byMode = { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.value }}' };
		const items = [
			{ mode: 'name', value: 'Taskpilot' },
			{ mode: 'id', value: outdoor },
		];
		for (const chosen of [byMode, '={{ $json }}']) {
			bench.sandbox.reset();
			const run = await bench.run('geo', { ...getTopics, project: chosen }, { items });
			expect(run.rows).toHaveLength(2);
			expect(projects.used.sort()).toEqual([outdoor, saas]);
		}
	});

	it.each([
		['nothing', { mode: 'name', value: ' ' }, "The expression in 'Project' gives nothing"],
		['an object', { mode: 'name', value: { a: 1 } }, "'Project' is not text, but an object"],
	])('says what is wrong with %s', async (_what, chosen, message) => {
		const run = await bench.run(
			'geo',
			{ ...getTopics, project: '={{ $json }}' },
			{ items: [chosen] },
		);
		expect(run.error?.message).toBe(message);
		expect(bench.sandbox.requests).toEqual([]);
	});
});

describe('Endpoint → Call with a project By Name', () => {
	const call = { resource: 'endpoint', operation: 'call', path: 'tasks/create' };
	const project_ = project('={{ $json.client }}', 'name');
	const items = ['Taskpilot', 'Ember & Oak Coffee', 'Taskpilot'].map((client, n) => ({
		client,
		n,
	}));
	const body = { bodyMode: 'json', bodyJson: '={{ ({ n: $json.n }) }}' };

	it('sends each call once, in the order of the items', async () => {
		const path = '/api/v1/business/tasks/create';
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 100, match: { path } });
		const run = await bench.run('agents', { ...call, ...body, project: project_ }, { items });
		expect(run.error).toBeUndefined();
		expect(projects.paths).toEqual([WHOAMI, path, path, path]);
		expect(projects.used).toEqual([saas, coffee, saas]);
	});

	it('sends nothing after an item whose project is unknown', async () => {
		const typo = [items[0] ?? {}, { client: 'Taskpilott' }, items[1] ?? {}];
		const run = await bench.run('agents', { ...call, project: project_ }, { items: typo });
		expect(run.error?.message).toContain('Taskpilott');
		expect(projects.used).toEqual([saas]);
	});

	it('adds the ID to the body of the GEO API, or says why it cannot', async () => {
		const geo = { ...call, path: 'business/topics', project: project('taskpilot', 'name') };
		await bench.run('geo', geo);
		expect(bench.sandbox.requests.at(-1)?.body).toEqual({ project_id: saas });
		const json = { bodyMode: 'json', bodyJson: '{ "project_id": "x" }' };
		const { error } = await bench.run('geo', { ...geo, ...json });
		expect(error?.message).toBe("The ID of the project cannot be added to 'Body'");
		expect(projects.used).toEqual([saas]);
	});
});

describe('The lists in Filters with a project By Name', () => {
	it('are those of the project', async () => {
		const parameters = { project: project('taskpilot', 'name') };
		await bench.search('geo', 'searchTopics', parameters);
		expect(projects.used[0]).toBe(saas);
		const unknown = bench.search('geo', 'searchTopics', { project: project('taskpilott', 'name') });
		await expect(unknown).rejects.toMatchObject({
			message: "No project has the name or URL 'taskpilott'",
		});
	});
});
