import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { asNodeError } from '../base';
import { Parameters, readOptions } from '../form';
import { PAGE_SIZE } from '../reading';
import { toSheetRows } from '../shape';
import { readWatchOptions, type WatchOptions } from './fields';
import { hasRecovered, nextState } from './nextState';
import { failureOf, type Problem, problemsIn, reportOf } from './problems';
import { type Found, pollProjects, withProject } from './projectPolls';
import { samplesOf } from './samples';
import { inSession, type Poll, type Session } from './session';
import { hasState, loadState, type State, storeState, watchKeyOf } from './state';
import type { ReadWatch, Watch } from './types';

/** The static data of the nodes that are polling at the moment. */
const polling = new WeakSet<IDataObject>();

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
	return await inSession(poll, async (session) => await samplesOf(session, watch));
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
	const before = loadState(staticData, watchKey);
	const isFirst = !hasState(staticData);
	const found = await inSession(poll, async (session) => await findNews(session, watch, before));

	// Nothing waits from here on, so what has missed the deadline stores nothing.
	const awaitsFailed = isFirst && options.emitExisting;
	const state = nextState(found, before, { awaitsFailed, now: Date.now() });
	const output = outputOf(found, watch, { ...options, isFirst, before, state });
	if (state !== before) storeState(staticData, watchKey, state);
	report(found, before, context);
	return output;
}

/**
 * Reads the projects, and notes for the log what is not watched.
 *
 * @throws DescribedError if no project can be read
 */
async function findNews(session: Session, watch: Watch, before: State | undefined): Promise<Found> {
	const found = await pollProjects(session, watch, before);
	const isChoice = watch.projects.by !== 'id';
	const failure = found.read.length === 0 ? failureOf(found.failed, isChoice) : undefined;
	if (failure !== undefined) throw failure;
	for (const { project, evaluation } of found.read) {
		const place = isChoice ? `${project.name} (${project.id}): ` : '';
		for (const notice of evaluation.notices) session.hints.add(place + notice);
	}
	for (const { name, error } of problemsIn(found)) session.hints.add(`${name}: ${error.message}`);
	return found;
}

/** What a poll starts from, and what it has come to. */
interface Progress extends WatchOptions {
	/** Whether the node polls for the first time. n8n saves its state with the activated workflow. */
	readonly isFirst: boolean;
	readonly before: State | undefined;
	readonly state: State;
}

/**
 * The events of all projects; none if n8n only has to save the state, `null` if it has not.
 *
 * A project that is read for the first time starts quietly, unless the node does, too, and its
 * existing records are to be output. What is remembered of them has to be saved.
 */
function outputOf(
	{ read }: Found,
	watch: Watch,
	{ isFirst, emitExisting, saveWithoutEvents, before, state }: Progress,
): JsonObject[] | null {
	const isKnown = (id: string) => before?.get(id)?.records !== undefined;
	const events = read
		.filter(({ project }) => isKnown(project.id) || (isFirst && emitExisting))
		.flatMap(({ project, evaluation }) =>
			[...evaluation.events.values()].map((event) => withProject(event, project, watch)),
		);
	if (events.length > 0) return events;
	const mustSave =
		hasRecovered(state, before) ||
		read.some(({ project, evaluation }) => (isKnown(project.id) ? evaluation.mustSave : !isFirst));
	return mustSave && saveWithoutEvents ? [] : null;
}

/**
 * Shows what cannot be read as a failed execution, in the way in which n8n shows a poll that throws:
 * the events of the other projects could not be returned with an error. What was shown by an earlier
 * poll is only in the log.
 */
function report(found: Found, before: State | undefined, context: IPollFunctions): void {
	const isNew = ({ id }: Problem) => before?.get(id)?.isReported !== true;
	const error = reportOf(problemsIn(found).filter(isNew));
	if (error !== undefined) context.__emitError(asNodeError(context.getNode(), error));
}
