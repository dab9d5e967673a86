/**
 * Says on the terminal what is going on and, again and again, for how long it has.
 *
 * @param what what is going on, such as `Downloading n8n`
 * @param work what to wait for
 * @throws what the work threw
 */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
	const start = performance.now();
	const seconds = () => String(Math.round((performance.now() - start) / 1000));
	console.log(`${what}…`);
	const timer = setInterval(() => console.log(`${what}… ${seconds()} s`), 20_000);
	try {
		const given = await work();
		console.log(`${what}: done in ${seconds()} s`);
		return given;
	} finally {
		clearInterval(timer);
	}
}
