import { lastLines, until } from '../../dev/n8n';
import { PROJECTS } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { Queue } from './kit/queue';
import { published, triggerNode } from './kit/triggers';
import { packageNode, projectById, rowOf } from './kit/workflows';

const MINUTES = 60_000;

/** A poll comes within a minute, or a little later on a busy machine. */
const NEXT_POLL_MS = 2 * MINUTES;

/** After a crash, n8n waits a while before it polls again. */
const AFTER_CRASH_MS = 5 * MINUTES;

const cleanup = useCleanup();
let queue: Queue;
let workflow: string;
const happened: string[] = [];

beforeAll(async () => {
	queue = await Queue.open('queue-triggers', cleanup);
	const { rest, main, account } = queue;
	const project = projectById(PROJECTS.coffee);
	const write = {
		...{ resource: 'endpoint', operation: 'call', path: 'tasks/create', project },
		...{ bodyMode: 'json', bodyJson: '={{ { task: $json.id } }}' },
	};
	workflow = await rest.createWorkflow(
		rowOf('Write down every new task', [
			triggerNode('agentsTrigger', { event: 'newTask', view: 'list', project }, account),
			packageNode('Write', 'agents', write, account),
		]),
	);
	await rest.activate(workflow);
	await published({ rest, n8n: main }, workflow);
}, 10 * MINUTES);

/** Adds a task to the project that is watched. */
function happen(): void {
	const id = `task-new-${happened.length + 1}`;
	queue.sandbox.world.add(PROJECTS.coffee, 'tasks', { id, title: id, status: 'todo' });
	happened.push(id);
}

/** Waits until what has happened last is written down, and expects each task there once. */
async function expectEachOnce(timeoutMs: number): Promise<void> {
	const written = () => queue.written().map(({ task }) => task);
	const last = happened.at(-1) ?? '';
	const detail = () => lastLines(queue.main.log);
	const look = () => written().includes(last) || undefined;
	await until(`${last} to be written down`, look, { timeoutMs, detail });
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
		queue.sandbox.behave({ latencyMs: 10_000 });
		happen();
		await expectEachOnce(NEXT_POLL_MS);
		const victim = queue.workers.find((worker) => queue.underWay(worker).length > 0);
		if (victim === undefined) throw new Error('No worker is busy');
		await victim.kill();
		queue.sandbox.behave({ latencyMs: 0 });
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
