import type { JsonObject } from 'n8n-workflow';
import { DescribedError, ServiceError } from '../base';
import { ALL_PROJECTS } from '../form';
import type { Project } from '../projects';
import { projectMark, withMarkInFront } from '../run';
import type { Evaluation, Watch } from './evaluate';
import { type KnownRecords, type ProjectState, sizeOf, type State } from './state';

/** What became of a project in a poll: it was read, or there is an error. */
export interface Polled {
	readonly project: Project;
	/** What was known of it before the poll. */
	readonly known: ProjectState;
	readonly evaluation?: Evaluation;
	readonly error?: Error;
}

/** Stands for the list of projects. It has an error if it may lack some. */
export const THE_LIST: Project = { id: ALL_PROJECTS, name: 'the list of projects' };

/** The most records that a trigger can watch, in all projects together. */
export const MAX_WATCHED = 100_000;

/**
 * How long a project that is no longer listed is remembered, in milliseconds: 30 days. After that
 * its records are new ones to the trigger, which starts quietly with them.
 */
export const FORGET_AFTER = 30 * 24 * 3600_000;

/**
 * The state after a poll.
 *
 * A project that could not be read keeps what is known of it. So does one that is not listed any
 * more, for a while: the list may be wrong for once, and when the project is back, its events are
 * still to be told from its old records. Where there is not enough room, records that have disappeared
 * are the first to be forgotten, those that were seen longest ago before others, then such projects.
 *
 * @param before the state before the poll
 * @param now in milliseconds since 1970
 * @throws DescribedError if there are more than MAX_WATCHED records
 */
export function nextState(found: readonly Polled[], before: State, now: number): State {
	const listed = new Set(found.map(({ project }) => project.id));
	const unlisted = Object.entries(before).filter(
		([id, { missingSince = now }]) => !listed.has(id) && now - missingSince <= FORGET_AFTER,
	);
	const known = [
		...found.map((polled) => polled.evaluation?.records ?? polled.known.records),
		...unlisted.map(([, { records }]) => records),
	];
	let excess = known.reduce((sum, records) => sum + sizeOf(records), 0) - MAX_WATCHED;
	const projects = new Map<string, ProjectState>();
	for (const { project, known, evaluation, error } of found) {
		const forgotten = Math.max(0, Math.min(excess, evaluation?.gone ?? 0));
		excess -= forgotten;
		const records = evaluation ? withoutFirst(forgotten, evaluation.records) : known.records;
		// Of a list of projects that is whole, there is nothing to keep.
		if (records ?? error) projects.set(project.id, { records, isReported: error && true });
	}
	// A list that lacks some says nothing about the projects that are not in it.
	const missingSince = projects.has(ALL_PROJECTS) ? undefined : now;
	for (const [id, state] of unlisted) {
		const since = state.missingSince ?? missingSince;
		if (excess > 0 && since !== undefined) excess -= sizeOf(state.records);
		else projects.set(id, { ...state, missingSince: since });
	}
	if (excess <= 0) return Object.fromEntries(projects);
	throw new DescribedError(
		`There are ${MAX_WATCHED + excess} records, more than the ${MAX_WATCHED} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

function withoutFirst(count: number, { values, ...records }: KnownRecords): KnownRecords {
	return { values: Object.fromEntries(Object.entries(values).slice(count)), ...records };
}

/**
 * Events of a project, each with the project in front if all are watched. What the record has itself
 * under the same names gets another name, as everywhere.
 */
export function eventsOf({ evaluation, project }: Polled, { projects }: Watch): JsonObject[] {
	const mark = projects.by === 'all' ? projectMark({ project }) : {};
	return evaluation?.events.map((event) => withMarkInFront(event, mark)) ?? [];
}

/** A project in front of what is said about it. */
export function placeOf({ id, name }: Project): string {
	return id === ALL_PROJECTS ? '' : `${name} (${id}): `;
}

/** The most projects that the text of an error names. */
const MAX_NAMED = 5;

/**
 * The error to show for what is not watched from now on, while other projects are. What was shown by an
 * earlier poll is only in the log.
 *
 * @returns `undefined` if there is nothing to show
 */
export function reportOf(found: readonly Polled[]): ServiceError | undefined {
	const failed = found.flatMap(({ project, known, error }) =>
		error === undefined || known.isReported === true ? [] : [{ project, error }],
	);
	const [first] = failed;
	if (first === undefined) return undefined;
	const lines = failed.slice(0, MAX_NAMED).map(({ project, error }) => {
		const todo = error instanceof DescribedError ? ` ${error.description}` : '';
		return `${placeOf(project)}${error.message}.${todo}`;
	});
	if (failed.length > MAX_NAMED) lines.push(`There are ${failed.length - MAX_NAMED} more.`);
	return new ServiceError(
		`Not all projects can be watched at the moment. ${placeOf(first.project)}${first.error.message}`,
		[...lines, ONCE].join('\n'),
		first.error instanceof ServiceError ? first.error.status : undefined,
	);
}

const ONCE =
	'All other projects are watched. Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';

/**
 * The error to show if none of the projects could be read.
 *
 * @returns `undefined` if one could, or there are none
 */
export function failureOf(
	polled: readonly Polled[],
	{ projects }: Pick<Watch, 'projects'>,
): Error | undefined {
	const [first] = polled;
	if (first === undefined || polled.some(({ error }) => error === undefined)) return undefined;
	const { error, project } = first;
	if (!(error instanceof DescribedError) || projects.by === 'id') return error;
	const place = `This happened in the project ${project.name} (${project.id}).`;
	return error.with(polled.length === 1 ? place : `${place} All ${polled.length} projects failed.`);
}
