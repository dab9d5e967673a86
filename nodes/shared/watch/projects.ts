import type { JsonObject } from 'n8n-workflow';
import type { Client } from '../api';
import { asError, DescribedError, mayLackRecords, noticeText, ServiceError } from '../base';
import { ALL_PROJECTS, projectsContainingField, type RunOptions } from '../form';
import { type LocaleFormat, projectFields, addFieldsInFront, writeEventSentence } from '../output';
import { checkListedProject, findProjects, type ProjectList } from '../projects';
import { Lists } from '../reading';
import { type Query, fetchQuery } from '../run';
import { asRecord, type KeyFields, type Project } from '../table';
import { type Diff, diffRecords, type PolledRecords, type Watch } from './diff';
import { recordNameOf, refuseGroupedRecords } from './recordKeys';
import { countSeenRecords, type ProjectState, type WatchState } from './state';

export interface PollSession {
	readonly watch: Watch;
	readonly client: Client;
	readonly options: RunOptions;
	readonly format: LocaleFormat;
	/** The project's name. Only known if the user picked the project from the list. */
	readonly projectName?: string;
}

/**
 * Polls the projects of a watch, a few at a time. Projects that have waited longest come first. So each project gets
 * its turn, even if a poll has time for only a few.
 *
 * @param start the state of a project that is not in `before`
 * @returns first the result of listing the projects, then the result of each project
 * @throws DescribedError if the service does not list the projects
 */
export async function pollProjects(
	session: PollSession,
	before: WatchState,
	start: ProjectState,
): Promise<PolledProject[]> {
	const { client, options } = session;
	const list = await projectsToWatch(session, before);
	const lack = list.notices.find(mayLackRecords);
	const error =
		lack && new DescribedError('The service did not list all projects', noticeText(lack));
	const listState = before[ALL_PROJECTS] ?? {};
	const polled: PolledProject[] = [{ project: PROJECT_LIST, state: listState, error }];
	const waited = ({ id }: Project) => before[id]?.waitedPolls ?? 0;
	const queue = list.projects.toSorted((one, other) => waited(other) - waited(one)).entries();
	const width = options.settings.concurrency.initial;
	const pollQueue = async () => {
		for (const [place, project] of queue) {
			const result = await pollProject(session, project, before[project.id] ?? start);
			// A project that starts at once has the whole time. If it is not finished, the next poll starts with other projects.
			const isWaiting = result.error !== undefined && client.isStopped && place >= width;
			const waitedPolls = isWaiting ? waited(project) + 1 : undefined;
			polled[place + 1] = { ...result, waitedPolls };
		}
	};
	await Promise.all(Array.from({ length: width }, pollQueue));
	return polled;
}

/**
 * @param before the states of known projects. If the name or URL of a known project is unknown, there is a notice that
 * projects may be missing
 * @throws DescribedError if the service does not list the projects
 * @throws DescribedError if no project has the entered text
 */
export async function projectsToWatch(
	session: PollSession,
	before: WatchState = {},
): Promise<ProjectList> {
	const { client, watch } = session;
	const { api } = watch.query.request;
	const lists = createLists(session);
	const list = await findProjects(lists, api, watch.projects, (id) => before[id] !== undefined);
	for (const { text, advice } of list.notices) client.notices.add({ kind: 'note', text, advice });
	if (list.projects.length > 0) return list;
	// Without a project, the trigger watches nothing. An error tells the user so.
	const [why = 'There is no project to watch', ...more] = list.notices.map(noticeText);
	const todo = `If the text is wrong, correct '${projectsContainingField.displayName}'. A workflow that is active tries again with the next poll.`;
	throw new ServiceError(why, [...more, todo].join(' '));
}

export async function pollProject(
	session: PollSession,
	project: Project,
	state: ProjectState,
): Promise<PolledProject> {
	const { watch, client } = session;
	try {
		checkListedProject(project);
		const records = await readProjectRecords(session, project);
		const diff = diffRecords(records, state.seen, watch);
		const place = watch.projects.by === 'id' ? '' : projectPrefix(project);
		client.notices.addAll(diff.warnings.map((text) => ({ kind: 'note', text: place + text })));
		return { project, state, diff };
	} catch (cause) {
		const error = asError(cause);
		client.notices.add({ kind: 'note', text: `${project.name}: ${error.message}` });
		return { project, state, error };
	}
}

/**
 * @throws DescribedError if records are missing: a later poll would take them for new ones
 * @throws DescribedError if the service returned groups of records
 */
async function readProjectRecords(session: PollSession, { id }: Project): Promise<PolledRecords> {
	const query: Query = { ...session.watch.query, projects: { by: 'id', id } };
	const { table } = await fetchQuery(query, createLists(session));
	const gap = table.notices.find(mayLackRecords);
	if (gap !== undefined) {
		throw new ServiceError(
			'The service did not return all records',
			`${noticeText(gap)} The next poll tries again. ${SEE_RESPONSE} ${IF_RECORDS_MISSING}`,
		);
	}
	const { keyFields } = session.watch;
	const records = table.rows.map(({ record }) => asRecord(record));
	// A user who entered 'Key Fields' may want to watch the groups themselves.
	if (keyFields.length === 0) refuseGroupedRecords(records, query.listNames[0] ?? 'records');
	// In a list, a single key field takes the place of an ID. So records without it are left out, and the log says so.
	const hasId = keyFields.length === 1 && query.key.hasId;
	const named: KeyFields = { fields: keyFields.map((name) => [name]), hasId };
	const key = keyFields.length > 0 ? named : query.key;
	return { records, notices: table.notices, key };
}

function createLists({ client, options }: PollSession): Lists {
	const { pageSize, settings } = options;
	return new Lists(client, { pageSize, concurrency: settings.concurrency.max });
}

const SEE_RESPONSE =
	"If it fails every time, use the Agents or GEO node with . in 'Records At' under 'Options' → 'API Details' to see what the service returns. " +
	"If all records are in the response, enter the path to them in 'Records At' of the trigger.";

const IF_RECORDS_MISSING =
	"If some are missing, try another 'Page Size', such as a smaller one, or watch fewer records, for example with 'Filters' in the GEO Trigger. " +
	"If the number that the service reports is wrong, tell the service's support. Until it is right, use a Schedule Trigger with Get Many (tasks: Query).";

/** Thrown if the response has no list. Otherwise, the whole response would count as one record. */
export const NO_LIST_TO_WATCH_ERROR = new ServiceError(
	'The service returned no list of records',
	`The next poll tries again. ${SEE_RESPONSE}`,
);

export interface PolledProject {
	readonly project: Project;
	/** The state before this poll. */
	readonly state: ProjectState;
	readonly diff?: Diff;
	readonly error?: Error;
	/** How many polls in a row had no time for the project, including this one. */
	readonly waitedPolls?: number;
}

/** Stands for the list of projects. Its poll fails if the list may lack projects. */
const PROJECT_LIST: Project = { id: ALL_PROJECTS, name: 'the list of projects' };

/** The maximum number of records in all projects together. */
const MAX_WATCHED_RECORDS = 100_000;

/**
 * Returns the state after a poll. Projects that failed or are no longer listed keep their state.
 *
 * If there are too many records, the trigger first forgets the projects that are no longer listed. Then it forgets
 * records that have disappeared, the oldest first.
 *
 * @throws DescribedError if there are still more than MAX_WATCHED_RECORDS records
 */
export function nextState(polled: readonly PolledProject[], before: WatchState): WatchState {
	// If no project can be read, the whole poll fails, and no single project is reported.
	const isAnyRead = polled.some(({ diff }) => diff !== undefined);
	const listed = polled.map((one) => {
		const { project, state, diff, error, waitedPolls } = one;
		const isReported = error && (state.isReported ?? (isAnyRead && mustReport(one)));
		const seen = diff?.seen ?? state.seen;
		return [project.id, { seen, waitedPolls, isReported: isReported || undefined }] as const;
	});
	const all = new Map<string, ProjectState>([...Object.entries(before), ...listed]);
	const states = countExcessRecords(all) > 0 ? new Map<string, ProjectState>(listed) : all;
	let excess = countExcessRecords(states);
	for (const { project, diff } of polled) {
		if (excess <= 0 || diff === undefined) continue;
		const forgotten = Math.min(excess, diff.goneCount);
		const values = Object.fromEntries(Object.entries(diff.seen.values).slice(forgotten));
		states.set(project.id, { seen: { ...diff.seen, values } });
		excess -= forgotten;
	}
	if (excess <= 0) return Object.fromEntries(states);
	throw new DescribedError(
		`There are ${MAX_WATCHED_RECORDS + excess} records, more than the ${MAX_WATCHED_RECORDS} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

function countExcessRecords(states: ReadonlyMap<string, ProjectState>): number {
	const counts = [...states.values()].map(({ seen }) => countSeenRecords(seen));
	return counts.reduce((sum, count) => sum + count, -MAX_WATCHED_RECORDS);
}

/** Puts the field `summary` in front of each event. If all projects are watched, the project comes before it. */
export function createEventRecords(
	{ diff, project }: PolledProject,
	{ watch, format, projectName }: PollSession,
): JsonObject[] {
	const { projects, detector, query } = watch;
	const mark = projects.by === 'all' ? projectFields({ project }) : {};
	const events = diff?.events ?? [];
	return events.map((event) => {
		const { record, ...said } = detector.describeEvent(event);
		const named = projectName === undefined ? project : { ...project, name: projectName };
		const name = recordNameOf(record, query.key);
		const about = { ...query, name, record, project: named };
		const summary = writeEventSentence(said, about, format);
		return addFieldsInFront(event, { ...mark, summary });
	});
}

/** After this many polls in a row without time for a project, the trigger reports the project. */
const MAX_WAITED_POLLS = 3;

function mustReport(polled: PolledProject): polled is PolledProject & { readonly error: Error } {
	const { state, error, waitedPolls = MAX_WAITED_POLLS } = polled;
	return error !== undefined && state.isReported !== true && waitedPolls >= MAX_WAITED_POLLS;
}

function projectPrefix({ id, name }: Project): string {
	return id === ALL_PROJECTS ? '' : `${name} (${id}): `;
}

const MAX_NAMED_PROJECTS = 5;

/** Returns one error for all failed projects that no earlier poll has reported. */
export function failedProjectsError(polled: readonly PolledProject[]): ServiceError | undefined {
	const failed = polled.filter(mustReport);
	const [first] = failed;
	if (first === undefined) return undefined;
	const more = failed.length - MAX_NAMED_PROJECTS;
	const lines = failed.slice(0, MAX_NAMED_PROJECTS).map(({ project, error }) => {
		const todo = error instanceof DescribedError ? ` ${error.description}` : '';
		return `${projectPrefix(project)}${error.message}.${todo}`;
	});
	if (more > 0) lines.push(`There are ${more} more.`);
	const others = polled.filter(
		(one) => one.project !== PROJECT_LIST && one.error !== undefined && !mustReport(one),
	).length;
	const except =
		others > 0 ? `, except ${others} reported earlier or waiting for a later poll` : '';
	return new ServiceError(
		`Not all projects can be watched at the moment. ${projectPrefix(first.project)}${first.error.message}`,
		[...lines, `All other projects are watched${except}. ${REPORTED_ONCE}`].join('\n'),
		first.error instanceof ServiceError ? first.error.status : undefined,
	);
}

const REPORTED_ONCE =
	'Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';

/** Returns the error of the first project if all projects failed. */
export function allProjectsFailedError(
	polled: readonly PolledProject[],
	{ projects }: Pick<Watch, 'projects'>,
): Error | undefined {
	const own = polled.filter(({ project }) => project !== PROJECT_LIST);
	const [first] = own;
	if (first === undefined || own.some(({ error }) => error === undefined)) return undefined;
	const { error, project } = first;
	if (!(error instanceof DescribedError) || projects.by === 'id') return error;
	const placed = error.copyWithPlace(`the project ${project.name} (${project.id})`, project.name);
	return own.length === 1 ? placed : placed.withAdvice(`All ${own.length} projects failed.`);
}
