import type { INode, INodeParameters } from 'n8n-workflow';
import { json, type Json } from '../../dev/json';
import {
	accountData,
	CREDENTIAL_TYPE,
	type CredentialReference,
	type Execution,
	type ExecutionSummary,
	installPackage,
	lastLines,
	N8n,
	Rest,
	until,
} from '../../dev/n8n';
import { PROJECTS, startSandbox, type Sandbox } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { outputOf } from './kit/runs';
import { otherNode, packageNode, projectById } from './kit/workflows';

const TASKS = '/api/v1/business/tasks/query';
const PROMPTS = '/v2/geo/business/prompts';
const TOPICS = '/v2/geo/business/topics';
const TRIGGER = 'Trigger';
/** The shortest interval that n8n allows a trigger that polls. */
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };
const SCHEDULE_SECONDS = 10;
/** A poll comes within a minute, or a little later on a busy machine. */
const NEXT_POLL_MS = 110_000;

const cleanup = useCleanup();
let sandbox: Sandbox;
let n8n: N8n;
let rest: Rest;
let account: CredentialReference;
const workflows = { tasks: '', metric: '', schedule: '' };

beforeAll(async () => {
	sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
	n8n = cleanup.keep(new N8n({ name: 'triggers' }), async (one) => await one.remove());
	await installPackage(n8n.home);
	await n8n.start();
	rest = await new Rest(n8n.url).signUp();
	account = await rest.createCredential('Agents and GEO account', accountData(sandbox.url));
	const coffee = { project: projectById(PROJECTS.coffee) };
	workflows.tasks = await save([trigger('agentsTrigger', { ...coffee, event: 'newTask' })]);
	workflows.metric = await save([
		trigger('geoTrigger', {
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
		ours(packageNode('Topics', 'geo', topics)),
	]);
}, 300_000);

function ours(node: INode): INode {
	return { ...node, credentials: { [CREDENTIAL_TYPE]: account } };
}

function trigger(type: string, parameters: INodeParameters): INode {
	return ours(packageNode(TRIGGER, type, { pollTimes: EVERY_MINUTE, ...parameters }));
}

async function save(nodes: readonly INode[]): Promise<string> {
	const [first, next] = nodes;
	const wire = next && { main: [[{ node: next.name, type: 'main' as const, index: 0 }]] };
	const connections = first && wire ? { [first.name]: wire } : {};
	return await rest.createWorkflow({ name: `Every minute: ${first?.type}`, nodes, connections });
}

/** How many requests of this path have arrived. */
function asked(path: string): number {
	return sandbox.requests.filter((request) => request.path === path).length;
}

/** Waits until a workflow has at least so many runs, and all have ended; newest first. */
async function ended(workflow: string, count: number): Promise<ExecutionSummary[]> {
	return await until(
		`${count} runs of ${workflow}`,
		async () => {
			const runs = await rest.executions(workflow);
			const isUnderWay = runs.some(({ status }) => ['new', 'running'].includes(status));
			return runs.length >= count && !isUnderWay ? runs : undefined;
		},
		{ timeoutMs: NEXT_POLL_MS, detail: () => lastLines(n8n.log) },
	);
}

/** What the trigger handed over in each run, oldest first, when there are at least so many. */
async function events(workflow: string, count: number): Promise<Json[][]> {
	const runs: Execution[] = [];
	for (const { id } of await ended(workflow, count)) runs.unshift(await rest.execution(id));
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
	sandbox.world.add(PROJECTS.coffee, 'tasks', { id: task, title: `New ${number}`, status: 'todo' });
	const prompt = sandbox.world
		.list(PROJECTS.coffee, 'prompts')
		.find(({ avg_visibility_score: score }) => Number(score) > 20 + number);
	const id = String(prompt?.prompt_id);
	const before = Number(prompt?.avg_visibility_score);
	const after = before / 2;
	sandbox.world.patch(PROJECTS.coffee, 'prompts', id, { avg_visibility_score: after });
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
				const { status } = json(await rest.call('GET', `/workflows/${id}/publication-status`));
				return status === 'published' || undefined;
			},
			{ timeoutMs: NEXT_POLL_MS, detail: () => lastLines(n8n.log) },
		);
	}
}

async function restart(): Promise<void> {
	await n8n.start();
	await rest.signIn();
}

test('The start is quiet: the triggers look at once and start nothing', async () => {
	for (const id of Object.values(workflows)) await rest.activate(id);
	await published();
	expect([asked(TASKS) > 0, asked(PROMPTS) > 0]).toEqual([true, true]);
	expect(await rest.executions(workflows.tasks)).toEqual([]);
	expect(await rest.executions(workflows.metric)).toEqual([]);
});

test('What happens while n8n is down after a kill is found when it is back', async () => {
	await n8n.kill();
	happen(1);
	await restart();
	await expectAll();
});

test('What happens between two polls starts one run at the next one', async () => {
	happen(2);
	await expectAll();
});

test('What happens while n8n is stopped is found when it is back', async () => {
	await published();
	await n8n.stop();
	happen(3);
	await restart();
	await expectAll();
});

test('After one more kill nothing comes twice, and the next event once', async () => {
	await published();
	await n8n.kill();
	await restart();
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
	const runs = await ended(workflows.schedule, 3);
	// A run that one of the two kills has cut off counts as crashed.
	const cut = runs.filter(({ status }) => status !== 'success').map(({ status }) => status);
	expect([[], ['crashed'], ['crashed', 'crashed']]).toContainEqual(cut);
	const latest = runs.find(({ status }) => status === 'success');
	expect(latest?.mode).toBe('trigger');
	const topics = outputOf(await rest.execution(latest?.id ?? ''), 'Topics');
	const all = sandbox.world.list(PROJECTS.coffee, 'topics');
	expect(topics.map(({ name }) => name)).toEqual(all.slice(0, 4).map(({ name }) => name));
});
