import { json, type Json, list } from '../../dev/json';
import { ACCOUNT, type Execution } from '../../dev/n8n';
import { ALL_PROJECTS } from '../../nodes/shared/fields/project';
import { PROJECTS } from '../../sandbox';
import { extentOf, overlapsOn, roomIn } from './kit/canvas';
import { useCleanup } from './kit/cleanup';
import { Editor } from './kit/editor';
import {
	importExamples,
	isForeign,
	isNote,
	isOurs,
	isTool,
	locatorsOf,
	readExamples,
	triggersOf,
} from './kit/examples';
import { startModel, type Model } from './kit/model';
import { handedTo, outputOf } from './kit/runs';
import { useStage } from './kit/stage';

const EXAMPLES = readExamples();
const ANSWER = 'Your coffee brand is doing well.';
const ONE = { Project: PROJECTS.coffee };
const COMPARED = {
	...{ Dimensions: 'model', Date_Range: 'last28Days' },
	Compare_with_Previous_Period: true,
};

/** A window for the canvas of an example, and what is around it on a picture. */
const CANVAS = { width: 1500, height: 800 };
const MARGIN = 12;
/** The least room below the text of a note, in pixels of the window. */
const LEAST_ROOM = 8;

const stage = useStage('examples');
const cleanup = useCleanup();
let model: Model;
let editor: Editor;

beforeAll(async () => {
	model = cleanup.keep(await startModel(), async (one) => await one.close());
	const addresses = { sandbox: stage.sandbox.url, model: model.url };
	await importExamples(stage.n8n, EXAMPLES, addresses);
	editor = new Editor(stage.window.page, stage.n8n.url);
	await editor.signIn();
});

beforeEach(() => {
	stage.sandbox.reset();
	model.play(
		{ calls: [{ tool: 'List_Projects', input: {} }] },
		{
			calls: [
				{ tool: 'List_Prompts', input: { ...ONE, Limit: 3 } },
				{ tool: 'Get_Performance', input: { ...ONE, ...COMPARED } },
				{ tool: 'Query_Tasks', input: ONE },
			],
		},
		{ answer: ANSWER },
	);
});

/** What the runs of some examples are to do, beyond what holds for all. */
const EXPECTED: Readonly<Record<string, (run: Execution) => void>> = {
	'all-projects-to-one-sheet.json': hasAllPrompts,
	'chat-with-your-geo-data.json': hasAskedTools,
	'citation-outreach-list.json': hasNewSites,
	'competitor-and-sentiment-watch.json': hasMovers,
	'daily-history-to-bigquery.json': (run) => hasYesterday(handedTo(run, 'Add to BigQuery')),
	'daily-history-to-sheet.json': (run) => hasYesterday(handedTo(run, 'Update Sheet')),
	'first-steps.json': namesProjects,
	'monthly-client-report.json': reportsToClients,
	'new-tasks-to-tracker.json': hasTitles,
	'prompt-gaps-to-content-briefs.json': hasWeakest,
	'task-board.json': hasBoard,
	'visibility-drop-alert.json': namesPrompts,
	'weekly-visibility-report.json': comparesPlatforms,
};

test('What is expected of examples is expected of examples that there are', () => {
	const files = EXAMPLES.map(({ file }) => file);
	expect(files).toEqual(expect.arrayContaining(Object.keys(EXPECTED)));
});

describe.each(EXAMPLES)('$file', ({ file, workflow }) => {
	const { id, nodes } = workflow;
	const foreign = nodes.filter(isForeign);
	const steps = nodes.filter((node) => isOurs(node) && !isTool(node)).map(({ name }) => name);
	const ran = new Set<string>();

	test('explains itself, and holds neither data nor accounts but a reference to ours', () => {
		expect(nodes.filter(isNote).length).toBeGreaterThan(0);
		expect(workflow.pinData ?? {}).toEqual({});
		for (const node of nodes) {
			expect(node.credentials).toEqual(isOurs(node) ? { agentsGeoApi: ACCOUNT } : undefined);
		}
		for (const { value } of foreign.flatMap(locatorsOf)) expect(value).toBe('');
		// With another credential, n8n's editor empties a choice that the new list does not have.
		const chosen = nodes.filter(isOurs).flatMap(locatorsOf);
		for (const { value } of chosen.filter(({ mode }) => mode === 'list')) {
			expect(['', ALL_PROJECTS]).toContain(value);
		}
	});

	test.each(triggersOf(workflow))('runs to its end from $name', async ({ name }) => {
		const run = await stage.rest.finished(await stage.rest.run(id, name));
		expect(run.data.resultData.error).toBeUndefined();
		expect(run.status).toBe('success');
		const reached = steps.filter((step) => step in run.data.resultData.runData);
		for (const step of reached) {
			expect(outputOf(run, step)).not.toHaveLength(0);
			ran.add(step);
		}
		for (const { name: sink, parameters } of foreign) {
			const items = handedTo(run, sink);
			expect(items).not.toHaveLength(0);
			for (const item of items) expectReadable(item, fieldsIn(parameters));
			for (const { step, field } of fieldsOfOthersIn(parameters)) {
				for (const item of outputOf(run, step)) expectReadable(item, [field]);
			}
		}
		EXPECTED[file]?.(run);
	});

	test('has no node of the package that none of its triggers leads to', () => {
		expect([...ran].sort()).toEqual([...steps].sort());
	});

	test('is laid out so that nothing lies on anything else, with room below each note', async () => {
		const { page } = stage.window;
		await page.setViewportSize(CANVAS);
		await editor.open(id);
		expect(await overlapsOn(page, nodes.length)).toEqual([]);
		await editor.withoutMessages();
		await stage.window.shoot(file.replace('.json', ''), await extentOf(page, MARGIN));
		const rooms = Object.entries(await roomIn(page));
		expect(rooms).toHaveLength(nodes.filter(isNote).length);
		expect(rooms.filter(([, room]) => room < LEAST_ROOM)).toEqual([]);
	});

	test('has no node of the package that the editor marks as incomplete', async () => {
		for (const { name } of nodes.filter(isOurs)) {
			const node = editor.nodeNamed(name);
			await node.waitFor();
			expect({ name, marks: await node.getByTestId('node-issues').count() }).toEqual({
				...{ name, marks: 0 },
			});
		}
	});
});

/** The fields of the input that the expressions of a node name. */
function fieldsIn(parameters: Json): string[] {
	const named = JSON.stringify(parameters).matchAll(/\$json\.(\w+)/g);
	return [...named].map(([, field]) => field ?? '');
}

/** The fields of other nodes that the expressions of a node name. */
function fieldsOfOthersIn(parameters: Json): Array<{ step: string; field: string }> {
	const named = JSON.stringify(parameters).matchAll(/\$\('([^']+)'\)\.\w+(?:\(\))?\.json\.(\w+)/g);
	return [...named].map(([, step = '', field = '']) => ({ step, field }));
}

/** An item has the fields that an expression wants, and nothing that only a program writes. */
function expectReadable(item: Json, wanted: readonly string[]): void {
	for (const field of wanted) {
		expect({ field, value: String(item[field] ?? '') }).toEqual({
			field,
			value: expect.stringMatching(/\S/),
		});
	}
	expect(JSON.stringify(item)).not.toMatch(/undefined|NaN|\[object|\bnull %/);
}

function coffee(resource: Parameters<typeof stage.sandbox.world.list>[1]) {
	return stage.sandbox.world.list(PROJECTS.coffee, resource);
}

/** The projects that the key of the examples can use. */
function projects() {
	return stage.sandbox.world.workspaces[0]?.projects ?? [];
}

function comparesPlatforms(run: Execution): void {
	const platforms = coffee('models').map(({ name }) => String(name));
	const rows = handedTo(run, 'Add to Sheet');
	expect(rows.map(({ model: platform }) => platform).sort()).toEqual([...platforms].sort());
	expect(rows[0]?.report_date).toMatch(/^\d{4}-\d\d-\d\d$/);
	const [message, ...others] = handedTo(run, 'Post to Slack');
	expect(others).toEqual([]);
	for (const row of rows) {
		const { model: platform, share_of_voice: now, share_of_voice_previous: before } = row;
		expect([typeof now, typeof before]).toEqual(['number', 'number']);
		expect(message?.slack).toContain(platform);
	}
}

function namesPrompts(run: Execution): void {
	const events = outputOf(run, 'Visibility Falls');
	const [message, ...others] = handedTo(run, 'Post to Slack');
	expect(others).toEqual([]);
	const lines = String(message?.concatenated_line).split('\n');
	expect(lines).toHaveLength(events.length);
	for (const { project_name: project, name, before, after } of events) {
		expect(projects().map((one) => one.name)).toContain(project);
		const figures = `${String(name)}: ${String(before)} before, ${String(after)} now`;
		expect(lines).toContainEqual(expect.stringContaining(`• ${String(project)}: ${figures}`));
	}
}

function hasNewSites(run: Execution): void {
	const sites = handedTo(run, 'Add Company').map(({ citation_domain: site }) => site);
	expect(new Set(sites).size).toBe(sites.length);
	const cited = outputOf(run, 'Cited Pages').map(({ citation_domain: site }) => site);
	expect(new Set(sites)).toEqual(new Set(cited));
	expect(handedTo(run, 'Draft E-Mail')).toHaveLength(sites.length);
}

function hasMovers(run: Execution): void {
	const [sentiment] = handedTo(run, 'Post to Slack');
	const [competitors] = outputOf(run, 'Competitors');
	for (const message of [competitors, sentiment]) {
		for (const { name } of projects()) expect(message?.slack).toContain(name.replace('&', '&amp;'));
	}
}

function hasYesterday(rows: Json[]): void {
	const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	const days = rows.map(({ day, period_start: start }) => String(day ?? start));
	// The days are those of the time zone of n8n.
	for (const day of days)
		expect(Math.abs(Date.parse(day) - Date.parse(dayBefore))).toBeLessThan(1e8);
	expect(rows).toHaveLength(projects().length * coffee('models').length);
	expect(new Set(rows.map(({ project_name: name }) => name)).size).toBe(projects().length);
}

function namesProjects(run: Execution): void {
	const names = projects().map(({ name }) => name);
	for (const step of ['Query Tasks', 'List Prompts']) {
		const found = outputOf(run, step).map(({ project_name: name }) => name);
		expect([...new Set(found)]).toEqual(names);
	}
}

function reportsToClients(run: Execution): void {
	const names = projects().map(({ name }) => name);
	const reports = handedTo(run, 'Send Report');
	expect(reports.map(({ title }) => title)).toEqual(
		names.map((name) => `AI visibility of ${name}`),
	);
	const [all] = handedTo(run, 'Draw Chart');
	const rows = list(all?.rows).map(json);
	expect(rows.map(({ project_name: name }) => name)).toEqual(names);
	expect(rows.map(({ share_of_voice: share }) => typeof share)).toEqual(names.map(() => 'number'));
}

function hasWeakest(run: Execution): void {
	const scores = outputOf(run, 'Weak Prompts').map(({ avg_visibility_score: score }) =>
		Number(score),
	);
	expect(scores).toHaveLength(5);
	expect(scores).toEqual(scores.toSorted((one, other) => one - other));
	expect(outputOf(run, 'Cited Pages')).toHaveLength(scores.length);
}

function hasAllPrompts(run: Execution): void {
	const rows = handedTo(run, 'Update Sheet');
	const projects = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas];
	const all = projects.flatMap((project) => stage.sandbox.world.list(project, 'prompts'));
	expect(rows.map(({ prompt }) => prompt)).toEqual(all.map(({ prompt }) => prompt));
	expect(new Set(rows.map(({ row_key: key }) => key)).size).toBe(all.length);
	expect(new Set(rows.map(({ project_name: project }) => project)).size).toBe(projects.length);
}

function hasTitles(run: Execution): void {
	const three = coffee('tasks').slice(0, 3);
	expect(handedTo(run, 'Create Page')).toEqual(
		three.map(({ title, status }) => ({ title, status })),
	);
}

function hasAskedTools(run: Execution): void {
	expect(outputOf(run, 'AI Agent')[0]?.output).toBe(ANSWER);
	const [, second, third] = model.requests.map((request) => JSON.stringify(list(request.messages)));
	expect(second).toContain('Ember & Oak Coffee');
	for (const { prompt } of coffee('prompts').slice(0, 3)) expect(third).toContain(prompt);
	expect(third).toContain('share_of_voice_previous');
	const [report] = arrivedAt('/v2/geo/reports/performance');
	expect(report).toMatchObject({ project_id: PROJECTS.coffee, dimensions: ['model'] });
	expect(third).toContain(coffee('tasks')[0]?.title);
}

/** The bodies of the requests of this path, in order. */
function arrivedAt(path: string): Json[] {
	const found = stage.sandbox.requests.filter((request) => request.path === path);
	return found.map(({ body }) => json(body));
}

function hasBoard(run: Execution): void {
	const columns = outputOf(run, 'Board');
	const tasks = coffee('tasks');
	for (const { status, tasks: count, titles } of columns) {
		const there = tasks.filter((task) => task.status === status);
		expect({ status, count }).toEqual({ status, count: there.length });
		expect(String(titles).split('\n')).toEqual(there.map(({ title }) => title));
	}
	expect(columns).toHaveLength(new Set(tasks.map(({ status }) => status)).size);
	const isByForm = run.data.resultData.runData['Create Task'] !== undefined;
	const titles = arrivedAt('/api/v1/business/tasks/create').map(({ title }) => title);
	expect(titles).toEqual(isByForm ? ['Answer the reviews', 'Update the price list'] : []);
}
