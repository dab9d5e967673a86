import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { filtersField } from '../../nodes/shared/form';
import { KEYS, PROJECTS } from '../../sandbox';
import { bodiesOf, COFFEE, pathsOf, project, respond, useBench } from './harness/fixture';
import { AGENCY, GEO_PROJECTS, WHOAMI } from './harness/projects';

const bench = useBench();

describe.each([
	['agents', WHOAMI],
	['geo', GEO_PROJECTS],
] as const)('The project picker of the node %s', (node, list) => {
	it('offers the projects of the list of its own API by name, and searches them', async () => {
		const { results } = await bench.projects(node);
		expect(results).toEqual(AGENCY.map(([value, name]) => ({ name, value })));
		expect(bench.sandbox.requests).toMatchObject([{ path: list, violations: [] }]);
		for (const [text, ids] of [
			['RIDGE', [PROJECTS.outdoor]],
			['nothing like it', []],
		] as const) {
			const found = await bench.projects(node, {}, text);
			expect(found.results.map(({ value }) => value)).toEqual(ids);
		}
	});

	it('is empty for a key without projects, which it says', async () => {
		await expect(bench.projects(node, { apiKey: KEYS.empty })).rejects.toMatchObject({
			message: 'This API key has no projects',
			description: expect.stringMatching(/^Create a project .*\./),
		});
	});

	it.each<[IDataObject, name: string, value: string]>([
		[{ projects: [{ id: 'p1', name: '  ' }] }, 'p1', 'p1'],
		[{ projects: [{ id: 'p1', name: { en: 'Acme' } }] }, 'p1', 'p1'],
		[{ projects: [{ id: 0 }] }, '0', '0'],
		[{ projects: [{ id: ' p1 ', name: ' Acme ' }] }, 'Acme', 'p1'],
		[{ identity: {}, teams: [{ id: 't1' }], projects: [{ id: 'p1' }] }, 'p1', 'p1'],
		[{ data: { id: 'u1', projects: [{ id: 'p1' }] } }, 'p1', 'p1'],
		[{ data: [{ id: 'p1' }], total: 1, limit: 100, offset: 0 }, 'p1', 'p1'],
	])('finds in %j %s (%s)', async (body, name, value) => {
		respond(bench, { body: { has_more: false, ...body } });
		expect((await bench.projects(node)).results).toEqual([{ name, value }]);
	});

	const NO_LIST = 'The service returned no list of projects with IDs';

	it.each<[IDataObject, string, string]>([
		[{ name: 'Me', projects: 3 }, NO_LIST, "'Project'"],
		[{ projects: { p1: {} } }, NO_LIST, "'Project'"],
		[{ projects: [] }, 'This API key has no projects', 'Create a project'],
		[{ projects: [], total: 3 }, NO_LIST, '3 records'],
		[{ projects: [], message: 'Quota exceeded' }, 'This API key has no projects', 'Quota exceeded'],
		[{ projects: [{ project_id: 1 }] }, NO_LIST, "'By ID'"],
		[{ projects: [{ id: 'p' }, { id: ' ' }] }, NO_LIST, ''],
		[{ projects: [{ id: 'p' }, null] }, NO_LIST, ''],
		[{ success: false, message: 'Key expired' }, 'Key expired', 'correct it'],
	])('says what is wrong with %j', async (body, message, words) => {
		respond(bench, { body });
		await expect(bench.projects(node)).rejects.toMatchObject({
			message,
			description: expect.stringContaining(words),
		});
	});

	it('has entries that look different', async () => {
		const names = ['Acme', 'Beta', ' Acme', '', null];
		const projects = names.map((name, n) => ({ id: `p${n}`, name }));
		respond(bench, { body: { projects, has_more: false } });
		const { results } = await bench.projects(node);
		expect(results.map(({ name }) => name)).toEqual([
			...['Acme (p0)', 'Beta', 'Acme (p2)', 'p3', 'p4'],
		]);
	});
});

it('A picker advises no setting that it does not have, if the service has too many requests', async () => {
	respond(bench, { status: 429, headers: { 'retry-after': '30' }, times: Infinity });
	await expect(bench.projects('geo')).rejects.toMatchObject({
		description: expect.stringMatching(
			/429.*\nOpen the list again later, or enter the name or ID instead\.$/,
		),
	});
});

describe('The project picker of the GEO node', () => {
	it('offers those of whoami, and searches them, where the GEO API may not list them', async () => {
		respond(bench, { status: 403, times: Infinity, match: { path: GEO_PROJECTS } });
		const { results } = await bench.projects('geo', {}, 'coffee');
		expect(results.map(({ name }) => name)).toEqual(['Ember & Oak Coffee']);
		const without = bench.projects('geo', { agentsBaseUrl: '' });
		await expect(without).rejects.toMatchObject({ message: expect.stringMatching(/access/) });
	});

	it('searches URLs, too, and goes on where the service gives fewer than it was asked for', async () => {
		const { results } = await bench.projects('geo', {}, 'emberandoak.example');
		expect(results.map(({ value }) => value)).toEqual([PROJECTS.coffee]);
		bench.sandbox.behave({ pageCap: 2 });
		expect((await bench.projects('geo')).results).toHaveLength(3);
		expect(bodiesOf(bench)).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 100, offset: 0 },
			{ limit: 100, offset: 2 },
		]);
	});
});

it('The project picker says that what it does not find may be missing, if the service sends a part', async () => {
	respond(bench, { body: { projects: [{ id: 'p', name: 'P' }], total: 300 }, times: 2 });
	expect((await bench.projects('agents', {}, 'p')).results).toEqual([{ name: 'P', value: 'p' }]);
	await expect(bench.projects('agents', {}, 'coffee')).rejects.toMatchObject({
		message: expect.stringMatching(/300 records.* list of projects/),
		description: "Choose 'By ID' under 'Project' and enter the ID.",
	});
});

const PICKERS = [
	['searchTopics', 'topics', 'Espresso machines', 'topic-01', 12],
	['searchTags', 'tags', 'Branded', 'tag-01', 15],
	['searchMarkets', 'markets', 'United States · English', 'us-en', 6],
	['searchModels', 'models', 'ChatGPT', 'platform-1', 5],
	['searchPrompts', 'prompts', 'best espresso machine under $500', 'prompt-0001', 240],
] as const;

it('Every picker of Filters has a list search', () => {
	const text = JSON.stringify(filtersField);
	const methods = [...text.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(methods.sort()).toEqual(PICKERS.map(([name]) => name).sort());
});

describe.each(PICKERS)('The picker behind %s', (picker, resource, label, id, count) => {
	const opened = async (filter?: string, parameters: INodeParameters = { project: COFFEE }) =>
		(await bench.search('geo', picker, parameters, { agentsBaseUrl: '' }, filter)).results;

	it('offers what the chosen project has, by name, also in the trigger', async () => {
		const results = await opened();
		const { results: ofTrigger } = await bench.search('geoTrigger', picker, { project: COFFEE });
		expect(ofTrigger).toEqual(results);
		expect(results[0]).toEqual({ name: label, value: id });
		expect(new Set(results.map(({ value }) => value)).size).toBe(count);
		for (const request of bench.sandbox.requests) {
			expect(request).toMatchObject({ path: `/v2/geo/business/${resource}`, violations: [] });
			expect(request.body).toStrictEqual({
				project_id: PROJECTS.coffee,
				pagination: { limit: expect.any(Number), offset: expect.any(Number) },
			});
		}
	});

	it('searches names, in capitals or not', async () => {
		const results = await opened(` ${label.slice(0, 6).toUpperCase()} `);
		expect(results).toContainEqual({ name: label, value: id });
		expect(results.length).toBeLessThan(count);
		expect(await opened('nothing like it')).toEqual([]);
	});
});

describe('A picker of Filters', () => {
	const topics = async (chosen: unknown = PROJECTS.coffee, credential = {}) =>
		await bench.search('geo', 'searchTopics', { project: project(chosen) }, credential);

	it.each([' ', '={{ $json.id }}', '*', true])(
		'needs a project, which is not "%s"',
		async (chosen) => {
			await expect(topics(chosen)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: 'The list needs one project',
				description: expect.stringMatching(/'Project'.*By Name or ID.*\.$/),
			});
			expect(bench.sandbox.requests).toHaveLength(0);
		},
	);

	it('has no entries where the project has none, and says why there is no list', async () => {
		respond(bench, { body: { data: [], total: 0 } });
		expect((await topics()).results).toEqual([]);
		for (const [body, words] of [
			[{ data: [], error_code: 'QUOTA_EXCEEDED' }, 'QUOTA_EXCEEDED'],
			[{ success: false, message: 'Not now' }, 'Not now'],
			[{ found: [{ id: 1 }] }, 'The service returned no list of topics'],
			[{ note: 'Later' }, 'The service returned no list of topics'],
		] as const) {
			respond(bench, { body });
			await expect(topics()).rejects.toThrow(words);
		}
		await expect(topics(PROJECTS.coffee, { apiKey: 'wrong-key' })).rejects.toMatchObject({
			...{ message: expect.stringMatching(/key/i), description: expect.stringMatching(/\.$/) },
		});
		respond(bench, { body: { data: [{ id: 'a' }], total: 9 }, times: 2 });
		expect((await topics()).results).toEqual([{ name: 'a', value: 'a' }]);
		respond(bench, { body: [{ rank: 5 }], times: Infinity });
		await expect(topics()).rejects.toMatchObject({
			message: expect.stringContaining('The topics that the service returned have no name or ID'),
			description: "Enter the ID with 'By Name or ID'.",
		});
	});

	it('has the project as it is entered, with or without the picker', async () => {
		for (const chosen of [project(' p '), project(7), 'p']) {
			respond(bench, { body: [] });
			await bench.search('geo', 'searchTopics', { project: chosen });
		}
		expect(bodiesOf(bench)).toMatchObject(['p', '7', 'p'].map((id) => ({ project_id: id })));
	});

	it('asks for several pages at once', async () => {
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 100, after: 1, times: 2 });
		await bench.search('geo', 'searchPrompts', { project: COFFEE });
		expect(Math.max(...bench.sandbox.requests.map(({ inFlight }) => inFlight))).toBe(2);
	});

	it('shows what went wrong in place of a list whose second page fails', async () => {
		bench.sandbox.behave({ pageCap: 2 });
		respond(bench, { status: 400, body: { detail: 'No second page' }, after: 1, times: Infinity });
		await expect(topics()).rejects.toMatchObject({ message: 'No second page' });
		expect(pathsOf(bench).length).toBeGreaterThan(1);
	});
});

describe('The list of fields to sort by', () => {
	const PROMPTS = { resource: 'prompt', operation: 'getAll', project: COFFEE };
	const REPORT = { ...PROMPTS, resource: 'report', operation: 'getPerformance' };
	const EMPTY_ROW = { sort: { by: [{ field: { __rl: true, mode: 'list', value: '' } }] } };
	const fieldsOf = async (parameters: INodeParameters, filter?: string) => {
		const { results } = await bench.search('geo', 'searchFields', parameters, {}, filter);
		return results.map(({ value }) => value);
	};

	it('has those of the first records, found by a part of the name', async () => {
		const [prompt = {}] = (await bench.run('geo', { ...PROMPTS, limit: 1 })).rows;
		expect(await fieldsOf({ ...PROMPTS, ...EMPTY_ROW })).toEqual(Object.keys(prompt));
		expect(await fieldsOf(PROMPTS, ' VISIB')).toEqual(['avg_visibility_score']);
	});

	it('has what a comparison adds, also where one limit is for all projects', async () => {
		const all = { ...REPORT, project: project('*', 'list'), limitAppliesTo: 'allProjects' };
		const compared = { dateRange: 'last7Days', compareWith: 'previousPeriod' };
		const found = await fieldsOf({ ...all, ...compared, ...EMPTY_ROW });
		expect(found).toEqual(expect.arrayContaining(['share_of_voice', 'share_of_voice_change']));
	});

	it('has the changes of numbers alone', async () => {
		const more = { dateRange: 'last7Days', compareWith: 'previousPeriod' };
		const found = await fieldsOf({ ...PROMPTS, ...more, ...EMPTY_ROW });
		expect(found.filter((name) => String(name).endsWith('_change'))).toEqual([
			...['total_models_change', 'total_mentions_change'],
			...['avg_visibility_score_change', 'avg_rank_change', 'answers_count_change'],
		]);
	});

	it('says that there are no records', async () => {
		respond(bench, { body: { data: [], total: 0 } });
		await expect(fieldsOf(PROMPTS)).rejects.toMatchObject({
			message: 'There are no records to show fields from',
		});
	});
});
