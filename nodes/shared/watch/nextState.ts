import { DescribedError } from '../base';
import { ALL_PROJECTS } from '../form';
import type { Evaluation } from './evaluate';
import { type Found, mayLackProjects } from './projectPolls';
import { type KnownRecords, NOTHING_KNOWN, type ProjectState, type State } from './state';

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
 * still to be told from its old records.
 *
 * @param before the state before the poll; `undefined` at the start of a watch
 * @param awaitsFailed whether projects that cannot be read now are to output their records once they can
 * @param now in milliseconds since 1970
 * @throws DescribedError if there are more than MAX_WATCHED records
 */
export function nextState(
	found: Found,
	before: State | undefined,
	{ awaitsFailed, now }: { readonly awaitsFailed: boolean; readonly now: number },
): State {
	const projects = new Map(before);
	for (const { project, known, evaluation } of found.read) {
		projects.set(project.id, { records: withReading(evaluation, known.records) });
	}
	for (const { project, known } of found.failed) {
		const { records = awaitsFailed ? NOTHING_KNOWN : undefined } = known;
		projects.set(project.id, { records, isReported: true });
	}
	// A list that lacks some says nothing about the projects that are not in it.
	if (!mayLackProjects(found)) {
		projects.delete(ALL_PROJECTS);
		forgetMissing(projects, found, now);
	}
	makeRoom(projects, found);
	return projects;
}

/** What is known after a reading. A record that has disappeared stays: it is not new if it returns. */
function withReading(
	{ values, idName, seen }: Evaluation,
	{ values: known } = NOTHING_KNOWN,
): KnownRecords {
	const gone = [...known].filter(([key]) => !values.has(key));
	return { values: new Map([...gone, ...values]), idName, seen };
}

/** Marks the projects that are not listed, and forgets those that have not been for long. */
function forgetMissing(projects: Map<string, ProjectState>, found: Found, now: number): void {
	const listed = new Set([...found.read, ...found.failed].map(({ project }) => project.id));
	for (const [id, { missingSince = now, ...state }] of projects) {
		if (listed.has(id)) continue;
		if (now - missingSince > FORGET_AFTER) projects.delete(id);
		else projects.set(id, { ...state, missingSince });
	}
}

/**
 * Makes room for what is there: drops projects that are no longer listed, then records that are gone,
 * those that were seen longest ago first.
 *
 * @throws DescribedError if that is not enough
 */
function makeRoom(projects: Map<string, ProjectState>, { read }: Found): void {
	const sizeOf = ({ records = NOTHING_KNOWN }: ProjectState) => records.values.size;
	let excess = [...projects.values()].reduce((sum, state) => sum + sizeOf(state), -MAX_WATCHED);
	for (const [id, state] of projects) {
		if (state.missingSince === undefined || excess <= 0) continue;
		projects.delete(id);
		excess -= sizeOf(state);
	}
	for (const { project, evaluation } of read) {
		const { records } = projects.get(project.id) ?? {};
		if (records === undefined || excess <= 0) continue;
		const gone = [...records.values.keys()].filter((key) => !evaluation.values.has(key));
		const dropped = new Set(gone.slice(0, excess));
		const values = new Map([...records.values].filter(([key]) => !dropped.has(key)));
		projects.set(project.id, { records: { ...records, values } });
		excess -= dropped.size;
	}
	if (excess > 0) {
		throw new DescribedError(
			`There are ${MAX_WATCHED + excess} records, more than the ${MAX_WATCHED} that a trigger can watch`,
			"Narrow them down, for example with 'Filters'.",
		);
	}
}
