import { spawn } from 'node:child_process';

const LAST_LINES = 30;

/** How to run a command. */
export interface CommandSetup {
	readonly cwd?: string;
	/** The whole environment; default that of this process. */
	readonly env?: NodeJS.ProcessEnv;
	/** Default five minutes. */
	readonly timeoutMs?: number;
}

/**
 * Runs a command to its end.
 *
 * @returns what it wrote to its standard output
 * @throws when it fails or takes too long, with the last lines of what it wrote
 */
export async function runCommand(
	file: string,
	args: readonly string[],
	{ cwd, env = process.env, timeoutMs = 300_000 }: CommandSetup = {},
): Promise<string> {
	const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	// Node's own timeout would keep the process alive after a command that does not exist.
	const timer = setTimeout(() => child.kill(), timeoutMs);
	let output = '';
	let all = '';
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		all += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()));
	const ended = await new Promise<string>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) => resolve(String(signal ?? code)));
	}).finally(() => clearTimeout(timer));
	if (ended === '0') return output;
	throw new Error(`${file} ${args.join(' ')} ended with ${ended}:\n${lastLines(all)}`);
}

/** Gives the last lines of a text. */
export function lastLines(text: string): string {
	return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}
