import { whole } from '../../sandbox/json';
import { until } from '../../dev/n8n';
import { PROJECTS } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { Queue } from './kit/queue';
import { otherNode, packageNode, projectById, rowOf } from './kit/workflows';

const READ_PATH = '/v2/geo/business/prompts';
const HOOK = 'probe';

/** How n8n reports a run whose worker went away. It never tries it again (maxStalledCount 0). */
const GIVEN_UP = 'failed to be processed too many times';

/** How n8n says that a run is over, one way or the other. */
const ENDED = ['success', 'error', 'crashed', 'canceled'];

const cleanup = useCleanup();
let queue: Queue;
let workflow: string;

beforeAll(async () => {
	queue = await Queue.open('queue', cleanup, 300);
	const { rest, account } = queue;
	const project = projectById(PROJECTS.coffee);
	const hook = otherNode(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: HOOK },
		2,
	);
	const write = {
		...{ resource: 'endpoint', operation: 'call', path: 'tasks/create', project },
		...{ bodyMode: 'json', bodyJson: '={{ { run: $json.body.run } }}' },
	};
	const read = { resource: 'prompt', operation: 'getAll', project, limit: 3 };
	workflow = await rest.createWorkflow(
		rowOf('Write once, then read', [
			{ ...hook, webhookId: HOOK },
			packageNode('Write', 'agents', write, account),
			packageNode('Read', 'geo', read, account),
		]),
	);
	await rest.activate(workflow);
	// n8n says that a workflow is active before its webhook answers; after that it knows the method.
	await until('the webhook', async () => {
		const response = await fetch(`${queue.main.url}/webhook/${HOOK}`);
		return (await response.text()).includes('POST request') || undefined;
	});
}, 600_000);

/** Orders runs by the webhook, each with a number of its own; n8n answers when it has taken it. */
async function order(numbers: readonly number[]): Promise<void> {
	for (const run of numbers) {
		const { status } = await fetch(`${queue.main.url}/webhook/${HOOK}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ run }),
		});
		expect(status).toBe(200);
	}
}

/** The numbers of the runs that have written, one for each arrival. */
function written(): number[] {
	return queue.written().map(({ run }) => whole(run) ?? -1);
}

/** Waits until n8n has an end for as many runs as there are, and gives their states by their IDs. */
async function allEnded(count: number): Promise<Map<string, string>> {
	let states = new Map<string, string>();
	const isOpen = ([, state]: [string, string]) => !ENDED.includes(state);
	const look = async () => {
		states = await queue.states(workflow);
		return states.size === count && ![...states].some(isOpen) ? states : undefined;
	};
	const detail = () => {
		const underWay = queue.workers.map((worker) => queue.underWay(worker).join(', '));
		const open = [...states].filter(isOpen).map((run) => run.join(' '));
		const counts = `Runs: ${states.size}, arrived: ${written().length}`;
		return `${counts}, open: ${open.join(', ')}; under way on the workers: ${underWay.join(' | ')}`;
	};
	return await until(`${count} runs to end`, look, { timeoutMs: 120_000, detail });
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}

const FIRST = range(0, 40);
const SECOND = range(40, 240);
const THIRD = range(240, 280);

describe('In queue mode', () => {
	it('both workers run the nodes, every run once', async () => {
		await order(FIRST);
		const states = await allEnded(FIRST.length);
		expect(new Set(states.values())).toEqual(new Set(['success']));
		expect(written().sort((a, b) => a - b)).toEqual(FIRST);
		const reads = queue.sandbox.requests.filter(({ path }) => path === READ_PATH);
		expect(reads).toHaveLength(FIRST.length);
		const begun = queue.workers.map((worker) => queue.begun(worker));
		for (const ids of begun) expect(ids.length).toBeGreaterThan(0);
		expect(begun.flat().sort()).toEqual([...states.keys()].sort());
	});

	it('a killed worker loses nothing but what n8n reports, and nothing is sent twice', async () => {
		const before = await queue.states(workflow);
		const [victim] = queue.workers;
		if (victim === undefined) throw new Error('There is no worker');
		const ordering = order(SECOND);
		const lost = await queue.killBusy(victim);
		await ordering;
		const states = await allEnded(before.size + SECOND.length);
		const added = [...states].filter(([id]) => !before.has(id));
		expect(added).toHaveLength(SECOND.length);

		const succeeded = added.filter(([, state]) => state === 'success');
		const failed = added.filter(([, state]) => state !== 'success').map(([id]) => id);
		expect(failed.length).toBeGreaterThan(0);
		expect(lost).toEqual(expect.arrayContaining(failed));
		for (const id of failed) {
			const { data } = await queue.rest.execution(id);
			expect(data.resultData.error?.message).toContain(GIVEN_UP);
		}

		const second = written().filter((run) => SECOND.includes(run));
		expect(new Set(second).size).toBe(second.length);
		expect(second.length).toBeGreaterThanOrEqual(succeeded.length);
		// What never arrived belongs to runs that n8n reports.
		expect(SECOND.length - second.length).toBeLessThanOrEqual(failed.length);
	});

	it('a worker that comes back takes its share again', async () => {
		const [returned] = queue.workers;
		if (returned === undefined) throw new Error('There is no worker');
		const before = await queue.states(workflow);
		const begun = queue.begun(returned).length;
		await returned.start();
		await order(THIRD);
		const states = await allEnded(before.size + THIRD.length);
		const added = [...states].filter(([id]) => !before.has(id));
		expect(new Set(added.map(([, state]) => state))).toEqual(new Set(['success']));
		expect(queue.begun(returned).length).toBeGreaterThan(begun);
	});
});
