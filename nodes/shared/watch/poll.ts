import type {
	Failure,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
	JsonObject,
} from 'n8n-workflow';
import { createClient, UNCLEAR_REFUSAL_STATUSES } from '../api';
import {
	asNodeError,
	DescribedError,
	fieldText,
	noticeText,
	parseNumber,
	ServiceError,
} from '../base';
import {
	ADDITIONAL_BODY,
	apiDetailsField,
	type DescribedEntry,
	FLATTEN_OPTION,
	readPickedProjectName,
	optionsField,
	Parameters,
	readRunOptions,
} from '../form';
import { LocaleFormat, fillMissingColumns, addFieldsInFront } from '../output';
import { flattenRecords } from '../table';
import { limitToFirstPage } from '../run';
import type { Watch } from './diff';
import {
	createEventRecords,
	allProjectsFailedError,
	nextState,
	type PolledProject,
	pollProject,
	pollProjects,
	projectsToWatch,
	failedProjectsError,
	type PollSession,
} from './projects';
import { loadState, NOTHING_SEEN, storeState, watchKeyOf } from './state';

export const KEY_FIELDS: INodeProperties = {
	displayName: 'Key Fields',
	name: 'keyFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name',
	description:
		'Fields that together identify a record, in place of its ID, separated by commas. Use a dot for a field inside an object, such as topic.name.',
};

const EMIT_EXISTING: INodeProperties = {
	displayName: 'Emit Existing Records Once',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to output all existing records when the workflow is activated for the first time. When off, only records that come after that are output. Turn off before you rename the node, which would output them all again.',
};

const EVENT_LOCALE: INodeProperties = {
	displayName: 'Locale',
	name: 'locale',
	type: 'string',
	default: '',
	placeholder: 'e.g. de-DE',
	description:
		'For numbers and dates in summary, such as 1.234,5 with de-DE. Sentences are in English. Leave empty for English.',
};

const ONE_ITEM: INodeProperties = {
	displayName: 'All Events in One Item',
	name: 'oneItem',
	type: 'boolean',
	default: false,
	description:
		'Whether the events of a poll become one item, with their sentences as the lines of summary and the events as a list',
};

const MAX_SUMMARY_LINES = 40;

/** Joins events into one. The first line of its summary counts them. Then come the events with the biggest changes. */
function joinEvents(events: readonly JsonObject[]): JsonObject {
	const sizeOf = ({ change }: JsonObject) => Math.abs(parseNumber(change) ?? 0);
	const bySize = [...events].sort((one, other) => sizeOf(other) - sizeOf(one));
	const lines = bySize.slice(0, MAX_SUMMARY_LINES).map(({ summary }) => fieldText(summary));
	const count = events.length;
	const more = count > lines.length ? [`and ${count - lines.length} more`] : [];
	const summary = [...(count > 1 ? [`${count} events`] : []), ...lines, ...more].join('\n');
	const mark: JsonObject = events[0]?.is_example === true ? { is_example: true } : {};
	return { ...mark, summary, count, events: [...events] };
}

export interface EventEntry extends DescribedEntry {
	/** What n8n's node panel calls this event, such as `On competitor overtaking you`. */
	readonly action: string;
}

/** @param propertyHint tells n8n's AI builders what the trigger returns */
export function eventField(
	events: readonly EventEntry[],
	start: string,
	propertyHint: string,
): INodeProperties {
	return {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: events.map(({ name, value, action, description }) => {
			return { name, value, action, description };
		}),
		default: start,
		description: 'What starts the workflow',
		builderHint: { propertyHint },
	};
}

/**
 * Returns the field 'Options' of a trigger.
 *
 * @param withNew the values of 'Event' for which new records are events
 * @param own the options that only this trigger has
 * @param details the entries of 'API Details' that only this trigger has
 */
export function watchOptionsField(
	withNew: string[],
	own: readonly INodeProperties[],
	details: readonly INodeProperties[],
): INodeProperties {
	return optionsField(
		apiDetailsField(ADDITIONAL_BODY, ...details),
		{ ...EMIT_EXISTING, default: true, displayOptions: { show: { '/event': withNew } } },
		{ ...ONE_ITEM, default: true },
		KEY_FIELDS,
		EVENT_LOCALE,
		FLATTEN_OPTION,
		...own,
	);
}

const pollingNodes = new WeakSet<IDataObject>();

/**
 * Polls once: reads the records of the projects, compares them with the state in the node's static data, and returns
 * one item per event. While n8n starts, errors are only shown.
 *
 * While a poll is running, further polls of the node return nothing. Otherwise, a poll that read first could finish
 * last, and report old values as changes.
 *
 * @returns `null` if nothing is to be done. Returns no items if n8n only has to save the state
 * @throws NodeApiError or NodeOperationError if a field is wrong
 * @throws NodeApiError or NodeOperationError if no project can be read
 * @throws NodeApiError or NodeOperationError if there are too many records
 */
export async function pollWatch(
	context: IPollFunctions,
	readWatch: (parameters: Parameters) => Watch,
): Promise<INodeExecutionData[][] | null> {
	const staticData = context.getWorkflowStaticData('node');
	if (pollingNodes.has(staticData)) return null;
	pollingNodes.add(staticData);
	try {
		const parameters = Parameters.createForTrigger(context);
		const options = readRunOptions(parameters);
		const watch = readWatch(parameters);
		const format = new LocaleFormat(parameters.options.locale(EVENT_LOCALE), parameters.zone);
		const about = { watch, options, format, projectName: readPickedProjectName(parameters) };
		const events = await findEvents(context, parameters, about);
		if (events === null) return null;
		// Unlike a node, a trigger has no maximum of columns. The state is stored by now, so an error would lose the events.
		const rows = options.flatten ? fillMissingColumns(flattenRecords(events)) : events;
		const isOne = parameters.options.flag(ONE_ITEM) && rows.length > 0;
		return [(isOne ? [joinEvents(rows)] : rows).map((json) => ({ json }))];
	} catch (cause) {
		const error = asPollError(context.getNode(), cause);
		if (!STARTUP_MODES.includes(context.getActivationMode())) throw error;
		context.__emitError(error);
		return null;
	} finally {
		pollingNodes.delete(staticData);
	}
}

/**
 * The modes in which n8n activates workflows when it starts. If an activation fails in them, n8n does not show the
 * error, and waits longer before each new attempt, up to a day.
 */
const STARTUP_MODES = ['init', 'leadershipChange'];

/** Turns an error into an error class of n8n. Its `failure` tells newer versions of n8n when to poll again. */
function asPollError(node: INode, cause: unknown) {
	const error = asNodeError(node, cause);
	if (cause instanceof DescribedError) error.failure = classifyPollFailure(cause);
	return error;
}

/** Says why a poll failed. An error that is no ServiceError is a mistake in a field of the trigger. */
function classifyPollFailure(cause: DescribedError): Failure {
	if (!(cause instanceof ServiceError)) return { cause: 'configuration-invalid' };
	const { status = 0, retryAfter: retryAfterMs } = cause;
	if (status === 429) return { cause: 'rate-limited', retryAfterMs };
	if (status === 401) return { cause: 'credential-invalid' };
	const isRefused = status >= 300 && status < 500 && !UNCLEAR_REFUSAL_STATUSES.includes(status);
	if (isRefused) return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable', retryAfterMs };
}

async function pollNewEvents(
	session: PollSession,
	context: IPollFunctions,
	{ options }: Parameters,
): Promise<JsonObject[] | null> {
	const staticData = context.getWorkflowStaticData('node');
	const watchKey = watchKeyOf(context.getNode().parameters);
	const { projects: stored, damaged } = loadState(staticData, watchKey);
	for (const id of damaged) {
		const text = `The state of the project ${id} was damaged, so the trigger starts anew with it.`;
		session.client.notices.add({ kind: 'note', text });
	}
	const before = stored ?? {};
	const isFirst = stored === undefined;
	const start = isFirst && options.flag(EMIT_EXISTING) ? { seen: NOTHING_SEEN } : {};
	const polled = await pollProjects(session, before, start);

	// No `await` follows. So a project that missed the deadline can no longer change what is stored.
	storeState(staticData, watchKey, nextState(polled, before));
	const failure = allProjectsFailedError(polled, session.watch);
	if (failure !== undefined) throw failure;
	const error = failedProjectsError(polled);
	// A poll cannot return an error together with events. So the error starts its own execution.
	if (error !== undefined) context.__emitError(asPollError(context.getNode(), error));
	const events = polled.flatMap((project) => createEventRecords(project, session));
	if (events.length > 0) return events;
	// When a user activates the workflow, n8n saves the state by itself. Later, it saves the state only after an
	// execution.
	const isUnsaved = !isFirst || STARTUP_MODES.includes(context.getActivationMode());
	return isUnsaved && polled.some(mustSave) ? [] : null;
}

/**
 * Whether n8n has to save the state of a project. It does if a reported project works again, so that its next failure
 * is shown.
 */
function mustSave({ state, diff, error }: PolledProject): boolean {
	return error === undefined && (state.isReported ?? diff?.mustSave ?? false);
}

const MAX_SAMPLES = 3;

/**
 * @throws DescribedError if no record can become a test event
 * @throws DescribedError if the projects cannot be read
 */
async function createTestEvents(session: PollSession): Promise<JsonObject[]> {
	const watch = createSampleWatch(session.watch);
	const { projects } = await projectsToWatch(session);
	const samples: JsonObject[] = [];
	const failed: PolledProject[] = [];
	for (const project of projects) {
		if (samples.length >= MAX_SAMPLES) break;
		const polled = await pollProject({ ...session, watch }, project, { seen: NOTHING_SEEN });
		if (polled.error !== undefined) failed.push(polled);
		samples.push(...createEventRecords(polled, { ...session, watch }));
	}
	if (samples.length === 0) throw allProjectsFailedError(failed, watch) ?? NO_TEST_EVENT;
	return samples.slice(0, MAX_SAMPLES).map((sample) => {
		const summary = `Example: ${fieldText(sample.summary)}`;
		return addFieldsInFront({ ...sample, summary }, { is_example: true });
	});
}

/**
 * Returns a watch that makes an event of each record of the first page. If all records are compared with one of them,
 * the watch reads all pages, since this record may be on any page.
 */
function createSampleWatch(watch: Watch): Watch {
	const { detector, query } = watch;
	return {
		...watch,
		query: detector.findOwnRecord ? query : limitToFirstPage(query),
		detector: {
			...detector,
			compare(record, value, _, own) {
				return { value, event: detector.sampleEvent(record, value, own) };
			},
		},
	};
}

const NO_TEST_EVENT = new DescribedError(
	'No record can become a test event at the moment',
	"Check the parameters of the trigger, or activate (publish) the workflow: it then waits for the first record. A record without the number to watch makes no test event, and an own website without competitors makes none. With 'Unit' set to 'Percent', a number of 0 makes none: it can rise or fall by no percent. With 'Margin', a website within it makes none.",
);

/**
 * The longest time of a poll in milliseconds. 'Max Wait' and 'Timeout' come on top. Half an hour is enough for 100,000
 * records: 1,000 pages at 1.8 seconds each.
 */
const MAX_POLL_TIME = 30 * 60_000;

/** In milliseconds. If n8n allows a poll less time than this, the time that n8n allows is the deadline of the poll. */
const LITTLE_POLL_TIME = 5 * 60_000;

/** Finds events with a client that stops at a deadline. Projects that are finished by then keep their results. */
async function findEvents(
	context: IPollFunctions,
	parameters: Parameters,
	about: Omit<PollSession, 'client'>,
): Promise<JsonObject[] | null> {
	const { settings } = about.options;
	const client = await createClient(context, settings);
	// Older versions of n8n do not say how much time a poll has.
	const time = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : LITTLE_POLL_TIME;
	const isLittle = time < LITTLE_POLL_TIME;
	const deadline = isLittle ? time : MAX_POLL_TIME + settings.maxWait + settings.timeout;
	// When the poll is finished earlier, `client.stop` below ends this pause.
	void client.pause(deadline).then(() => client.stop(pollTimeoutError(deadline)));
	try {
		const find = context.getMode() === 'manual' ? createTestEvents : pollNewEvents;
		const events = await find({ ...about, client }, context, parameters);
		writeLog(context, client.notices.all.map(noticeText));
		return events;
	} finally {
		client.stop();
	}
}

function pollTimeoutError(deadline: number): ServiceError {
	const seconds = Math.round(deadline / 1000);
	const time = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
	return new ServiceError(
		`The poll was not finished after ${time}`,
		"The next poll first reads the projects that have waited longest. If this keeps happening, check whether the service responds, or watch less, for example with 'Only Projects Containing' or, in the GEO Trigger, 'Filters'. If the list needs that long, raise 'Max Wait' under 'Settings' → 'Request Options'.",
	);
}

const lastLogMessages = new WeakMap<IDataObject, ReadonlySet<string>>();

/** Writes messages to the log, except those that the previous poll wrote. */
function writeLog(context: IPollFunctions, messages: readonly string[]): void {
	const staticData = context.getWorkflowStaticData('node');
	const known = lastLogMessages.get(staticData);
	for (const message of messages) {
		if (known?.has(message) !== true) context.logger.warn(`${context.getNode().name}: ${message}`);
	}
	lastLogMessages.set(staticData, new Set(messages));
}
