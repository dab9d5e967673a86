import type { IDataObject, INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';
import { asError, asNodeError, DescribedError } from '../base';
import { ALL_PROJECTS, Parameters, readOptions } from '../form';
import type { Project } from '../projects';
import { PAGE_SIZE } from '../reading';
import { toSheetRows } from '../shape';
import { evaluate } from './evaluate';
import { EMIT_EXISTING, SAVE_WITHOUT_EVENTS } from './fields';
import { nextState } from './nextState';
import {
	eventsIn,
	type FailedProject,
	failureOf,
	type Found,
	mayLackProjects,
	projectsToWatch,
	pollProjects,
	read,
	reportOf,
} from './projectPolls';
import { inSession, type Poll, type Session } from './session';
import { hasState, loadState, type State, storeState, watchKeyOf } from './state';
import type { Detector, Watch } from './types';

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
 * @param readWatch what the parameters say; throws DescribedError if one is not usable
 * @returns `null` for no execution; no items for an execution that only makes n8n save the state
 * @throws NodeApiError or NodeOperationError if the records of no project can be read and told apart
 */
export async function pollWatch(
	context: IPollFunctions,
	readWatch: (parameters: Parameters) => Watch,
): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = Parameters.ofTrigger(context);
		const poll: Poll = { context, parameters, watch: readWatch(parameters) };
		const isTest = context.getMode() === 'manual';
		const events = isTest ? await inSession(poll, samplesOf) : await newEvents(poll);
		if (events === null) return null;
		const rows = readOptions(parameters).flatten ? toSheetRows(events) : events;
		return [rows.map((json) => ({ json }))];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
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
	const { context, watch, parameters } = poll;
	const saves = parameters.options.flag(SAVE_WITHOUT_EVENTS);
	const watchKey = watchKeyOf(watch, context.getNode().parameters);
	const before = loadState(staticData, watchKey);
	const isFirst = !hasState(staticData);
	const emitsExisting = isFirst && parameters.options.flag(EMIT_EXISTING);
	const found = await inSession(poll, async (session) => await pollProjects(session, before));

	// Nothing waits from here on, so what has missed the deadline stores nothing.
	storeState(
		staticData,
		watchKey,
		nextState(found, before, { awaitsFailed: emitsExisting, now: Date.now() }),
	);
	report(found, context);
	const events = found.read
		.filter(({ known }) => emitsExisting || known.records !== undefined)
		.flatMap(({ project, evaluation }) => eventsIn(evaluation, project, watch));
	if (events.length > 0) return events;
	return saves && mustSave(found, before, isFirst) ? [] : null;
}

/**
 * Whether n8n has to save the state without an event: a project that is read for the first time, what
 * a detector wants saved, and what can be read again, because its next failure would not be said.
 *
 * @param isFirst whether the node polls for the first time: n8n saves its state with the workflow
 */
function mustSave(found: Found, before: State | undefined, isFirst: boolean): boolean {
	const isListBack = before?.has(ALL_PROJECTS) === true && !mayLackProjects(found);
	return (
		isListBack ||
		found.read.some(({ known, evaluation }) =>
			known.records === undefined ? !isFirst : known.isReported === true || evaluation.mustSave,
		)
	);
}

/**
 * Shows what cannot be read as a failed execution, in the way in which n8n shows a poll that throws:
 * the events of the other projects could not be returned with an error. What was shown by an earlier
 * poll is only in the log.
 */
function report({ failed }: Found, context: IPollFunctions): void {
	const error = reportOf(failed.filter(({ known }) => known.isReported !== true));
	if (error !== undefined) context.__emitError(asNodeError(context.getNode(), error));
}

/** The most records in a test event. */
const MAX_SAMPLES = 3;

/**
 * A few examples of events, made of records that exist; the state is neither read nor changed. The
 * projects are read one after the other until there are enough; one that cannot be read is passed over.
 *
 * @throws DescribedError if there are no records yet, or projects cannot be read
 */
export async function samplesOf(session: Session): Promise<JsonObject[]> {
	const { projects } = await projectsToWatch(session);
	const samples: JsonObject[] = [];
	const failed: FailedProject[] = [];
	for (const project of projects) {
		if (samples.length >= MAX_SAMPLES) break;
		try {
			samples.push(...(await session.inTime(samplesIn(session, project))));
		} catch (error) {
			failed.push({ project, known: {}, error: asError(error) });
		}
	}
	if (samples.length === 0) throw failureOf(failed, session.watch) ?? NO_TEST_EVENT;
	return samples.slice(0, MAX_SAMPLES);
}

async function samplesIn(session: Session, project: Project): Promise<JsonObject[]> {
	const { watch, hints } = session;
	const plan = { ...watch.planFor(project.id), limit: PAGE_SIZE };
	const detector = sampling(watch.detector);
	const evaluation = evaluate(await read(session, plan), undefined, { ...watch, detector });
	for (const notice of evaluation.notices) hints.add(notice);
	return eventsIn(evaluation, project, watch);
}

/** Takes every record for an event that has what the detector watches, and refuses what it refuses. */
function sampling(detector: Detector): Detector {
	return {
		...detector,
		compare: (record, value) => ({
			value,
			event: detector.sampleEvent(record, value),
			mustSave: false,
		}),
	};
}

const NO_TEST_EVENT = new DescribedError(
	'There are no records yet to make a test event from',
	'Check the parameters of the trigger, or activate (publish) the workflow: it then waits for the first record.',
);
