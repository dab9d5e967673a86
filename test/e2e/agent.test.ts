import { json, list, text } from '../../sandbox/json';
import type { Execution } from '../../dev/n8n';
import { KEYS, PROJECTS } from '../../sandbox';
import { AGENT, agentWorkflow, asDropped } from './kit/agentWorkflow';
import { useCleanup } from './kit/cleanup';
import { Editor } from './kit/editor';
import { startModel, type Model, type Turn } from './kit/model';
import { useStage } from './kit/stage';

const ANSWER = 'Your coffee brand is doing well.';
const FIRST_THREE = { limit: 3, offset: 0 };
const MODEL_KEY = 'key-of-the-scripted-model';

/** What the model does: it asks for tasks and prompts, */
const ASK: Turn = {
	calls: [
		{ tool: 'Agents', input: { Project: PROJECTS.coffee } },
		{ tool: 'GEO', input: { Project: PROJECTS.outdoor, Limit: 3 } },
	],
};
/** then for a project of another workspace, which the key does not list, */
const ASK_TOO_MUCH: Turn = {
	calls: [{ tool: 'GEO', input: { Project: PROJECTS.skincare, Limit: 3 } }],
};
/** then it is done. */
const END: Turn = { answer: ANSWER };

const stage = useStage('agent');
const cleanup = useCleanup();
let model: Model;
let workflow: string;
let run: Execution;

beforeAll(async () => {
	model = cleanup.keep(await startModel(), async (one) => await one.close());
});

stage.step('An agent with both nodes as tools runs to its final answer', async () => {
	const { rest, sandbox } = stage;
	const urls = { agentsBaseUrl: sandbox.url, geoBaseUrl: sandbox.url };
	workflow = await rest.createWorkflow(
		agentWorkflow({
			service: await rest.createCredential('Agents and GEO account', {
				apiKey: KEYS.agency,
				...urls,
			}),
			model: await rest.createCredential(
				'Model account',
				{ apiKey: MODEL_KEY, url: model.url },
				'openAiApi',
			),
			question: 'How visible are our brands, and what is to be done?',
			tools: [
				{ name: 'Agents', type: 'agentsTool', parameters: asDropped() },
				{ name: 'GEO', type: 'geoTool', parameters: asDropped() },
			],
		}),
	);
	model.play(ASK, ASK_TOO_MUCH, END);
	run = await rest.finished(await rest.run(workflow, 'Start'));
	expect(run.data.resultData.error).toBeUndefined();
	expect(run.status).toBe('success');
	const [item] = run.data.resultData.runData[AGENT]?.at(-1)?.data?.main?.[0] ?? [];
	expect(item?.json.output).toBe(ANSWER);
});

test('The model is offered both tools with the fields that it is to fill in', () => {
	expect(offered('Agents')).toEqual({ Project: 'string', View: 'string' });
	expect(offered('GEO')).toEqual({
		...{ Project: 'string', Limit: 'string', Metrics: 'string', Date_Range: 'string' },
		...{ Compare_With: 'string', Filter_By: 'string', Sort: 'string' },
	});
});

test('The model is told what each tool answers and what each field takes, and has to fill in the project only', () => {
	expect(tool('Agents').description).toMatch(/^Lists the tasks of a project/);
	expect(tool('GEO').description).toMatch(/^Lists the prompts that are tracked/);
	for (const name of ['Agents', 'GEO']) {
		const { properties, required } = json(tool(name).parameters);
		expect(required).toEqual(['Project']);
		for (const field of Object.values(json(properties))) {
			expect(text(json(field).description)?.length).toBeGreaterThan(30);
		}
	}
});

test('What the model fills in arrives at the service', () => {
	const [tasks] = arrivedAt('/api/v1/business/tasks/query');
	expect(tasks?.headers['x-project-id']).toBe(PROJECTS.coffee);
	const prompts = arrivedAt('/v2/geo/business/prompts').map(({ body }) => json(body));
	expect(prompts).toEqual([
		expect.objectContaining({ project_id: PROJECTS.outdoor, pagination: FIRST_THREE }),
	]);
});

test('What the service answers goes back to the model', () => {
	const [task] = stage.sandbox.world.list(PROJECTS.coffee, 'tasks');
	expect(told(1, 'call-1-0')).toContain(task?.title);
	const prompts = stage.sandbox.world.list(PROJECTS.outdoor, 'prompts');
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
	const editor = new Editor(stage.window.page, stage.n8n.url);
	await editor.signIn();
	await editor.open(workflow);
	model.play(ASK, END);
	await stage.window.page.getByTestId('execute-workflow-button').click();
	for (const tool of ['Agents', 'GEO']) {
		await editor.nodeNamed(tool).getByTestId('canvas-node-status-success').waitFor();
	}
	await editor.withoutMessages();
	await stage.window.shoot('agent-after-a-run', { x: 200, y: 210, width: 720, height: 410 });
});

/** The fields of a tool that the model is to fill in, with their types. */
function offered(name: string): Record<string, unknown> {
	const { properties } = json(tool(name).parameters);
	const fields = Object.entries(json(properties));
	return Object.fromEntries(fields.map(([key, schema]) => [key, json(schema).type]));
}

/** A tool as the model is offered it. */
function tool(name: string) {
	const offers = list(model.requests[0]?.tools).map((entry) => json(json(entry).function));
	return json(offers.find((offer) => offer.name === name));
}

function arrivedAt(path: string) {
	return stage.sandbox.requests.filter((request) => request.path === path);
}

/** What the model is told in a request about the result of a call that it made. */
function told(request: number, call: string): string {
	const messages = list(model.requests[request]?.messages).map(json);
	const result = messages.find(({ tool_call_id: id }) => id === call);
	return text(result?.content) ?? JSON.stringify(result?.content);
}
