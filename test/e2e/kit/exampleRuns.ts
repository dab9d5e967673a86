import { json, type Json, list } from '../../../sandbox/json';
import type { Execution } from '../../../dev/n8n';
import { PROJECTS, type Resource, type Sandbox } from '../../../sandbox';
import type { Model } from './model';
import { handedTo, outputOf } from './runs';

/** What the scripted model answers in the end. */
const ANSWER = 'Your coffee brand is doing well.';

/** Has the model ask for projects, then for what there is of one of them, and then answer. */
export function letModelAsk(model: Model): void {
	const one = { Project: PROJECTS.coffee };
	const compared = { Date_Range: 'last28Days', Compare_With: 'previousPeriod' };
	model.play(
		{ calls: [{ tool: 'List_Projects', input: {} }] },
		{
			calls: [
				{ tool: 'List_Prompts', input: { ...one, Limit: '3' } },
				{ tool: 'Get_Performance', input: { ...one, Dimensions: 'model', ...compared } },
				{ tool: 'Query_Tasks', input: one },
			],
		},
		{ answer: ANSWER },
	);
}

/** What the runs of some examples are to do, beyond what holds for all. */
export class ExampleRuns {
	/** By the names of the files; each throws if a run did something else. */
	readonly expected: Readonly<Record<string, (run: Execution) => void>> = {
		'all-projects-to-one-sheet.json': (run) => this.hasAllPrompts(run),
		'chat-with-your-geo-data.json': (run) => this.hasAskedTools(run),
		'citation-outreach-list.json': (run) => this.hasNewSites(run),
		'competitor-and-sentiment-watch.json': (run) => this.hasMovers(run),
		'daily-history-to-bigquery.json': (run) => this.hasYesterday(handedTo(run, 'Add to BigQuery')),
		'daily-history-to-sheet.json': (run) => this.hasYesterday(handedTo(run, 'Update Sheet')),
		'first-steps.json': (run) => this.namesProjects(run),
		'monthly-client-report.json': (run) => this.reportsToClients(run),
		'new-tasks-to-tracker.json': (run) => this.hasTitles(run),
		'prompt-gaps-to-content-briefs.json': (run) => this.hasWeakest(run),
		'task-board.json': (run) => this.hasBoard(run),
		'visibility-drop-alert.json': (run) => this.namesPrompts(run),
		'weekly-visibility-report.json': (run) => this.comparesPlatforms(run),
	};

	/**
	 * @param sandbox gives the service of the examples, once it has started
	 * @param model gives the stand-in for the model, once it has started
	 */
	constructor(
		private readonly sandbox: () => Sandbox,
		private readonly model: () => Model,
	) {}

	private coffee(resource: Resource) {
		return this.sandbox().world.list(PROJECTS.coffee, resource);
	}

	/** The projects that the key of the examples can use. */
	private projects() {
		return this.sandbox().world.workspaces[0]?.projects ?? [];
	}

	private comparesPlatforms(run: Execution): void {
		const platforms = this.coffee('models').map(({ name }) => String(name));
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

	private namesPrompts(run: Execution): void {
		const events = outputOf(run, 'Visibility Falls');
		const [message, ...others] = handedTo(run, 'Post to Slack');
		expect(others).toEqual([]);
		const lines = String(message?.concatenated_line).split('\n');
		expect(lines).toHaveLength(events.length);
		for (const { project_name: project, name, before, after } of events) {
			expect(this.projects().map((one) => one.name)).toContain(project);
			const figures = `${String(name)}: ${String(before)} before, ${String(after)} now`;
			expect(lines).toContainEqual(expect.stringContaining(`• ${String(project)}: ${figures}`));
		}
	}

	private hasNewSites(run: Execution): void {
		const sites = handedTo(run, 'Add Company').map(({ citation_domain: site }) => site);
		expect(new Set(sites).size).toBe(sites.length);
		const cited = outputOf(run, 'Cited Pages').map(({ citation_domain: site }) => site);
		expect(new Set(sites)).toEqual(new Set(cited));
		expect(handedTo(run, 'Draft E-Mail')).toHaveLength(sites.length);
	}

	private hasMovers(run: Execution): void {
		const [sentiment] = handedTo(run, 'Post to Slack');
		const [competitors] = outputOf(run, 'Competitors');
		for (const message of [competitors, sentiment]) {
			for (const { name } of this.projects()) {
				expect(message?.slack).toContain(name.replace('&', '&amp;'));
			}
		}
	}

	private hasYesterday(rows: Json[]): void {
		const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
		const days = rows.map(({ day, period_start: start }) => String(day ?? start));
		// The days are those of the time zone of n8n.
		for (const day of days) {
			expect(Math.abs(Date.parse(day) - Date.parse(dayBefore))).toBeLessThan(1e8);
		}
		expect(rows).toHaveLength(this.projects().length * this.coffee('models').length);
		expect(new Set(rows.map(({ project_name: name }) => name)).size).toBe(this.projects().length);
	}

	private namesProjects(run: Execution): void {
		const names = this.projects().map(({ name }) => name);
		for (const step of ['Query Tasks', 'List Prompts']) {
			const found = outputOf(run, step).map(({ project_name: name }) => name);
			expect([...new Set(found)]).toEqual(names);
		}
	}

	private reportsToClients(run: Execution): void {
		const names = this.projects().map(({ name }) => name);
		const reports = handedTo(run, 'Send Report');
		expect(reports.map(({ title }) => title)).toEqual(
			names.map((name) => `AI visibility of ${name}`),
		);
		const [all] = handedTo(run, 'Draw Chart');
		const rows = list(all?.rows).map(json);
		expect(rows.map(({ project_name: name }) => name)).toEqual(names);
		expect(rows.map(({ share_of_voice: share }) => typeof share)).toEqual(
			names.map(() => 'number'),
		);
	}

	private hasWeakest(run: Execution): void {
		const scores = outputOf(run, 'Weak Prompts').map(({ avg_visibility_score: score }) =>
			Number(score),
		);
		expect(scores).toHaveLength(5);
		expect(scores).toEqual(scores.toSorted((one, other) => one - other));
		expect(outputOf(run, 'Cited Pages')).toHaveLength(scores.length);
	}

	private hasAllPrompts(run: Execution): void {
		const rows = handedTo(run, 'Update Sheet');
		const projects = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas];
		const all = projects.flatMap((project) => this.sandbox().world.list(project, 'prompts'));
		expect(rows.map(({ prompt }) => prompt)).toEqual(all.map(({ prompt }) => prompt));
		expect(new Set(rows.map(({ row_key: key }) => key)).size).toBe(all.length);
		expect(new Set(rows.map(({ project_name: project }) => project)).size).toBe(projects.length);
	}

	private hasTitles(run: Execution): void {
		const three = this.coffee('tasks').slice(0, 3);
		expect(handedTo(run, 'Create Page')).toEqual(
			three.map(({ title, status }) => ({ title, status })),
		);
	}

	private hasAskedTools(run: Execution): void {
		expect(outputOf(run, 'AI Agent')[0]?.output).toBe(ANSWER);
		const [, second, third] = this.model().requests.map((request) =>
			JSON.stringify(list(request.messages)),
		);
		expect(second).toContain('Ember & Oak Coffee');
		for (const { prompt } of this.coffee('prompts').slice(0, 3)) expect(third).toContain(prompt);
		expect(third).toContain('share_of_voice_previous');
		const [report] = this.arrivedAt('/v2/geo/reports/performance');
		expect(report).toMatchObject({ project_id: PROJECTS.coffee, dimensions: ['model'] });
		expect(third).toContain(this.coffee('tasks')[0]?.title);
	}

	/** The bodies of the requests of this path, in order. */
	private arrivedAt(path: string): Json[] {
		const found = this.sandbox().requests.filter((request) => request.path === path);
		return found.map(({ body }) => json(body));
	}

	private hasBoard(run: Execution): void {
		const columns = outputOf(run, 'Board');
		const tasks = this.coffee('tasks');
		for (const { status, tasks: count, titles } of columns) {
			const there = tasks.filter((task) => task.status === status);
			expect({ status, count }).toEqual({ status, count: there.length });
			expect(String(titles).split('\n')).toEqual(there.map(({ title }) => title));
		}
		expect(columns).toHaveLength(new Set(tasks.map(({ status }) => status)).size);
		const isByForm = run.data.resultData.runData['Create Task'] !== undefined;
		const titles = this.arrivedAt('/api/v1/business/tasks/create').map(({ title }) => title);
		expect(titles).toEqual(isByForm ? ['Answer the reviews', 'Update the price list'] : []);
	}
}
