import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form';
import { KEYS, PROJECTS } from '../../sandbox';
import { json } from '../../sandbox/json';
import { agencyProjects, newProject } from './harness/agency';
import {
	ASK,
	bodiesOf,
	CALL,
	cellsOf,
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
import { placed } from '../../dev/placed';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee, outdoor, saas } = PROJECTS;
const IDS = AGENCY.map(([id]) => id);

const TASKS_PATH = '/api/v1/business/tasks/query';
const PROMPTS_PATH = '/v2/geo/business/prompts';
const TOPICS_PATH = '/v2/geo/business/topics';

const one = { resource: 'topic', operation: 'getAll', limit: 1 };
const getTopics = { ...one, project: EVERYWHERE };
const containing = (projectsContaining: string) => ({ ...getTopics, projectsContaining });
const queryTasks = { ...TASKS, project: EVERYWHERE };
const batchOfOne = { batching: { batch: { batchSize: 1 } } };

/** Hints but that a limit of the read was reached. */
const withoutLimit = (hints: string[]) => hints.filter((hint) => !hint.includes('To get all, '));

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
	it('says which project lacks the field of Sort, and nothing of the others', async () => {
		const record = (id: string) => (id === saas ? { id: 'b' } : { id: 'a', avg_rank: 2 });
		for (const [project] of AGENCY) {
			respond(bench, {
				match: { path: PROMPTS_PATH, project },
				body: { data: [record(project)], total: 1 },
			});
		}
		const options = { sort: { by: [{ field: 'avg_rank', order: 'asc' }] } };
		const all = { ...PROMPTS, project: EVERYWHERE, returnAll: true, options };
		const { hints } = await bench.run('geo', all);
		expect(hints).toEqual([
			"The records of Taskpilot may not be in the intended order. No record of Taskpilot has a field 'avg_rank' to sort by, so the records are in the order of the service. Fields to sort by: id.",
		]);
	});

	it('asks for every project once, with the body of a single one, and says so in one hint', async () => {
		const { run } = await bench.run('geo', { ...PROMPTS, project: EVERYWHERE, limit: 1 });
		const message =
			"3 of 387 records. 'Limit' is for each project: 'Limit Applies To' can make it one for all. To get all, turn on 'Return All'.";
		expect(run.data.resultData.runData.Tested?.[0]?.hints).toEqual([
			{ message, type: 'info', location: 'outputPane' },
		]);
		const pagination = { limit: 1, offset: 0 };
		expect(bodiesOf(bench)).toStrictEqual([
			{ limit: 100, offset: 0 },
			...IDS.map((id) => ({ project_id: id, metrics: ['answers_count'], pagination })),
		]);
	});

	it('stops with the error of the first project that fails, whose name it has', async () => {
		respond(bench, { status: 403, after: 2 });
		const run = await bench.run('geo', { ...getTopics, ...placed(batchOfOne) });
		expect(run.error?.description).toContain('Ridgeline Outfitters (proj-ridgeline)');
		expect([run.rows, projects.used]).toEqual([[], [coffee, outdoor]]);
	});

	it.each(['p\u200b1', 'p 1', 'p\n1', 'é1', `${coffee}\u00a0`, `\u2003${coffee}`])(
		'has an error of the project whose listed ID %j cannot be one',
		async (id) => {
			const listed = [
				{ id: coffee, name: 'Coffee' },
				{ id, name: 'Odd' },
			];
			projects.geoLists(listed);
			projects.whoamiLists(listed);
			for (const [node, parameters] of [
				['geo', getTopics],
				['agents', queryTasks],
			] as const) {
				const run = await bench.run(node, parameters, { onError: 'continueRegularOutput' });
				const errors = run.items.filter(({ json: item }) => 'error' in item);
				expect(errors).toMatchObject([
					{
						json: {
							error: 'The service lists a project whose ID has characters that an ID cannot have',
							message: expect.stringContaining('Odd ('),
						},
					},
				]);
			}
			expect(new Set(projects.used)).toEqual(new Set([coffee]));
		},
	);

	it('gives the records of the other projects and items beside the error of one', async () => {
		respond(bench, { status: 403, after: 1, match: { path: TOPICS_PATH } });
		const items = [{ limit: 1 }, { limit: 2 }];
		const parameters = { ...getTopics, limit: '={{ $json.limit }}', ...placed(batchOfOne) };
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

	it('covers more than a hundred projects of a key that has GEO only, each once', async () => {
		const { projects: all = [] } =
			bench.sandbox.world.workspaces.find(({ key }) => key === KEYS.geoOnly) ?? {};
		for (let n = all.length; n < 230; n++) all.push(newProject(`p${n}`));
		// To invent the topics of so many projects takes a minute.
		const match = { path: TOPICS_PATH };
		respond(bench, { body: { data: [{ id: 't1' }], total: 1 }, times: Infinity, match });
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
});

describe('All Projects that contain a text', () => {
	it('are the same that the service finds', async () => {
		for (const text of ['https', 'oak']) {
			const run = await bench.run('geo', containing(text));
			const found = await bench.run('geo', { ...GET_PROJECTS, returnAll: true, search: text });
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
			'No project has \'cofee\' in its name or URL. The projects are, nearest first: "Ember & Oak Coffee", "Ridgeline Outfitters", "Taskpilot".',
		]);
	});

	it('are none for a typo in a tool, and a model learns no names of others', async () => {
		const { rows } = await bench.run('geoTool', containing('cofee'));
		const notes = ['No records match.', "No project has 'cofee' in its name or URL."];
		expect(rows).toMatchObject([{ notes }]);
		expect(JSON.stringify(rows)).not.toContain('Taskpilot');
	});

	it('are searched by name only if URLs are not known, and a hint says so', async () => {
		projects.always(GEO_PROJECTS, 403);
		const run = await bench.run('geo', containing('coffee'));
		expect(run.rows.map((row) => row.project_id)).toEqual([coffee]);
		expect(withoutLimit(run.hints)).toEqual([
			'Not all names and URLs are known, because the GEO API did not list the projects: The API key has no access to the GEO API (403).',
		]);
	});
});

it('A project By Name has the records of the project By ID, without marks, and chooses no others', async () => {
	const byId = await bench.run('geo', { ...PROMPTS, project: project(outdoor), limit: 3 });
	const named = { projectsContaining: 'coffee', project: project('ridgeline OUTFITTERS', 'name') };
	const byName = await bench.run('geo', { ...PROMPTS, ...named, limit: 3 });
	expect(byName.error).toBeUndefined();
	expect(byName.rows).toStrictEqual(byId.rows);
	expect([WHOAMI, GEO_PROJECTS].map((list) => projects.countOf(list))).toEqual([0, 1]);
});

describe('A project By Name', () => {
	it.each([' ember & OAK  coffee ', coffee, 'http://www.emberandoak.example/'])(
		'"%s" is found in the list of the GEO API',
		async (name) => {
			await bench.run('geo', named(name));
			expect(projects.used).toEqual([coffee]);
			expect(pathsOf(bench)).toEqual([GEO_PROJECTS, TOPICS_PATH]);
		},
	);

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

	it('follows an expression that gives an ID', async () => {
		const items = [{ value: saas }, { value: coffee }];
		await bench.run('geo', { ...one, project: project('={{ $json.value }}') }, { items });
		expect(projects.used.sort()).toEqual([coffee, saas]);
	});

	it('is an error that names the nearest, or the IDs where several have the name', async () => {
		const { error } = await bench.run('geo', named('Ember and Oak Coffe'));
		expect(error?.message).toBe("No project has the name or URL 'Ember and Oak Coffe'");
		expect(error?.description).toContain('The projects are, nearest first: "Ember & Oak Coffee",');
		const names = ['NFC', 'NFD'].map((form) => 'Müller'.normalize(form));
		agencyProjects(bench).push(
			...names.map((name, number) => ({ ...newProject(`added-${number}`), name })),
		);
		const several = await bench.run('geo', named('MÜLLER'));
		expect(several.error?.message).toBe("2 projects match 'MÜLLER'");
		expect(several.error?.description).toContain('added-0, added-1.');
		expect(projects.used).toEqual([]);
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
});

it('A project By Name is found in whoami where the GEO API lists none; an error says why URLs are not known', async () => {
	projects.always(GEO_PROJECTS, 403);
	await bench.run('geo', named('taskpilot'));
	expect(projects.used).toEqual([saas]);
	const { error } = await bench.run('geo', named('emberandoak.example'));
	expect(error?.message).toBe("No project has the name or URL 'emberandoak.example'");
	expect(error?.description).toContain('The API key has no access to the GEO API (403).');
});

const EMBER = { id: coffee, name: 'Ember Coffee', url: 'https://ember.example' };
const TEA = { id: saas, name: 'Tea House', url: 'https://tea.example' };
const BOTH = [EMBER, TEA];
const NAMED = BOTH.map(({ id, name }) => ({ id, name }));
const BARE = BOTH.map(({ id }) => ({ id }));
const WHY = 'Not all names and URLs are known, because the GEO API did not list the projects: ';

/** How an API lists its projects: with these, in this answer, or with this status. */
type Listed = IDataObject | IDataObject[] | number;

/** Has both APIs list their projects like this; without whoami, the GEO node asks. */
function listed(whoami: Listed | undefined, geo: Listed) {
	const answer = (list: Listed): [status: number, body: unknown] => {
		if (typeof list === 'number') return [list, { message: 'Down' }];
		return [200, Array.isArray(list) ? { data: list, total: list.length } : list];
	};
	projects.always(GEO_PROJECTS, ...answer(geo));
	projects.always(WHOAMI, ...answer(whoami ?? 403));
	const [node, where] =
		whoami === undefined ? (['geo', one] as const) : (['agents', TASKS] as const);
	return async (fields: INodeParameters) =>
		await bench.run(node, { ...where, limit: 1, ...fields, ...placed({ maxRetries: 0 }) });
}

describe('A project By Name in lists that may lack something', () => {
	it.each<[string, Listed | undefined, Listed, string]>([
		['after a list that is not whole', { projects: [EMBER], total: 2 }, BOTH, 'Tea House'],
		['after a list with some URLs', [EMBER, ...NAMED.slice(1)], BOTH, 'tea.example'],
		['in a list with all, without another', BOTH, 500, 'tea.example'],
		['by its ID where there are only IDs', BARE, 500, saas],
		['by its name where whoami has only IDs', BARE, BOTH, 'tea house'],
		['by its URL where there are no names', undefined, [{ ...TEA, name: null }], 'tea.example/'],
		['by its URL beside bare IDs', undefined, [{ id: coffee }, TEA], 'http://www.tea.example'],
		['once where it is listed twice', { projects: [TEA, { ...TEA, team: 'b' }] }, [], 'tea house'],
	])('is found %s', async (_what, whoami, geo, name) => {
		const run = await listed(whoami, geo)({ project: project(name, 'name') });
		expect([run.error?.message, projects.used]).toEqual([undefined, [saas]]);
	});

	it.each<[string, Listed | undefined, Listed, string, number]>([
		[
			'nearest first',
			undefined,
			[TEA, EMBER],
			'nearest first: "Ember Coffee", "Tea House". Enter',
			0,
		],
		['not whole', undefined, { data: [EMBER], total: 9 }, 'about the list of projects. Enter ', 0],
		['without the other list', NAMED, 500, `${WHY}Down. `, 1],
		['with IDs alone', BARE, 500, `nearest first: "${coffee}", "${saas}". ${WHY}Down. `, 1],
		['of a list that has all', { projects: BOTH }, [TEA], 'nearest first: "Ember Coffee"', 1],
		['of two lists', { projects: BOTH, total: 3 }, [TEA], 'nearest first: "Ember Coffee"', 1],
	])('that there is not is an error with the projects, %s', async (...given) => {
		const [, whoami, geo, words, whoamis] = given;
		const { error } = await listed(whoami, geo)({ project: project('Ember Cofee', 'name') });
		expect(error?.message).toBe("No project has the name or URL 'Ember Cofee'");
		expect(error?.description).toContain(words);
		expect(projects.countOf(WHOAMI)).toBe(whoamis);
	});

	it('that several have is told with their IDs, and none is guessed where the list fails', async () => {
		const twins = listed(BARE, [EMBER, { ...TEA, name: 'Ember Coffee' }]);
		const { error } = await twins({ project: project('Ember Coffee', 'name') });
		expect(error).toMatchObject({
			message: "2 projects match 'Ember Coffee'",
			description: `Enter one of their IDs in 'Project', with 'By ID': ${coffee}, ${saas}.`,
		});
		bench.sandbox.reset();
		const failed = await listed(500, [TEA])({ project: project('x', 'name') });
		expect([failed.error?.message, projects.countOf(GEO_PROJECTS)]).toEqual(['Down', 0]);
	});
});

describe('All Projects that contain a text, in lists that may lack something,', () => {
	const part = { projects: NAMED.slice(0, 1), total: 2 };
	const unread = [`Some projects may be missing. ${WHY}Down. `];
	const refused = [`${WHY}The API key has no access to the GEO API (403).`];

	it.each<[string, Listed | undefined, Listed, string, string[], string[]]>([
		['of both lists', NAMED, BOTH, 'EXAMPLE', [coffee, saas], []],
		['of the first, by name', NAMED, 500, 'tea', [saas], unread],
		['of the first, where the key has no other', NAMED, 403, 'tea', [saas], refused],
		['whole where one list has what the other lacks', part, BOTH, 'tea', [saas], []],
		[
			'not whole where both lack some',
			part,
			{ data: BOTH, total: 9 },
			'tea',
			[saas],
			['9 records'],
		],
		[
			'of its own list alone',
			undefined,
			{ data: [EMBER], total: 3 },
			'ember',
			[coffee],
			['3 records'],
		],
	])('are those %s', async (_what, whoami, geo, text, used, said) => {
		const run = await listed(whoami, geo)({ project: EVERYWHERE, projectsContaining: text });
		expect(projects.used).toEqual(used);
		const missing = said.map((words): unknown => expect.stringContaining(words));
		expect(withoutLimit(run.hints)).toEqual(missing);
	});

	it('are an error where none is known to have it', async () => {
		const { error } = await listed(NAMED, 500)({ project: EVERYWHERE, projectsContaining: 'milk' });
		expect(error?.message).toBe("No project is known to have 'milk' in its name or URL");
		expect(error?.description).toContain(WHY);
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
			`4 of ${shares.length} records. To get all, remove 'Limit' from 'Options'.`,
		]);
	});

	it('is one ranking in a message, with the project of each row', async () => {
		const report = { ...byModel, ...everywhere, output: 'message' };
		const message = async (options: INodeParameters) =>
			(await counted({ ...report, options })).rows[0]?.text;
		const ranking = await message({ ...together, limit: 4, sort });
		expect(ranking).toMatch(/^• ChatGPT\n {3}[\d.]+ · Ember & Oak Coffee$/m);
		expect(ranking).not.toMatch(/^Ember/m);
		expect(ranking).toMatch(/\n4 of 12 rows, sorted by share of voice$/);
		const clients = { ...report, dimensions: [], options: { ...together, limit: 2, sort } };
		const { rows } = await counted(clients);
		expect(rows[0]?.text).toMatch(/^• Ember & Oak Coffee – [\d.]+$/m);
		expect(rows[0]?.text).toMatch(/\n2 of 3 clients, sorted by share of voice$/);
		const apart = await message({ limit: 4, sort });
		expect(apart).toMatch(/^• ChatGPT – [\d.]+$/m);
		expect(apart).toMatch(/^Ember & Oak Coffee$/m);
	});

	it('has the best of all of them in a report without Sort, by its first measure', async () => {
		const report = { ...byModel, ...everywhere };
		const sorted = await counted({ ...report, options: { ...together, limit: 3, sort } });
		const unsorted = await counted({ ...report, options: { ...together, limit: 3 } });
		expect(unsorted).toEqual(sorted);
		expect(unsorted.rows).toHaveLength(3);
		// A message without a limit is one ranking, too, and shows its first rows.
		const output = { output: 'message' };
		const ranking = await counted({ ...report, ...output, options: { ...together, sort } });
		expect(await counted({ ...report, ...output, options: together })).toEqual(ranking);
		const data = [4, 1, 9].map((avg_rank) => ({ model: 'ChatGPT', avg_rank }));
		const match = { path: '/v2/geo/reports/performance' };
		respond(bench, { body: { data, total: 3 }, match, times: 3 });
		const options = { ...together, otherMeasures: 'avg_rank', limit: 3 };
		const ranks = { ...report, measures: [], options };
		expect((await counted(ranks)).rows.map(({ avg_rank: rank }) => rank)).toEqual([1, 1, 1]);
	});

	it('is refused for a list without Sort, whose first records would be those of one project', async () => {
		const list = { ...PROMPTS, ...everywhere, limit: 3 };
		expect((await counted(list)).counts).toEqual([3, 3, 3]);
		const sent = bench.sandbox.requests.length;
		const { error } = await bench.run('geo', { ...list, options: together });
		expect(error?.message).toBe("One limit for all projects needs 'Sort', which is empty");
		expect(error?.description).toContain("'Limit Applies To'");
		const asked = { What: 'tags', Project: '*', Top: '3' };
		const tool = await bench.run('geoTool', ASK, { items: [asked] });
		expect(tool.error?.message).toMatch(/^'Top' of several projects needs a field/);
		const report = { ...byModel, ...everywhere, measures: [], options: { ...together, limit: 3 } };
		expect((await bench.run('geo', report)).error?.message).toContain("needs 'Sort'");
		expect(bench.sandbox.requests).toHaveLength(sent);
	});

	it('has no effect on one project and with Return All', async () => {
		const days = {
			...PROMPTS,
			dateRange: 'last7Days',
			limit: 1,
			options: { ...together, splitBy: 'day' },
		};
		expect((await counted(days)).rows).toHaveLength(7);
		const list = { ...PROMPTS, ...everywhere, options: together };
		const all = await counted({ ...list, returnAll: true, output: 'message' });
		expect(all.rows[0]?.text).toMatch(/^Ember & Oak Coffee$/m);
	});

	it('is for a model to choose, and is true in its notes', async () => {
		const asked = { What: 'prompts', Project: '*', Top: '3 lowest prompt each' };
		const answer = async (input: IDataObject) => {
			const run = await bench.run('geoTool', ASK, { items: [input] });
			expect(run.error).toBeUndefined();
			const prompts = cellsOf(run).map(({ prompt }) => JSON.stringify(prompt));
			return { prompts, count: json(run.rows[0]?.count) };
		};
		const each = await answer(asked);
		expect(each.prompts).toHaveLength(9);
		const all = await answer({ ...asked, Top: '3 lowest prompt' });
		const first = each.prompts.toSorted(new Intl.Collator('en').compare).slice(0, 3);
		expect(all).toEqual({ prompts: first, count: { ...each.count, shown: 3 } });
	});
});
