import type { JsonObject } from 'n8n-workflow';
import { Problem } from '../problem';
import { keyOf, sameKeyProblem } from './identity';
import type { Memory } from './memory';
import type { Detector, Note, Watch } from './types';

/** Most records that are remembered: so many take about 3 MB. */
export const MOST_NOTES = 100_000;

/** What one look at all records gave. */
export interface Observation {
	readonly events: JsonObject[];
	/** What to remember from now on. */
	readonly memory: Memory;
	/** Whether that is anything else than before. */
	readonly isNews: boolean;
}

/**
 * Compares the records with what is remembered of them.
 *
 * A record that is not there any more stays in the memory, so that it is no news when it returns;
 * what was not seen for longest goes first when the memory is full.
 *
 * @param memory what is remembered; empty at the start
 * @throws Problem if records cannot be told apart, if there are too many of them, or if there is
 * nothing in them to watch
 */
export function observe(
	records: readonly JsonObject[],
	memory: Memory,
	{ detector, identity }: Pick<Watch, 'detector' | 'identity'>,
): Observation {
	const seen = new Map<string, Note>();
	const notes = new Map<string, Note>();
	const events: JsonObject[] = [];
	for (const record of records) {
		const key = keyOf(record, identity);
		const note = detector.noteOf(record);
		if (note === undefined) continue;
		const earlier = seen.get(key);
		if (earlier !== undefined) {
			if (detector.needsUniqueKeys && earlier !== note) throw sameKeyProblem(record, identity);
			continue;
		}
		seen.set(key, note);
		const sighting = detector.look(record, memory.get(key));
		notes.set(key, sighting.note);
		if (sighting.event !== undefined) events.push(sighting.event);
	}
	check(records, notes.size, detector);
	const isNews = [...notes].some(([key, note]) => memory.get(key) !== note);
	return { events, memory: isNews ? joined(memory, notes) : memory, isNews };
}

function check(records: readonly JsonObject[], noted: number, detector: Detector): void {
	const problem = records.length > 0 ? detector.nothingToWatch(records) : undefined;
	if (problem !== undefined) throw problem;
	if (noted <= MOST_NOTES) return;
	throw new Problem(
		`There are ${noted} records, more than the ${MOST_NOTES} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

function joined(memory: Memory, notes: Memory): Memory {
	const gone = [...memory].filter(([key]) => !notes.has(key));
	const room = MOST_NOTES - notes.size;
	return new Map([...gone.slice(Math.max(0, gone.length - room)), ...notes]);
}
