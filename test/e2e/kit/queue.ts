import { json, type Json } from '../../../sandbox/json';
import {
	accountData,
	type CredentialReference,
	installPackage,
	N8n,
	Rest,
	until,
} from '../../../dev/n8n';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { Cleanup } from './cleanup';
import { startServices, type Services } from './services';

/** How many runs a worker works on at a time. */
const CONCURRENCY = 5;

/**
 * n8n gives a worker that went silent one minute (the lock on its jobs) before it gives its jobs up,
 * and looks for such jobs every 30 seconds. A test need not wait that long; the lock is still five
 * times the interval in which a living worker renews it, because the machine may be busy.
 */
const SOONER = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** Where the workflows of the tests write, so that it can be counted. */
export const WRITE_PATH = '/api/v1/business/tasks/create';

/** An n8n in queue mode: a main process, two workers, PostgreSQL and Redis, and the sandbox beside them. */
export class Queue {
	private constructor(
		readonly sandbox: Sandbox,
		private readonly services: Services,
		readonly main: N8n,
		readonly workers: readonly N8n[],
		/** The REST API of the main process, signed in as the owner. */
		readonly rest: Rest,
		readonly account: CredentialReference,
	) {}

	/**
	 * Starts everything, with the package installed in the home of each process, as it has to be.
	 *
	 * @param name names the logs: `NAME-main.log`, `NAME-worker1.log` …
	 * @param latencyMs how long the sandbox takes to answer
	 */
	static async open(name: string, cleanup: Cleanup, latencyMs = 0): Promise<Queue> {
		const started = await startSandbox({ behaviour: { latencyMs, contract: false } });
		const sandbox = cleanup.keep(started, async (one) => await one.close());
		const services = cleanup.keep(await startServices(name), async (one) => await one.stop());
		const env = { ...services.env, ...SOONER, N8N_ENCRYPTION_KEY: 'one-key-for-all-of-them' };
		const ofQueue = async (process: string, command?: readonly string[]) => {
			const n8n = new N8n({ name: `${name}-${process}`, command, env });
			await installPackage(cleanup.keep(n8n, async (one) => await one.remove()).home);
			// The main process, which comes first, makes the tables that the workers need.
			await n8n.start();
			return n8n;
		};
		const main = await ofQueue('main');
		const command = ['worker', `--concurrency=${CONCURRENCY}`];
		const workers = [await ofQueue('worker1', command), await ofQueue('worker2', command)];
		const rest = await new Rest(main.url).signUp();
		const account = await rest.createCredential('Account', accountData(sandbox.url));
		return new Queue(sandbox, services, main, workers, rest, account);
	}

	/** What was written, as bodies of requests, one for each arrival. */
	written(): Json[] {
		const found = this.sandbox.requests.filter(({ path }) => path === WRITE_PATH);
		return found.map(({ body }) => json(body));
	}

	/** The IDs of the runs that a worker has begun. */
	begun(worker: N8n): string[] {
		const lines = worker.log.matchAll(/Worker started execution (\d+)/g);
		return [...lines].map(([, id = '']) => id);
	}

	/** The IDs of the runs that a worker has begun and not ended. */
	underWay(worker: N8n): string[] {
		const { log } = worker;
		return this.begun(worker).filter((id) => !log.includes(`Worker finished execution ${id} `));
	}

	/**
	 * Kills a worker (SIGKILL) as soon as it has as many runs under way as it can have.
	 *
	 * @returns the IDs of the runs that it was working on
	 */
	async killBusy(worker: N8n): Promise<string[]> {
		await until('the worker to be busy', () => {
			return this.underWay(worker).length === CONCURRENCY || undefined;
		});
		await worker.kill();
		return this.underWay(worker);
	}

	/**
	 * The states of all runs of a workflow by their IDs, from the database itself: n8n's list of
	 * executions leaves some out where runs did not start in the order in which they were ordered.
	 */
	async states(workflowId: string): Promise<Map<string, string>> {
		const rows = await this.services.query(
			`SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflowId}'`,
		);
		return new Map(rows.map(([id = '', status = '']) => [id, status]));
	}
}
