import type { Client, Settings } from '../api';
import { DescribedError } from '../base';

/**
 * How long a poll may take, in milliseconds, beside what the user allows for a single wait. An
 * answer can trickle in for ever without a pause that counts as a timeout, and while a poll is under
 * way no other one starts. Half an hour lets even 100,000 records arrive, which is the most that a
 * trigger watches, in 1,000 pages one after the other at 1.8 seconds each, or from a service that
 * takes 60 requests a minute.
 */
const LONGEST_POLL = 30 * 60_000;

/**
 * Waits for a part of the work, but not past the deadline. What comes of it later is ignored.
 *
 * @throws DescribedError past the deadline; what the work throws
 */
export type InTime = <Result>(part: Promise<Result>) => Promise<Result>;

/**
 * Does work that has a deadline, past which the client sends nothing more. Each part of it may fail
 * by itself, so that one that never ends does not take along those that are done.
 *
 * @param client what the work uses; stopped in any case
 * @param work waits for all its parts with what it is given
 * @throws what the work throws
 */
export async function withinDeadline<Result>(
	client: Client,
	{ maxWait, timeout }: Settings,
	work: (inTime: InTime) => Promise<Result>,
): Promise<Result> {
	const deadline = alarm(client, LONGEST_POLL + maxWait + timeout);
	deadline.catch(() => client.stop());
	try {
		return await work(async (part) => await Promise.race([part, deadline]));
	} finally {
		client.stop();
	}
}

/** Fails after so many milliseconds, or once the client was stopped. */
async function alarm(client: Client, ms: number): Promise<never> {
	await client.pause(ms);
	throw new DescribedError(
		`The poll was not finished after ${Math.round(ms / 60_000)} minutes`,
		"The next poll starts from the beginning. If this keeps happening, check whether the service responds, or request less, for example with 'Filters'. If the list needs that long, raise 'Max Wait' under 'Options'.",
	);
}
