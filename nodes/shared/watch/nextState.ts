import { DescribedError } from '../base';
import type { Evaluation } from './evaluate';
import { type Polled, THE_LIST } from './projectPolls';
import { type KnownRecords, NOTHING_KNOWN, sizeOf, type State } from './state';

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
 * still to be told from its old records. Where there is not enough room, such projects are the first
 * to be forgotten, then records that have disappeared.
 *
 * @param before the state before the poll
 * @param now in milliseconds since 1970
 * @throws DescribedError if there are more than MAX_WATCHED records
 */
export function nextState(found: readonly Polled[], before: State, now: number): State {
	const listed = new Set(found.map(({ project }) => project.id));
	const others = Object.entries(before).filter(([id]) => !listed.has(id));
	const isPart = found.some(({ project, error }) => project === THE_LIST && error !== undefined);
	// A list that lacks some says nothing about the projects that are not in it.
	const [unsure, missing] = isPart ? [others, []] : [[], others];
	let room = roomBeside([
		...found.map(({ known, evaluation }) => evaluation ?? known.records),
		...unsure.map(([, { records }]) => records),
	]);
	const projects = new Map(unsure);
	for (const { project, known, evaluation, error } of found) {
		const records = evaluation ? withReading(evaluation, known.records, room) : known.records;
		room -= sizeOf(records) - sizeOf(evaluation ?? known.records);
		// Of a list of projects that is whole, there is nothing to keep.
		if (records ?? error) projects.set(project.id, { records, isReported: error && true });
	}
	for (const [id, { missingSince = now, ...state }] of missing) {
		if (now - missingSince > FORGET_AFTER || sizeOf(state.records) > room) continue;
		room -= sizeOf(state.records);
		projects.set(id, { ...state, missingSince });
	}
	return Object.fromEntries(projects);
}

/**
 * How many records can be kept beside those that are there.
 *
 * @throws DescribedError if these are too many
 */
function roomBeside(there: ReadonlyArray<KnownRecords | undefined>): number {
	const count = there.reduce((sum, records) => sum + sizeOf(records), 0);
	if (count <= MAX_WATCHED) return MAX_WATCHED - count;
	throw new DescribedError(
		`There are ${count} records, more than the ${MAX_WATCHED} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

/**
 * What is known after a reading. A record that has disappeared stays: it is not new if it returns.
 *
 * @param room how many of those can stay: the ones that were seen last
 */
function withReading(
	{ values, idName, seen }: Evaluation,
	{ values: known } = NOTHING_KNOWN,
	room: number,
): KnownRecords {
	const gone = Object.entries(known).filter(([key]) => !Object.hasOwn(values, key));
	const kept = gone.slice(Math.max(0, gone.length - room));
	return { values: { ...Object.fromEntries(kept), ...values }, idName, seen };
}
