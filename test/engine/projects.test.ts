import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { KEYS, PROJECTS, type Project } from '../../sandbox';
import { messagesOf } from './harness/agency';
import {
	bodiesOf,
	CALL,
	EVERYWHERE,
	GET_PROJECTS,
	pathsOf,
	PERFORMANCE,
	project,
	PROMPTS,
	respond,
	TASKS,
	useBench,
	WHOLE_READS,
} from './harness/fixture';
import { AGENCY, GEO_PROJECTS, named, namedInAgents, ProjectsOf, WHOAMI } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee, outdoor, saas } = PROJECTS;
const IDS = AGENCY.map(([id]) => id);

const TASKS_PATH = '/api/v1/business/tasks/query';
const TOPICS_PATH = '/v2/geo/business/topics';

const one = { resource: 'topic', operation: 'getAll', limit: 1 };
const getTopics = { ...one, project: EVERYWHERE };
const containing = (projectsContaining: string) => ({ ...getTopics, projectsContaining });
const queryTasks = { ...TASKS, project: EVERYWHERE };
const batchOfOne = { batching: { batch: { batchSize: 1 } } };

/** Hints but that a limit of the read was reached. */
const withoutLimit = (hints: string[]) => hints.filter((hint) => !hint.includes('as many as'));

describe.each([
	...WHOLE_READS.map(({ title, where }) => [title, 'geo', where] as const),
	['Task → Query', 'agents', TASKS] as const,
])('%s for All Projects', (_title, node, where) => {
	it('marks each record with its project, in the order of the projects', async () => {
		const run = await bench.run(node, { ...where, project: EVERYWHERE, returnAll: true });
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
		const expected = [];
		for (const [id, name] of AGENCY) {
			const own = await bench.run(node, { ...where, project: project(id), returnAll: true });
			expected.push(...own.rows.map((row) => ({ project_id: id, project_name: name, ...row })));
		}
		expect(run.error).toBeUndefined();
		expect(run.rows).toStrictEqual(expected);
		expect(Object.keys(run.rows[0] ?? {}).slice(0, 2)).toEqual(['project_id', 'project_name']);
	});
});

describe('All Projects', () => {
	it.each(WHOLE_READS)(
		'asks for every project once, with the body of a single one',
		async (read) => {
			const fields = { ...read.where, project: EVERYWHERE, dateRange: 'notSet', limit: 1 };
			const { run } = await bench.run('geo', fields);
			expect(run.data.resultData.runData.Tested?.[0]?.hints).toEqual([
				{
					message: expect.stringMatching(
						/^These are 3 of \d+ records, as many as 'Limit' allows\. To get all of them, (turn on 'Return All'|remove 'Limit' from 'Options')\.$/,
					),
					type: 'info',
					location: 'outputPane',
				},
			]);
			const [list, ...reads] = bench.sandbox.requests;
			expect(list).toMatchObject({ method: 'POST', path: GEO_PROJECTS });
			const pagination = { limit: 1, offset: 0 };
			expect(reads.map(({ body }) => body)).toStrictEqual(
				IDS.map((id) => ({ project_id: id, ...read.defaults, pagination })),
			);
			expect(new Set(reads.map(({ path }) => path))).toEqual(new Set([read.path]));
		},
	);

	it('names the project that failed', async () => {
		respond(bench, { status: 403, after: 2 });
		const run = await bench.run('geo', { ...getTopics, options: batchOfOne });
		expect(run.error?.description).toContain('Ridgeline Outfitters (proj-ridgeline)');
		expect(run.rows).toEqual([]);
		expect(projects.used).toEqual([coffee, outdoor]);
	});

	it('gives the records of the other projects and items beside the error of one', async () => {
		respond(bench, { status: 403, after: 1, match: { path: TOPICS_PATH } });
		const items = [{ limit: 1 }, { limit: 2 }];
		const parameters = { ...getTopics, limit: '={{ $json.limit }}', options: batchOfOne };
		const setup = { items, onError: 'continueRegularOutput' } as const;
		const run = await bench.run('geo', parameters, setup);
		expect(run.items.filter(({ json }) => 'error' in json)).toMatchObject([
			{
				json: { message: expect.stringContaining('Ridgeline Outfitters (proj-ridgeline)') },
				pairedItem: { item: 0 },
			},
		]);
		const records = run.items.filter(({ json }) => 'topic_id' in json);
		expect(records.map(({ json, pairedItem }) => [pairedItem, json.project_id])).toEqual([
			...[coffee, saas].map((id) => [{ item: 0 }, id]),
			...IDS.flatMap((id) => [id, id]).map((id) => [{ item: 1 }, id]),
		]);
	});

	it('is refused where one project is needed', async () => {
		const call = { ...CALL, path: 'business/topics', withProject: true, project: EVERYWHERE };
		const { error } = await bench.run('geo', call);
		expect(error?.message).toBe('This operation takes one project, not all of them');
	});

	it.each([
		['geo', GEO_PROJECTS],
		['agents', WHOAMI],
	] as const)(
		'is the first entry of the picker of %s, but none of a search',
		async (node, list) => {
			const search = async (credential = {}, text?: string) =>
				(await bench.search(node, 'searchProjectsOrAll', {}, credential, text)).results;
			expect(await search()).toEqual([
				{ name: 'All Projects', value: ALL_PROJECTS },
				...AGENCY.map(([value, name]) => ({ name, value })),
			]);
			expect(pathsOf(bench)).toEqual([list]);
			expect((await search({}, 'coffee')).map(({ value }) => value)).toEqual([coffee]);
			await expect(search({ apiKey: KEYS.empty })).rejects.toMatchObject({
				message: 'This API key has no projects',
			});
		},
	);

	it('costs one list of the projects for many input items, and one read for each project', async () => {
		const items = Array.from({ length: 20 }, (_, n) => ({ n }));
		const run = await bench.run('geo', { ...getTopics, limit: 2 }, { items });
		expect(projects.countOf(GEO_PROJECTS)).toBe(1);
		expect(projects.used.sort()).toEqual(IDS);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.flatMap((_, item) => Array.from({ length: 6 }, () => ({ item }))),
		);
	});

	it('keeps the order of the projects when the first one is slow', async () => {
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 150, match: { path: TOPICS_PATH } });
		const run = await bench.run('geo', getTopics);
		expect(run.rows.map((row) => row.project_id)).toEqual(IDS);
	});

	it('covers more than a hundred projects of a key that has GEO only, each once', async () => {
		const all = grow(KEYS.geoOnly, 230);
		const run = await bench.run('geo', getTopics, { credential: { apiKey: KEYS.geoOnly } });
		expect(run.rows.map((row) => [row.project_id, row.project_name])).toEqual(
			all.map(({ id, name }) => [id, name]),
		);
		const lists = bench.sandbox.requests.filter(({ path }) => path === GEO_PROJECTS);
		expect(lists.map(({ body }) => body)).toStrictEqual(
			[0, 100, 200].map((offset) => ({ limit: 100, offset })),
		);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	it.each([
		['geo', getTopics],
		['agents', queryTasks],
	] as const)('says in a sentence that there are no projects: %s', async (node, read) => {
		const { error } = await bench.run(node, read, { credential: { apiKey: KEYS.empty } });
		expect(error?.message).toBe('This API key has no projects');
		expect(error?.description).toMatch(/\.$/);
		expect(bench.sandbox.requests).toHaveLength(1);
	});
});

/** Gives a workspace so many projects. */
function grow(key: string, count: number): Project[] {
	const { projects: all = [] } =
		bench.sandbox.world.workspaces.find((one) => one.key === key) ?? {};
	for (let number = all.length; number < count; number++) {
		const rest = { created_at: '2026-01-01T00:00:00Z', type: 'STANDARD' };
		all.push({ id: `p${number}`, number, name: `P${number}`, url: 'https://p.example', ...rest });
	}
	return all;
}

describe('All Projects that contain a text', () => {
	it('are the same that the service finds', async () => {
		for (const text of ['o', 'https', 'oak', 'pilot']) {
			const run = await bench.run('geo', containing(text));
			const search = { ...GET_PROJECTS, returnAll: true, search: text };
			const found = await bench.run('geo', search);
			expect(run.rows.map((row) => row.project_id)).toEqual(found.rows.map(({ id }) => id));
		}
	});

	it('cost one list of each API for many input items', async () => {
		const items = ['COFFEE', 'task', 'ridge', 'coffee'].map((text) => ({ text }));
		const run = await bench.run('geo', containing('={{ $json.text }}'), { items });
		expect(run.rows.map((row) => row.project_id)).toEqual([coffee, saas, outdoor, coffee]);
		expect(withoutLimit(run.hints)).toEqual([]);
		expect([WHOAMI, GEO_PROJECTS].map((list) => projects.countOf(list))).toEqual([0, 1]);
		bench.sandbox.reset();
		const tasks = { ...queryTasks, projectsContaining: '={{ $json.text }}' };
		const inAgents = await bench.run('agents', tasks, { items: items.slice(1) });
		expect(new Set(inAgents.rows.map((row) => row.project_id))).toEqual(new Set(IDS));
		expect([WHOAMI, GEO_PROJECTS].map((list) => projects.countOf(list))).toEqual([1, 1]);
	});

	it('are none for a typo, and a hint says so', async () => {
		const run = await bench.run('geo', containing('cofee'));
		expect([run.error, run.rows]).toEqual([undefined, []]);
		expect(run.hints).toEqual([
			"No project has 'cofee' in its name or URL. The nearest is: Ember & Oak Coffee.",
		]);
	});

	it('are searched by name only if URLs are not known, and a hint says so', async () => {
		projects.always(GEO_PROJECTS, 403);
		const run = await bench.run('geo', containing('coffee'));
		expect(run.rows.map((row) => row.project_id)).toEqual([coffee]);
		expect(withoutLimit(run.hints)).toEqual([
			'Not all names and URLs are known, because the GEO API did not list the projects: The API key has no access to the GEO API (403).',
		]);
	});

	it('change nothing where one project is chosen', async () => {
		const chosen = { ...containing('coffee'), project: project('={{ $json.id }}') };
		const run = await bench.run('geo', chosen, { items: [{ id: saas }, { id: ALL_PROJECTS }] });
		expect(run.rows).toHaveLength(2);
		expect(run.rows[0]).not.toHaveProperty('project_id');
		expect(run.rows[1]).toMatchObject({ project_id: coffee });
	});
});

describe.each(WHOLE_READS.map(({ title, where }) => [title, where] as const))(
	'%s with a project By Name',
	(_title, where) => {
		it('gives the records of the project By ID, without marks', async () => {
			const byId = await bench.run('geo', { ...where, project: project(outdoor), limit: 3 });
			const fields = { ...where, project: project('ridgeline OUTFITTERS', 'name'), limit: 3 };
			const byName = await bench.run('geo', fields);
			expect(byName.error).toBeUndefined();
			expect(byName.rows).toStrictEqual(byId.rows);
			expect([WHOAMI, GEO_PROJECTS].map((list) => projects.countOf(list))).toEqual([0, 1]);
		});
	},
);

describe('A project By Name', () => {
	it.each([
		' ember & OAK  coffee ',
		coffee,
		'https://www.emberandoak.example/',
		'EMBERANDOAK.example',
		'http://emberandoak.example',
	])('"%s" is found in the list of the GEO API', async (name) => {
		await bench.run('geo', named(name));
		expect(projects.used).toEqual([coffee]);
		expect(pathsOf(bench)).toEqual([GEO_PROJECTS, TOPICS_PATH]);
	});

	it.each([
		[coffee, [WHOAMI]],
		['https://www.emberandoak.example/', [WHOAMI, GEO_PROJECTS]],
	])('"%s" is found by the Agents node in %j', async (name, lists) => {
		await bench.run('agents', namedInAgents(name));
		expect(projects.used).toEqual([coffee]);
		expect(pathsOf(bench)).toEqual([...lists, TASKS_PATH]);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
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
		expect(pathsOf(bench)).toEqual([WHOAMI, GEO_PROJECTS]);
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

	const byMode = { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.value }}' };

	it.each<[string, INodeParameters, object]>([
		[
			'gives a locator with another mode',
			project('={{ $json.value }}'),
			{ value: project('Taskpilot', 'name') },
		],
		['gives an ID', project('={{ $json.value }}'), { value: saas }],
		['is its mode', byMode, { mode: 'name', value: 'Taskpilot' }],
	])('follows an expression that %s', async (_what, chosen, item) => {
		await bench.run('geo', { ...one, project: chosen }, { items: [{ ...item }] });
		expect(projects.used).toEqual([saas]);
	});

	it.each([
		['nothing', { mode: 'name', value: ' ' }, "The expression in 'Project' gives nothing"],
		['an object', { mode: 'name', value: { a: 1 } }, "'Project' is not text, but an object"],
	])('says what is wrong with %s', async (_what, chosen, message) => {
		const run = await bench.run('geo', { ...one, project: '={{ $json }}' }, { items: [chosen] });
		expect(run.error?.message).toBe(message);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it.each(['Ember and Oak Coffe', 'Cofee'])(
		'"%s" is an error that names the nearest',
		async (name) => {
			const { error } = await bench.run('geo', named(name));
			expect(error?.message).toBe(`No project has the name or URL '${name}'`);
			expect(error?.description).toContain('The nearest is: Ember & Oak Coffee.');
			expect(projects.used).toEqual([]);
		},
	);

	it('is an error with the IDs for names that differ only in how they are written', async () => {
		projects.add({ name: 'Müller'.normalize('NFC') }, { name: 'Müller'.normalize('NFD') });
		const { error } = await bench.run('geo', named('MÜLLER'));
		expect(error?.message).toBe("2 projects match 'MÜLLER'");
		expect(error?.description).toContain('added-0, added-1.');
		expect(projects.used).toEqual([]);
	});

	it('is found in the GEO API if whoami lists only a part of the projects', async () => {
		projects.whoamiLists([{ id: coffee, name: 'Coffee' }], { total: 3 });
		const run = await bench.run('agents', namedInAgents('taskpilot'));
		expect(projects.used).toEqual([saas]);
		expect(run.hints).toEqual([]);
	});

	it('is of the lists in Filters, too', async () => {
		await bench.search('geo', 'searchTopics', { project: project('taskpilot', 'name') });
		expect(projects.used[0]).toBe(saas);
		const unknown = bench.search('geo', 'searchTopics', { project: project('taskpilott', 'name') });
		await expect(unknown).rejects.toMatchObject({
			message: "No project has the name or URL 'taskpilott'",
		});
	});
});

describe('Endpoint → Call with a project By Name', () => {
	const byName = { withProject: true, project: project('={{ $json.client }}', 'name') };
	const call = { ...CALL, path: 'tasks/create', ...byName };
	const items = ['Taskpilot', 'Ember & Oak Coffee', 'Taskpilot'].map((client) => ({ client }));

	it('sends each call once, in the order of the items', async () => {
		const path = '/api/v1/business/tasks/create';
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 100, match: { path } });
		const run = await bench.run('agents', call, { items });
		expect(run.error).toBeUndefined();
		expect(pathsOf(bench)).toEqual([WHOAMI, path, path, path]);
		expect(projects.used).toEqual([saas, coffee, saas]);
	});

	it('sends nothing after an item whose project is unknown', async () => {
		const typo = [{ client: 'Taskpilot' }, { client: 'Taskpilott' }, ...items];
		const run = await bench.run('agents', call, { items: typo });
		expect(run.error?.message).toContain('Taskpilott');
		expect(projects.used).toEqual([saas]);
	});

	it('adds the ID to the body of the GEO API', async () => {
		const geo = { ...call, path: 'business/topics', project: project('taskpilot', 'name') };
		await bench.run('geo', geo);
		expect(bodiesOf(bench).at(-1)).toEqual({ project_id: saas });
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

	it('is an error that says so if the GEO API lists none; its ID is accepted all the same', async () => {
		projects.always(GEO_PROJECTS, 403);
		const { error } = await bench.run('agents', namedInAgents('taskpilot'));
		expect(error?.message).toBe('The service lists the projects without names and URLs');
		expect(error?.description).toMatch(
			/^Choose the project from the list of 'Project', or enter its ID\. Not all .*GEO API/,
		);
		expect(projects.used).toEqual([]);
		await bench.run('agents', namedInAgents(saas));
		expect(projects.used).toEqual([saas]);
	});
});

describe('A project By Name where the GEO API does not list the projects', () => {
	it('is found in whoami, by its name; an error says why URLs are not known', async () => {
		projects.always(GEO_PROJECTS, 403);
		await bench.run('geo', named('taskpilot'));
		expect(projects.used).toEqual([saas]);
		for (const [node, parameters] of [
			['geo', named('emberandoak.example')],
			['agents', namedInAgents('emberandoak.example')],
		] as const) {
			const { error } = await bench.run(node, parameters);
			expect(error?.message).toBe("No project has the name or URL 'emberandoak.example'");
			expect(error?.description).toContain('The API key has no access to the GEO API (403).');
		}
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

describe.each(['проект-1', 'ac\nme'])('A project with the ID %j', (id) => {
	const cannot = `The project ID '${id}' cannot be sent`;

	beforeEach(() => {
		projects.whoamiLists([
			{ id: 'acme', name: 'Acme' },
			{ id, name: 'Acme Fun' },
		]);
		projects.always(TASKS_PATH, 200, { tasks: [{ id: 't1' }] });
	});

	it('is an error of its own with All Projects', async () => {
		const run = await bench.run('agents', queryTasks, { onError: 'continueRegularOutput' });
		expect(run.rows).toEqual([
			{ project_id: 'acme', project_name: 'Acme', id: 't1' },
			{
				error: cannot,
				message: expect.stringContaining(`This happened in the project Acme Fun (${id}).`),
			},
		]);
		expect(projects.used).toEqual(['acme']);
	});

	it('is shown by a trigger that watches the others', async () => {
		const fields = { event: 'newTask', view: 'list', project: EVERYWHERE };
		const trigger = bench.trigger('agentsTrigger', fields);
		await trigger.activate();
		expect(messagesOf(trigger)).toEqual([
			`The project Acme Fun cannot be watched at the moment: ${cannot}`,
		]);
		expect(new Set(projects.used)).toEqual(new Set(['acme']));
	});
});

describe('A limit for all projects together', () => {
	const byModel = { ...PERFORMANCE, dimensions: ['model'] };
	const everywhere = { project: EVERYWHERE };
	const sort = { by: [{ field: 'share_of_voice' }] };
	const together = { limitAppliesTo: 'allProjects' };

	/** How many of the records belong to each project, and their hints. */
	const counted = async (parameters: INodeParameters) => {
		const { rows, hints, error } = await bench.run('geo', parameters);
		expect(error).toBeUndefined();
		const ids = rows.map(({ project_id: id }) => id);
		const counts = [...new Set(ids)].map((id) => ids.filter((one) => one === id).length);
		return { rows, counts, hints };
	};

	it('has the best of all of them in a report, and says how many there are', async () => {
		const report = { ...byModel, ...everywhere };
		const whole = await counted(report);
		const shares = whole.rows.map(({ share_of_voice: share }) => Number(share));
		const { rows, hints } = await counted({ ...report, options: { ...together, limit: 4, sort } });
		expect(rows.map(({ share_of_voice: share }) => share)).toEqual(
			shares.toSorted((one, other) => other - one).slice(0, 4),
		);
		expect(hints).toEqual([
			`These are 4 of ${shares.length} records, as many as 'Limit' allows. To get all of them, remove 'Limit' from 'Options'.`,
		]);
	});

	it('is one ranking in a message, with the project of each row', async () => {
		const report = { ...byModel, ...everywhere, output: 'message' };
		const message = async (options: INodeParameters) =>
			(await counted({ ...report, options })).rows[0]?.text;
		const ranking = await message({ ...together, limit: 4, sort });
		expect(ranking).toMatch(/^AI platform .* Project$/m);
		expect(ranking).not.toMatch(/^\[/m);
		const apart = await message({ limit: 4, sort });
		expect(apart).not.toContain('Project');
		expect(apart).toMatch(/^\[/m);
	});

	it('has the records of the first projects of a list without Sort', async () => {
		const list = { ...PROMPTS, ...everywhere, limit: 3 };
		expect((await counted(list)).counts).toEqual([3, 3, 3]);
		expect((await counted({ ...list, options: together })).counts).toEqual([3]);
	});

	it.each<[string, INodeParameters]>([
		['a list', { ...PROMPTS, limit: 1, options: { ...together, oneRowPer: 'topic' } }],
		['a report', { ...byModel, options: { ...together, limit: 1, oneRowPer: 'topic' } }],
	])('has no effect on %s of one project', async (_what, parameters) => {
		const { rows } = await counted(parameters);
		const topics = bench.sandbox.world.list(coffee, 'topics');
		expect(rows).toHaveLength(topics.length);
	});

	it('is one for all parts of One Row Per', async () => {
		const options = { ...together, limit: 4, sort, oneRowPer: 'topic' };
		const { rows } = await counted({ ...byModel, ...everywhere, options });
		const shares = rows.map(({ share_of_voice: share }) => Number(share));
		expect(shares).toEqual(shares.toSorted((one, other) => other - one));
		expect(shares).toHaveLength(4);
	});

	it('is for a model to choose, and is true in its notes', async () => {
		const asked = { Project: '*', Limit: '3', Sort: 'prompt asc' };
		const tool = { resource: 'prompt', operation: 'getAll', answerFormat: 'list' };
		const answer = async (input: IDataObject) => {
			const { rows, error } = await bench.run('geoTool', tool, { items: [input] });
			expect(error).toBeUndefined();
			return rows;
		};
		const each = await answer(asked);
		expect(each).toHaveLength(10);
		const all = await answer({ ...asked, Limit: '3 in all' });
		expect(all).toHaveLength(4);
		const prompts = each
			.slice(0, 9)
			.map(({ prompt }) => (typeof prompt === 'string' ? prompt : ''));
		expect(all.slice(0, 3).map(({ prompt }) => prompt)).toEqual(
			prompts
				.toSorted((one, other) => one.localeCompare(other, 'en', { ignorePunctuation: true }))
				.slice(0, 3),
		);
		expect(all[3]).toMatchObject({ returned: 3, total: each[9]?.total });
		expect(all[3]?.notes).toEqual([
			expect.stringMatching(/^Returned 3 of \d+ records, as many as/),
		]);
	});

	it('is refused where a model gives none, before anything is asked for', async () => {
		const tool = { resource: 'prompt', operation: 'getAll' };
		const input = { Project: '*', Limit: 'a few in all' };
		const { error, rows } = await bench.run('geoTool', tool, { items: [input] });
		expect(JSON.stringify([error?.message, rows])).toContain(
			"'Limit' is not a whole number of 1 or more",
		);
		expect(bench.sandbox.requests).toEqual([]);
	});
});
