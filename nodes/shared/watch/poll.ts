import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { createClient } from '../api';
import { DescribedError } from '../errors';
import { Parameters, readOptions } from '../fields';
import { asNodeError } from '../nodeErrors';
import { PlanRunner, type ReadPlan } from '../operation';
import { columnsOf, flattenRecord, PAGE_SIZE, withColumns } from '../records';
import { checkStart, mustPersist, evaluate } from './evaluate';
import { readWatchOptions } from './fields';
import { isBlank, type WatchState, loadState, storeState } from './state';
import type { ReadWatch } from './types';
import { watchKeyOf } from './watchKey';

/** How many records a test event is made of. */
const MAX_SAMPLES = 3;

/** How often a list is read that moves while the watch starts. */
const MAX_READS = 3;

/** The static data of the nodes that are reading just now. */
const reading = new WeakSet<IDataObject>();

/** What n8n has saved of a memory, where that is less than what the static data holds. */
const saved = new WeakMap<IDataObject, WatchState>();

/**
 * One poll of a trigger: reads the records, compares them with what n8n keeps for the node, and
 * gives one item per event.
 *
 * What is remembered changes only here at the end, in one step with what is handed over: n8n saves
 * it when it takes the events. So a poll that fails has changed nothing. While a poll is under way,
 * further ones of the same node give nothing: what one of them had read earlier would look like a
 * change.
 *
 * @returns `null` if there is nothing to hand over; no items if n8n is only to save
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
		const watch = readWatch(parameters, PAGE_SIZE);
		const records = await recordsOf(watch.plan, parameters, context, 1);
		if (records.length === 0) throw NOTHING_THERE;
		checkStart(records, watch);
		const { detector } = watch;
		const samples = records.flatMap((record) => {
			const found = detector.readingOf(record);
			return found === undefined ? [] : [detector.sample(record, found)];
		});
		if (samples.length === 0) throw NOTHING_THERE;
		return samples.slice(0, MAX_SAMPLES);
	};
}

/** What has happened since the memory was written; the start of a watch is quiet, unless wanted. */
function compared(readWatch: ReadWatch, staticData: IDataObject): Poll {
	return async (parameters, context) => {
		const { emitExisting, saveWithoutEvents } = readWatchOptions(parameters);
		const watch = readWatch(parameters, Infinity);
		const scope = watchKeyOf(watch, context.getNode().parameters);
		const isStart = loadState(staticData, scope) === undefined;
		const reads = isStart ? MAX_READS : 1;
		const records = await recordsOf(watch.plan, parameters, context, reads);

		// From here to the end nothing waits: no other poll can come in between.
		const memory = loadState(staticData, scope);
		if (memory === undefined) checkStart(records, watch);
		const wasBlank = isBlank(staticData);
		const { events, memory: next } = evaluate(records, memory ?? NOTHING, watch);
		if (next !== memory) storeState(staticData, scope, next);

		const known = saved.get(staticData) ?? memory ?? NOTHING;
		const isEvent = events.length > 0 && (memory !== undefined || (wasBlank && emitExisting));
		const isToSave = memory === undefined ? !wasBlank : mustPersist(next, known, watch);
		const isSaved = isEvent || (isToSave && saveWithoutEvents);
		// The first poll after a start of n8n is that of the activation, after which n8n saves anyway.
		if (isSaved || !saved.has(staticData)) saved.set(staticData, next);
		if (!isSaved) return null;
		return isEvent ? events : [];
	};
}

/** @param reads how often to read at most, where the list moves meanwhile */
async function recordsOf(
	plan: ReadPlan,
	parameters: Parameters,
	context: IPollFunctions,
	reads: number,
): Promise<JsonObject[]> {
	const options = readOptions(parameters);
	const client = await createClient(context, options.settings);
	try {
		for (let left = reads - 1; ; left--) {
			const runner = new PlanRunner(client, options);
			const records = await runner.run(plan);
			if (runner.hasMoved && left > 0) continue;
			const { name } = context.getNode();
			for (const hint of [...client.hints, ...runner.hints])
				context.logger.warn(`${name}: ${hint}`);
			return records;
		}
	} finally {
		client.stop();
	}
}

/** The events as rows of one sheet. */
function asRows(events: readonly JsonObject[]): JsonObject[] {
	const rows = events.map(flattenRecord);
	const columns = columnsOf(rows);
	return rows.map((row) => withColumns(row, columns));
}

const NOTHING: WatchState = new Map();

const NOTHING_THERE = new DescribedError(
	'There are no records yet that an event could be made of',
	'The test event is made of records that are there. Check the fields of the trigger, or activate the workflow: it then waits for the first one.',
);
