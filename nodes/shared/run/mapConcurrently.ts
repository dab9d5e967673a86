/**
 * Works on `count` things with up to `concurrency` under way, started in order, and gives the results
 * in that order. After the first failure nothing more is started.
 *
 * @param task works on the thing with this index
 * @throws what the first task to fail threw
 */
export async function mapConcurrently<Result>(
	count: number,
	concurrency: number,
	task: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const work = async (): Promise<void> => {
		while (next < count) {
			const index = next++;
			let isDone = false;
			try {
				results[index] = await task(index);
				isDone = true;
			} finally {
				if (!isDone) next = count;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	return results;
}
