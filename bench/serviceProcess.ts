import { startSandbox } from '../sandbox';

/** Runs the sandbox until the process that started this one lets go. */
async function serve(): Promise<void> {
	const sandbox = await startSandbox();
	process.once('disconnect', () => void sandbox.close());
	process.send?.(sandbox.url);
}

void serve();
