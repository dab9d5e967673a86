import type { INode } from 'n8n-workflow';
import { json, type Json } from '../../sandbox/json';
import { type Execution, until } from '../../dev/n8n';
import { PROJECTS } from '../../sandbox';
import { outputOf } from './kit/runs';
import { useStage } from './kit/stage';
import { ended, NEXT_POLL_MS, published, TRIGGER, triggerNode } from './kit/triggers';
import { otherNode, packageNode, projectById, rowOf } from './kit/workflows';

const TASKS = '/api/v1/business/tasks/query';
const PROMPTS = '/v2/geo/business/prompts';
const TOPICS = '/v2/geo/business/topics';
const SCHEDULE_SECONDS = 10;

const workflows = { tasks: '', metric: '', schedule: '' };
const stage = useStage('triggers', {}, false);

beforeAll(async () => {
	const account = await stage.account();
	const coffee = { project: projectById(PROJECTS.coffee) };
	const save = async (...nodes: INode[]) =>
		await stage.rest.createWorkflow(rowOf(`Every minute: ${nodes[0]?.type}`, nodes));
	const newTask = { ...coffee, event: 'newTask' };
	workflows.tasks = await save(triggerNode('agentsTrigger', newTask, account));
	const fall = {
		...{ ...coffee, event: 'changedMetric', recordType: 'prompt', metric: 'avg_visibility_score' },
		...{ condition: 'fallsBy', amount: 10, unit: 'percent' },
	};
	workflows.metric = await save(triggerNode('geoTrigger', fall, account));
	const rule = { interval: [{ field: 'seconds', secondsInterval: SCHEDULE_SECONDS }] };
	const topics = { ...coffee, resource: 'topic', operation: 'getAll', limit: 4 };
	workflows.schedule = await save(
		otherNode(TRIGGER, 'n8n-nodes-base.scheduleTrigger', { rule }, 1.4),
		packageNode('Topics', 'geo', topics, account),
	);
});

/** How many requests of this path have arrived. */
function asked(path: string): number {
	return stage.sandbox.requests.filter((request) => request.path === path).length;
}

/** What the trigger handed over in each run, oldest first, when there are at least so many. */
async function events(workflow: string, count: number): Promise<Json[][]> {
	const runs: Execution[] = [];
	for (const { id } of await ended(stage, workflow, count)) {
		runs.unshift(await stage.rest.execution(id));
	}
	for (const { status, mode } of runs) {
		expect({ status, mode }).toEqual({ status: 'success', mode: 'trigger' });
	}
	return runs.map((run) => outputOf(run, TRIGGER));
}

const happenings: Array<{ task: string; prompt: string; before: number; after: number }> = [];

/** Adds a task, and lets the visibility of one prompt fall by half. */
function happen(number: number): void {
	const task = `task-new-${number}`;
	stage.sandbox.world.add(PROJECTS.coffee, 'tasks', { id: task, title: task, status: 'todo' });
	const prompt = stage.sandbox.world
		.list(PROJECTS.coffee, 'prompts')
		.find(({ avg_visibility_score: score }) => Number(score) > 20 + number);
	const id = String(prompt?.prompt_id);
	const before = Number(prompt?.avg_visibility_score);
	const after = before / 2;
	stage.sandbox.world.patch(PROJECTS.coffee, 'prompts', id, { avg_visibility_score: after });
	happenings.push({ task, prompt: id, before, after });
}

/** Exactly one run for everything that has happened so far, with what it was. */
async function expectAll(): Promise<void> {
	const tasks = await events(workflows.tasks, happenings.length);
	expect(tasks.map((items) => items.map(({ id }) => id))).toEqual(
		happenings.map(({ task }) => [task]),
	);
	const falls = await events(workflows.metric, happenings.length);
	const seen = falls.map((items) =>
		items.map(({ before, after, record }) => [json(record).prompt_id, before, after]),
	);
	expect(seen).toEqual(happenings.map(({ prompt, before, after }) => [[prompt, before, after]]));
}

/** Waits until all workflows are published. */
async function allPublished(): Promise<void> {
	for (const id of Object.values(workflows)) await published(stage, id);
}

test('The start is quiet: the triggers look at once and start nothing', async () => {
	for (const id of Object.values(workflows)) await stage.rest.activate(id);
	await allPublished();
	expect([asked(TASKS) > 0, asked(PROMPTS) > 0]).toEqual([true, true]);
	expect(await stage.rest.executions(workflows.tasks)).toEqual([]);
	expect(await stage.rest.executions(workflows.metric)).toEqual([]);
});

test('What happens while n8n is down after a kill is found when it is back', async () => {
	await stage.n8n.kill();
	happen(1);
	await stage.restart();
	await expectAll();
});

test('What happens between two polls starts one run at the next one', async () => {
	happen(2);
	await expectAll();
});

test('What happens while n8n is stopped is found when it is back', async () => {
	await allPublished();
	await stage.n8n.stop();
	happen(3);
	await stage.restart();
	await expectAll();
});

test('After one more kill nothing comes twice, and the next event once', async () => {
	await allPublished();
	await stage.n8n.kill();
	await stage.restart();
	happen(4);
	await expectAll();
});

test('Schedule Trigger starts a node of the package, no more often than it is to', async () => {
	const since = performance.now();
	const first = asked(TOPICS);
	await until('three runs by the schedule', () => asked(TOPICS) >= first + 3 || undefined, {
		timeoutMs: NEXT_POLL_MS,
	});
	const most = (performance.now() - since) / (1000 * SCHEDULE_SECONDS) + 2;
	expect(asked(TOPICS) - first).toBeLessThanOrEqual(most);
	const runs = await ended(stage, workflows.schedule, 3);
	// A run that one of the two kills has cut off counts as crashed.
	const cut = runs.filter(({ status }) => status !== 'success').map(({ status }) => status);
	expect([[], ['crashed'], ['crashed', 'crashed']]).toContainEqual(cut);
	const latest = runs.find(({ status }) => status === 'success');
	expect(latest?.mode).toBe('trigger');
	const topics = outputOf(await stage.rest.execution(latest?.id ?? ''), 'Topics');
	const all = stage.sandbox.world.list(PROJECTS.coffee, 'topics');
	expect(topics.map(({ name }) => name)).toEqual(all.slice(0, 4).map(({ name }) => name));
});

test('A key that is refused while n8n starts fails the polls, and the first one that works has the event', async () => {
	await allPublished();
	await stage.n8n.stop();
	// A word with which n8n would give up the activation.
	const refusal = {
		kind: 'respond',
		status: 401,
		body: { detail: 'Authorization failed' },
	} as const;
	stage.sandbox.faults.order({ ...refusal, match: { path: TASKS }, times: Infinity });
	happen(5);
	await stage.restart();
	const latestWith = async (wanted: string) =>
		await until(
			`a run with ${wanted}`,
			async () => {
				const [run] = await stage.rest.executions(workflows.tasks);
				return run?.status === wanted ? run : undefined;
			},
			{ timeoutMs: NEXT_POLL_MS },
		);
	await latestWith('error');
	stage.sandbox.faults.clear();
	const { id } = await latestWith('success');
	const tasks = outputOf(await stage.rest.execution(id), TRIGGER);
	expect(tasks.map((task) => task.id)).toEqual([happenings.at(-1)?.task]);
});
