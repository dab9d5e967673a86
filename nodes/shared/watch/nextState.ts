import { DescribedError } from '../base';
import { ALL_PROJECTS } from '../form';
import type { Evaluation } from './evaluate';
import type { Found } from './projectPolls';
import type { KnownRecords, ProjectState, State } from './state';

/** The most records that a trigger can watch, in all projects together. */
export const MAX_WATCHED = 100_000;

/**
 * How long a project that is no longer listed is remembered, in milliseconds: 30 days. After that
 * its records are new ones to the trigger, which starts quietly with them.
 */
export const FORGET_AFTER = 30 * 24 * 3600_000;

/** What is known of a project whose existing records are all to be output. */
const AWAITED: KnownRecords = { values: new Map(), seen: [] };

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
 * A project that could not be read keeps what is known of it. So does one that is not listed any
 * more, for a while: the list may be wrong for once, and when the project is back, its events are
 * still to be told from its old records.
 *
 * @param before the state before the poll; `undefined` at the start of a watch
 * @throws DescribedError if there are more than MAX_WATCHED records
 */
export function nextState(
	found: Found,
	before: State | undefined,
	{ awaitsFailed, now }: Circumstances,
): State {
	const projects = new Map(before);
	for (const { project, evaluation } of found.read) {
		projects.set(project.id, readState(evaluation, projects.get(project.id)));
	}
	for (const { project } of found.failed) {
		const known = projects.get(project.id) ?? (awaitsFailed ? { records: AWAITED } : {});
		projects.set(project.id, reportedState(known));
	}
	if (found.gap === undefined) {
		projects.delete(ALL_PROJECTS);
		forgetMissing(projects, found, now);
	} else {
		// Such a list says nothing about the projects that are not in it.
		projects.set(ALL_PROJECTS, reportedState(projects.get(ALL_PROJECTS) ?? {}));
	}
	makeRoom(projects, found);
	const isSame = [...projects].every(([id, state]) => before?.get(id) === state);
	return before !== undefined && isSame && before.size === projects.size ? before : projects;
}

/**
 * Whether a project can be read again. n8n has to save that: if it restarted with the state before, the
 * next failure of the project would not be said.
 */
export function hasRecovered(state: State, before: State | undefined): boolean {
	return [...(before ?? [])].some(
		([id, { isReported }]) => isReported === true && state.get(id)?.isReported !== true,
	);
}

/** A project that was read. A record that has disappeared stays known: it is not new if it returns. */
function readState(evaluation: Evaluation, before: ProjectState = {}): ProjectState {
	const { values, idName, seen } = evaluation;
	const { records, isReported, missingSince } = before;
	const isSame =
		records !== undefined &&
		idName === records.idName &&
		seen.length === records.seen.length &&
		[...values].every(([key, value]) => records.values.get(key) === value);
	if (isSame) return isReported === true || missingSince !== undefined ? { records } : before;
	const others = [...(records?.values ?? [])].filter(([key]) => !values.has(key));
	return { records: { values: new Map([...others, ...values]), idName, seen } };
}

/** A project that could not be read. */
function reportedState(before: ProjectState): ProjectState {
	const { records, isReported, missingSince } = before;
	if (isReported === true && missingSince === undefined) return before;
	return records === undefined ? { isReported: true } : { records, isReported: true };
}

/** Marks the projects that are not listed, and forgets those that have not been for long. */
function forgetMissing(projects: Map<string, ProjectState>, found: Found, now: number): void {
	const listed = new Set([...found.read, ...found.failed].map(({ project }) => project.id));
	for (const [id, state] of projects) {
		const { missingSince = now } = state;
		if (listed.has(id)) continue;
		if (now - missingSince > FORGET_AFTER) projects.delete(id);
		else if (state.missingSince === undefined) projects.set(id, { ...state, missingSince });
	}
}

/**
 * Makes room for what is there: drops the projects that have been missing longest, then the records
 * that are gone, those that were seen longest ago first.
 *
 * @throws DescribedError if that is not enough
 */
function makeRoom(projects: Map<string, ProjectState>, { read }: Found): void {
	const sizeOf = ({ records }: ProjectState) => records?.values.size ?? 0;
	let excess = [...projects.values()].reduce((sum, state) => sum + sizeOf(state), -MAX_WATCHED);
	const missing = [...projects].filter(([, { missingSince }]) => missingSince !== undefined);
	const since = ([, { missingSince = 0 }]: [string, ProjectState]) => missingSince;
	for (const [id, state] of missing.sort((one, other) => since(one) - since(other))) {
		if (excess <= 0) return;
		projects.delete(id);
		excess -= sizeOf(state);
	}
	for (const { project, evaluation } of read) {
		const { records } = projects.get(project.id) ?? {};
		if (excess <= 0) return;
		if (records === undefined) continue;
		const gone = [...records.values.keys()].filter((key) => !evaluation.values.has(key));
		const dropped = new Set(gone.slice(0, excess));
		const values = new Map([...records.values].filter(([key]) => !dropped.has(key)));
		projects.set(project.id, { records: { ...records, values } });
		excess -= dropped.size;
	}
	if (excess > 0) throw tooManyError(MAX_WATCHED + excess);
}

function tooManyError(count: number): DescribedError {
	return new DescribedError(
		`There are ${count} records, more than the ${MAX_WATCHED} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}
