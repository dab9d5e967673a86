import { setImmediate } from 'node:timers/promises';
import type * as n8nWorkflow from 'n8n-workflow';

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

/** Looks at the clock again and again: timers know no fraction of a millisecond. */
async function scaledSleep(ms: number): Promise<void> {
	waited += ms;
	const end = performance.now() + ms / SPEED;
	do await setImmediate();
	while (performance.now() < end);
}

/**
 * Replaces n8n's `sleep` for the whole test file, also for the built nodes: n8n's loader requires
 * them through jest. A file has to import this module before anything that loads n8n.
 */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof n8nWorkflow>('n8n-workflow'),
	sleep: scaledSleep,
}));
