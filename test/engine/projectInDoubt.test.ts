import { KEYS, PROJECTS, type Project } from '../../sandbox';
import { useBench } from './harness/fixture';
import { GEO_PROJECTS, named, namedInAgents, ProjectsOf } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee, saas } = PROJECTS;

describe('A project By Name that is not certain', () => {
	it.each([
		['Ember and Oak Coffe', 'The nearest is: Ember & Oak Coffee.'],
		['Cofee', 'The nearest is: Ember & Oak Coffee.'],
	])('"%s" is an error that names the nearest', async (name, words) => {
		const { error } = await bench.run('geo', named(name));
		expect(error?.message).toBe(`No project has the name or URL '${name}'`);
		expect(error?.description).toContain(words);
		expect(projects.used).toEqual([]);
	});

	it.each<[string, string, Array<Partial<Project>>, string]>([
		[
			'names that differ only in case',
			'acme',
			[{ name: 'Acme' }, { name: 'ACME' }],
			'added-0, added-1',
		],
		[
			'umlauts that are encoded in two ways',
			'MÜLLER',
			[{ name: 'Müller'.normalize('NFC') }, { name: 'Müller'.normalize('NFD') }],
			'added-0, added-1',
		],
	])('is an error with the IDs for %s', async (_what, name, added, ids) => {
		projects.add(...added);
		const { error } = await bench.run('geo', named(name));
		expect(error?.message).toBe(`2 projects match '${name}'`);
		expect(error?.description).toContain(`${ids}.`);
		expect(projects.used).toEqual([]);
	});

	it.each([['a number', 2024, '2024']])('is none for %s', async (_what, given, name) => {
		projects.add({ name });
		await bench.run('geo', named('={{ $json.given }}'), { items: [{ given }] });
		expect(projects.used).toEqual(['added-0']);
	});

	it('says that the service lists only a part of the projects, and that another may have the name', async () => {
		projects.whoamiLists([{ id: coffee, name: 'Coffee', url: 'https://coffee.example' }], {
			total: 300,
		});
		projects.always(GEO_PROJECTS, 403);
		const { error } = await bench.run('agents', namedInAgents('Tea'));
		expect(error?.description).toContain('The service lists only 1 of the projects');
		const found = await bench.run('agents', namedInAgents('coffee'));
		expect(found.error).toBeUndefined();
		expect(found.hints).toEqual([expect.stringContaining('only a part of the projects')]);
	});

	it('is found in the GEO API if whoami lists only a part of the projects', async () => {
		projects.whoamiLists([{ id: coffee, name: 'Coffee', url: 'https://coffee.example' }], {
			total: 3,
		});
		const run = await bench.run('agents', namedInAgents('taskpilot'));
		expect(projects.used).toEqual([saas]);
		expect(run.hints).toEqual([]);
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
		await bench.run('agents', namedInAgents('taskpilot'));
		expect(projects.used).toEqual([saas, saas]);
		expect(projects.countOf(GEO_PROJECTS)).toBe(2);
	});

	it.each([403])('is an error that says so if the GEO API answers %d', async (status) => {
		projects.always(GEO_PROJECTS, status);
		const { error } = await bench.run('agents', namedInAgents('taskpilot'));
		expect(error?.message).toBe('The service lists the projects without names and URLs');
		expect(error?.description).toMatch(
			/^Choose the project from the list of 'Project', or enter its ID\. Not all .*GEO API/,
		);
		expect(projects.used).toEqual([]);
	});

	it('is accepted by its ID all the same', async () => {
		projects.always(GEO_PROJECTS, 403);
		await bench.run('agents', namedInAgents(saas));
		expect(projects.used).toEqual([saas]);
	});
});

describe('A project By Name that is not among the names of whoami', () => {
	it('is an error that says why URLs are not known', async () => {
		projects.always(GEO_PROJECTS, 403);
		const { error } = await bench.run('agents', namedInAgents('emberandoak.example'));
		expect(error?.message).toBe("No project has the name or URL 'emberandoak.example'");
		expect(error?.description).toContain('the GEO API did not list the projects');
	});
});

describe('A project By Name where the GEO API does not list the projects', () => {
	it('is found in whoami, by its name', async () => {
		projects.always(GEO_PROJECTS, 403);
		await bench.run('geo', named('taskpilot'));
		expect(projects.used).toEqual([saas]);
		const { error } = await bench.run('geo', named('emberandoak.example'));
		expect(error?.description).toContain('The API key has no access to the GEO API (403).');
	});

	it('is an error of the GEO API, unless that is one of access', async () => {
		projects.always(GEO_PROJECTS, 404);
		const { error } = await bench.run('geo', named('taskpilot'));
		expect(error?.description).toContain('The GEO API answered 404');
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
		expect(projects.countOf(GEO_PROJECTS)).toBe(2);
	});
});
