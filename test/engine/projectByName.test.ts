import type { IDataObject } from 'n8n-workflow';
import { KEYS, PROJECTS, type Project } from '../../sandbox';
import { GEO_READS, project, useBench } from './harness/fixture';

const bench = useBench();
const { coffee, outdoor, saas } = PROJECTS;

const WHOAMI = '/api/v1/business/whoami';
const GEO_PROJECTS = '/v2/geo/business/projects';

const getTopics = { resource: 'topic', operation: 'getAll', limit: 1 };
const named = (name: unknown) => ({ ...getTopics, project: project(name, 'name') });
const queryTasks = { resource: 'task', operation: 'query' };

const paths = () => bench.sandbox.requests.map(({ path }) => path);

/** The projects that the reads were for, in the order of the requests. */
const readProjects = () =>
	bench.sandbox.requests.flatMap(({ body, headers }) => {
		const inBody = /"project_id":"([^"]+)"/.exec(JSON.stringify(body ?? ''))?.[1];
		return inBody ?? headers['x-project-id'] ?? [];
	});

/** What whoami answers from now on. */
function whoamiLists(projects: IDataObject[], others: IDataObject = {}): void {
	const body = { projects, ...others };
	const match = { path: WHOAMI };
	bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: Infinity, match });
}

/** Makes the agency's list of projects one of so many more, by what they are called. */
function addProjects(...added: Array<Partial<Project>>): void {
	const { projects } = bench.sandbox.world.workspaces.find(({ key }) => key === KEYS.agency) ?? {};
	for (const [index, change] of added.entries()) {
		const id = `added-${index}`;
		const dates = { created_at: '2026-01-01T00:00:00Z', type: 'STANDARD' };
		projects?.push({
			id,
			number: index,
			name: id,
			url: `https://${id}.example`,
			...dates,
			...change,
		});
	}
}

const deny = (path: string, status: number) =>
	bench.sandbox.faults.order({ kind: 'respond', status, times: Infinity, match: { path } });

describe.each(GEO_READS.map((read) => [read.title, read] as const))(
	'%s with a project By Name',
	(_title, { where }) => {
		it('gives the records of the project By ID, without marks', async () => {
			const byId = await bench.run('geo', { ...where, project: project(outdoor), limit: 3 });
			const fields = { ...where, project: project('ridgeline OUTFITTERS', 'name'), limit: 3 };
			const byName = await bench.run('geo', fields);
			expect(byName.error).toBeUndefined();
			expect(byName.rows).toStrictEqual(byId.rows);
			expect(paths().filter((path) => path === WHOAMI)).toHaveLength(1);
		});
	},
);

describe('A project By Name', () => {
	it.each([
		['Ember & Oak Coffee', coffee],
		[' ember & OAK  coffee ', coffee],
		[coffee, coffee],
	])('"%s" is found in whoami', async (name, id) => {
		await bench.run('geo', named(name));
		expect(readProjects()).toEqual([id]);
		expect(paths()).toEqual([WHOAMI, '/v2/geo/business/topics']);
	});

	it.each([
		'https://www.emberandoak.example/',
		'EMBERANDOAK.example',
		'http://emberandoak.example',
	])('is found by the URL %s, which only the GEO API sends', async (url) => {
		await bench.run('geo', named(url));
		expect(readProjects()).toEqual([coffee]);
		expect(paths()).toEqual([WHOAMI, GEO_PROJECTS, '/v2/geo/business/topics']);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	it('is found by the URL that whoami sends, without the GEO API', async () => {
		whoamiLists([{ id: coffee, name: 'Coffee', url: 'https://coffee.example' }]);
		await bench.run('geo', named('coffee.example'));
		expect(readProjects()).toEqual([coffee]);
		expect(paths()).not.toContain(GEO_PROJECTS);
	});

	it('costs one list of the projects for a thousand rows of a sheet', async () => {
		const clients = ['Ember & Oak Coffee', 'TASKPILOT', 'Ridgeline outfitters'];
		const items = Array.from({ length: 1000 }, (_, n) => ({ client: clients[n % 3] ?? '' }));
		const run = await bench.run('geo', named('={{ $json.client }}'), { items });
		expect(run.rows).toHaveLength(1000);
		expect(paths().filter((path) => path === WHOAMI)).toHaveLength(1);
		expect(readProjects().sort()).toEqual([coffee, outdoor, saas].sort());
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	it('costs one list of each API, however many rows are unknown', async () => {
		const items = Array.from({ length: 200 }, (_, n) => ({ client: `Client ${n}` }));
		const setup = { items, onError: 'continueRegularOutput' as const };
		const run = await bench.run('geo', named('={{ $json.client }}'), setup);
		expect(run.rows).toHaveLength(200);
		expect(paths()).toEqual([WHOAMI, GEO_PROJECTS]);
	});

	it('is looked up once for each API key', async () => {
		const items = [
			{ key: KEYS.agency, client: 'Taskpilot' },
			{ key: KEYS.second, client: 'Lumen Skin' },
			{ key: KEYS.agency, client: 'Ember & Oak Coffee' },
		];
		const name = { ...queryTasks, project: project('={{ $json.client }}', 'name') };
		const credential = { apiKey: '={{ $json.key }}' };
		const run = await bench.run('agents', name, { items, credential });
		expect(run.error).toBeUndefined();
		expect(paths().filter((path) => path === WHOAMI)).toHaveLength(2);
		expect(readProjects().sort()).toEqual([coffee, PROJECTS.skincare, saas].sort());
	});

	it.each([
		['a locator with another mode', { __rl: true, mode: 'name', value: 'Taskpilot' }, 'id'],
		['a locator with the mode By ID', { __rl: true, mode: 'id', value: saas }, 'name'],
		['a name', 'Taskpilot', 'name'],
		['an ID', saas, 'id'],
	] as const)('follows an expression that gives %s', async (_what, value, mode) => {
		const items = [{ value }];
		await bench.run(
			'geo',
			{ ...getTopics, project: project('={{ $json.value }}', mode) },
			{ items },
		);
		expect(readProjects()).toEqual([saas]);
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
			expect(readProjects().sort()).toEqual([outdoor, saas]);
		}
	});

	it.each([
		['an unknown mode', { mode: 'title', value: 'x' }, "'Project' has no mode 'title'"],
		['nothing', { mode: 'name', value: ' ' }, 'No project is chosen'],
		['an object', { mode: 'name', value: { a: 1 } }, "'Project' is not a name, but an object"],
		['a list', { mode: 'name', value: ['Taskpilot'] }, "'Project' is not a name, but a list"],
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

describe('A project By Name that is not certain', () => {
	it.each([
		['Ember and Oak Coffe', 'The nearest is: Ember & Oak Coffee.'],
		['ridgline', 'The nearest is: Ridgeline Outfitters.'],
		['Nothing like it', 'None of the 3 projects has a similar name.'],
	])('"%s" is an error that names the nearest', async (name, words) => {
		const { error } = await bench.run('geo', named(name));
		expect(error?.message).toBe(`No project has the name or URL '${name}'`);
		expect(error?.description).toContain(words);
		expect(readProjects()).toEqual([]);
	});

	it.each<[string, string, Array<Partial<Project>>, string]>([
		[
			'names that differ only in case',
			'acme',
			[{ name: 'Acme' }, { name: 'ACME' }],
			'added-0, added-1',
		],
		['the same names', 'Acme', [{ name: 'Acme' }, { name: 'Acme' }], 'added-0, added-1'],
		['the ID of another', coffee, [{ name: coffee }], `added-0, ${coffee}`],
		[
			'umlauts that are encoded in two ways',
			'MÜLLER',
			[{ name: 'Müller'.normalize('NFC') }, { name: 'Müller'.normalize('NFD') }],
			'added-0, added-1',
		],
	])('is an error with the IDs for %s', async (_what, name, added, ids) => {
		addProjects(...added);
		const { error } = await bench.run('geo', named(name));
		expect(error?.message).toBe(`2 projects match '${name}'`);
		expect(error?.description).toContain(`${ids}.`);
		expect(readProjects()).toEqual([]);
	});

	it('is an error with the IDs for a URL of several', async () => {
		addProjects({ url: 'http://shop.example' }, { url: 'https://www.shop.example/' });
		const { error } = await bench.run('geo', named('shop.example'));
		expect(error?.message).toBe("2 projects match 'shop.example'");
	});

	it.each([
		['a number', 2024, '2024'],
		['a number as text', '2024', '2024'],
		['an umlaut in the other encoding', 'müller'.normalize('NFD'), 'Müller'.normalize('NFC')],
	])('is none for %s', async (_what, given, name) => {
		addProjects({ name });
		await bench.run('geo', named('={{ $json.given }}'), { items: [{ given }] });
		expect(readProjects()).toEqual(['added-0']);
	});

	it('says that the service lists only a part of the projects, and that another may have the name', async () => {
		whoamiLists([{ id: coffee, name: 'Coffee', url: 'https://coffee.example' }], { total: 300 });
		const { error } = await bench.run('geo', named('Tea'));
		expect(error?.description).toContain('The service lists only 1 of the projects');
		const found = await bench.run('geo', named('coffee'));
		expect(found.rows).toHaveLength(1);
		expect(found.hints).toEqual([expect.stringContaining('only a part of the projects')]);
	});

	it('keeps the records of the other items', async () => {
		const items = [{ name: 'Taskpilot' }, { name: 'Taskpilott' }, { name: 'Ember & Oak Coffee' }];
		const setup = { items, onError: 'continueErrorOutput' as const };
		const run = await bench.run('geo', named('={{ $json.name }}'), setup);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(run.errorItems).toMatchObject([
			{ json: { message: expect.stringContaining('Taskpilot') }, pairedItem: { item: 1 } },
		]);
	});
});

describe('A project By Name where whoami sends no names', () => {
	beforeEach(() => bench.sandbox.behave({ projects: 'unnamed' }));

	it('is found in the GEO API, for both APIs', async () => {
		await bench.run('geo', named('taskpilot'));
		await bench.run('agents', { ...queryTasks, project: project('taskpilot', 'name') });
		expect(readProjects()).toEqual([saas, saas]);
		expect(paths().filter((path) => path === GEO_PROJECTS)).toHaveLength(2);
	});

	it.each([403, 401, 404])('is an error that says so if the GEO API answers %d', async (status) => {
		deny(GEO_PROJECTS, status);
		const name = { ...queryTasks, project: project('taskpilot', 'name') };
		const { error } = await bench.run('agents', name);
		expect(error?.message).toBe('The service lists the projects without names and URLs');
		expect(error?.description).toMatch(/^Choose 'From List' or 'By ID' under 'Project'\. \S/);
		expect(readProjects()).toEqual([]);
	});

	it('is accepted by its ID all the same', async () => {
		deny(GEO_PROJECTS, 403);
		await bench.run('agents', { ...queryTasks, project: project(saas, 'name') });
		expect(readProjects()).toEqual([saas]);
	});

	it('is found in the GEO API if a part of the names is missing, where two have it', async () => {
		whoamiLists([{ id: coffee, name: 'Taskpilot' }, { id: outdoor }, { id: saas }]);
		const { error } = await bench.run('geo', named('taskpilot'));
		expect(error?.message).toBe("2 projects match 'taskpilot'");
		expect(error?.description).toContain(`${coffee}, ${saas}`);
	});
});

describe('A project By Name that is not among the names of whoami', () => {
	it('is an error that says why URLs are not known', async () => {
		deny(GEO_PROJECTS, 403);
		const { error } = await bench.run('geo', named('emberandoak.example'));
		expect(error?.message).toBe("No project has the name or URL 'emberandoak.example'");
		expect(error?.description).toContain('the GEO API did not list the projects');
	});
});

describe.each([
	['a key that has GEO only', { apiKey: KEYS.geoOnly }, 'kettle cycles'],
	['no base URL for the Agents API', { agentsBaseUrl: '' }, 'taskpilot'],
])('A project By Name with %s', (_what, credential, name) => {
	it('is found in the GEO API, which is asked once', async () => {
		const run = await bench.run('geo', named(name), { credential, items: [{}, {}] });
		expect(run.rows).toHaveLength(2);
		await bench.run('geo', named('none'), { credential });
		expect(paths().filter((path) => path === GEO_PROJECTS)).toHaveLength(2);
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
		expect(paths()).toEqual([WHOAMI, path, path, path]);
		expect(readProjects()).toEqual([saas, coffee, saas]);
	});

	it('sends nothing after an item whose project is unknown', async () => {
		const typo = [items[0] ?? {}, { client: 'Taskpilott' }, items[1] ?? {}];
		const run = await bench.run('agents', { ...call, project: project_ }, { items: typo });
		expect(run.error?.message).toContain('Taskpilott');
		expect(readProjects()).toEqual([saas]);
	});

	it('adds the ID to the body of the GEO API, or says why it cannot', async () => {
		const geo = { ...call, path: 'business/topics', project: project('taskpilot', 'name') };
		await bench.run('geo', geo);
		expect(bench.sandbox.requests.at(-1)?.body).toEqual({ project_id: saas });
		const json = { bodyMode: 'json', bodyJson: '{ "project_id": "x" }' };
		const { error } = await bench.run('geo', { ...geo, ...json });
		expect(error?.message).toBe("The ID of the project cannot be added to 'Body'");
		expect(readProjects()).toEqual([saas]);
	});
});

describe('The lists in Filters with a project By Name', () => {
	it('are those of the project', async () => {
		const parameters = { project: project('taskpilot', 'name') };
		await bench.search('geo', 'searchTopics', parameters);
		expect(readProjects()[0]).toBe(saas);
		const unknown = bench.search('geo', 'searchTopics', { project: project('taskpilott', 'name') });
		await expect(unknown).rejects.toMatchObject({
			message: "No project has the name or URL 'taskpilott'",
		});
	});
});
