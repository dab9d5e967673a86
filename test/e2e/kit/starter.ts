import { spawn, type ChildProcess } from 'node:child_process';
import { lastLines, runCommand, until } from '../../../dev/n8n';
import { ROOT } from '../../../dev/paths';

const START_MS = 300_000;

/** A process with its parent and its command line. */
interface Listed {
	readonly pid: number;
	readonly parent: number;
	readonly command: string;
}

/** `npm start`, as a person types it, and presses Ctrl-C when done. */
export class Starter {
	private output = '';

	private constructor(private readonly child: ChildProcess) {}

	/** Types `npm start` with these arguments; does not wait for anything. */
	static type(...args: string[]): Starter {
		// A group of its own, as a shell makes for what is typed.
		const child = spawn('npm', ['start', '--', ...args], { cwd: ROOT, detached: true });
		const starter = new Starter(child);
		const hear = (chunk: Buffer) => (starter.output += chunk.toString());
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		return starter;
	}

	/** Everything on the screen so far. */
	get screen(): string {
		return this.output;
	}

	/**
	 * Waits until the screen shows something.
	 *
	 * @returns what the group of the pattern matched
	 * @throws when it does not in time, or `npm start` ends before
	 */
	async shows(pattern: RegExp): Promise<string> {
		return await until(
			`npm start to show ${String(pattern)}`,
			() => {
				const found = pattern.exec(this.output)?.[1];
				if (found === undefined && this.child.exitCode !== null) {
					throw new Error(`npm start has ended:\n${lastLines(this.output)}`);
				}
				return found;
			},
			{ timeoutMs: START_MS, detail: () => lastLines(this.output) },
		);
	}

	/** All processes that it has started, itself included. */
	async processes(): Promise<Listed[]> {
		const all = await listed();
		const family = all.filter(({ pid }) => pid === this.child.pid);
		for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid));
		return family;
	}

	/** Presses Ctrl-C: the terminal sends SIGINT to all processes of the group. */
	pressCtrlC(): void {
		if (this.child.pid !== undefined && !this.hasEnded) process.kill(-this.child.pid, 'SIGINT');
	}

	/** Waits until it has ended. */
	async ended(): Promise<void> {
		await until('npm start to end', () => this.hasEnded || undefined, {
			timeoutMs: 90_000,
			detail: () => lastLines(this.output),
		});
	}

	private get hasEnded(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}
}

/** Those of these processes that are still there. */
export async function left(before: readonly Listed[]): Promise<Listed[]> {
	const now = await listed();
	return before.filter(({ pid, command }) =>
		now.some((other) => other.pid === pid && other.command === command),
	);
}

async function listed(): Promise<Listed[]> {
	const lines = (await runCommand('ps', ['-e', '-ww', '-o', 'pid=,ppid=,args=']))
		.trim()
		.split('\n');
	return lines.map((line) => {
		const [pid, parent, ...command] = line.trim().split(/\s+/);
		return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
	});
}
