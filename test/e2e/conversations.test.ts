import { json, type Json, list, strings, text } from '../../sandbox/json';
import {
	accountData,
	type Execution,
	installN8n,
	installPackage,
	N8n,
	Rest,
	until,
} from '../../dev/n8n';
import { PROJECTS, startSandbox, type Sandbox } from '../../sandbox';
import {
	AGENT,
	type AgentSetup,
	type AgentTool,
	agentWorkflow,
	asDropped,
} from './kit/agentWorkflow';
import { useCleanup } from './kit/cleanup';
import { startModel, type Model, type Turn } from './kit/model';
import { RANGE } from './kit/range';

const INSTALL_MS = 1_800_000;
const BUDGET = 20_000;

/** The tools, as they are when they were dropped on the canvas, with the names that n8n gives them. */
const TOOLS = [
	{ name: 'Get many prompts in GEO', type: 'geoTool', parameters: asDropped() },
	{
		name: 'Get performance report in GEO',
		type: 'geoTool',
		parameters: asDropped({ resource: 'report', operation: 'getPerformance' }),
	},
	{ name: 'Query tasks in Agents', type: 'agentsTool', parameters: asDropped() },
] as const;

const PROMPTS = 'Get_many_prompts_in_GEO';
const PERFORMANCE = 'Get_performance_report_in_GEO';
const TASKS = 'Query_tasks_in_Agents';
const LAST_WEEK = { Date_Range: 'last7Days', Compare_With: 'previousPeriod' };
const RIGHT = { Project: 'Ember & Oak Coffee', ...LAST_WEEK };
/** What a read of the GEO API has, after the fields of its own. */
const READ_FIELDS = [...['Date_Range', 'Compare_With', 'Filter_By', 'Sort', 'Limit']];

const FIELDS = {
	[PROMPTS]: ['Project', 'Metrics', ...READ_FIELDS],
	[PERFORMANCE]: ['Project', 'Dimensions', 'Measures', ...READ_FIELDS],
	[TASKS]: ['Project', 'View'],
};

/** What only people decide, and what no model needs to know of. */
const INTERNAL =
	/proxy|istool|\$fromai|expression|timeout|\bssl\b|batch|retries|undefined|\[object/i;

describe.each(RANGE)('In $title', ({ title, folder, env, agentVersion, onError }) => {
	const cleanup = useCleanup();
	let sandbox: Sandbox;
	let model: Model;
	let rest: Rest;
	let credentials: Pick<AgentSetup, 'model' | 'service'>;
	let workflow: string;
	let run: Execution;

	beforeAll(async () => {
		const installation = await installN8n(folder);
		sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		model = cleanup.keep(await startModel(), async (one) => await one.close());
		const name = `conversations in ${title}`;
		const n8n = cleanup.keep(
			new N8n({ name, installation, env }),
			async (one) => await one.remove(),
		);
		await installPackage(n8n.home);
		await n8n.start();
		// n8n 1.123 says that it is ready before it has its routes.
		await until('the REST API', async () => {
			const { ok } = await fetch(`${n8n.url}/rest/settings`);
			return ok || undefined;
		});
		rest = await new Rest(n8n.url).signUp();
		credentials = {
			service: await rest.createCredential('Account', accountData(sandbox.url)),
			model: await rest.createCredential('Model', { apiKey: 'any', url: model.url }, 'openAiApi'),
		};
		workflow = await agentWith(onError.goesOn);
	}, INSTALL_MS);
	beforeEach(() => sandbox.reset());

	/** Saves the workflow; all tools have the same On Error. */
	async function agentWith(setting: AgentTool['onError']): Promise<string> {
		return await rest.createWorkflow(
			agentWorkflow({
				...credentials,
				agentVersion,
				question: 'How is Ember & Oak doing against last week?',
				tools: TOOLS.map((tool) => ({ ...tool, onError: setting })),
			}),
		);
	}

	/** Has the model call a tool, once per turn, and then answer; gives what it was told each time. */
	async function talk(tool: string, ...inputs: Json[]): Promise<string[]> {
		const calls = inputs.map((input): Turn => ({ calls: [{ tool, input }] }));
		model.play(...calls, { answer: 'Done.' });
		const workflowData = json(await rest.call('GET', `/workflows/${workflow}`));
		const started = await rest.call('POST', `/workflows/${workflow}/run`, {
			// n8n 1.123 runs only what comes with the call.
			workflowData,
			triggerToStartFrom: { name: 'Start' },
		});
		run = await rest.finished(text(json(started).executionId) ?? '');
		return inputs.map((_, index) => told(index));
	}

	/** What the tool said to the call in the turn with this index. */
	function told(turn: number): string {
		const messages = list(model.requests[turn + 1]?.messages).map(json);
		const said = messages.find(({ tool_call_id: id }) => id === `call-${turn + 1}-0`);
		return text(said?.content) ?? JSON.stringify(said?.content);
	}

	function expectDone() {
		expect(run.data.resultData.error).toBeUndefined();
		expect(run.status).toBe('success');
		const [item] = run.data.resultData.runData[AGENT]?.at(-1)?.data?.main?.[0] ?? [];
		expect(item?.json.output).toBe('Done.');
	}

	const offers = () => list(model.requests[0]?.tools).map((entry) => json(json(entry).function));
	const arrivedAt = (path: string) =>
		sandbox.requests.filter((request) => request.path === path).map(({ body }) => json(body));

	it('"How is it doing against last week?" is answered with the numbers of both weeks, by name', async () => {
		const [said = ''] = await talk(PERFORMANCE, RIGHT);
		expectDone();
		expect(said.length).toBeLessThanOrEqual(BUDGET);
		const { columns, rows } = answerIn(said);
		const ends = ['', '_previous', '_change', '_change_percent'];
		expect(columns).toEqual(['_status', 'topic', ...ends.map((end) => `share_of_voice${end}`)]);
		expect(rows.length).toBe(sandbox.world.list(PROJECTS.coffee, 'topics').length);
		for (const [, topic, now, before, change] of rows) {
			expect([typeof topic, typeof now, typeof before]).toEqual(['string', 'number', 'number']);
			expect(change).toBeCloseTo(Number(now) - Number(before));
		}
		const [week, weekBefore, ...more] = arrivedAt('/v2/geo/reports/performance');
		expect(more).toEqual([]);
		expect([week?.project_id, weekBefore?.project_id]).toEqual([PROJECTS.coffee, PROJECTS.coffee]);
		const day = (moment: unknown) => Date.parse(text(moment) ?? '');
		expect(day(week?.start_date)).toBeGreaterThan(day(weekBefore?.end_date));
		expect(day(week?.start_date) - day(weekBefore?.end_date)).toBeLessThan(86_400_000);
	});

	it('every tool and every field that the model is offered is described, and nothing else', () => {
		const found = offers();
		expect(found.map(({ name }) => name).sort()).toEqual([PROMPTS, PERFORMANCE, TASKS].sort());
		for (const offer of found) {
			expect(text(offer.description)?.length).toBeGreaterThan(100);
			const { properties, required } = json(offer.parameters);
			expect(required).toEqual(['Project']);
			const fields = Object.entries(json(properties));
			expect(Object.fromEntries([[offer.name, fields.map(([key]) => key)]])).toEqual({
				[text(offer.name) ?? '']: Object.entries(FIELDS).find(([name]) => name === offer.name)?.[1],
			});
			for (const [, schema] of fields) {
				expect(text(json(schema).description)?.length).toBeGreaterThan(30);
			}
		}
		expect(JSON.stringify(found)).not.toMatch(INTERNAL);
	});

	it('a field that takes certain values names them', () => {
		const about = (tool: string, field: string) => {
			const offer = json(offers().find(({ name }) => name === tool));
			return text(json(json(json(offer.parameters).properties)[field]).description);
		};
		for (const tool of [PROMPTS, PERFORMANCE]) {
			for (const value of ['yesterday', 'last7Days', 'thisMonth', 'lastYear']) {
				expect(about(tool, 'Date_Range')).toContain(value);
			}
			expect(about(tool, 'Compare_With')).toMatch(
				/previousPeriod, samePeriodLastYear, or two dates/,
			);
			expect(about(tool, 'Filter_By')).toMatch(/branded.*rank.*topics/);
		}
		expect(about(PERFORMANCE, 'Dimensions')).toMatch(/topic, market, model .*date/);
		expect(about(PERFORMANCE, 'Measures')).toContain('share_of_voice');
		expect(about(PROMPTS, 'Metrics')).toContain('answers_count');
	});

	it.each(['Ember & Oak', 'Ember and Oak Cofee'])(
		'a model that says "%s" gets the name of the project and corrects itself',
		async (Project) => {
			const [wrong, right = ''] = await talk(PERFORMANCE, { ...RIGHT, Project }, RIGHT);
			expectDone();
			expect(wrong).toContain(`No project has the name or URL '${Project}'`);
			expect(wrong).toContain('The nearest is: Ember & Oak Coffee.');
			expect(answerIn(right).rows).not.toHaveLength(0);
		},
	);

	it('a model with a wrong Date Range gets the allowed values and corrects itself', async () => {
		const wrongInput = { ...RIGHT, Date_Range: 'last week' };
		const [wrong, right = ''] = await talk(PERFORMANCE, wrongInput, RIGHT);
		expectDone();
		expect(wrong).toMatch(/Date Range.*last week/);
		expect(wrong).toMatch(/lastWeek.*last7Days/);
		expect(answerIn(right).rows).not.toHaveLength(0);
	});

	it('a list of 50 prompts fits into the budget and says how many there are', async () => {
		const [said = ''] = await talk(PROMPTS, { Project: 'Ember & Oak Coffee' });
		expectDone();
		expect(said.length).toBeLessThanOrEqual(BUDGET);
		const total = sandbox.world.list(PROJECTS.coffee, 'prompts').length;
		expect(total).toBeGreaterThan(50);
		const answer = answerIn(said);
		expect(answer).toMatchObject({ returned: 50, total });
		expect(strings(answer.notes).join(' ')).toContain(`Returned 50 of ${total} records`);
		expect(answer.rows).toHaveLength(50);
	});

	it('the tasks of a project come by its name, with title and status', async () => {
		const [said = ''] = await talk(TASKS, { Project: 'ember & oak coffee' });
		expectDone();
		expect(said.length).toBeLessThanOrEqual(BUDGET);
		expect(strings(answerIn(said).columns)).toEqual(expect.arrayContaining(['title', 'status']));
		const [task] = sandbox.world.list(PROJECTS.coffee, 'tasks');
		expect(said).toContain(task?.title);
	});

	it('a tool with the other setting of On Error ends the run when it fails', async () => {
		workflow = await agentWith(onError.ends);
		await talk(PERFORMANCE, { ...RIGHT, Date_Range: 'last week' }, RIGHT);
		expect(run.status).toBe('error');
		expect(run.data.resultData.error?.message).toContain("'Date Range' has no entry 'last week'");
		expect(model.requests).toHaveLength(1);
	});
});

/** The one item that a tool answers with. */
function answerIn(said: string): Json & { rows: unknown[][] } {
	const answer: unknown = JSON.parse(said);
	const [item] = list(answer).map(json);
	return { ...item, rows: list(item?.rows).map(list) };
}
