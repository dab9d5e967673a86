import type { IPollFunctions } from 'n8n-workflow';
import { type Client, createClient } from '../api';
import { DescribedError, textOf } from '../base';
import { type Parameters, readOptions, type RunOptions } from '../form';
import { PlanRunner, type RequestPlan } from '../run';
import { type InTime, withinDeadline } from './deadline';
import type { Reading } from './evaluate';
import type { ReadWatch } from './types';

/** How long to wait before reading again what is in doubt, in milliseconds. */
export const READ_AGAIN_AFTER = 1_000;

/** What a poll is made with. */
export interface Poll {
	readonly context: IPollFunctions;
	readonly parameters: Parameters;
	readonly readWatch: ReadWatch;
}

/** What a poll does with the service: one client, whose gate all its projects share. */
export interface Session {
	readonly client: Client;
	readonly options: RunOptions;
	/** Waits for a part of the work, but not past the deadline of the poll. */
	readonly inTime: InTime;
	/** What the user should know about what was read. */
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
	for (const hint of [...client.hints.texts, ...hints]) warn(context, hint);
	return result;
}

/** A reading, and what the user should know about it. */
export interface HintedReading extends Reading {
	readonly hints: readonly string[];
}

/**
 * Reads the records, and once more if the service says that there are others. If their number is a
 * multiple of the page size, it may have sent an empty page instead of the next one.
 *
 * @throws DescribedError if they cannot be read, or some are missing
 */
export async function read(session: Session, plan: RequestPlan): Promise<HintedReading> {
	const { client, options } = session;
	let runner = new PlanRunner(client, options);
	let result = await runner.run(plan);
	if (runner.gap !== undefined) {
		await client.pause(READ_AGAIN_AFTER);
		runner = new PlanRunner(client, options);
		result = await runner.run(plan);
	}
	const { records, errors } = result;
	const [error] = errors;
	if (error !== undefined) throw error;
	if (runner.gap !== undefined) throw incompleteError(runner.gap);
	const endsWithPage = plan.paging !== undefined && records.length % options.pageSize === 0;
	return { records, isWhole: !runner.hasMoved && !endsWithPage, hints: result.hints.map(textOf) };
}

/** Says something in the log of n8n. */
export function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
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
