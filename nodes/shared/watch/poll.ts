import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { createClient } from '../api';
import { DescribedError } from '../errors';
import { Parameters, readOptions } from '../fields';
import { asNodeError } from '../nodeErrors';
import { PlanRunner, type ReadPlan } from '../operation';
import { PAGE_SIZE, toSheetRows } from '../records';
import { deliveryOf, type Stage } from './delivery';
import { checkStart, evaluate, mustPersist } from './evaluate';
import { readWatchOptions } from './fields';
import { hasState, loadState, storeState, type WatchState } from './state';
import type { ReadWatch } from './types';
import { watchKeyOf } from './watchKey';

/** The most records in a test event. */
const MAX_SAMPLES = 3;

/** How often to read a list at the start of a watch, if it changes while it is read. */
const MAX_START_READS = 3;

/** The static data of the nodes that are polling at the moment. */
const polling = new WeakSet<IDataObject>();

/** The state that n8n has saved last, by static data, which may hold a newer one. */
const persistedStates = new WeakMap<IDataObject, WatchState>();

/** What a poll is made with. */
interface Poll {
	readonly context: IPollFunctions;
	readonly parameters: Parameters;
	readonly readWatch: ReadWatch;
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
	const records = await readRecords(poll, watch.plan, 1);
	checkStart(records, watch);
	const events = records.flatMap((record) => {
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
	const records = await readRecords(poll, watch.plan, stored === undefined ? MAX_START_READS : 1);
	if (stored === undefined) checkStart(records, watch);

	const before: WatchState = stored ?? new Map();
	const { events, state } = evaluate(records, before, watch);
	const delivery = deliveryOf({
		...options,
		stage: stageOf(staticData, stored),
		hasEvents: events.length > 0,
		mustPersist: mustPersist(state, persistedStates.get(staticData) ?? before, watch),
	});
	if (state !== stored) storeState(staticData, watchKey, state);
	// The first poll belongs to the activation, after which n8n saves the static data in any case.
	if (delivery !== 'nothing' || !persistedStates.has(staticData)) {
		persistedStates.set(staticData, state);
	}
	return { events, emptyExecution: [], nothing: null }[delivery];
}

function stageOf(staticData: IDataObject, stored: WatchState | undefined): Stage {
	if (stored !== undefined) return 'running';
	return hasState(staticData) ? 'startOver' : 'firstStart';
}

/** @param maxReads how often to read, at most, if the list changes while it is read */
async function readRecords(
	{ context, parameters }: Poll,
	plan: ReadPlan,
	maxReads: number,
): Promise<JsonObject[]> {
	const options = readOptions(parameters);
	const client = await createClient(context, options.settings);
	try {
		for (let read = 1; ; read++) {
			const runner = new PlanRunner(client, options);
			const { records, errors } = await runner.run(plan);
			const [error] = errors;
			if (error !== undefined) throw error;
			if (runner.hasMoved && read < maxReads) continue;
			const { name } = context.getNode();
			for (const hint of [...client.hints, ...runner.hints]) {
				context.logger.warn(`${name}: ${hint}`);
			}
			return records;
		}
	} finally {
		client.stop();
	}
}

const NO_TEST_EVENT = new DescribedError(
	'There are no records yet to make a test event from',
	'Check the parameters of the trigger, or activate the workflow: it then waits for the first record.',
);
