import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { KEYS, PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';
import { GEO_PROJECTS, ProjectsOf, WHOAMI } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee, outdoor, saas } = PROJECTS;

const TASKS = '/api/v1/business/tasks/query';

const everywhere = { project: project(ALL_PROJECTS, 'list') };
const getTopics = { resource: 'topic', operation: 'getAll', limit: 1, ...everywhere };
const containing = (projectsContaining: string) => ({ ...getTopics, projectsContaining });
const queryTasks = { resource: 'task', operation: 'query', ...everywhere };

const AGENCY = [
	[coffee, 'Ember & Oak Coffee'],
	[outdoor, 'Ridgeline Outfitters'],
	[saas, 'Taskpilot'],
] as const;

describe('All Projects that contain a text', () => {
	it.each([
		['COFFEE', [coffee]],
		['={{ "task" }}', [saas]],
	])('are for "%s" %j', async (text, ids) => {
		const run = await bench.run('geo', containing(text));
		expect(run.rows.map((row) => row.project_id)).toEqual(ids);
		// The limit of the read is reached in each project.
		expect(run.hints.filter((hint) => !hint.includes('as many as'))).toEqual([]);
	});

	it('are the same that the service finds', async () => {
		for (const text of ['o', 'https', 'oak', 'pilot']) {
			const run = await bench.run('geo', containing(text));
			const search = { resource: 'project', operation: 'getAll', returnAll: true, search: text };
			const found = await bench.run('geo', search);
			expect(run.rows.map((row) => row.project_id)).toEqual(found.rows.map(({ id }) => id));
		}
	});

	it('cost one list of each API for many input items', async () => {
		const items = ['coffee', 'task', 'ridge', 'coffee'].map((text) => ({ text }));
		const run = await bench.run('geo', containing('={{ $json.text }}'), { items });
		expect(run.rows.map((row) => row.project_id)).toEqual([coffee, saas, outdoor, coffee]);
		expect(projects.countOf(GEO_PROJECTS)).toBe(1);
		expect(projects.countOf(WHOAMI)).toBe(0);
		bench.sandbox.reset();
		const tasks = { ...queryTasks, projectsContaining: '={{ $json.text }}' };
		await bench.run('agents', tasks, { items });
		expect(projects.countOf(WHOAMI)).toBe(1);
		expect(projects.countOf(GEO_PROJECTS)).toBe(1);
	});

	it('are none for a typo, and a hint says so', async () => {
		const run = await bench.run('geo', containing('cofee'));
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([]);
		expect(run.hints).toEqual([
			"No project has 'cofee' in its name or URL. The nearest is: Ember & Oak Coffee.",
		]);
	});

	it('are searched by name only if URLs are not known, and a hint says so', async () => {
		projects.always(GEO_PROJECTS, 403);
		const run = await bench.run('geo', containing('coffee'));
		expect(run.rows.map((row) => row.project_id)).toEqual([coffee]);
		expect(run.hints.filter((hint) => !hint.includes('as many as'))).toEqual([
			'Not all names and URLs are known, because the GEO API did not list the projects: The API key has no access to the GEO API (403).',
		]);
	});

	it('say that the service lists only a part of the projects', async () => {
		const known = { id: coffee, name: 'Coffee', url: 'https://coffee.example' };
		projects.whoamiLists([known], { total: 300 });
		projects.always(GEO_PROJECTS, 403);
		const run = await bench.run('geo', containing('coffee'));
		expect(run.rows).toHaveLength(1);
		expect(run.hints[0]).toContain('reports 300 records');
	});

	it('change nothing where one project is chosen', async () => {
		const one = { ...containing('coffee'), project: project('={{ $json.id }}') };
		const run = await bench.run('geo', one, { items: [{ id: saas }, { id: ALL_PROJECTS }] });
		expect(run.rows).toHaveLength(2);
		expect(run.rows[0]).not.toHaveProperty('project_id');
		expect(run.rows[1]).toMatchObject({ project_id: coffee });
	});
});

describe('Task → Query for All Projects', () => {
	it('gives the tasks of every project, each marked with it', async () => {
		const run = await bench.run('agents', queryTasks);
		const expected = [];
		for (const [id, name] of AGENCY) {
			const own = await bench.run('agents', { ...queryTasks, project: project(id) });
			expected.push(...own.rows.map((row) => ({ project_id: id, project_name: name, ...row })));
		}
		expect(run.error).toBeUndefined();
		expect(run.rows).toStrictEqual(expected);
		const [list, ...reads] = bench.sandbox.requests.slice(0, 4);
		expect(list?.path).toBe(WHOAMI);
		expect(reads.map(({ headers }) => headers['x-project-id']).sort()).toEqual(
			AGENCY.map(([id]) => id).sort(),
		);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	it('gives those of projects that contain a text', async () => {
		const run = await bench.run('agents', { ...queryTasks, projectsContaining: 'OUTFITTERS' });
		expect(new Set(run.rows.map((row) => row.project_id))).toEqual(new Set([outdoor]));
	});

	it('gives the tasks of the other projects beside the error of one', async () => {
		const match = { path: TASKS };
		bench.sandbox.faults.order({ kind: 'respond', status: 403, after: 1, match });
		const options = { batching: { batch: { batchSize: 1 } } };
		const setup = { onError: 'continueErrorOutput' as const };
		const run = await bench.run('agents', { ...queryTasks, options }, setup);
		expect(new Set(run.rows.map((row) => row.project_id))).toEqual(new Set([coffee, saas]));
		expect(run.errorItems).toMatchObject([
			{ json: { message: expect.stringContaining('Ridgeline Outfitters (proj-ridgeline)') } },
		]);
	});

	it('has All Projects as the first entry of its list', async () => {
		const { results } = await bench.search('agents', 'searchProjectsOrAll', {});
		expect(results).toEqual([
			{ name: 'All Projects', value: ALL_PROJECTS },
			...AGENCY.map(([value, name]) => ({ name, value })),
		]);
		const found = await bench.search('agents', 'searchProjectsOrAll', {}, {}, 'coffee');
		expect(found.results.map(({ value }) => value)).toEqual([coffee]);
	});

	it('says in a sentence that there are no projects', async () => {
		const run = await bench.run('agents', queryTasks, { credential: { apiKey: KEYS.empty } });
		expect(run.error?.message).toBe('This API key has no projects');
	});
});
