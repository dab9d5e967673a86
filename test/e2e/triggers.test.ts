import type { INode } from 'n8n-workflow';
import { json, type Json } from '../../sandbox/json';
import { type Execution, lastLines, until } from '../../dev/n8n';
import { PROJECTS } from '../../sandbox';
import { outputOf } from './kit/runs';
import { NEXT_POLL_MS, TRIGGER, useTriggers } from './kit/triggers';
import { otherNode, projectById } from './kit/workflows';

const TASKS = '/api/v1/business/tasks/query';
const PROMPTS = '/v2/geo/business/prompts';
const TOPICS = '/v2/geo/business/topics';
const SCHEDULE_SECONDS = 10;

const workflows = { tasks: '', metric: '', schedule: '' };

const triggers = useTriggers('triggers', {}, async () => {
	const coffee = { project: projectById(PROJECTS.coffee) };
	const newTask = triggers.trigger('agentsTrigger', { ...coffee, event: 'newTask' });
	workflows.tasks = await save([newTask]);
	workflows.metric = await save([
		triggers.trigger('geoTrigger', {
			...coffee,
			event: 'changedMetric',
			recordType: 'prompt',
			metric: 'avg_visibility_score',
			condition: 'fallsBy',
			amount: 10,
			unit: 'percent',
		}),
	]);
	const rule = { interval: [{ field: 'seconds', secondsInterval: SCHEDULE_SECONDS }] };
	const topics = { ...coffee, resource: 'topic', operation: 'getAll', limit: 4 };
	workflows.schedule = await save([
		otherNode(TRIGGER, 'n8n-nodes-base.scheduleTrigger', { rule }, 1.4),
		triggers.node('Topics', 'geo', topics),
	]);
});

async function save(nodes: readonly INode[]): Promise<string> {
	const [first, next] = nodes;
	const wire = next && { main: [[{ node: next.name, type: 'main' as const, index: 0 }]] };
	const connections = first && wire ? { [first.name]: wire } : {};
	const name = `Every minute: ${first?.type}`;
	return await triggers.rest.createWorkflow({ name, nodes, connections });
}

/** How many requests of this path have arrived. */
function asked(path: string): number {
	return triggers.sandbox.requests.filter((request) => request.path === path).length;
}

/** What the trigger handed over in each run, oldest first, when there are at least so many. */
async function events(workflow: string, count: number): Promise<Json[][]> {
	const runs: Execution[] = [];
	const ended = await triggers.ended(workflow, count);
	for (const { id } of ended) runs.unshift(await triggers.rest.execution(id));
	for (const { status, mode } of runs) {
		expect({ status, mode }).toEqual({ status: 'success', mode: 'trigger' });
	}
	return runs.map((run) => outputOf(run, TRIGGER));
}

interface Happening {
	readonly task: string;
	readonly prompt: string;
	readonly before: number;
	readonly after: number;
}

const happenings: Happening[] = [];

/** Adds a task, and lets the visibility of one prompt fall by half. */
function happen(number: number): void {
	const task = `task-new-${number}`;
	triggers.sandbox.world.add(PROJECTS.coffee, 'tasks', {
		id: task,
		title: `New ${number}`,
		status: 'todo',
	});
	const prompt = triggers.sandbox.world
		.list(PROJECTS.coffee, 'prompts')
		.find(({ avg_visibility_score: score }) => Number(score) > 20 + number);
	const id = String(prompt?.prompt_id);
	const before = Number(prompt?.avg_visibility_score);
	const after = before / 2;
	triggers.sandbox.world.patch(PROJECTS.coffee, 'prompts', id, { avg_visibility_score: after });
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

/**
 * Waits until n8n has finished publishing, which it does in the background: only then it has saved
 * what the triggers noted. A kill in the middle also makes n8n wait two minutes after its next start.
 */
async function published(): Promise<void> {
	for (const id of Object.values(workflows)) {
		await until(
			`workflow ${id} to be published`,
			async () => {
				const { status } = json(
					await triggers.rest.call('GET', `/workflows/${id}/publication-status`),
				);
				return status === 'published' || undefined;
			},
			{ timeoutMs: NEXT_POLL_MS, detail: () => lastLines(triggers.n8n.log) },
		);
	}
}

test('The start is quiet: the triggers look at once and start nothing', async () => {
	for (const id of Object.values(workflows)) await triggers.rest.activate(id);
	await published();
	expect([asked(TASKS) > 0, asked(PROMPTS) > 0]).toEqual([true, true]);
	expect(await triggers.rest.executions(workflows.tasks)).toEqual([]);
	expect(await triggers.rest.executions(workflows.metric)).toEqual([]);
});

test('What happens while n8n is down after a kill is found when it is back', async () => {
	await triggers.n8n.kill();
	happen(1);
	await triggers.restart();
	await expectAll();
});

test('What happens between two polls starts one run at the next one', async () => {
	happen(2);
	await expectAll();
});

test('What happens while n8n is stopped is found when it is back', async () => {
	await published();
	await triggers.n8n.stop();
	happen(3);
	await triggers.restart();
	await expectAll();
});

test('After one more kill nothing comes twice, and the next event once', async () => {
	await published();
	await triggers.n8n.kill();
	await triggers.restart();
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
	const runs = await triggers.ended(workflows.schedule, 3);
	// A run that one of the two kills has cut off counts as crashed.
	const cut = runs.filter(({ status }) => status !== 'success').map(({ status }) => status);
	expect([[], ['crashed'], ['crashed', 'crashed']]).toContainEqual(cut);
	const latest = runs.find(({ status }) => status === 'success');
	expect(latest?.mode).toBe('trigger');
	const topics = outputOf(await triggers.rest.execution(latest?.id ?? ''), 'Topics');
	const all = triggers.sandbox.world.list(PROJECTS.coffee, 'topics');
	expect(topics.map(({ name }) => name)).toEqual(all.slice(0, 4).map(({ name }) => name));
});
