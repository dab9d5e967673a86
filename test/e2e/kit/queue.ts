import { installPackage, N8n, Rest, until } from '../../../dev/n8n';
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

/** An n8n in queue mode: a main process, workers, PostgreSQL and Redis. */
export class Queue {
	private constructor(
		readonly main: N8n,
		readonly workers: readonly N8n[],
		/** The REST API of the main process, signed in as the owner. */
		readonly rest: Rest,
		private readonly services: Services,
	) {}

	/**
	 * Starts everything, with the package installed in the home of each process, as it has to be.
	 *
	 * @param name names the logs: `NAME-main.log`, `NAME-worker1.log` …
	 * @throws when something does not start; what did start is stopped again
	 */
	static async open(name: string, workerCount = 2): Promise<Queue> {
		const services = await startServices(name);
		const env = { ...services.env, ...SOONER, N8N_ENCRYPTION_KEY: 'one-key-for-all-of-them' };
		const main = new N8n({ name: `${name}-main`, env });
		const workers = Array.from({ length: workerCount }, (_, index) => {
			const command = ['worker', `--concurrency=${CONCURRENCY}`];
			return new N8n({ name: `${name}-worker${index + 1}`, command, env });
		});
		const queue = new Queue(main, workers, new Rest(''), services);
		try {
			for (const { home } of [main, ...workers]) await installPackage(home);
			// The main process makes the tables that the workers need.
			await main.start();
			await Promise.all(workers.map(async (worker) => await worker.start()));
			const rest = await new Rest(main.url).signUp();
			return new Queue(main, workers, rest, services);
		} catch (error) {
			await queue.close();
			throw error;
		}
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

	/** Stops every process and the services, and deletes what they kept. */
	async close(): Promise<void> {
		const stopped = [this.main, ...this.workers].map(async (n8n) => await n8n.remove());
		await Promise.allSettled(stopped);
		await this.services.stop();
		await Promise.all(stopped);
	}
}
