import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { type Client, createClient } from '../api';
import { DescribedError } from '../errors';
import { Parameters, readOptions, type RunOptions } from '../fields';
import { asNodeError } from '../nodeErrors';
import { PlanRunner, type ReadPlan } from '../operation';
import { PAGE_SIZE, toSheetRows } from '../records';
import { confirmed } from './confirm';
import { withinDeadline } from './deadline';
import { deliveryOf, type Stage } from './delivery';
import { evaluate, mustPersist, stateAfter, type Evaluation, type Reading } from './evaluate';
import { readWatchOptions } from './fields';
import { hasKey, keysOf } from './identity';
import { hasState, loadState, storeState, type WatchState } from './state';
import type { ReadWatch } from './types';
import { watchKeyOf } from './watchKey';

/** The most records in a test event. */
const MAX_SAMPLES = 3;

/** How long to wait before reading again what is in doubt, in milliseconds. */
const READ_AGAIN_AFTER = 1_000;

/** The static data of the nodes that are polling at the moment. */
const polling = new WeakSet<IDataObject>();

/** The state that n8n has saved last, by static data, which may hold a newer one. */
const persistedStates = new WeakMap<IDataObject, WatchState>();

/** What the log says of the records, by the static data of the node: each thing once. */
const said = new WeakMap<IDataObject, Set<string>>();

/** What a poll is made with. */
interface Poll {
	readonly context: IPollFunctions;
	readonly parameters: Parameters;
	readonly readWatch: ReadWatch;
}

/** What a poll does with the service. */
interface Session {
	readonly client: Client;
	readonly options: RunOptions;
	/** What the user should know about the latest reading. */
	hints: ReadonlySet<string>;
}

/**
 * Polls once for a trigger: reads the records, compares them with the state in the node's static
 * data, and returns one item per event.
 *
 * The state changes only after all records were read, so a poll that fails changes nothing. n8n saves
 * it together with the items. While a node is polling, its further polls return nothing: with two at
 * a time, the one that read its records earlier could take old values for a change.
 *
 * @returns `null` for no execution; no items for an execution that only makes n8n save the state
 * @throws NodeApiError or NodeOperationError if the records cannot be read or told apart
 */
export async function pollWatch(
	context: IPollFunctions,
	readWatch: ReadWatch,
): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = Parameters.ofTrigger(context);
		const isTest = context.getMode() === 'manual';
		const events = await (isTest ? testEvents : newEvents)({ context, parameters, readWatch });
		if (events === null) return null;
		const rows = readOptions(parameters).flatten ? toSheetRows(events) : events;
		return [rows.map((json) => ({ json }))];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** Examples of events, made of records that exist. The state is neither read nor changed. */
async function testEvents(poll: Poll): Promise<JsonObject[]> {
	const watch = poll.readWatch(poll.parameters, PAGE_SIZE);
	const records = await inSession(poll, async (session) => {
		const reading = await read(session, watch.plan);
		const { conflict } = evaluate(reading, undefined, watch);
		if (conflict !== undefined) throw conflict;
		return reading.records;
	});
	const keys = keysOf(records, watch.identity, undefined);
	const events = records.flatMap((record) => {
		if (!hasKey(record, keys)) return [];
		const current = watch.detector.extract(record);
		return current === undefined ? [] : [watch.detector.sampleEvent(record, current)];
	});
	if (events.length === 0) throw NO_TEST_EVENT;
	return events.slice(0, MAX_SAMPLES);
}

/** The events since the last poll, unless the node is polling already. */
async function newEvents(poll: Poll): Promise<JsonObject[] | null> {
	const staticData = poll.context.getWorkflowStaticData('node');
	if (polling.has(staticData)) return null;
	polling.add(staticData);
	try {
		return await updateState(poll, staticData);
	} finally {
		polling.delete(staticData);
	}
}

/** Compares the records with the state, stores the new one, and returns what to output. */
async function updateState(poll: Poll, staticData: IDataObject): Promise<JsonObject[] | null> {
	const options = readWatchOptions(poll.parameters);
	const watch = poll.readWatch(poll.parameters, Infinity);
	const watchKey = watchKeyOf(watch, poll.context.getNode().parameters);
	const stored = loadState(staticData, watchKey);
	const evaluation = await inSession(poll, async (session) => {
		const once = async () => evaluate(await read(session, watch.plan), stored, watch);
		const pause = async () => await session.client.pause(READ_AGAIN_AFTER);
		return await confirmed(once, stored === undefined, pause);
	});

	// Nothing waits from here on, so a poll that has missed its deadline stores nothing.
	warnOf(evaluation, poll.context, staticData);
	const state = stateAfter(evaluation, stored);
	const delivery = deliveryOf({
		...options,
		stage: stageOf(staticData, stored),
		hasEvents: evaluation.events.size > 0,
		mustPersist: mustPersist(state, persistedStates.get(staticData) ?? stored ?? state, watch),
	});
	if (state !== stored) storeState(staticData, watchKey, state);
	// The first poll belongs to the activation, after which n8n saves the static data in any case.
	if (delivery !== 'nothing' || !persistedStates.has(staticData)) {
		persistedStates.set(staticData, state);
	}
	return { events: [...evaluation.events.values()], emptyExecution: [], nothing: null }[delivery];
}

function stageOf(staticData: IDataObject, stored: WatchState | undefined): Stage {
	if (stored !== undefined) return 'running';
	return hasState(staticData) ? 'startOver' : 'firstStart';
}

/** Does something with the service, with a client of its own, before the deadline of the poll. */
async function inSession<Result>(
	{ context, parameters }: Poll,
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	const options = readOptions(parameters);
	const client = await createClient(context, options.settings);
	const session: Session = { client, options, hints: new Set() };
	const result = await withinDeadline(client, options.settings, async () => await work(session));
	for (const hint of [...client.hints, ...session.hints]) warn(context, hint);
	return result;
}

/**
 * Reads the records, and once more if the service says that there are others. If their number is a
 * multiple of the page size, it may have sent an empty page instead of the next one.
 */
async function read(session: Session, plan: ReadPlan): Promise<Reading> {
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
	session.hints = runner.hints;
	const endsWithPage = plan.paging !== undefined && records.length % options.pageSize === 0;
	return { records, isWhole: !runner.hasMoved && !endsWithPage };
}

/** Says in the log what is not watched. */
function warnOf(
	{ keyless, unseen }: Evaluation,
	context: IPollFunctions,
	staticData: IDataObject,
): void {
	const which = keyless === 1 ? '1 record has' : `${keyless} records have`;
	const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
	if (keyless > 0) {
		warnOnce(context, staticData, `${which} no ID and cannot be watched. ${todo}`, 'keyless');
	}
	if (unseen.length > 0) {
		warnOnce(context, staticData, `No record has a field ${unseen.join(', ')} so far.`, 'unseen');
	}
}

/** Says each thing once for each time the workflow is activated. */
function warnOnce(
	context: IPollFunctions,
	staticData: IDataObject,
	message: string,
	topic: string,
): void {
	const topics = said.get(staticData) ?? new Set();
	if (!topics.has(topic)) warn(context, message);
	said.set(staticData, topics.add(topic));
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
}

/** The records that are missing would be new once they come. */
function incompleteError(gap: string): DescribedError {
	return new DescribedError(
		'The service did not return all records',
		`${gap} The next poll tries again.`,
	);
}

const NO_TEST_EVENT = new DescribedError(
	'There are no records yet to make a test event from',
	'Check the parameters of the trigger, or activate the workflow: it then waits for the first record.',
);
