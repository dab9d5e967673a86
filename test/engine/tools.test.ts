import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { json, list, text } from '../../sandbox/json';
import { PROJECTS } from '../../sandbox';
import {
	ASK,
	CALL,
	cellsOf,
	COFFEE,
	EVERYWHERE,
	type NodeRun,
	PROMPTS as COFFEE_PROMPTS,
	respond,
	TASKS,
	useBench,
	WHO_AM_I,
	WHOLE_READS,
} from './harness/fixture';
import { ProjectsOf, WHOAMI } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);

const ALL = { ...COFFEE_PROMPTS, returnAll: true };

const sizeOf = ({ rows }: NodeRun) => JSON.stringify(rows).length;

/** What the only item of an answer says beside its records. */
const FRONT = ['about', 'complete', 'count', 'missing', 'notes'];
const frontOf = ({ rows: [answer = {}] }: NodeRun): IDataObject =>
	Object.fromEntries(Object.entries(answer).filter(([name]) => FRONT.includes(name)));
const notesOf = (run: NodeRun): string => JSON.stringify(frontOf(run).notes ?? null);

describe('A node as a tool of an AI agent', () => {
	it('answers with a table of simplified records', async () => {
		const run = await bench.run('geoTool', COFFEE_PROMPTS);
		const plain = await bench.run('geo', { ...COFFEE_PROMPTS, output: 'simplified' });
		expect(frontOf(run)).toEqual({
			about: {
				what: 'Prompts',
				projects: [PROJECTS.coffee],
				period: "the service's own choice: no dates were sent",
				order: 'of the service, no ranking',
				unit: 'of shares and scores: not documented',
			},
			complete: false,
			count: { shown: 50, of: 240 },
			missing: { fields_left_out: ['answers_count'] },
		});
		expect(run.items[0]?.pairedItem).toEqual([{ item: 0 }]);
		expect(cellsOf(run)).toEqual(plain.rows);
		expect(sizeOf(run)).toBeLessThan(sizeOf(plain) / 2);
	});

	it('does not count a list that has just as many records as Limit allows', async () => {
		const data = Array.from({ length: 90 }, (_, at) => ({ prompt_id: at }));
		respond(bench, { body: { data, total: 90 } });
		const run = await bench.run('geoTool', { ...COFFEE_PROMPTS, limit: 90 });
		expect(cellsOf(run)).toHaveLength(90);
		expect(frontOf(run).count).toEqual({ shown: 90, of: 'unknown, perhaps more than 90' });
	});

	it('names arguments that it does not have, and not what else an agent works on', async () => {
		const input = {
			What: 'topics',
			Project: PROJECTS.coffee,
			limit: '3',
			Search: 'x',
			Where: null,
		};
		const run = await bench.run('geoTool', ASK, { items: [input] });
		expect(notesOf(run)).toContain(
			'The tool ignored what is none of its arguments: limit, Search. They are What, Project, ',
		);
		const known = {
			What: 'topics',
			Project: PROJECTS.coffee,
			toolCallId: 'call-1',
			tool: 'Topics',
		};
		expect(notesOf(await bench.run('geoTool', ASK, { items: [known] }))).not.toContain('argument');
	});

	it.each(WHOLE_READS)(
		'has a shorter answer than the node for many records: $title',
		async ({ where }) => {
			const parameters = { ...where, project: COFFEE };
			const tool = await bench.run('geoTool', parameters);
			expect(tool.error).toBeUndefined();
			const front = JSON.stringify(frontOf(tool)).length;
			expect(sizeOf(tool) - front).toBeLessThan(sizeOf(await bench.run('geo', parameters)));
		},
	);

	it('has no more than Max Output Size, which may be none, and says what is left out', async () => {
		const run = await bench.run('geoTool', { ...ALL, maxOutputSize: 5000 });
		expect(sizeOf(run)).toBeLessThanOrEqual(5000);
		const count = cellsOf(run).length;
		expect(count).toBeGreaterThan(20);
		expect(frontOf(run)).toMatchObject({ complete: false, count: { shown: count, of: 240 } });
		expect(cellsOf(await bench.run('geoTool', { ...ALL, maxOutputSize: 0 }))).toHaveLength(240);
	});

	it('says in words that nothing was found', async () => {
		respond(bench, { body: { data: [], total: 0 } });
		const run = await bench.run('geoTool', COFFEE_PROMPTS);
		expect(run.rows).toHaveLength(1);
		expect(notesOf(run)).toContain('No records match');
		respond(bench, { body: { data: [], total: 0 } });
		const narrow = { options: { where: 'avg_rank > 2' }, dateRange: 'lastWeek' };
		expect(notesOf(await bench.run('geoTool', { ...COFFEE_PROMPTS, ...narrow }))).toMatch(
			/No records match the conditions of Where\./,
		);
		const byName = {
			...COFFEE_PROMPTS,
			resource: 'citation',
			options: { where: 'cited_domain = Urban Journal' },
		};
		expect(notesOf(await bench.run('geoTool', byName)).split('the filter ')).toEqual([
			expect.stringMatching(/ by $/),
			expect.stringMatching(/^cited_domain = Urban Journal: write the value as records have it/),
		]);
	});

	it('has the records of all projects, and says which of them failed', async () => {
		const refused = { status: 403, match: { path: '/v2/geo/business/tags' } };
		respond(bench, refused);
		const tags = { ...COFFEE_PROMPTS, resource: 'tag', project: EVERYWHERE };
		const run = await bench.run('geoTool', tags);
		expect(run.error).toBeUndefined();
		const { about, complete, missing } = frontOf(run);
		expect(json(about).projects).toHaveLength(3);
		expect(complete).toBe(false);
		const reasons = Object.entries(json(json(missing).projects_failed));
		expect(reasons).toEqual([[expect.stringMatching(/^No access to /), [expect.any(String)]]]);
		expect(JSON.stringify(missing)).not.toMatch(/This happened in|'Settings'/);
		expect(new Set(cellsOf(run).map(({ project_name: name }) => name)).size).toBe(2);
		respond(bench, refused);
		const none = await bench.run('geoTool', { ...tags, options: { where: 'name = none' } });
		expect(none.error).toBeUndefined();
		expect(json(frontOf(none).missing).projects_without_records).toHaveLength(2);
		respond(bench, { ...refused, times: 3 });
		const { error } = await bench.run('geoTool', tags);
		expect(error?.message).toContain('This happened in the project ');
		respond(bench, { ...refused, times: 3 });
		const failed = await bench.run('geoTool', tags, { onError: 'continueRegularOutput' });
		const all = Object.values(json(json(frontOf(failed).missing).projects_failed));
		expect(list(all[0])).toHaveLength(3);
		expect(all).toHaveLength(1);
	});

	it('makes no call after one that failed', async () => {
		const call = { ...CALL, path: 'x' };
		respond(bench, { status: 503, after: 1 });
		const { error } = await bench.run('geoTool', call, { items: [{}, {}, {}, {}] });
		expect(error?.message).toContain('may have been carried out');
		expect(bench.sandbox.requests).toHaveLength(2);
	});

	it.each<[string, INodeParameters]>([
		['Who Am I', WHO_AM_I],
		['a call', { ...CALL, method: 'GET', path: 'x' }],
	])('answers %s with the whole record', async (_what, parameters) => {
		const tool = await bench.run('agentsTool', parameters);
		expect(tool.error).toBeUndefined();
		expect(Object.keys(tool.rows[0] ?? {})).toEqual(['about', 'count', 'records']);
		expect(cellsOf(tool)).toEqual((await bench.run('agents', parameters)).rows);
	});

	it('answers as a tool only if it is one', async () => {
		const fields = { maxOutputSize: 1000, toolDescription: 'Lists prompts' };
		const { rows } = await bench.run('geo', { ...COFFEE_PROMPTS, ...fields });
		expect(rows).toHaveLength(50);
		expect(rows[0]).toHaveProperty('prompt_id');
	});
});

describe('What a model is told of what may be missing', () => {
	const promptsFrom = (first: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({ prompt_id: `p${first + index}` }));

	it('is to run the tool again where a list changed while it was read, and nothing else', async () => {
		respond(bench, { body: { data: promptsFrom(0, 100), total: 120 } });
		respond(bench, { body: { data: promptsFrom(100, 21), total: 121 } });
		const run = await bench.run('geoTool', { ...ALL, maxOutputSize: 0 });
		const words =
			'Some data may be missing. The list changed while the node was reading it, or different records have the same ID. Run the node again to be sure.';
		expect(run.hints).toEqual([words]);
		expect(run.rows.at(-1)?.notes).toEqual([
			'Tell the user that the answer may not be complete; the reason is below.',
			words,
		]);
	});

	it('is to tell the user where projects are missing', async () => {
		projects.geoLists([{ id: PROJECTS.coffee, name: 'Coffee' }], { total: 5 });
		const run = await bench.run('geoTool', { ...ALL, maxOutputSize: 0, project: EVERYWHERE });
		expect(run.rows.at(-1)?.notes).toEqual([
			'Tell the user that the answer may not be complete; the reason is below.',
			'Some projects may be missing. The service reports 5 records but returned only 1. This is about the list of projects.',
		]);
	});
});

const IN_COFFEE = { Project: PROJECTS.coffee };

/** Asks the tool Ask that was just added, with what a model fills in. */
async function ask(What: string, input: IDataObject) {
	const run = await bench.run('geoTool', ASK, { items: [{ What, ...input }], timezone: 'UTC' });
	return { ...run, body: json(json(bench.sandbox.requests.at(-1)?.body)) };
}

it('An answer holds a filter against the records that have its column', async () => {
	const options = { where: 'cited_domain = a.test' };
	const citations = { ...COFFEE_PROMPTS, resource: 'citation', options };
	const said = async (...domains: Array<string | null>) => {
		const data = domains.map((domain, id) => ({ id, citation_domain: domain }));
		respond(bench, { body: { data, total: data.length } });
		return JSON.stringify(frontOf(await bench.run('geoTool', citations)).notes ?? null);
	};
	expect(await said('a.test', null, 'b.test')).toContain(
		"1 records have another Cited Domain: the service may not apply this filter. For those of a.test alone, write citation_domain contains a.test in 'Where'.",
	);
	expect(await said('a.test', null)).toBe('null');
	respond(bench, { body: { data: [{ id: 1 }], total: 1 } });
	expect((await bench.run('geoTool', citations)).rows).toMatchObject([{ records: [{ id: 1 }] }]);
});

describe('Ask, as it was just added,', () => {
	it('sends what the model fills in', async () => {
		const { error, rows, body } = await ask('prompts', {
			...{ ...IN_COFFEE, Top: '3 lowest avg_rank' },
			Date_Range: '2026-11-01 to 2026-11-03',
			Where: 'branded = true, rank = 1, intent = "commercial", total_models > 0',
		});
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(1);
		const being = (value: unknown, operator = 'is') => ({
			...{ condition: 'AND', items: [{ operator, value }] },
		});
		expect(body).toMatchObject({
			project_id: PROJECTS.coffee,
			metrics: ['answers_count'],
			start_date: expect.stringMatching(/^2026-11-01T/),
			end_date: expect.stringMatching(/^2026-11-03T/),
			order_by: [{ field: 'avg_rank', order: 'asc' }],
		});
		expect(body.filters).toEqual({
			branded: being(true),
			rank: being(1, 'eq'),
			intent: being('commercial'),
		});
	});

	it('sends a filter by name with the ID, or says which names there are', async () => {
		const { body } = await ask('prompts', {
			...{ ...IN_COFFEE, Where: 'topic = espresso machines' },
		});
		expect(JSON.stringify(body.filters)).toContain('"topic-01"');
		const wrong = await ask('prompts', { ...IN_COFFEE, Where: 'topics = espresso' });
		expect(wrong.error?.message).toMatch(
			/^'espresso' is not among the topics of the project\. So no figure can be given for it\. There are, nearest first: "Espresso machines", /,
		);
	});

	it.each([
		['nothing but the project', {}],
		[
			'null',
			{ Top: null, Next: null, Date_Range: null, Where: null, By: null, Compare_With: null },
		],
		['empty texts', { Top: '', Next: '', Date_Range: '', Where: '', By: '', Compare_With: '' }],
	])('is as a new node where the model gives %s', async (_, input) => {
		const tool = await ask('prompts', { ...IN_COFFEE, ...input });
		expect(tool.error).toBeUndefined();
		const node = await bench.run('geo', {
			...COFFEE_PROMPTS,
			...{ output: 'simplified', options: {} },
		});
		expect(cellsOf(tool)).toEqual(node.rows);
		expect(tool.body).toEqual(json(json(bench.sandbox.requests.at(-1)?.body)));
		expect(Object.keys(tool.body).sort()).toEqual(['metrics', 'pagination', 'project_id']);
	});

	it('has one row of the last 7 days for figures where a model leaves out everything', async () => {
		const { body } = await ask('share of voice', IN_COFFEE);
		expect(body).toMatchObject({ measures: ['share_of_voice'] });
		expect(body).not.toHaveProperty('dimensions');
		const days = Date.parse(String(body.end_date)) - Date.parse(String(body.start_date));
		expect(days).toBe(7 * 86_400_000 - 1000);
	});

	it.each([
		['samePeriodLastYear', '2025-11-01 to 2025-11-30'],
		['Previous period', '2026-10-01 to 2026-10-31'],
		['whole_previous', '2026-10-01 to 2026-10-31'],
		['2025-12-24 to 2026-01-06', '2025-12-24 to 2026-01-06'],
		['2026-Q2', '2026-04-01 to 2026-06-30'],
		['2026-10-10', '2026-10-10'],
	])('compares a report with %s, and says with which days', async (period, others) => {
		const days = '2026-11-01 to 2026-11-30';
		const { error, rows } = await ask('share of voice', {
			...{ ...IN_COFFEE, By: 'platform', Date_Range: days, Compare_With: period },
		});
		expect(error).toBeUndefined();
		expect(rows[0]?.columns).toContain('share_of_voice_change');
		expect(rows[0]?.about).toMatchObject({
			period: days,
			compared_with: expect.stringContaining(` (${others})`),
			...{
				by: ['model'],
				measures: ['share_of_voice'],
				unit: 'of shares and scores: not documented',
			},
		});
	});

	it('says that a project was created after the start of a period', async () => {
		const asked = {
			Project: 'Taskpilot',
			Date_Range: '2026-10',
			Compare_With: 'samePeriodLastYear',
		};
		const { rows } = await ask('share of voice', asked);
		const note = expect.stringMatching(
			/^A period starts on 2025-10-01, before .*: Taskpilot \(\d{4}-/,
		);
		expect(rows[0]?.notes).toContainEqual(note);
		const now = await ask('share of voice', { ...asked, Compare_With: '' });
		expect(JSON.stringify(now.rows[0]?.notes ?? '')).not.toContain('A period starts');
	});

	it('takes the biggest falls by the field or by its change', async () => {
		const compared = { ...IN_COFFEE, By: 'topic', Compare_With: 'previousPeriod' };
		const fallsOf = async (Top: string) =>
			cellsOf(await ask('share of voice', { ...compared, Top }));
		const falls = await fallsOf('3 biggest fall share_of_voice');
		const changes = falls.map((row) => Number(row.share_of_voice_change));
		expect(changes).toHaveLength(3);
		expect(changes).toEqual([...changes].sort((one, other) => one - other));
		expect(await fallsOf('3 biggest fall share_of_voice_change')).toEqual(falls);
	});

	it.each([
		['*', 3],
		['all', 3],
		['All Projects', 3],
		['every project', 3],
		['Ember & Oak Coffee, taskpilot', 2],
		['ridgeline', 1],
		['ember oak', 1],
		['https://taskpilot.example', 1],
	])('understands the project %j', async (Project, count) => {
		const { error, rows } = await ask('share of voice', { Project });
		expect(error).toBeUndefined();
		expect(json(rows[0]?.about).projects).toHaveLength(count);
	});

	it('takes a name with a comma as one name, and a slash as the address of no project', async () => {
		const { coffee, outdoor } = PROJECTS;
		projects.geoLists([
			{ id: coffee, name: 'Oak, Ash & Co' },
			{ id: outdoor, name: 'North Tea' },
		]);
		const { rows } = await ask('share of voice', { Project: 'Oak, Ash & Co' });
		expect(json(rows[0]?.about).projects).toEqual(['Oak, Ash & Co']);
		const { error } = await ask('share of voice', { Project: '/' });
		expect(error?.message).toMatch(/^No project has the name or URL '\/'/);
	});

	it('says how it has understood a name, and refuses words that two have', async () => {
		const { rows } = await ask('share of voice', { Project: 'ridgeline' });
		expect(json(rows[0]?.about).projects).toEqual(['ridgeline → Ridgeline Outfitters']);
		projects.geoLists(['North Tea', 'South Tea'].map((name, at) => ({ id: `p${at}`, name })));
		const { error } = await ask('share of voice', { Project: 'tea' });
		expect(error?.message).toMatch(
			/^No project has the name or URL 'tea'.*"North Tea", "South Tea"/,
		);
		const all = await ask('share of voice', { Project: 'All Stars Tea' });
		expect(all.error?.message).toMatch(/^No project has the name or URL 'All Stars Tea'/);
	});

	it('takes the top of several projects and weeks together, and of each with each', async () => {
		const askFor = async (what: string, input: IDataObject) => {
			const { error, rows } = await ask(what, input);
			expect(error).toBeUndefined();
			return cellsOf({ rows });
		};
		const two = { Project: 'Ember & Oak Coffee, Taskpilot' };
		expect(await askFor('domains', { ...two, Top: '3 highest num_answers' })).toHaveLength(3);
		expect(await askFor('domains', { ...two, Top: '3 highest num_answers each' })).toHaveLength(6);
		const weeks = { ...IN_COFFEE, By: 'week', Date_Range: '2026-10' };
		const all = await askFor('mentions', { ...weeks, Top: '9 highest mentions_count' });
		const counts = all.map(({ mentions_count: count }) => Number(count));
		expect([counts.length, counts]).toEqual([5, counts.toSorted((one, other) => other - one)]);
		expect(await askFor('mentions', { ...weeks, Top: '2 highest mentions_count' })).toEqual(
			all.slice(0, 2),
		);
		const ofEach = await askFor('mentions', {
			...weeks,
			Project: '*',
			Top: '1 lowest mentions_count each',
		});
		expect(ofEach).toHaveLength(3);
		expect(ofEach).toContainEqual(expect.objectContaining({ mentions_count: Math.min(...counts) }));
	});

	it('searches the list of projects, too', async () => {
		const named = async (input: IDataObject) =>
			cellsOf(await ask('projects', { Project: '*', ...input })).map(({ name }) => name);
		expect(await named({ Where: 'name contains coffee' })).toEqual(['Ember & Oak Coffee']);
		expect(await named({ Top: '2' })).toEqual(['Ember & Oak Coffee', 'Ridgeline Outfitters']);
		expect(await named({ Top: '1 highest name' })).toEqual(['Taskpilot']);
	});

	it('refuses more than 500 reads before it plans them, and says what makes them many', async () => {
		const listed = Array.from({ length: 50 }, (_, at) => ({ id: `p${at}`, name: `Client ${at}` }));
		projects.geoLists(listed);
		const refused = async (input: IDataObject) => {
			const { error } = await ask('prompts', { Project: '*', Top: '5 lowest avg_rank', ...input });
			return error?.message ?? '';
		};
		const days = await refused({ By: 'day', Date_Range: 'last365Days' });
		expect(days).toBe(
			"This would take 18250 reads, more than the 500 of one call: projects 50 × parts 365 × periods 1. Lower one of these numbers: fewer projects, a shorter 'Date Range', longer parts such as months, or no 'Compare With'.",
		);
		const compared = { By: 'day', Date_Range: 'last990Days', Compare_With: 'previousPeriod' };
		expect(await refused(compared)).toMatch(/^This would take 1980 reads/);
		const reads = bench.sandbox.requests.filter(({ path }) => path.endsWith('/prompts'));
		expect(reads).toEqual([]);
		expect(await refused({ Compare_With: 'previousPeriod', Date_Range: 'last7Days' })).toMatch(
			/^No access/,
		);
	});

	it('gets errors of 1,000 characters at most, however many fields records have, and long names shortened', async () => {
		const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`column_${at}`, at]));
		const match = { path: '/v2/geo/business/prompts' };
		respond(bench, { times: Infinity, body: { data: [wide], total: 1 }, match });
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const parameters = { ...COFFEE_PROMPTS, options: { where: 'nope = 1' } };
			const run = await bench.run('geoTool', parameters, { onError });
			const said = run.error?.message ?? JSON.stringify(run.rows);
			expect(said).toContain("No record has a field 'nope'");
			expect(said.length).toBeLessThanOrEqual(1000);
		}
		const long = await bench.run('geoTool', {
			...COFFEE_PROMPTS,
			options: { where: 'x'.repeat(5000) },
		});
		expect(long.error?.message).toHaveLength(1000);
		respond(bench, { times: Infinity, body: { data: [wide], total: 1 }, match });
		const ofTop = { ...ASK, top: `1 highest ${'x'.repeat(900)}`, maxOutputSize: 1000 };
		const run = await bench.run('geoTool', { ...ofTop, what: 'prompts', project: COFFEE });
		expect(JSON.stringify(run.rows[0]).length).toBeLessThanOrEqual(1000);
	});

	it('refuses a Next beyond the list', async () => {
		projects.geoLists([{ id: PROJECTS.coffee, name: 'Coffee' }]);
		const said = async (Next: string) =>
			(await ask('topics', { ...IN_COFFEE, Top: '2', Next })).error?.message;
		expect(await said('2')).toBeUndefined();
		expect(await said('5000')).toMatch(
			/^'Next' 5000 is beyond the list: there are \d+ records\. Leave 'Next' out/,
		);
	});

	it('goes on to each record of each week once', async () => {
		const input = { ...IN_COFFEE, By: 'week' };
		const dates = { Date_Range: '2026-11-09 to 2026-11-22', Top: '100' };
		const seen: unknown[] = [];
		for (let next: string | undefined = ''; next !== undefined;) {
			const run = await ask('prompts', { ...input, ...dates, Next: next });
			seen.push(...cellsOf(run).map((row) => JSON.stringify([row.period_start, row.prompt_id])));
			next = text(json(run.rows[0]?.missing).next);
		}
		expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
	});
});

it('A path that a model writes is called only if the builder has allowed it', async () => {
	const path = "={{ $fromAI('Path', ``, 'string') }}";
	const call = async (options: INodeParameters, Path: string) => {
		const { error } = await bench.run(
			'agentsTool',
			{ ...CALL, path, options },
			{ items: [{ Path }] },
		);
		return error?.message;
	};
	const refused = (one: string) =>
		`A model may not choose the path '${one}'. Whoever built this tool can add it to 'Options' → 'Allowed Paths'.`;
	expect(await call({}, 'tasks/query')).toBe(refused('tasks/query'));
	const allowedPaths = 'tasks/query, x';
	expect(await call({ allowedPaths }, 'tasks/query/1')).toBe(refused('tasks/query/1'));
	const byModel = { allowedPaths: "={{ $fromAI('Allowed', ``, 'string', 'x') }}" };
	expect(await call(byModel, 'x')).toBe(refused('x'));
	const ofItem = { ...CALL, path: '={{ $json.Path }}' };
	const byItem = await bench.run('agentsTool', ofItem, { items: [{ Path: 'x' }] });
	expect(byItem.error?.message).toBe(refused('x'));
	for (const name of ['$fromai', '$fromAi', '$fromAI ']) {
		const otherPath = `={{ ${name}('Path', \`\`, 'string') }}`;
		const { error } = await bench.run(
			'agentsTool',
			{ ...CALL, path: otherPath },
			{ items: [{ Path: 'x' }] },
		);
		expect(error?.message).toBe(refused('x'));
	}
	const twoSteps = "={{ $fromAI('Path', ``, 'string') }}/{{ $fromAI('Path', ``, 'string') }}";
	const two = await bench.run(
		'agentsTool',
		{ ...CALL, path: twoSteps },
		{ items: [{ Path: 'a' }] },
	);
	expect(two.error?.message).toBe(refused('a/a'));
	expect(bench.sandbox.requests).toEqual([]);
	expect(await call({ allowedPaths }, 'tasks/query')).not.toBe(refused('tasks/query'));
	expect(bench.sandbox.requests).toHaveLength(1);
	const step = { ...CALL, path: "=tasks/{{ $fromAI('Id', ``, 'string') }}" };
	const { error } = await bench.run('agentsTool', step, { items: [{ Id: '1/archive' }] });
	expect(error?.message).toMatch(
		/^The value "1\/archive" of an expression in 'Path' is not one step/,
	);
});

it('A call is made for one of the projects that a model writes, or for none', async () => {
	projects.geoLists(['Acme', 'Globex, Inc.'].map((name, at) => ({ id: `p${at}`, name })));
	projects.always('/v2/geo/business/x', 200, { id: 1 });
	const project = { __rl: true, mode: 'name', value: "={{ $fromAI('Project', ``, 'string') }}" };
	const call = { ...CALL, path: 'business/x', withProject: true, project };
	const made = async (Project: string) =>
		(await bench.run('geoTool', call, { items: [{ Project }] })).error?.message;
	expect(await made('Acme, Globex')).toMatch(
		/^No project has the name or URL 'Acme, Globex'\. .*"Acme", "Globex, Inc\."/,
	);
	expect(projects.used).toEqual([]);
	expect([await made('globex'), projects.used]).toEqual([undefined, ['p1']]);
});

describe('The tool of one list or report', () => {
	/** What the editor stores for a field that is left to the model. */
	const byModel = (key: string, type = 'string') =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;
	const run = async (
		parameters: INodeParameters,
		input: IDataObject,
		tool: 'agentsTool' | 'geoTool' = 'geoTool',
	) => {
		const { error, rows } = await bench.run(tool, parameters, { items: [input], timezone: 'UTC' });
		return { error, rows, body: json(json(bench.sandbox.requests.at(-1)?.body)) };
	};
	const LIST = {
		...COFFEE_PROMPTS,
		project: { __rl: true, mode: 'name', value: byModel('Project') },
		limit: byModel('Limit', 'number'),
		dateRange: byModel('Date_Range'),
		options: {
			comparison: { with: { compareWith: byModel('Compare_With') } },
			sort: { by: [{ field: { mode: 'name', value: byModel('Field') }, order: 'asc' }] },
			where: byModel('Where'),
		},
	};

	// n8n's button chooses By ID.
	it.each(['id', 'name'])(
		'has the fields of the node, of which the model fills in those that are left to it: %s',
		async (mode) => {
			const project = { __rl: true, mode, value: byModel('Project') };
			const { error, rows, body } = await run(
				{ ...LIST, project },
				{
					...{ Project: 'ridgeline', Limit: 3, Field: 'avg_rank', Where: 'branded = true' },
					...{ Date_Range: '2026-11-01 to 2026-11-03', Compare_With: 'wholePrevious' },
				},
			);
			expect(error).toBeUndefined();
			expect(rows[0]?.about).toMatchObject({
				projects: ['ridgeline → Ridgeline Outfitters'],
				period: '2026-11-01 to 2026-11-03',
				compared_with: 'the whole period before (2026-10-29 to 2026-10-31)',
			});
			expect(rows[0]?.count).toMatchObject({ shown: 3 });
			expect(body).toMatchObject({ order_by: [{ field: 'avg_rank', order: 'asc' }] });
		},
	);

	it.each([
		['coffee', '*', { projects: ['Ember & Oak Coffee'] }],
		['coffee', 'oak', { projects: ['oak → Ember & Oak Coffee'] }],
		[
			'coffee',
			'Ridgeline Outfitters',
			'The projects are, nearest first: "Ember & Oak Coffee". Enter',
		],
		['coffee', PROJECTS.saas, 'The projects are, nearest first: "Ember & Oak Coffee". Enter'],
		[
			'cofee',
			'oak',
			"No project has the name or URL 'oak'. The projects are, nearest first: none. ",
		],
	])(
		'is kept to Only Projects Containing %s where a model writes %s',
		async (text, Project, found) => {
			const { error, rows } = await run(
				{ ...LIST, projectsContaining: text, options: {} },
				{ Project },
			);
			const about = typeof found === 'string' ? undefined : expect.objectContaining(found);
			const message = typeof found === 'string' ? expect.stringContaining(found) : undefined;
			expect([error?.message, rows[0]?.about]).toEqual([message, about]);
			expect(error?.message ?? '').not.toMatch(/"(Taskpilot|Ridgeline)/);
		},
	);

	it('reads a field that the model leaves empty as in a new node', async () => {
		const { error, body } = await run(
			{ ...LIST, options: { where: byModel('Where') } },
			{ Project: 'ridgeline', Limit: null, Date_Range: '', Where: null },
		);
		expect(error).toBeUndefined();
		expect(body).toEqual({
			project_id: PROJECTS.outdoor,
			metrics: ['answers_count'],
			pagination: { limit: 50, offset: 0 },
		});
	});

	it.each<[IDataObject, RegExp]>([
		[{ Limit: 'many' }, /^'Limit' is not a whole number of 1 or more\. Enter a whole number/],
		[{ Date_Range: 'someday' }, /^'Date Range' has no entry 'someday'\. .*lastMonth/],
		[{ Field: '' }, /^'Field' is empty\. Enter a value in 'Options' → 'Sort' → 'Field'/],
		[{ Project: '' }, /^No project is chosen\. Choose one in 'Project'/],
	])('says what is wrong with what the model wrote: %j', async (input, message) => {
		const right = { Project: 'ridgeline', Limit: 3, Date_Range: 'lastWeek', Field: 'avg_rank' };
		const { error } = await run(LIST, { ...right, Compare_With: 'nothing', ...input });
		expect(error?.message).toMatch(message);
	});

	it('reads tasks in the documented view', async () => {
		const { error, body } = await run({ ...TASKS, project: COFFEE }, {}, 'agentsTool');
		expect(error).toBeUndefined();
		expect(body).toEqual({ view: 'list' });
	});
});

/** What is wrong in a report of the last 28 days, and what the model is told about it. */
const WRONG: ReadonlyArray<[input: IDataObject, message: RegExp]> = [
	[
		{ Date_Range: 'nextWeek' },
		/^'Date Range' has no entry 'nextWeek'\. Write today, yesterday, (?!.*custom).*lastYear.*2026-Q3.*Today is \d{4}-\d\d-\d\d\.$/,
	],
	[{ Date_Range: '2026-02-30' }, /^'Date Range' is not a date: 2026-02-30\. Write today/],
	[
		{ Date_Range: '2026-11-30 to 2026-11-01' },
		/Swap its dates: it goes from 2026-11-30 to 2026-11-01\.$/,
	],
	[{ Date_Range: 'custom' }, /^'Date Range' is Custom, but there is no date\. Write today, /],
	[{ Date_Range: 'October' }, /^'Date Range' has no entry 'October'\. Write today, /],
	[{ Date_Range: 'none' }, /^'Date Range' has no entry 'none'\. Write today, /],
	[{ By: 'none' }, /^'By' has no entry 'none'\. Write total, platform, topic, /],
	[{ Where: 'rank = first' }, /Enter a number, such as 1, for 'Rank' in 'Where'/],
	[
		{ Where: 'only good ones' },
		/no condition: only good ones\. Write conditions such as avg_rank > 5/,
	],
	[{ Where: 'avg_rank > 4,5' }, /no condition: 5\. .*Decimals have a point/],
	[{ Where: 'a = b=c' }, /no condition: a = b=c\. .*a comma, =, < or > needs double quotes/],
	[{ Where: 'a = 1 or b = 2' }, /no condition: a = 1 or b = 2\./],
	[{ Where: 'topic = a, topics = b' }, /^The filter topics is set twice.*a call for each/],
	[{ Top: 'by rank please' }, /^'Top' has an unknown form: by rank please\. Write 10 highest /],
	...['0', '10 worst avg_rank', 'top 5', 'lowest avg_rank', '5 biggest drop avg_rank'].map(
		(Top): (typeof WRONG)[number] => [
			{ Top },
			/^'Top' has an unknown form: .*\. Write 10 highest /,
		],
	),
	[{ Top: '5 biggest fall share_of_voice' }, /nothing is compared\. Set 'Compare With'/],
	[
		{ Project: '*', Top: '5' },
		/^'Top' of several projects needs a field.*5 biggest rise share_of_voice/,
	],
	[
		{ Top: '2 highest avg_rank_change', Compare_With: 'previousPeriod' },
		/^'Top' cannot go by highest avg_rank_change: .*Write biggest rise avg_rank for what got better/,
	],
	[
		{ Top: `top ${' '.repeat(3000)}!` },
		/^'Top' has a text of 3005 characters\. Shorten it to 1000 /,
	],
	[{ Top: `top ${' '.repeat(900)}!` }, /^'Top' has an unknown form/],
	[{ Where: `a and${' '.repeat(2500)}b` }, /^'Where' has a text of 2506 characters\. Shorten/],
	[{ Where: 'a=1,'.repeat(10_000) }, /^'Where' has a text of 40000 characters\. Shorten/],
	[{ Where: { a: 'b' } }, /^'Where' is not text, but an object\. Enter text in 'Where'/],
	[{ Where: 'due_date < today' }, /^'Where' cannot compare due_date by <: today is neither a /],
	[{ Project: 'Acme,'.repeat(20_000) }, /^'Project' has a text of 100000 characters\. Shorten/],
	[{ By: 'x'.repeat(1001) }, /^'By' has a text of 1001 characters\. Shorten/],
	[{ Date_Range: 'x'.repeat(1001) }, /^'Date Range' has a text of 1001 characters\. Shorten/],
	[{ Compare_With: 'x'.repeat(1001) }, /^'Compare With' has a text of 1001 characters/],
	[{ Next: '9'.repeat(1001) }, /^'Next' has a text of 1001 characters\. Shorten/],
	[{ Next: 'page 2' }, /^'Next' is no whole number: page 2\. Enter the value of missing\.next/],
	[{ By: 'planet' }, /^'By' has no entry 'planet'\. Write total, platform, topic/],
	[{ By: 'model' }, /^'By' has no entry 'model'\. Write total, platform, topic/],
	[{ By: 'week, month' }, /^Records cannot be split by week and month/],
	[{ By: { a: 1 } }, /^'By' is not text, but an object\. Enter text in 'By', or /],
	[
		{ Compare_With: 'lastYear' },
		/no entry 'lastYear'\. Write nothing, previousPeriod, wholePrevious, samePeriodLastYear, .*2026-Q3.*Today is \d{4}-/,
	],
	[{ Compare_With: 'customDates' }, /no entry 'customDates'\. Write nothing, previousPeriod/],
	[{ Compare_With: '2025-02-30' }, /^'Compare With' is not a date: 2025-02-30\. Write nothing/],
	[
		{ Compare_With: '2025-11-30 to 2025-11-01' },
		/'Compare With' starts after it ends\. Swap its dates/,
	],
	[
		{ Date_Range: '2026-10-01 to 2026-10-31', Compare_With: '2026-10' },
		/^The 'Date Range' would be compared with itself\. Enter two dates/,
	],
	[
		{ Date_Range: '2026-10-01 to 2026-11-15', Compare_With: '2026-10' },
		/^The 'Date Range' would be compared with days that are in it, too\./,
	],
	[
		{ Date_Range: '2026-11-01 to 2026-11-30', Compare_With: '2026-10-20 to 2026-11-10' },
		/^The 'Date Range' would be compared with days that are in it, too\./,
	],
	[
		{ Date_Range: '2026-11-01 to 2026-11-30', Compare_With: '2026-11-01 to 2026-11-30' },
		/^The 'Date Range' would be compared with itself\. Enter two dates/,
	],
	[
		{ By: 'day', Compare_With: 'samePeriodLastYear' },
		/Leave the dimension date out, or set 'Compare With' to nothing\.$/,
	],
	[
		{ Project: '' },
		/^No project is chosen\. Choose one in 'Project', or enter its name or ID, such as Acme Coffee\.$/,
	],
];

it('The last page of an answer is complete, and each page says that its order is no ranking', async () => {
	const page = async (Next: string) => frontOf(await ask('prompts', { ...IN_COFFEE, Next }));
	expect(await page('200')).toMatchObject({ complete: true, count: { shown: 40, of: 240 } });
	expect(await page('150')).toMatchObject({
		...{ complete: false, missing: { next: '200' } },
		about: { order: 'of the service, no ranking' },
	});
});

it('An answer claims no order by a field that no record has', async () => {
	const run = await ask('tasks', { ...IN_COFFEE, Top: '3 lowest due_date' });
	expect(frontOf(run)).toMatchObject({ complete: false, count: { shown: 3 } });
	expect(frontOf(run).about).not.toHaveProperty('order');
});

it('An answer says how many days were compared with how many others', async () => {
	const days = async (Date_Range: string, Compare_With: string) => {
		const run = await ask('share of voice', { ...IN_COFFEE, Date_Range, Compare_With });
		return json(frontOf(run).about).days;
	};
	expect(await days('2026-10', '2026-09')).toBe('31 against 30');
	expect(await days('2026-10', '2026-08')).toBeUndefined();
	const months = { By: 'month', Date_Range: '2026-09-01 to 2026-10-31' };
	const run = await ask('share of voice', {
		...months,
		...IN_COFFEE,
		Compare_With: 'previousPeriod',
	});
	expect(frontOf(run).about).not.toHaveProperty('days');
});

it.each([
	['3 highest avg_visibility_score', 'the highest of avg_visibility_score first'],
	['3 highest avg_visibility_score_previous', 'the highest of avg_visibility_score_previous first'],
	['3 biggest fall avg_visibility_score', 'the lowest change of avg_visibility_score first'],
	['3 biggest rise avg_rank', 'the best change of avg_rank first'],
	[
		'3 highest avg_visibility_score_change_percent',
		'the highest change of avg_visibility_score_change_percent first',
	],
])('An answer with %s says: %s', async (Top, order) => {
	const days = { Date_Range: 'last28Days', Compare_With: 'previousPeriod' };
	const run = await ask('prompts', { ...IN_COFFEE, ...days, Top });
	expect(json(frontOf(run).about).order).toBe(order);
});

it.each([
	[
		{ Date_Range: '2026-11-02 to 2026-11-08', Compare_With: 'previousPeriod' },
		'The comparison period of Ridgeline Outfitters',
		{ project: PROJECTS.outdoor, body: '"start_date":"2026-10-26' },
	],
	[
		{ By: 'week', Date_Range: '2026-11-02 to 2026-11-22' },
		'2026-11-09 to 2026-11-15 of Taskpilot',
		{ project: PROJECTS.saas, body: '"start_date":"2026-11-09' },
	],
])('An answer with %j says that only this failed: %s', async (asked, missing, match) => {
	respond(bench, { status: 403, match, times: Infinity });
	const run = await ask('share of voice', { Project: 'all', ...asked });
	expect(Object.values(json(json(frontOf(run).missing).projects_failed))).toEqual([[missing]]);
});

/** Fields of the nodes that Ask does not have, as texts quote them. */
const LACKING_FIELDS =
	/'(Filters|Limit.*|Sort|Options|API Details|Output|Return All|Split By|Dimensions|Measures|Metrics|Other .*|Records At|Page Size|Path|Settings)'|Endpoint/;

it('Ask names no field that it lacks where the service refuses or has no value', async () => {
	const said = async (what: string, input: IDataObject) => {
		const run = await ask(what, { ...IN_COFFEE, ...input });
		return run.error?.message ?? JSON.stringify(frontOf(run));
	};
	respond(bench, {
		body: { data: [{ share: 1 }] },
		match: { path: '/v2/geo/reports/performance' },
	});
	const missing = await said('visibility', {});
	respond(bench, { status: 404, match: { path: '/v2/geo/business/prompts' } });
	const notFound = await said('prompts', {});
	respond(bench, { body: { nothing: 1 }, match: { path: '/v2/geo/business/prompts' } });
	const noList = await said('prompts', { By: 'week', Date_Range: 'lastMonth' });
	respond(bench, {
		body: {
			data: [
				{ id: 1, n: 5 },
				{ id: 2, n: '>100' },
			],
			total: 2,
		},
		match: { path: '/v2/geo/business/prompts' },
	});
	const mixed = await said('prompts', { Top: '2 highest n' });
	expect(missing).toBe(
		"No record has a field 'visibility_score'. The records have, nearest first: share.",
	);
	expect(notFound).toContain('still exists. Otherwise, the user has to check');
	expect(noList).toMatch(/The response has no list .*This happened in the week /s);
	expect(mixed).toContain('n is no number in 1 of 2 records, such as \\">100\\". These come last.');
	for (const text of [missing, notFound, noList, mixed]) expect(text).not.toMatch(LACKING_FIELDS);
});

it.each([
	[['Acme', 'Globex, Inc.'], 'Acme, Inc.', ['"Acme", "Globex, Inc."'], []],
	[['Acme Corp', 'Globex LLC'], 'Acme, LLC', ['"Acme Corp", "Globex LLC"'], []],
	[['Acme, Inc.', 'Globex, Inc.'], 'Acme, Inc., globex, inc', [], ['Acme, Inc.', 'Globex, Inc.']],
])('A legal form alone chooses none of the projects %j: %s', async (names, Project, told, read) => {
	const listed = names.map((name, at) => ({ id: `p${at}`, name }));
	projects.geoLists(listed, { total: names.length });
	projects.always('/v2/geo/business/prompts', 200, { data: [{ id: 1 }], total: 1 });
	const { error, rows } = await ask('prompts', { Project });
	expect(/nearest first: (.*)\. Enter/.exec(error?.message ?? '')?.slice(1) ?? []).toEqual(told);
	expect(Object.keys(json(rows[0]?.by_project ?? {}))).toEqual(read);
});

describe('What the model gets wrong is an error whose message says what to do', () => {
	it.each(WRONG)('%j', async (input, message) => {
		const { error } = await ask('share of voice', { ...IN_COFFEE, ...input });
		expect(error?.message).toMatch(message);
		expect(error?.message).not.toMatch(LACKING_FIELDS);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it.each([
		['tasks', { Date_Range: 'lastWeek' }, /^Tasks cannot be read by 'Date Range'\. Leave/],
		['projects', { By: 'week' }, /^Projects cannot be read by 'By'\. .* goes into 'Where'/],
		['tasks', { Compare_With: 'previousPeriod' }, /^Tasks cannot be read by 'Compare With'/],
	])('dates that %s do not take: %j', async (what, input, message) => {
		const { error } = await ask(what, { ...IN_COFFEE, ...input });
		expect(error?.message).toMatch(message);
		const none = { Date_Range: 'notSet', By: 'total', Compare_With: 'nothing' };
		expect((await ask(what, { ...IN_COFFEE, ...none })).error).toBeUndefined();
	});

	it('a comparison without a period', async () => {
		const { error } = await ask('prompts', { ...IN_COFFEE, Compare_With: 'previousPeriod' });
		expect(error?.message).toMatch(
			/no period to compare.*'Date Range' .* such as Last 28 Days \(last28Days\), or set 'Compare With' to nothing\.$/,
		);
	});

	it.each([
		[
			['twin-1', 'twin-2'].map((id) => ({ id, name: 'Twin' })),
			/^2 projects match 'Twin'\. Enter one of their IDs in 'Project': twin-1, twin-2\.$/,
		],
		[
			[{ id: 'p-1', name: 'Other' }],
			/^No project has the name .*Enter the name or ID of one that there is in 'Project'/,
		],
	])('a project by a name that is not that of one in %j', async (listed, message) => {
		respond(bench, { status: 403, match: { path: WHOAMI } });
		projects.geoLists(listed);
		const { error } = await ask('prompts', { Project: 'Twin' });
		expect(error?.message).toMatch(message);
	});

	it.each([
		['prompts', { __rl: true, mode: 'name', value: 'Twin' }, /^2 projects match 'Twin'$/],
		['projects', COFFEE, /^This tool is for one project\. It lists no others$/],
		[
			'prompts',
			{ __rl: true, mode: 'name', value: 'Acme' },
			/^No project has the name or URL 'Acme'$/,
		],
	])(
		'%s of a project that the builder chose, without the names of others',
		async (what, chosen, message) => {
			projects.geoLists(['Twin', 'Twin'].map((name, at) => ({ id: `twin-${at}`, name })));
			const run = await bench.run('geoTool', { ...ASK, what, project: chosen });
			expect(run.error?.message).toMatch(message);
		},
	);

	it('and what the service refuses', async () => {
		respond(bench, { status: 403, match: { path: '/v2/geo/business/prompts' } });
		const { error } = await ask('prompts', IN_COFFEE);
		expect(error?.message).toMatch(
			/^No access .*Check that the project, if one is chosen, still exists/s,
		);
	});
});
