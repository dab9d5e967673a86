import { json, list, text } from '../../sandbox/json';
import type { Execution } from '../../dev/n8n';
import { KEYS, PROJECTS } from '../../sandbox';
import { AGENT, agentWorkflow, asDropped, type AgentTool } from './kit/agentWorkflow';
import { useCleanup } from './kit/cleanup';
import { startModel, type Model, type Turn } from './kit/model';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';

const ANSWER = 'Your coffee brand is doing well.';
const FIRST_THREE = { limit: 3, offset: 0 };
const ANY_DATA = 'Ask_for_any_data_in_GEO';

/** The tools, as they are when they were dropped on the canvas, with the names that n8n gives them. */
const TOOLS: readonly AgentTool[] = [
	{ name: 'Agents', type: 'agentsTool', parameters: asDropped() },
	{
		name: 'Ask for any data in GEO',
		type: 'geoTool',
		parameters: asDropped({ resource: 'any', operation: 'ask' }),
	},
];

/** What the model does: it asks for tasks and prompts, */
const ASK: Turn = {
	calls: [
		{ tool: 'Agents', input: { Project: 'ember & oak coffee' } },
		{ tool: ANY_DATA, input: { What: 'prompts', Project: PROJECTS.outdoor, Top: 3 } },
	],
};
/** then for a project of another workspace, which the key does not list, */
const ASK_TOO_MUCH: Turn = {
	calls: [{ tool: ANY_DATA, input: { What: 'prompts', Project: PROJECTS.skincare, Top: 3 } }],
};
/** then it is done. */
const END: Turn = { answer: ANSWER };

/** What only people decide, and what no model needs to know of. */
const INTERNAL =
	/proxy|istool|\$fromai|expression|timeout|\bssl\b|batch|retries|undefined|\[object/i;

describe.each(RANGE)('In $title', ({ agentVersion, onError, ...version }) => {
	const stage = useStage('agent', version);
	const cleanup = useCleanup();
	let model: Model;
	let workflow: string;
	let run: Execution;

	beforeAll(async () => {
		model = cleanup.keep(await startModel(), async (one) => await one.close());
		workflow = await agentWith(onError.goesOn);
	});

	/** Saves the agent; all tools have the same On Error. */
	async function agentWith(setting: AgentTool['onError']): Promise<string> {
		const key = { apiKey: 'key-of-the-scripted-model', url: model.url };
		return await stage.rest.createWorkflow(
			agentWorkflow({
				agentVersion,
				service: await stage.account(),
				model: await stage.rest.createCredential('Model account', key, 'openAiApi'),
				question: 'How visible are our brands, and what is to be done?',
				tools: TOOLS.map((tool) => ({ ...tool, onError: setting })),
			}),
		);
	}

	stage.step('An agent with both nodes as tools runs to its final answer', async () => {
		model.play(ASK, ASK_TOO_MUCH, END);
		run = await stage.rest.finished(await stage.rest.run(workflow, 'Start'));
		expect(run.data.resultData.error).toBeUndefined();
		expect(run.status).toBe('success');
		const [item] = run.data.resultData.runData[AGENT]?.at(-1)?.data?.main?.[0] ?? [];
		expect(item?.json.output).toBe(ANSWER);
	});

	test('The model is told what each tool answers and takes, and has to fill in the project only', () => {
		const offers = list(model.requests[0]?.tools).map((entry) => json(json(entry).function));
		const offered = offers.map(({ name, description, parameters }) => {
			const { properties, required } = json(parameters);
			const fields = Object.entries(json(properties));
			for (const [, field] of fields) {
				expect(text(json(field).description)?.length).toBeGreaterThan(30);
			}
			const types = fields.map(([key, field]) => [key, json(field).type]);
			return { name, description, required, fields: Object.fromEntries(types) };
		});
		const required = ['Project'];
		expect(offered.sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1))).toEqual([
			{
				...{ name: 'Agents', required, fields: { Project: 'string' } },
				description: expect.stringMatching(/^Lists the tasks of a project/),
			},
			{
				...{ name: ANY_DATA, required: ['What', 'Project'] },
				description: expect.stringMatching(/^Answers questions on how brands/),
				fields: {
					...{ What: 'string', Project: 'string', Date_Range: 'string', By: 'string' },
					...{ Compare_With: 'string', Where: 'string', Top: 'string', Next: 'string' },
				},
			},
		]);
		expect(JSON.stringify(offers)).not.toMatch(INTERNAL);
	});

	test('What the model fills in arrives at the service, and the answer goes back to the model', () => {
		const { world } = stage.sandbox;
		const [tasks] = arrivedAt('/api/v1/business/tasks/query');
		expect(tasks?.headers['x-project-id']).toBe(PROJECTS.coffee);
		expect(arrivedAt('/v2/geo/business/prompts').map(({ body }) => body)).toEqual([
			expect.objectContaining({ project_id: PROJECTS.outdoor, pagination: FIRST_THREE }),
		]);
		expect(told(1, 'call-1-0')).toContain(world.list(PROJECTS.coffee, 'tasks')[0]?.title);
		const prompts = world.list(PROJECTS.outdoor, 'prompts');
		for (const { prompt } of prompts.slice(0, 3)) expect(told(1, 'call-1-1')).toContain(prompt);
		expect(told(1, 'call-1-1')).not.toContain(prompts[3]?.prompt);
	});

	test('A call that fails goes back to the model as text, and the run goes on', () => {
		expect(told(2, 'call-2-0')).toMatch(/No project has the name or URL 'proj-lumen-skin'.*\. \S/);
	});

	test('The API key shows neither to the model nor in the execution nor in the log', async () => {
		expect(arrivedAt('/v2/geo/business/prompts')[0]?.headers['x-api-key']).toBe(KEYS.agency);
		expect(JSON.stringify(model.requests)).not.toContain(KEYS.agency);
		const saved = JSON.stringify(await stage.rest.call('GET', `/executions/${run.id}`));
		expect(saved).toContain(ANSWER);
		expect(saved).not.toContain(KEYS.agency);
		expect(stage.n8n.log).not.toContain(KEYS.agency);
	});

	stage.step('In the editor the run shows which tools were used', async () => {
		await stage.editor.open(workflow);
		model.play(ASK, END);
		await stage.window.page.getByTestId('execute-workflow-button').click();
		for (const { name } of TOOLS) {
			await stage.editor.nodeNamed(name).getByTestId('canvas-node-status-success').waitFor();
		}
		await stage.editor.withoutMessages();
		await stage.window.shoot('agent-after-a-run', { x: 200, y: 210, width: 780, height: 420 });
	});

	test('A tool with the other setting of On Error ends the run when it fails', async () => {
		const other = await agentWith(onError.ends);
		model.play(ASK_TOO_MUCH, END);
		const { status, data } = await stage.rest.finished(await stage.rest.run(other, 'Start'));
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toContain('No project has the name or URL');
		expect(model.requests).toHaveLength(1);
	});

	function arrivedAt(path: string) {
		return stage.sandbox.requests.filter((request) => request.path === path);
	}

	/** What the model is told in a request about the result of a call that it made. */
	function told(request: number, call: string): string {
		const messages = list(model.requests[request]?.messages).map(json);
		const result = messages.find(({ tool_call_id: id }) => id === call);
		return text(result?.content) ?? JSON.stringify(result?.content);
	}
});
