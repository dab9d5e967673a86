import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { type Client, createClient } from '../api';
import { DescribedError } from '../base';
import { type Parameters, readOptions, type RunOptions } from '../form';
import type { Watch } from './types';

/**
 * How long a poll may take, in milliseconds, beside what the user allows for a single wait. An
 * answer can trickle in for ever without a pause that counts as a timeout, and while a poll is under
 * way no other one starts. Half an hour lets even 100,000 records arrive, which is the most that a
 * trigger watches, in 1,000 pages one after the other at 1.8 seconds each, or from a service that
 * takes 60 requests a minute.
 */
const LONGEST_POLL = 30 * 60_000;

/** What a poll is made with. */
export interface Poll {
	readonly context: IPollFunctions;
	readonly parameters: Parameters;
	readonly watch: Watch;
}

/** What a poll does with the service: one client, whose gate all its projects share. */
export interface Session {
	readonly watch: Watch;
	readonly client: Client;
	readonly options: RunOptions;
	/**
	 * Waits for a part of the work, but not past the deadline. What comes of it later is ignored. Each
	 * part may fail by itself, so that one that never ends does not take along those that are done.
	 *
	 * @throws DescribedError past the deadline; what the part throws
	 */
	readonly inTime: <Result>(part: Promise<Result>) => Promise<Result>;
	/** What the log of n8n is to say about this poll. */
	readonly hints: Set<string>;
}

/**
 * Does something with the service, with a client of its own, which sends nothing more past the
 * deadline of the poll or once the work is done.
 *
 * @throws what the work throws
 */
export async function inSession<Result>(
	{ context, parameters, watch }: Poll,
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	const options = readOptions(parameters);
	const client = await createClient(context, options.settings);
	const { maxWait, timeout } = options.settings;
	const deadline = alarm(client, LONGEST_POLL + maxWait + timeout);
	deadline.catch(() => client.stop());
	const inTime: Session['inTime'] = async (part) => await Promise.race([part, deadline]);
	const hints = new Set<string>();
	try {
		const result = await work({ watch, client, options, inTime, hints });
		say(context, [...client.hints.texts, ...hints]);
		return result;
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

/** What the poll before has said, by the static data of its node. */
const said = new WeakMap<IDataObject, ReadonlySet<string>>();

/** Says something in the log of n8n, unless the poll before has said it, too. */
function say(context: IPollFunctions, messages: readonly string[]): void {
	const staticData = context.getWorkflowStaticData('node');
	const known = said.get(staticData);
	for (const message of messages) {
		if (known?.has(message) !== true) context.logger.warn(`${context.getNode().name}: ${message}`);
	}
	said.set(staticData, new Set(messages));
}
