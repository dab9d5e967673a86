import { json, type Json, list } from '../../../sandbox/json';
import type { Execution } from '../../../dev/n8n';
import { PROJECTS, type Resource, type Sandbox } from '../../../sandbox';
import { type ExampleWorkflow, isForeign, isOurs, isTool } from './examples';
import type { Model } from './model';
import { handedTo, outputOf } from './runs';

/** The names of the nodes of the package that a trigger or another node leads to. */
export function stepsOf({ nodes }: ExampleWorkflow): string[] {
	return nodes.filter((node) => isOurs(node) && !isTool(node)).map(({ name }) => name);
}

/**
 * Checks what holds for every run of every example: it succeeds, each node of the package gives
 * something, and each node of another service gets items with the fields that it names.
 *
 * @returns the nodes of the package that ran
 */
export function expectGoodRun(run: Execution, workflow: ExampleWorkflow): string[] {
	expect(run.data.resultData.error).toBeUndefined();
	expect(run.status).toBe('success');
	const reached = stepsOf(workflow).filter((step) => step in run.data.resultData.runData);
	for (const step of reached) expect(outputOf(run, step)).not.toHaveLength(0);
	// What an If holds back is for a run in which something is missing.
	const { nodes, connections } = workflow;
	const ifs = nodes.filter(({ type }) => type.endsWith('.if'));
	const others = ifs.flatMap(({ name }) => connections[name]?.main?.[1] ?? []);
	const heldBack = others.map(({ node }) => node);
	const foreign = nodes.filter((node) => isForeign(node) && !heldBack.includes(node.name));
	for (const { name, parameters } of foreign) {
		const items = handedTo(run, name);
		expect(items).not.toHaveLength(0);
		for (const item of items) expectReadable(item, fieldsIn(parameters));
		for (const { step, field } of fieldsOfOthersIn(parameters)) {
			for (const item of outputOf(run, step)) expectReadable(item, [field]);
		}
	}
	return reached;
}

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
		const value = item[field] ?? '';
		const isThere = typeof value !== 'string' || value.trim() !== '';
		expect({ field, isThere }).toEqual({ field, isThere: true });
	}
	expect(JSON.stringify(item)).not.toMatch(/undefined|NaN|\[object|\bnull %/);
}

/** What the scripted model answers in the end. */
const ANSWER = 'Your coffee brand is doing well.';

/** Has the model ask for projects, then for what there is of one of them, and then answer. */
export function letModelAsk(model: Model): void {
	const one = { Project: PROJECTS.coffee };
	const compared = { Date_Range: 'last28Days', Compare_With: 'previousPeriod' };
	model.play(
		{ calls: [{ tool: 'Ask', input: { What: 'projects', Project: '*' } }] },
		{
			calls: [
				{ tool: 'Ask', input: { What: 'prompts', ...one, Top: '3' } },
				{ tool: 'Ask', input: { What: 'share of voice', ...one, By: 'platform', ...compared } },
				{ tool: 'Ask', input: { What: 'tasks', ...one } },
			],
		},
		{ answer: ANSWER },
	);
}

/** What is around an example. */
interface Around {
	readonly sandbox: Sandbox;
	readonly model: Model;
}

/** What the runs of some examples are to do beyond what holds for all, by the names of the files. */
export const EXPECTED: Readonly<Record<string, (run: Execution, around: Around) => void>> = {
	'all-projects-to-one-sheet.json'(run, around) {
		const rows = handedTo(run, 'Update Sheet');
		const projects = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas];
		const all = projects.flatMap((project) => around.sandbox.world.list(project, 'prompts'));
		expect(membersOf(rows, 'prompt')).toEqual(membersOf(all, 'prompt'));
		expect(new Set(membersOf(rows, 'row_key')).size).toBe(all.length);
		expect(new Set(membersOf(rows, 'project_name')).size).toBe(projects.length);
	},
	'chat-with-your-geo-data.json'(run, around) {
		expect(outputOf(run, 'AI Agent')[0]?.output).toBe(ANSWER);
		const [, second, third] = around.model.requests.map(({ messages }) => {
			return JSON.stringify(list(messages));
		});
		expect(second).toContain('Ember & Oak Coffee');
		const prompts = membersOf(coffee(around, 'prompts').slice(0, 3), 'prompt');
		const [title] = membersOf(coffee(around, 'tasks'), 'title');
		for (const told of [...prompts, title, 'share_of_voice_previous']) {
			expect(third).toContain(told);
		}
		const [report] = bodiesAt(around, '/v2/geo/reports/performance');
		expect(report).toMatchObject({ project_id: PROJECTS.coffee, dimensions: ['model'] });
	},
	'citation-outreach-list.json'(run) {
		const sites = membersOf(handedTo(run, 'Add Company'), 'citation_domain');
		expect(new Set(sites).size).toBe(sites.length);
		const cited = membersOf(outputOf(run, 'Cited Pages'), 'citation_domain');
		expect(new Set(sites)).toEqual(new Set(cited));
		expect(handedTo(run, 'Draft E-Mail')).toHaveLength(sites.length);
	},
	'competitor-and-sentiment-watch.json'(run, around) {
		const [sentiment] = handedTo(run, 'Post to Slack');
		const [competitors] = outputOf(run, 'Competitors');
		for (const message of [competitors, sentiment]) {
			for (const name of projectsOf(around)) {
				expect(message?.slack).toContain(name.replace('&', '&amp;'));
			}
		}
	},
	'competitor-overtakes-alert.json'(run, around) {
		const [message, ...others] = handedTo(run, 'Post to Slack');
		expect(others).toEqual([]);
		const lines = list(message?.events).map((event) => {
			const { project_name: project, name, own_name: own, after, own_after: mine } = json(event);
			expect(projectsOf(around)).toContain(project);
			const figures = `${rounded(after)} against ${rounded(mine)}`;
			return `Example: ${String(name)} has overtaken ${String(own)} in mentions: ${figures} (`;
		});
		expect(lines).toHaveLength(Number(message?.count));
		const said = String(message?.summary).split('\n');
		const count = lines.length > 1 ? [`${lines.length} events`] : [];
		for (const line of [...count, ...lines]) {
			expect(said).toContainEqual(expect.stringContaining(line));
		}
	},
	'daily-history-to-bigquery.json'(run, around) {
		expectYesterday(handedTo(run, 'Add to BigQuery'), around);
	},
	'daily-history-to-data-table.json'(run, around) {
		const rows = handedTo(run, 'Update Data Table');
		expect(new Set(membersOf(rows, 'row_key')).size).toBe(rows.length);
		expect(new Set(membersOf(rows, 'project'))).toEqual(new Set(projectsOf(around)));
		expect(rows.map((row) => typeof row.share_of_voice)).toEqual(rows.map(() => 'number'));
	},
	'daily-history-to-sheet.json'(run, around) {
		expectYesterday(handedTo(run, 'Update Sheet'), around);
	},
	'first-steps.json'(run, around) {
		for (const step of ['List Prompts', 'Query Tasks']) {
			const found = membersOf(outputOf(run, step), 'project_name');
			expect([...new Set(found)]).toEqual(projectsOf(around));
		}
		const [message, ...others] = outputOf(run, 'Share of Voice');
		expect(others).toEqual([]);
		for (const project of projectsOf(around)) expect(message?.text).toContain(project);
	},
	'monthly-client-report.json'(run, around) {
		const names = projectsOf(around);
		expect(membersOf(handedTo(run, 'Send Report'), 'title')).toEqual(
			names.map((name) => `${name}: share of voice by AI platform`),
		);
		expect(handedTo(run, 'Tell Me')).toEqual([]);
		const rows = list(handedTo(run, 'Draw Chart')[0]?.rows).map(json);
		const share: unknown = expect.any(Number);
		expect(rows).toMatchObject(
			names.map((name) => ({ project_name: name, share_of_voice: share })),
		);
	},
	'new-tasks-to-tracker.json'(run, around) {
		const three = coffee(around, 'tasks').slice(0, 3);
		expect(handedTo(run, 'Create Page')).toEqual(
			three.map(({ title, status }) => ({ title, status })),
		);
	},
	'prompt-gaps-to-content-briefs.json'(run) {
		const scores = membersOf(outputOf(run, 'Weak Prompts'), 'avg_visibility_score').map(Number);
		expect(scores).toHaveLength(5);
		expect(scores).toEqual(scores.toSorted((one, other) => one - other));
		expect(outputOf(run, 'Cited Pages')).toHaveLength(scores.length);
	},
	'task-board.json'(run, around) {
		const columns = outputOf(run, 'Board');
		const tasks = coffee(around, 'tasks');
		for (const { status, tasks: count, titles } of columns) {
			const there = tasks.filter((task) => task.status === status);
			expect({ status, count }).toEqual({ status, count: there.length });
			expect(String(titles).split('\n')).toEqual(membersOf(there, 'title'));
		}
		expect(columns).toHaveLength(new Set(membersOf(tasks, 'status')).size);
		const isByForm = run.data.resultData.runData['Create Task'] !== undefined;
		const made = membersOf(bodiesAt(around, '/api/v1/business/tasks/create'), 'title');
		expect(made).toEqual(isByForm ? ['Answer the reviews', 'Update the price list'] : []);
	},
	'visibility-drop-alert.json'(run, around) {
		const [message, ...others] = handedTo(run, 'Post to Slack');
		expect(others).toEqual([]);
		const events = list(message?.events).map(json);
		expect(events).toHaveLength(Number(message?.count));
		const lines = String(message?.summary).split('\n');
		for (const { project_name: project, name, before, after } of events) {
			expect(projectsOf(around)).toContain(project);
			const figures = `of ${String(name)} fell from ${rounded(before)} to ${rounded(after)}`;
			const said = `Example: ${String(project)}: visibility ${figures}`;
			expect(lines).toContainEqual(expect.stringContaining(said));
		}
	},
	'weekly-visibility-report.json'(run, around) {
		const platforms = membersOf(coffee(around, 'models'), 'name').map(String);
		const rows = handedTo(run, 'Add to Sheet');
		expect(membersOf(rows, 'model').sort()).toEqual(platforms.sort());
		expect(rows[0]?.report_date).toMatch(/^\d{4}-\d\d-\d\d$/);
		const [message, ...others] = handedTo(run, 'Post to Slack');
		expect(others).toEqual([]);
		const number: unknown = expect.any(Number);
		for (const row of rows) {
			expect(row).toMatchObject({ share_of_voice: number, share_of_voice_previous: number });
			expect(message?.slack).toContain(row.model);
		}
	},
};

/** A figure as a sentence says it. */
function rounded(figure: unknown): string {
	return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(Number(figure));
}

function membersOf(records: readonly Json[], name: string): unknown[] {
	return records.map((record) => record[name]);
}

function coffee({ sandbox }: Around, resource: Resource) {
	return sandbox.world.list(PROJECTS.coffee, resource);
}

/** The names of the projects that the key of the examples can use. */
function projectsOf({ sandbox }: Around): string[] {
	return (sandbox.world.workspaces[0]?.projects ?? []).map(({ name }) => name);
}

/** The bodies of the requests of this path, in order. */
function bodiesAt({ sandbox }: Around, path: string): Json[] {
	const found = sandbox.requests.filter((request) => request.path === path);
	return found.map(({ body }) => json(body));
}

function expectYesterday(rows: Json[], around: Around): void {
	const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	// The days are those of the time zone of n8n.
	for (const { day, period_start: start } of rows) {
		const distance = Date.parse(String(day ?? start)) - Date.parse(dayBefore);
		expect(Math.abs(distance)).toBeLessThan(1e8);
	}
	const { length } = projectsOf(around);
	const platforms = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas].flatMap((id) =>
		around.sandbox.world.list(id, 'models'),
	);
	expect(rows).toHaveLength(platforms.length);
	expect(new Set(membersOf(rows, 'project_name')).size).toBe(length);
}
