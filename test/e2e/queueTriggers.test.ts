import type { INode } from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { accountData, lastLines, until } from '../../dev/n8n';
import { PROJECTS, startSandbox, type Sandbox } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { Queue } from './kit/queue';
import { packageNode, projectById } from './kit/workflows';

const WRITE_PATH = '/api/v1/business/tasks/create';
const MINUTES = 60_000;

/** A poll comes within a minute, or a little later on a busy machine. */
const NEXT_POLL_MS = 2 * MINUTES;

/** After a crash, n8n waits a while before it polls again. */
const AFTER_CRASH_MS = 5 * MINUTES;

const cleanup = useCleanup();
let queue: Queue;
let sandbox: Sandbox;
let workflow: string;
const happened: string[] = [];

beforeAll(async () => {
	const started = await startSandbox({ behaviour: { contract: false } });
	sandbox = cleanup.keep(started, async (one) => await one.close());
	queue = cleanup.keep(await Queue.open('queue-triggers'), async (one) => await one.close());
	const { rest } = queue;
	const account = await rest.createCredential('Agents and GEO account', accountData(sandbox.url));
	const ours = (node: INode): INode => ({ ...node, credentials: { agentsGeoApi: { ...account } } });
	const project = projectById(PROJECTS.coffee);
	workflow = await rest.createWorkflow({
		name: 'Write down every new task',
		nodes: [
			ours(
				packageNode('Trigger', 'agentsTrigger', {
					...{ pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'newTask', view: 'list' },
					project,
				}),
			),
			ours(
				packageNode('Write', 'agents', {
					...{ resource: 'endpoint', operation: 'call', path: 'tasks/create', project },
					...{ bodyMode: 'json', bodyJson: '={{ { task: $json.id } }}' },
				}),
			),
		],
		connections: { Trigger: { main: [[{ node: 'Write', type: 'main', index: 0 }]] } },
	});
	await rest.activate(workflow);
	await until('the workflow to be published', isPublished, { timeoutMs: NEXT_POLL_MS });
}, 10 * MINUTES);

async function isPublished(): Promise<true | undefined> {
	const { rest } = queue;
	const { status } = json(await rest.call('GET', `/workflows/${workflow}/publication-status`));
	return status === 'published' || undefined;
}

/** Adds a task to the project that is watched. */
function happen(): void {
	const id = `task-new-${happened.length + 1}`;
	sandbox.world.add(PROJECTS.coffee, 'tasks', { id, title: id, status: 'todo' });
	happened.push(id);
}

/** The tasks that the workflow wrote down, one for each arrival. */
function written(): string[] {
	return sandbox.requests
		.filter(({ path }) => path === WRITE_PATH)
		.map(({ body }) => String(json(body).task));
}

/** Waits until what has happened last is written down, and expects each task there once. */
async function expectEachOnce(timeoutMs: number): Promise<void> {
	const last = happened.at(-1) ?? '';
	await until(`${last} to be written down`, () => written().includes(last) || undefined, {
		timeoutMs,
		detail: () => lastLines(queue.main.log),
	});
	expect(written()).toEqual(happened);
}

test(
	'A trigger starts one run for each event, on a worker',
	async () => {
		happen();
		await expectEachOnce(NEXT_POLL_MS);
		const begun = queue.workers.flatMap((worker) => queue.begun(worker));
		expect([...(await queue.states(workflow)).keys()]).toEqual(begun);
	},
	4 * MINUTES,
);

test(
	'A worker that is killed in the middle of such a run does not make the event come again',
	async () => {
		sandbox.behave({ latencyMs: 10_000 });
		happen();
		await expectEachOnce(NEXT_POLL_MS);
		const victim = queue.workers.find((worker) => queue.underWay(worker).length > 0);
		if (victim === undefined) throw new Error('No worker is busy');
		await victim.kill();
		sandbox.behave({ latencyMs: 0 });
		await victim.start();
		happen();
		await expectEachOnce(NEXT_POLL_MS);
		expect((await queue.states(workflow)).size).toBe(happened.length);
	},
	8 * MINUTES,
);

test(
	'What happens while the main process is down after a kill is found when it is back, once',
	async () => {
		await queue.main.kill();
		happen();
		await queue.main.start();
		await queue.rest.signIn();
		await expectEachOnce(AFTER_CRASH_MS);
		happen();
		await expectEachOnce(NEXT_POLL_MS);
		expect((await queue.states(workflow)).size).toBe(happened.length);
	},
	12 * MINUTES,
);
