import { sleep } from 'n8n-workflow';

/** How long a wait goes on before it looks whether it is still wanted, in milliseconds. */
const SLICE = 200;

/**
 * Waits, but ends early once the execution is cancelled: n8n gives nodes no timer that can be
 * taken back.
 *
 * @param ms how long, in milliseconds
 * @param isOver asked several times a second
 */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	for (let left = ms; left > 0 && !isOver(); left -= SLICE) await sleep(Math.min(left, SLICE));
}
