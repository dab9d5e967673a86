import * as n8nWorkflow from 'n8n-workflow';

/** How many times faster than real time a wait of the nodes passes. */
const SPEED = 1000;

let waited = 0;

/** How long the nodes have asked to wait since the last `restartClock`, in unscaled milliseconds. */
export function waitedFor(): number {
	return waited;
}

/** Starts to count the waits from zero. */
export function restartClock(): void {
	waited = 0;
}

/** Who waits, and until when by `performance.now()`. */
interface Sleeper {
	readonly end: number;
	readonly wake: () => void;
}

const sleepers = new Set<Sleeper>();

/**
 * Looks at the clock again and again as long as anyone sleeps, in one place for all: timers know no
 * fraction of a millisecond.
 */
function look(): void {
	const now = performance.now();
	for (const sleeper of sleepers) {
		if (sleeper.end > now) continue;
		sleepers.delete(sleeper);
		sleeper.wake();
	}
	if (sleepers.size > 0) setImmediate(look);
}

async function scaledSleep(ms: number): Promise<void> {
	waited += ms;
	const end = performance.now() + ms / SPEED;
	await new Promise<void>((wake) => {
		sleepers.add({ end, wake });
		if (sleepers.size === 1) setImmediate(look);
	});
}

const getters: { readonly sleep: unknown } = n8nWorkflow;

/** Replaces n8n's `sleep` for the whole test file, also for the built nodes. */
jest.spyOn(getters, 'sleep', 'get').mockReturnValue(scaledSleep);
