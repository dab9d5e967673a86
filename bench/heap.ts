import { setTimeout } from 'node:timers/promises';

/** How much memory something took beyond what there was before it, in bytes. */
export interface Peak {
	/** The highest heap in use that was seen, what nobody needs any more included. */
	readonly heap: number;
	/** The highest memory of the process. */
	readonly resident: number;
	/** What is still in use when it is over and its result is held. */
	readonly held: number;
}

/** How often to look, in milliseconds. */
const INTERVAL = 3;

/** With clearing, how often to clear and look: each time stops everything for a while. */
const CLEARING_INTERVAL = 100;

/** Clears the heap; the process has to run with `--expose-gc`. */
function collect(): void {
	if (gc === undefined) throw new Error('Run this with --expose-gc');
	// What a first pass finalises goes with the next one.
	for (let pass = 0; pass < 3; pass++) gc();
}

/**
 * Does the work and watches the memory meanwhile.
 *
 * @param isCleared whether to clear the heap before each look, so that only what is needed counts
 */
export async function watched<Result>(
	work: () => Promise<Result>,
	isCleared = false,
): Promise<{ readonly result: Result; readonly peak: Peak }> {
	// What the work before has left is only free once its last promises are done.
	await setTimeout(100);
	collect();
	const idle = process.memoryUsage();
	const most = { heap: 0, resident: 0 };
	const look = () => {
		if (isCleared) gc?.();
		const { heapUsed, rss } = process.memoryUsage();
		most.heap = Math.max(most.heap, heapUsed - idle.heapUsed);
		most.resident = Math.max(most.resident, rss - idle.rss);
	};
	const timer = setInterval(look, isCleared ? CLEARING_INTERVAL : INTERVAL);
	try {
		const result = await work();
		look();
		collect();
		const held = process.memoryUsage().heapUsed - idle.heapUsed;
		return { result, peak: { ...most, held } };
	} finally {
		clearInterval(timer);
	}
}
