import { ALL_PROJECTS } from '../form';
import { MAX_WATCHED, stateAfter, tooManyError } from './evaluate';
import { problemsIn } from './problems';
import type { Found } from './projectPolls';
import type { NodeState, WatchState } from './state';

/**
 * How long a project that is no longer listed is remembered, in milliseconds: 30 days. After that
 * its records are new ones to the trigger, which starts quietly with them.
 */
export const FORGET_AFTER = 30 * 24 * 3600_000;

const NOTHING: NodeState = {
	projects: new Map(),
	missing: new Map(),
	reported: new Set(),
	awaited: new Set(),
};

/** How the start of a watch is dealt with, and when that is. */
interface Circumstances {
	/** Whether projects that cannot be read now are to output their records once they can. */
	readonly awaitsFailed: boolean;
	/** In milliseconds since 1970. */
	readonly now: number;
}

/**
 * The state after a poll; the same object as before if nothing has changed.
 *
 * A project that could not be read keeps what is remembered of it. So does one that is not listed
 * any more, for a while: the list may be wrong for once, and when the project is back, its events are
 * still to be told from its old records.
 *
 * @param before the state before the poll; `undefined` at the start of a watch
 * @throws DescribedError if there are more than MAX_WATCHED records in all projects together
 */
export function nodeStateAfter(
	found: Found,
	before: NodeState | undefined,
	{ awaitsFailed, now }: Circumstances,
): NodeState {
	const { projects, missing, reported, awaited } = before ?? NOTHING;
	const failed = found.failed.map(({ project }) => project.id);
	const listed = new Set([...found.read.map(({ project }) => project.id), ...failed]);
	const isListed = (id: string) => listed.has(id);
	// A list that is not whole says nothing about the projects that are not in it.
	const stays = (id: string) => found.gap !== undefined && !isListed(id);

	const unlisted = [...projects.keys()].filter((id) => !isListed(id));
	const gone = found.gap === undefined ? sinceWhen(unlisted, missing, now) : undefined;
	const isOver = (id: string) => now - (gone?.get(id) ?? now) > FORGET_AFTER;
	const kept = new Map([...projects].filter(([id]) => !isOver(id)));
	const absent = gone ?? new Map([...missing].filter(([id]) => !isListed(id)));
	const fitting = fitted(withRead(kept, found), found, absent);
	const after: NodeState = {
		projects: fitting,
		missing: new Map([...absent].filter(([id]) => fitting.has(id))),
		reported: new Set([
			...problemsIn(found).map(({ id }) => id),
			...[...reported].filter((id) => id !== ALL_PROJECTS && stays(id)),
		]),
		awaited: new Set([
			...failed.filter((id) => awaitsFailed || awaited.has(id)),
			...[...awaited].filter(stays),
		]),
	};
	return before !== undefined && isSame(before, after) ? before : after;
}

/**
 * Whether n8n has to save what a project is no longer: if it restarted with the state that it saved
 * last, a second failure would not be said, or a project forgotten too early.
 */
export function hasEnded(state: NodeState, persisted: NodeState): boolean {
	return (
		[...persisted.reported].some((id) => !state.reported.has(id)) ||
		[...persisted.missing.keys()].some((id) => state.projects.has(id) && !state.missing.has(id))
	);
}

/** Since when projects have been missing, if not from now on. */
function sinceWhen(
	ids: readonly string[],
	missing: NodeState['missing'],
	now: number,
): Map<string, number> {
	return new Map(ids.map((id) => [id, missing.get(id) ?? now]));
}

function withRead(projects: Map<string, WatchState>, { read }: Found): Map<string, WatchState> {
	for (const { project, evaluation } of read) {
		projects.set(project.id, stateAfter(evaluation, projects.get(project.id)));
	}
	return projects;
}

/**
 * The projects with at most MAX_WATCHED records. What is dropped first are the projects that have
 * been missing longest, then the records that are gone, in all projects alike.
 */
function fitted(
	projects: Map<string, WatchState>,
	{ read }: Found,
	missing: NodeState['missing'],
): Map<string, WatchState> {
	const sizeOf = (id: string) => projects.get(id)?.values.size ?? 0;
	const total = [...projects.keys()].reduce((sum, id) => sum + sizeOf(id), 0);
	let excess = total - MAX_WATCHED;
	for (const [id] of [...missing].sort(([, one], [, other]) => one - other)) {
		if (excess <= 0) break;
		excess -= sizeOf(id);
		projects.delete(id);
	}
	if (excess <= 0) return projects;

	const spare = read.map(({ project, evaluation }) => sizeOf(project.id) - evaluation.values.size);
	const spares = spare.reduce((sum, count) => sum + count, 0);
	if (excess > spares) throw tooManyError(MAX_WATCHED + excess - spares);
	for (const [place, { project, evaluation }] of read.entries()) {
		const state = projects.get(project.id);
		const count = Math.ceil((excess * (spare[place] ?? 0)) / spares);
		if (state !== undefined && count > 0) {
			projects.set(
				project.id,
				without(state, count, (key) => evaluation.values.has(key)),
			);
		}
	}
	return projects;
}

/** A state without so many of the records that are gone: those that were seen longest ago. */
function without(state: WatchState, count: number, isThere: (key: string) => boolean): WatchState {
	const dropped = new Set([...state.values.keys()].filter((key) => !isThere(key)).slice(0, count));
	return { ...state, values: new Map([...state.values].filter(([key]) => !dropped.has(key))) };
}

function isSame(one: NodeState, other: NodeState): boolean {
	return (
		isSameMap(one.projects, other.projects) &&
		isSameMap(one.missing, other.missing) &&
		isSameSet(one.reported, other.reported) &&
		isSameSet(one.awaited, other.awaited)
	);
}

function isSameMap(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) {
	return one.size === other.size && [...one].every(([id, value]) => other.get(id) === value);
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	return one.size === other.size && [...one].every((id) => other.has(id));
}
