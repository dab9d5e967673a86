import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 100;

/** How long to look for something. */
export interface Patience {
	/** Default 30 seconds. */
	readonly timeoutMs?: number;
	/** What to add to the error when time is up, such as the end of a log. */
	readonly detail?: () => string;
}

/**
 * Looks again and again until there is something to see.
 *
 * @param what what is waited for, for the error
 * @param look gives undefined as long as there is nothing yet; what it throws ends the waiting
 * @returns what `look` gave
 * @throws when time is up
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | undefined> | T | undefined,
	{ timeoutMs = 30_000, detail }: Patience = {},
): Promise<T> {
	const end = performance.now() + timeoutMs;
	for (;;) {
		const seen = await look();
		if (seen !== undefined) return seen;
		if (performance.now() > end) {
			const seconds = String(Math.round(timeoutMs / 1000));
			throw new Error(
				`Waited ${seconds} seconds for ${what} without success.\n${detail?.() ?? ''}`,
			);
		}
		await sleep(EVERY_MS);
	}
}
