import { fork, type ChildProcess } from 'node:child_process';
import { jsonParse } from 'n8n-workflow';

/**
 * Runs a script in a fresh process that can clear its heap, and gives what it reports.
 *
 * @param script a file beside this one
 */
export async function inChild<Report>(script: string, ...args: string[]): Promise<Report> {
	const execArgv = [...process.execArgv, '--expose-gc'];
	const child = fork(require.resolve(`./${script}`), args, { execArgv });
	return jsonParse<Report>(await messageOf(child));
}

/** The first thing that a process says to the one that started it. */
export async function messageOf(child: ChildProcess): Promise<string> {
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => {
			if (typeof message === 'string') resolve(message);
		});
		child.once('exit', (code) => reject(new Error(`A process of the bench ended with ${code}`)));
	});
}

/** Hands the result of this process to the one that started it, and ends. */
export function report(result: unknown): void {
	process.send?.(JSON.stringify(result), () => process.disconnect());
}
