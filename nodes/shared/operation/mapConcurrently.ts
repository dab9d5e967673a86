/**
 * Works on `count` things with up to `atOnce` under way, started in order, and gives the results in
 * that order. After the first failure nothing more is started.
 *
 * @param beforeBatch awaited before every `atOnce`-th start but the first
 * @param task works on the thing with this index
 * @throws what the first task to fail threw
 */
export async function mapConcurrently<Result>(
	count: number,
	atOnce: number,
	beforeBatch: () => Promise<void>,
	task: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	let failed = 0;
	const isGoingOn = () => failed === 0;
	let start = Promise.resolve();

	const work = async (): Promise<void> => {
		while (next < count && isGoingOn()) {
			const index = next++;
			if (index > 0 && index % atOnce === 0) start = start.then(beforeBatch);
			await start;
			if (!isGoingOn()) return;
			results[index] = await task(index).catch((error: unknown) => {
				failed += 1;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
	return results;
}
