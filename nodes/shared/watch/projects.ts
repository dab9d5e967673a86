import type { JsonObject } from 'n8n-workflow';
import type { Client } from '../api';
import { asError, DescribedError, mayLackRecords, noticeText, ServiceError } from '../base';
import { ALL_PROJECTS, projectsContainingField, type RunOptions } from '../form';
import { type LocaleFormat, projectFields, withFieldsInFront, writeEventSentence } from '../output';
import { findProjects, type ProjectList } from '../projects';
import { Lists } from '../reading';
import { readPlan, type RequestPlan } from '../run';
import { asRecord, type IdentifyingFields, type Project } from '../table';
import {
	readUntilConfirmed,
	evaluateReading,
	type Evaluation,
	type Reading,
	type Watch,
} from './evaluate';
import { refuseGroups } from './recordKeys';
import { type KnownRecords, type ProjectState, countKnownRecords, type WatchState } from './state';

export interface PollSession {
	readonly watch: Watch;
	readonly client: Client;
	readonly options: RunOptions;
	readonly format: LocaleFormat;
	/** Set if the user chose the project from the list. */
	readonly projectName?: string;
	/** Whether the poll may have too little time for all projects. */
	readonly hasLittleTime: boolean;
}

/**
 * Polls the projects of a watch. With little time, reads a few projects at once, first those that missed the most
 * polls. The first few never count as missed, so slow projects cannot hold up others.
 *
 * @param start the state of a project that is not in `before`
 * @returns the result for the list of projects, then one for each project
 * @throws DescribedError if the service does not list the projects
 */
export async function pollProjects(
	session: PollSession,
	before: WatchState,
	start: ProjectState,
): Promise<PolledProject[]> {
	const { client } = session;
	const list = await projectsToWatch(session, before);
	const missed = ({ id }: Project) => before[id]?.missedPolls ?? 0;
	const order = session.hasLittleTime
		? [...list.projects].sort((one, other) => missed(other) - missed(one))
		: list.projects;
	const width = session.hasLittleTime ? session.options.settings.concurrency.initial : order.length;
	const projects = await mapInOrder(order, width, async (project, place) => {
		const polled = await pollProject(session, project, before[project.id] ?? start);
		const isMissed = polled.error !== undefined && client.isStopped && place >= width;
		return isMissed ? { ...polled, missedPolls: missed(project) + 1 } : polled;
	});
	const known = before[PROJECT_LIST.id] ?? {};
	const lack = list.notices.find(mayLackRecords);
	const error =
		lack && new DescribedError('The service did not list all projects', noticeText(lack));
	const found = [{ project: PROJECT_LIST, known, error }, ...projects];
	for (const { project, error } of found) {
		if (error !== undefined) {
			client.notices.add({ kind: 'note', text: `${project.name}: ${error.message}` });
		}
	}
	return found;
}

/** Calls `act` for the entries in order, for `width` of them at once. */
async function mapInOrder<Entry, Result>(
	entries: readonly Entry[],
	width: number,
	act: (entry: Entry, place: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const left = entries.entries();
	const work = async () => {
		for (const [place, entry] of left) results[place] = await act(entry, place);
	};
	await Promise.all(Array.from({ length: width }, work));
	return results;
}

/**
 * @param before the known projects. A known project whose name or URL is now unknown counts as missing
 * @throws DescribedError if the service does not list the projects, or no project has the entered text
 */
export async function projectsToWatch(
	session: PollSession,
	before: WatchState = {},
): Promise<ProjectList> {
	const { client, watch } = session;
	const { api } = watch.planFor('any').request;
	const lists = createLists(session);
	const list = await findProjects(lists, api, watch.projects, (id) => before[id] !== undefined);
	for (const { text, advice } of list.notices) client.notices.add({ kind: 'note', text, advice });
	if (list.projects.length > 0) return list;
	// An error tells the user that the trigger watches nothing.
	const [why = 'There is no project to watch', ...more] = list.notices.map(noticeText);
	const todo = `If the text is wrong, correct '${projectsContainingField.displayName}'. A workflow that is active tries again with the next poll.`;
	throw new ServiceError(why, [...more, todo].join(' '));
}

export async function pollProject(
	session: PollSession,
	project: Project,
	known: ProjectState,
): Promise<PolledProject> {
	const { watch, client } = session;
	try {
		const plan = watch.planFor(project.id);
		const once = async () =>
			evaluateReading(await readProjectRecords(session, plan), known.records, watch.detector);
		const evaluation = await readUntilConfirmed(once, async (ms) => await client.pause(ms));
		const place = watch.projects.by === 'id' ? '' : projectPrefix(project);
		for (const notice of evaluation.notices) {
			client.notices.add({ kind: 'note', text: place + notice });
		}
		return { project, known, evaluation };
	} catch (error) {
		return { project, known, error: asError(error) };
	}
}

/** @throws DescribedError if records are groups or missing. Missing records would be new in a later poll */
async function readProjectRecords(session: PollSession, plan: RequestPlan): Promise<Reading> {
	const { table } = await readPlan(plan, createLists(session));
	const { notices } = table;
	const gap = notices.find(({ kind }) => kind === 'gap');
	if (gap !== undefined) {
		throw new ServiceError(
			'The service did not return all records',
			`${noticeText(gap)} The next poll tries again. ${IF_EVERY_TIME}`,
		);
	}
	const { keyFields, periodStart } = session.watch;
	const records = table.rows.map(({ record }) => asRecord(record));
	// With Key Fields, the user may watch the groups themselves.
	if (keyFields.length === 0) refuseGroups(records, plan.listNames[0] ?? 'records');
	const named: IdentifyingFields = { idFields: [], keyFields: keyFields.map((name) => [name]) };
	const identity = keyFields.length > 0 ? named : plan.identity;
	return { records, notices, identity, periodStart };
}

/** With an empty cache, a second reading asks the service again. */
function createLists({ client, options }: PollSession): Lists {
	const { pageSize, settings } = options;
	return new Lists(client, { pageSize, concurrency: settings.concurrency.max });
}

const SEE_RESPONSE =
	"If it fails every time, use the Agents or GEO node with . in 'Records At' under 'Options' → 'API Details' to see what the service returns. " +
	"If all records are in the response, enter the path to them in 'Records At' of the trigger.";

const IF_EVERY_TIME =
	`${SEE_RESPONSE} If some are missing, request fewer, for example with 'Filters'. ` +
	"If there are no others, the number that the service reports is wrong: tell the service's support, because the trigger cannot tell a wrong number from missing records.";

/** Without this error, the trigger would watch an answer without a list as one record. */
export const NO_LIST_TO_WATCH_ERROR = new ServiceError(
	'The service returned no list of records',
	`The next poll tries again. ${SEE_RESPONSE}`,
);

export interface PolledProject {
	readonly project: Project;
	readonly known: ProjectState;
	readonly evaluation?: Evaluation;
	readonly error?: Error;
	/** How many polls in a row had no time for the project, with this one. */
	readonly missedPolls?: number;
}

/** Stands for the list of projects. Its poll fails if projects may be missing. */
export const PROJECT_LIST: Project = { id: ALL_PROJECTS, name: 'the list of projects' };

/** In all projects together. */
export const MAX_WATCHED_RECORDS = 100_000;

/** A project that is listed again after this time starts anew, without events. In milliseconds. */
const FORGET_PROJECT_AFTER = 30 * 24 * 3600_000;

/**
 * Returns the state after a poll. A project that failed keeps its state, and so does one that is no longer listed, for
 * a while. If there are too many records, the trigger forgets records that have disappeared, the oldest first, then
 * projects that are no longer listed.
 *
 * @param now the time in milliseconds since 1970
 * @throws DescribedError if there are still more than MAX_WATCHED_RECORDS records
 */
export function nextState(
	found: readonly PolledProject[],
	before: WatchState,
	now: number,
): WatchState {
	const listed = new Set(found.map(({ project }) => project.id));
	const unlisted = Object.entries(before).filter(
		([id, { missingSince = now }]) => !listed.has(id) && now - missingSince <= FORGET_PROJECT_AFTER,
	);
	const known = [
		...found.map((polled) => polled.evaluation?.records ?? polled.known.records),
		...unlisted.map(([, { records }]) => records),
	];
	let excess =
		known.reduce((sum, records) => sum + countKnownRecords(records), 0) - MAX_WATCHED_RECORDS;
	// If no project can be read, the whole poll fails, and no single project is reported.
	const isAnyRead = found.some(({ evaluation }) => evaluation !== undefined);
	const projects = new Map<string, ProjectState>();
	for (const polled of found) {
		const { project, known, evaluation, error, missedPolls } = polled;
		const forgotten = Math.max(0, Math.min(excess, evaluation?.goneCount ?? 0));
		excess -= forgotten;
		const records = evaluation ? forgetFirst(forgotten, evaluation.records) : known.records;
		const isReported = (isAnyRead && isReportable(polled)) || (error && known.isReported);
		if (records ?? error) {
			projects.set(project.id, { records, isReported: isReported || undefined, missedPolls });
		}
	}
	// A list that may be incomplete does not show that a project is missing.
	const missingSince = projects.has(ALL_PROJECTS) ? undefined : now;
	for (const [id, state] of unlisted) {
		const since = state.missingSince ?? missingSince;
		if (excess > 0 && since !== undefined) excess -= countKnownRecords(state.records);
		else projects.set(id, { ...state, missingSince: since });
	}
	if (excess <= 0) return Object.fromEntries(projects);
	throw new DescribedError(
		`There are ${MAX_WATCHED_RECORDS + excess} records, more than the ${MAX_WATCHED_RECORDS} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

function forgetFirst(count: number, { values, ...records }: KnownRecords): KnownRecords {
	return { values: Object.fromEntries(Object.entries(values).slice(count)), ...records };
}

/** Puts a sentence in front of each event, and the project if all projects are watched. */
export function eventsWithSentences(
	{ evaluation, project }: PolledProject,
	{ watch, format, projectName }: PollSession,
): JsonObject[] {
	const { projects, detector, recordNoun, nameOf } = watch;
	const mark = projects.by === 'all' ? projectFields({ project }) : {};
	const events = evaluation?.events ?? [];
	return events.map((event) => {
		const { record, ...said } = detector.describeEvent(event);
		const named = projectName === undefined ? project : { ...project, name: projectName };
		const about = { recordNoun, name: nameOf(record), project: named };
		const summary = writeEventSentence(said, about, format);
		return withFieldsInFront(event, { ...mark, summary });
	});
}

/** If a project only missed one poll, the next poll reads it first. */
function isReportable({ known, error, missedPolls }: PolledProject): boolean {
	return error !== undefined && known.isReported !== true && missedPolls !== 1;
}

export function projectPrefix({ id, name }: Project): string {
	return id === ALL_PROJECTS ? '' : `${name} (${id}): `;
}

const MAX_NAMED_PROJECTS = 5;

/** Leaves out projects that an earlier poll has reported. */
export function failedProjectsError(found: readonly PolledProject[]): ServiceError | undefined {
	const failed = found.flatMap((polled) => {
		const { project, error } = polled;
		return error !== undefined && isReportable(polled) ? [{ project, error }] : [];
	});
	const [first] = failed;
	if (first === undefined) return undefined;
	const lines = failed.slice(0, MAX_NAMED_PROJECTS).map(({ project, error }) => {
		const todo = error instanceof DescribedError ? ` ${error.description}` : '';
		return `${projectPrefix(project)}${error.message}.${todo}`;
	});
	if (failed.length > MAX_NAMED_PROJECTS) {
		lines.push(`There are ${failed.length - MAX_NAMED_PROJECTS} more.`);
	}
	return new ServiceError(
		`Not all projects can be watched at the moment. ${projectPrefix(first.project)}${first.error.message}`,
		[...lines, REPORTED_ONCE].join('\n'),
		first.error instanceof ServiceError ? first.error.status : undefined,
	);
}

const REPORTED_ONCE =
	'All other projects are watched. Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';

/** Returns the error of the first project if all projects failed. */
export function allProjectsFailedError(
	found: readonly PolledProject[],
	{ projects }: Pick<Watch, 'projects'>,
): Error | undefined {
	const polled = found.filter(({ project }) => project !== PROJECT_LIST);
	const [first] = polled;
	if (first === undefined || polled.some(({ error }) => error === undefined)) return undefined;
	const { error, project } = first;
	if (!(error instanceof DescribedError) || projects.by === 'id') return error;
	const place = `This happened in the project ${project.name} (${project.id}).`;
	return error.withAdvice(
		polled.length === 1 ? place : `${place} All ${polled.length} projects failed.`,
	);
}
