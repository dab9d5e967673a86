import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { asNodeError } from '../nodeError';
import { Parameters, PlanRunner, readOptions, type ReadPlan } from '../operation';
import { columnsOf, flattened, withColumns } from '../output';
import { Problem } from '../problem';
import { createClient } from '../transport';
import { readWatchOptions } from './fields';
import { isBlank, recall, remember } from './memory';
import { observe } from './observe';
import { scopeOf } from './scope';
import type { ReadWatch } from './types';

/** How many records a test event is made of. */
const SAMPLES = 3;

/** The static data of the nodes that are reading just now. */
const reading = new WeakSet<IDataObject>();

/**
 * One poll of a trigger: reads the records, compares them with what n8n keeps for the node, and
 * gives one item per event.
 *
 * What is remembered changes only here at the end, in one step with what is handed over: n8n saves
 * it when it takes the events. So a poll that fails has changed nothing. While a poll is under way,
 * further ones of the same node give nothing: what one of them had read earlier would look like a
 * change.
 *
 * @returns `null` if there is nothing to hand over
 * @throws NodeApiError or NodeOperationError if the records cannot be read or told apart
 */
export async function pollWatch(
	context: IPollFunctions,
	readWatch: ReadWatch,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await guarded(context, sampled(readWatch));
	const staticData = context.getWorkflowStaticData('node');
	if (reading.has(staticData)) return null;
	reading.add(staticData);
	try {
		return await guarded(context, compared(readWatch, staticData));
	} finally {
		reading.delete(staticData);
	}
}

type Poll = (parameters: Parameters, context: IPollFunctions) => Promise<JsonObject[] | null>;

async function guarded(
	context: IPollFunctions,
	poll: Poll,
): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = Parameters.ofTrigger(context);
		const events = await poll(parameters, context);
		if (events === null) return null;
		const { flatten } = readOptions(parameters);
		return [(flatten ? asRows(events) : events).map((json) => ({ json }))];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** A few real records as the events that they could be. The memory is not touched. */
function sampled(readWatch: ReadWatch): Poll {
	return async (parameters, context) => {
		const { plan, detector } = readWatch(parameters, SAMPLES);
		const records = await recordsOf(plan, parameters, context);
		const problem = records.length > 0 ? detector.nothingToWatch(records) : NOTHING_THERE;
		if (problem !== undefined) throw problem;
		return records
			.filter((record) => detector.noteOf(record) !== undefined)
			.map((record) => detector.sample(record));
	};
}

/** What has happened since the memory was written; the start of a watch is quiet, unless wanted. */
function compared(readWatch: ReadWatch, staticData: IDataObject): Poll {
	return async (parameters, context) => {
		const { emitExisting, saveWithoutEvents } = readWatchOptions(parameters);
		const watch = readWatch(parameters, Infinity);
		const records = await recordsOf(watch.plan, parameters, context);
		// From here to the end nothing waits: no other poll can come in between.
		const scope = scopeOf(watch, context.getNode().parameters);
		const memory = recall(staticData, scope);
		const isQuiet = memory === undefined && !(emitExisting && isBlank(staticData));
		const { events, memory: next, isNews } = observe(records, memory ?? new Map(), watch);
		if (isNews || memory === undefined) remember(staticData, scope, next);
		if (isQuiet) return null;
		const isToSave = isNews && memory !== undefined && saveWithoutEvents;
		return events.length > 0 || isToSave ? events : null;
	};
}

async function recordsOf(
	plan: ReadPlan,
	parameters: Parameters,
	context: IPollFunctions,
): Promise<JsonObject[]> {
	const options = readOptions(parameters);
	const client = await createClient(context, options.settings);
	const runner = new PlanRunner(client, options);
	try {
		return await runner.run(plan);
	} finally {
		client.stop();
		for (const hint of [...client.hints, ...runner.hints]) context.logger.warn(hint);
	}
}

/** The events as rows of one sheet. */
function asRows(events: readonly JsonObject[]): JsonObject[] {
	const rows = events.map(flattened);
	const columns = columnsOf(rows);
	return rows.map((row) => withColumns(row, columns));
}

const NOTHING_THERE = new Problem(
	'There are no records yet',
	'The test event is made of records that are there. Check the fields of the trigger, or activate the workflow: it then waits for the first one.',
);
