import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { type Client, createClient, type Settings } from '../api';
import { DescribedError } from '../base';
import { type Parameters, readOptions, type RunOptions } from '../form';
import { readPlan, Reads, type RequestPlan } from '../run';
import type { Reading } from './evaluate';
import type { ReadWatch } from './types';

/** How long to wait before reading again what is in doubt, in milliseconds. */
export const READ_AGAIN_AFTER = 1_000;

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
	readonly readWatch: ReadWatch;
}

/**
 * Waits for a part of the work, but not past the deadline. What comes of it later is ignored.
 *
 * @throws DescribedError past the deadline; what the work throws
 */
export type InTime = <Result>(part: Promise<Result>) => Promise<Result>;

/** What a poll does with the service: one client, whose gate all its projects share. */
export interface Session {
	readonly client: Client;
	readonly options: RunOptions;
	readonly inTime: InTime;
	/** What the log of n8n is to say about this poll. */
	readonly hints: Set<string>;
}

/** Does something with the service, with a client of its own, before the deadline of the poll. */
export async function inSession<Result>(
	{ context, parameters }: Poll,
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	const options = readOptions(parameters);
	const client = await createClient(context, options.settings);
	const hints = new Set<string>();
	const result = await withinDeadline(client, options.settings, async (inTime) => {
		return await work({ client, options, inTime, hints });
	});
	say(context, [...client.hints.texts, ...hints]);
	return result;
}

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

/**
 * Reads the records, and once more if the service says that there are others.
 *
 * @throws DescribedError if they cannot be read, or some are missing
 */
export async function read(session: Session, plan: RequestPlan): Promise<Reading> {
	const { client, options } = session;
	const once = async () => {
		const result = await readPlan(plan, new Reads(client, options));
		return { ...result, gap: result.notices.find(({ kind }) => kind === 'gap') };
	};
	let reading = await once();
	if (reading.gap !== undefined) {
		await client.pause(READ_AGAIN_AFTER);
		reading = await once();
	}
	const { records, errors, notices, gap } = reading;
	const [error] = errors;
	if (error !== undefined) throw error;
	if (gap !== undefined) throw incompleteError(gap.details ?? gap.message);
	return { records, notices };
}

/** The records that are missing would be new once they come. */
function incompleteError(gap: string): DescribedError {
	return new DescribedError(
		'The service did not return all records',
		`${gap} The next poll tries again. ${IF_EVERY_TIME}`,
	);
}

const IF_EVERY_TIME =
	"If it fails every time, use the Agents or GEO node with 'Output' set to 'Raw Response' to see what the service returns. " +
	"If all records are in the response, enter the path to them in 'Records At' under 'Options'. " +
	"If some are missing, request fewer, for example with 'Filters'. " +
	"If there are no others, the number that the service reports is wrong: tell the service's support, because the trigger cannot tell a wrong number from missing records.";

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
