const EVERY_MS = process.stdout.isTTY ? 1_000 : 20_000;

/**
 * Says on the terminal what is going on and, again and again, for how long it has.
 *
 * @param what what is going on, such as `Downloading n8n`
 * @param work what to wait for
 * @returns what the work gave
 * @throws what the work threw
 */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
	const start = performance.now();
	const seconds = () => String(Math.round((performance.now() - start) / 1000));
	const rewind = process.stdout.isTTY ? '\r' : '';
	const feed = process.stdout.isTTY ? '' : '\n';
	process.stdout.write(`${what}…${feed}`);
	const timer = setInterval(() => {
		process.stdout.write(`${rewind}${what}… ${seconds()} s${feed}`);
	}, EVERY_MS);
	try {
		const given = await work();
		process.stdout.write(`${rewind}${what}: done in ${seconds()} s\n`);
		return given;
	} catch (error) {
		process.stdout.write('\n');
		throw error;
	} finally {
		clearInterval(timer);
	}
}
