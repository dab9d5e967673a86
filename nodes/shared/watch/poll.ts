import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { asNodeError, DescribedError } from '../base';
import { Parameters, readOptions } from '../form';
import { PAGE_SIZE } from '../reading';
import { toSheetRows } from '../shape';
import { type Delivery, deliveryOf, type Stage } from './delivery';
import { mustPersist } from './evaluate';
import { readWatchOptions, type WatchOptions } from './fields';
import { logUnwatched } from './log';
import { hasEnded, nodeStateAfter } from './nodeState';
import { failureOf, type Problem, problemsIn, reportOf } from './problems';
import { type Found, pollProjects, withProject } from './projectPolls';
import { samplesOf } from './samples';
import { inSession, type Poll, warn } from './session';
import { hasState, loadState, type NodeState, storeState } from './state';
import type { ReadWatch, Watch } from './types';
import { watchKeyOf } from './watchKey';

/** The static data of the nodes that are polling at the moment. */
const polling = new WeakSet<IDataObject>();

/** The state that n8n has saved last, by static data, which may hold a newer one. */
const persistedStates = new WeakMap<IDataObject, NodeState>();

/**
 * Polls once for a trigger: reads the records of its projects, compares them with the state in the
 * node's static data, and returns one item per event.
 *
 * The state of a project changes only after all its records were read, so what could not be read
 * changes nothing. n8n saves the state together with the items. While a node is polling, its further
 * polls return nothing: with two at a time, the one that read its records earlier could take old
 * values for a change.
 *
 * If some of the projects cannot be read, this is shown once as a failed execution of its own, beside
 * the one that the events of the others start.
 *
 * @returns `null` for no execution; no items for an execution that only makes n8n save the state
 * @throws NodeApiError or NodeOperationError if the records of no project can be read and told apart
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
	const events = await inSession(poll, async (session) => await samplesOf(session, watch));
	if (events.length === 0) throw NO_TEST_EVENT;
	return events;
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
	const { context, parameters } = poll;
	const options = readWatchOptions(parameters);
	const watch = poll.readWatch(parameters, Infinity);
	const watchKey = watchKeyOf(watch, context.getNode().parameters);
	const stored = loadState(staticData, watchKey);
	const isFirst = stored === undefined && !hasState(staticData);
	const found = await inSession(poll, async (session) => {
		return await pollProjects(session, watch, stored);
	});

	// Nothing waits from here on, so what has missed the deadline stores nothing.
	const failure =
		found.read.length === 0 ? failureOf(found.failed, watch.projects.by !== 'id') : undefined;
	if (failure !== undefined) throw failure;
	const state = nodeStateAfter(found, stored, {
		awaitsFailed: isFirst && options.emitExisting,
		now: Date.now(),
	});
	const persisted = persistedStates.get(staticData) ?? stored ?? state;
	const stageOf = (id: string): Stage => {
		if (stored === undefined) return isFirst ? 'firstStart' : 'startOver';
		if (stored.projects.has(id)) return 'running';
		return stored.awaited.has(id) ? 'lateStart' : 'startOver';
	};
	const output = outputOf({ ...options, found, watch, state, persisted, stageOf });
	if (state !== stored) storeState(staticData, watchKey, state);
	// The first poll belongs to the activation, after which n8n saves the static data in any case.
	if (output !== null || !persistedStates.has(staticData)) persistedStates.set(staticData, state);
	logUnwatched(found.read, watch, context);
	report(problemsIn(found), stored, context);
	return output;
}

/** What a poll has found, and what it is compared with. */
interface Result extends WatchOptions {
	readonly found: Found;
	readonly watch: Watch;
	readonly state: NodeState;
	readonly persisted: NodeState;
	readonly stageOf: (projectId: string) => Stage;
}

/** The events of all projects; none if n8n only has to save the state, `null` if it has not. */
function outputOf({ found, watch, state, persisted, stageOf, ...options }: Result) {
	const deliveries = found.read.map(({ project, evaluation }) => {
		const { id } = project;
		const own = state.projects.get(id);
		const delivery: Delivery = deliveryOf({
			...options,
			stage: stageOf(id),
			hasEvents: evaluation.events.size > 0,
			mustPersist: own !== undefined && mustPersist(own, persisted.projects.get(id), watch),
		});
		return { project, evaluation, delivery };
	});
	const events = deliveries
		.filter(({ delivery }) => delivery === 'events')
		.flatMap(({ project, evaluation }) =>
			[...evaluation.events.values()].map((event) => withProject(event, project, watch)),
		);
	if (events.length > 0) return events;
	const mustSave = options.saveWithoutEvents && hasEnded(state, persisted);
	return mustSave || deliveries.some(({ delivery }) => delivery === 'emptyExecution') ? [] : null;
}

/**
 * Shows what cannot be read as a failed execution, in the way in which n8n shows a poll that throws:
 * the events of the other projects could not be returned with an error. What was shown by an earlier
 * poll is only in the log.
 */
function report(
	problems: readonly Problem[],
	stored: NodeState | undefined,
	context: IPollFunctions,
): void {
	for (const { name, error } of problems) warn(context, `${name}: ${error.message}`);
	const unknown = problems.filter(({ id }) => stored?.reported.has(id) !== true);
	if (unknown.length > 0) context.__emitError(asNodeError(context.getNode(), reportOf(unknown)));
}

const NO_TEST_EVENT = new DescribedError(
	'There are no records yet to make a test event from',
	'Check the parameters of the trigger, or activate (publish) the workflow: it then waits for the first record.',
);
