import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARTIFACTS } from '../paths';
import { lastLines, runCommand } from './command';
import { environmentOf } from './environment';
import { type Installation, installationIn } from './install';
import { freePorts } from './ports';
import { until } from './until';

const START_MS = 120_000;
const STOP_MS = 60_000;

/** How to run an n8n. */
export interface N8nSetup {
	/** Names the log: `.artifacts/e2e/NAME.log`, or `logs` says where. */
	readonly name: string;
	readonly logs?: string;
	/** Default a new temporary folder, which `remove` deletes. */
	readonly home?: string;
	/** Default the n8n of the suite. */
	readonly installation?: Installation;
	/** Default `['start']`; a worker is `['worker']`. */
	readonly command?: readonly string[];
	/** Settings beside those of `environmentOf`, which they can also replace. */
	readonly env?: Readonly<Record<string, string>>;
	/** Default any free one. */
	readonly port?: number;
}

/** An n8n with a home of its own, to be started, stopped, killed and started again. */
export class N8n {
	readonly home: string;
	readonly logFile: string;
	private readonly installation: Installation;
	private child?: ChildProcess;
	private ports?: { readonly port: number; readonly brokerPort: number };

	constructor(private readonly setup: N8nSetup) {
		const logs = setup.logs ?? ARTIFACTS;
		mkdirSync(logs, { recursive: true });
		this.home = setup.home ?? mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
		this.logFile = join(logs, `${setup.name}.log`);
		this.installation = setup.installation ?? installationIn();
		rmSync(this.logFile, { force: true });
	}

	/** The address; known from the first start on, and the same after every restart. */
	get url(): string {
		if (this.ports === undefined) throw new Error('This n8n has never been started');
		return `http://127.0.0.1:${this.ports.port}`;
	}

	/** Everything n8n has logged, over all starts. */
	get log(): string {
		return readFileSync(this.logFile, 'utf8');
	}

	/**
	 * Starts n8n and waits until it is ready.
	 *
	 * @throws when it ends or is not ready in time, with the last lines of its log
	 */
	async start(): Promise<this> {
		if (this.child !== undefined) throw new Error('This n8n is already running');
		const env = await this.environment();
		const preload = join(__dirname, 'endWithParent.js');
		const { node, n8n } = this.installation;
		const args = ['--require', preload, n8n, ...(this.setup.command ?? ['start'])];
		// A group of its own, so that its task runner can be ended with it.
		const log = openSync(this.logFile, 'a');
		const child = spawn(node, args, { env, detached: true, stdio: ['pipe', log, log] });
		closeSync(log);
		this.child = child;
		await until(`n8n (${this.setup.name}) to be ready`, async () => await this.isReady(child), {
			timeoutMs: START_MS,
			detail: () => this.logEnd(),
		});
		return this;
	}

	/** Resolves when the running n8n ends, whoever ends it. */
	async ended(): Promise<void> {
		const { child } = this;
		if (child === undefined || hasEnded(child)) return;
		await new Promise((resolve) => child.once('exit', resolve));
	}

	/** Ends n8n in good order (SIGTERM) and waits until it and its task runner are gone. */
	async stop(): Promise<void> {
		await this.end('SIGTERM');
	}

	/** Ends n8n at once (SIGKILL), as a crash or a power cut would. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/** Stops n8n if it runs, and deletes its home. */
	async remove(): Promise<void> {
		await this.stop();
		rmSync(this.home, { recursive: true, force: true });
	}

	/**
	 * Runs a command of n8n on the same home, such as `import:workflow`.
	 *
	 * @returns what it wrote to its standard output
	 * @throws when it fails
	 */
	async run(...command: string[]): Promise<string> {
		const { node, n8n } = this.installation;
		return await runCommand(node, [n8n, ...command], { env: await this.environment(true) });
	}

	private async environment(isBesideServer = false): Promise<Record<string, string>> {
		const [free = 0, other = 0] = await freePorts(2);
		this.ports ??= { port: this.setup.port ?? free, brokerPort: other };
		const { home } = this;
		const { port } = this.ports;
		const brokerPort = isBesideServer ? other : this.ports.brokerPort;
		return environmentOf({ home, path: this.installation.path, port, brokerPort }, this.setup.env);
	}

	private async isReady(child: ChildProcess): Promise<true | undefined> {
		if (hasEnded(child)) {
			this.child = undefined;
			throw new Error(`n8n (${this.setup.name}) ended by itself.\n${this.logEnd()}`);
		}
		try {
			const { ok } = await fetch(`${this.url}/healthz/readiness`);
			return ok ? true : undefined;
		} catch {
			// Nothing listens yet.
			return undefined;
		}
	}

	private async end(signal: NodeJS.Signals): Promise<void> {
		const { child } = this;
		if (child?.pid === undefined) return;
		this.child = undefined;
		const group = -child.pid;
		if (!hasEnded(child)) process.kill(signal === 'SIGKILL' ? group : child.pid, signal);
		try {
			await until(`n8n (${this.setup.name}) to end`, () => hasEnded(child) || undefined, {
				timeoutMs: STOP_MS,
				detail: () => this.logEnd(),
			});
		} finally {
			killGroup(group);
		}
	}

	private logEnd(): string {
		return `The last lines of ${this.logFile}:\n${lastLines(this.log)}`;
	}
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

/** Ends what is left of a group of processes. */
function killGroup(group: number): void {
	try {
		process.kill(group, 'SIGKILL');
	} catch {
		// ESRCH: nothing is left, which is how it should be.
	}
}
