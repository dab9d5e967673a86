import type { JsonObject } from 'n8n-workflow';
import { Problem } from '../problem';
import { keyOf, sameKeyProblem } from './identity';
import type { Memory } from './memory';
import type { Note, Watch } from './types';

/** Most records that are remembered. */
export const MOST_NOTES = 100_000;

/** What one look at all records gave. */
export interface Observation {
	readonly events: JsonObject[];
	/** What to remember from now on. */
	readonly memory: Memory;
}

type Rules = Pick<Watch, 'detector' | 'identity'>;

/**
 * Compares the records with what is remembered of them.
 *
 * A record that is not there any more stays in the memory, so that it is no news when it returns;
 * what was not seen for longest goes first when the memory is full. Of several records that go by
 * one key, the first counts: a list that moves while it is read may hold one twice.
 *
 * @param memory what is remembered; empty at the start
 * @throws Problem if a record has no key, or if there are too many records
 */
export function observe(records: readonly JsonObject[], memory: Memory, rules: Rules): Observation {
	const { detector, identity } = rules;
	const notes = new Map<string, Note>();
	const events: JsonObject[] = [];
	let isNews = false;
	for (const record of records) {
		const key = keyOf(record, identity);
		const reading = detector.readingOf(record);
		if (reading === undefined || notes.has(key)) continue;
		const noted = memory.get(key);
		const { note, event } = detector.look(record, reading, noted);
		notes.set(key, note);
		isNews ||= note !== noted;
		if (event !== undefined) events.push(event);
	}
	if (notes.size > MOST_NOTES) throw tooManyProblem(notes.size);
	return { events, memory: isNews ? joined(memory, notes) : memory };
}

/**
 * Looks at the records that a watch starts with.
 *
 * @throws Problem if what is to be watched is not in them, or if they cannot be told apart
 */
export function checkStart(records: readonly JsonObject[], { detector, identity }: Rules): void {
	const problem = records.length > 0 ? detector.nothingToWatch(records) : undefined;
	if (problem !== undefined) throw problem;
	const readings = new Map<string, Note>();
	for (const record of records) {
		const key = keyOf(record, identity);
		const reading = detector.readingOf(record);
		if (reading === undefined || !detector.needsUniqueKeys) continue;
		if ((readings.get(key) ?? reading) !== reading) throw sameKeyProblem(record, identity);
		readings.set(key, reading);
	}
}

/** Whether an event could be missed if n8n had only what it saved, and not the memory. */
export function isWorthSaving(memory: Memory, saved: Memory, { detector }: Rules): boolean {
	return (
		memory !== saved &&
		[...memory].some(([key, note]) => detector.isWorthSaving(note, saved.get(key)))
	);
}

function tooManyProblem(count: number): Problem {
	return new Problem(
		`There are ${count} records, more than the ${MOST_NOTES} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

function joined(memory: Memory, notes: Memory): Memory {
	const gone = [...memory].filter(([key]) => !notes.has(key));
	const room = MOST_NOTES - notes.size;
	return new Map([...gone.slice(Math.max(0, gone.length - room)), ...notes]);
}
