import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { KEYS, type Project } from '../../sandbox';
import { GEO_READS, WHOLE_READS, project, useBench } from './harness/fixture';

const bench = useBench();

const everywhere = { project: project(ALL_PROJECTS, 'list') };
const getTopics = { resource: 'topic', operation: 'getAll', ...everywhere };

const batchOfOne = { batching: { batch: { batchSize: 1 } } };

const AGENCY = [
	['proj-ember-oak', 'Ember & Oak Coffee'],
	['proj-ridgeline', 'Ridgeline Outfitters'],
	['proj-taskpilot', 'Taskpilot'],
] as const;

const paths = () => bench.sandbox.requests.map(({ path }) => path);

/** The projects that were read, in the order of the requests. */
const readProjects = () =>
	bench.sandbox.requests.flatMap(
		({ body }) => /"project_id":"([^"]+)"/.exec(JSON.stringify(body ?? ''))?.[1] ?? [],
	);

/** Gives a workspace so many projects. */
function grow(key: string, count: number): Project[] {
	const projects: Project[] =
		bench.sandbox.world.workspaces.find((workspace) => workspace.key === key)?.projects ?? [];
	for (let number = projects.length; number < count; number++) {
		const dates = { created_at: '2026-01-01T00:00:00Z', type: 'STANDARD' };
		projects.push({
			id: `p${number}`,
			number,
			name: `P${number}`,
			url: 'https://p.example',
			...dates,
		});
	}
	return projects;
}

describe.each(WHOLE_READS.map((read) => [read.title, read] as const))(
	'%s for All Projects',
	(_title, { where, path, defaults }) => {
		it('marks each record with its project, in the order of the projects', async () => {
			const run = await bench.run('geo', { ...where, ...everywhere, returnAll: true });
			const expected = [];
			for (const [id, name] of AGENCY) {
				const own = await bench.run('geo', { ...where, project: project(id), returnAll: true });
				expected.push(...own.rows.map((row) => ({ project_id: id, project_name: name, ...row })));
			}
			expect(run.error).toBeUndefined();
			expect(run.rows).toStrictEqual(expected);
			expect(Object.keys(run.rows[0] ?? {}).slice(0, 2)).toEqual(['project_id', 'project_name']);
		});

		it('asks for every project once, with the body of a single one', async () => {
			const fields = { ...where, ...everywhere, dateRange: 'notSet', limit: 1 };
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
			expect(list).toMatchObject({ method: 'POST', path: '/v2/geo/business/projects' });
			const bodies = reads.map(({ body }) => body);
			expect(bodies).toStrictEqual(
				AGENCY.map(([id]) => ({
					project_id: id,
					...defaults,
					pagination: { limit: 1, offset: 0 },
				})),
			);
			for (const request of bench.sandbox.requests) expect(request.violations).toEqual([]);
			expect(new Set(reads.map((request) => request.path))).toEqual(new Set([path]));
		});
	},
);

describe('All Projects', () => {
	it('keeps the marks where they are among the selected fields', async () => {
		const fields = { output: 'selected', outputFields: 'topic_id, project_id, project_name' };
		const run = await bench.run('geo', { ...getTopics, ...fields, limit: 1 });
		expect(run.rows.map((row) => [row.project_id, row.project_name])).toEqual(AGENCY);
		expect(Object.keys(run.rows[0] ?? {})).toEqual(['topic_id', 'project_id', 'project_name']);
	});

	it('names the project that failed', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 403, after: 2 });
		const run = await bench.run('geo', { ...getTopics, options: batchOfOne });
		expect(run.error?.description).toContain('Ridgeline Outfitters (proj-ridgeline)');
		expect(run.rows).toEqual([]);
		expect(readProjects()).toEqual(AGENCY.slice(0, 2).map(([id]) => id));
	});

	it('is refused where one project is needed', async () => {
		const call = { resource: 'endpoint', operation: 'call', path: 'business/topics' };
		const { error } = await bench.run('geo', { ...call, ...everywhere });
		expect(error?.message).toBe('This operation takes one project, not all of them');
	});

	it('is the first entry of the picker, but none of a search', async () => {
		const field = GEO_READS[0]?.fields.find(({ name }) => name === 'project');
		const method = field?.modes?.[0]?.typeOptions?.searchListMethod ?? '';
		const { results } = await bench.search('geo', method, {});
		expect(results).toEqual([
			{ name: 'All Projects', value: ALL_PROJECTS },
			...AGENCY.map(([value, name]) => ({ name, value })),
		]);
		const found = await bench.search('geo', method, {}, {}, 'coffee');
		expect(found.results.map(({ value }) => value)).toEqual(['proj-ember-oak']);
		const none = bench.search('geo', method, {}, { apiKey: KEYS.empty });
		await expect(none).rejects.toMatchObject({ message: 'This API key has no projects' });
	});

	it('costs one list of the projects for many input items, and one read for each project', async () => {
		const items = Array.from({ length: 20 }, (_, n) => ({ n }));
		const run = await bench.run('geo', { ...getTopics, limit: 2 }, { items });
		expect(paths().filter((path) => path.endsWith('/projects'))).toHaveLength(1);
		expect(readProjects().sort()).toEqual(AGENCY.map(([id]) => id));
		expect(run.rows).toHaveLength(20 * 3 * 2);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.flatMap((_, item) => Array.from({ length: 6 }, () => ({ item }))),
		);
	});

	it('keeps the order of the projects when the first one is slow', async () => {
		const path = '/v2/geo/business/topics';
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 150, match: { path } });
		const run = await bench.run('geo', { ...getTopics, limit: 1 });
		expect(run.rows.map((row) => row.project_id)).toEqual(AGENCY.map(([id]) => id));
	});

	it.each([['a key that has GEO only', { apiKey: KEYS.geoOnly }, ['proj-kettle-cycles']]])(
		'asks the GEO API for the projects with %s',
		async (_what, credential, ids) => {
			const run = await bench.run('geo', { ...getTopics, limit: 1 }, { credential });
			expect(run.rows.map((row) => row.project_id)).toEqual(ids);
			expect(paths()).toContain('/v2/geo/business/projects');
			for (const request of bench.sandbox.requests) {
				if (request.status === 200) expect(request.violations).toEqual([]);
			}
		},
	);

	it('covers more than a hundred projects of the GEO API, each once', async () => {
		const projects = grow(KEYS.geoOnly, 230);
		const credential = { apiKey: KEYS.geoOnly };
		const run = await bench.run('geo', { ...getTopics, limit: 1 }, { credential });
		expect(run.rows.map((row) => row.project_id)).toEqual(projects.map(({ id }) => id));
		expect(run.rows.map((row) => row.project_name)).toEqual(projects.map(({ name }) => name));
		const lists = bench.sandbox.requests.filter(({ path }) => path.endsWith('/projects'));
		expect(lists.map(({ body }) => body)).toStrictEqual(
			[0, 100, 200].map((offset) => ({ limit: 100, offset })),
		);
	});

	it('says in a sentence that there are no projects', async () => {
		const { error } = await bench.run('geo', getTopics, { credential: { apiKey: KEYS.empty } });
		expect(error?.message).toBe('This API key has no projects');
		expect(error?.description).toMatch(/\.$/);
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it.each(['continueRegularOutput'] as const)(
		'gives the records of the other projects beside the error of one, with %s',
		async (onError) => {
			bench.sandbox.faults.order({
				kind: 'respond',
				status: 403,
				after: 1,
				times: 1,
				match: { path: '/v2/geo/business/topics' },
			});
			const items = [{ limit: 1 }, { limit: 2 }];
			const options = { batching: { batch: { batchSize: 1 } } };
			const parameters = { ...getTopics, limit: '={{ $json.limit }}', options };
			const run = await bench.run('geo', parameters, { items, onError });
			const all = [...run.items, ...run.errorItems];
			expect(all.filter(({ json }) => 'error' in json)).toMatchObject([
				{
					json: { message: expect.stringContaining('Ridgeline Outfitters (proj-ridgeline)') },
					pairedItem: { item: 0 },
				},
			]);
			const records = all.filter(({ json }) => 'topic_id' in json);
			const [first, , third] = AGENCY.map(([id]) => id);
			expect(records.map(({ json, pairedItem }) => [pairedItem, json.project_id])).toEqual([
				...[first, third].map((id) => [{ item: 0 }, id]),
				...AGENCY.flatMap(([id]) => [id, id]).map((id) => [{ item: 1 }, id]),
			]);
		},
	);

	it.each([
		['records', ['project_id', 'project_name', 'topic_id', 'name', 'created_at', 'updated_at']],
	])('marks %s that are flattened', async (output, columns) => {
		const options = { flatten: true };
		const run = await bench.run('geo', { ...getTopics, output, outputFields: 'name', options });
		for (const row of run.rows) expect(Object.keys(row)).toEqual(columns);
	});
});

describe('Project → Get Many', () => {
	const getProjects = { resource: 'project', operation: 'getAll' };
	const bodies = () => bench.sandbox.requests.map(({ body }) => body);

	it('sends limit and offset in the body itself', async () => {
		const run = await bench.run('geo', getProjects);
		expect(run.rows.map(({ id }) => id)).toEqual([
			'proj-ember-oak',
			'proj-ridgeline',
			'proj-taskpilot',
		]);
		expect(bench.sandbox.requests).toMatchObject([
			{ method: 'POST', path: '/v2/geo/business/projects', violations: [] },
		]);
		expect(bodies()).toStrictEqual([{ limit: 50, offset: 0 }]);
	});

	it('sends Search as the query', async () => {
		const run = await bench.run('geo', { ...getProjects, search: ' COFFEE ', limit: 5 });
		expect(run.rows).toMatchObject([{ name: 'Ember & Oak Coffee' }]);
		expect(bodies()).toStrictEqual([{ query: 'COFFEE', limit: 5, offset: 0 }]);
		expect(bench.sandbox.requests[0]?.violations).toEqual([]);
	});

	it('reads more than a hundred projects with Return All', async () => {
		const projects = grow(KEYS.agency, 230);
		const run = await bench.run('geo', { ...getProjects, returnAll: true });
		expect(run.rows.map(({ id }) => id)).toEqual(projects.map(({ id }) => id));
		expect(bodies()).toStrictEqual([0, 100, 200].map((offset) => ({ limit: 100, offset })));
		expect(bench.sandbox.requests.every(({ violations }) => violations.length === 0)).toBe(true);
	});
});
