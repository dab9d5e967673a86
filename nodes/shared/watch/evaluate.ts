import type { JsonObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { keyOf, duplicateKeyError } from './identity';
import type { WatchState } from './state';
import type { Note, Watch } from './types';

/** Most records that are remembered. */
export const MAX_WATCHED = 100_000;

/** What one look at all records gave. */
export interface Evaluation {
	readonly events: JsonObject[];
	/** What to remember from now on. */
	readonly memory: WatchState;
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
 * @throws DescribedError if a record has no key, or if there are too many records
 */
export function evaluate(
	records: readonly JsonObject[],
	memory: WatchState,
	rules: Rules,
): Evaluation {
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
	if (notes.size > MAX_WATCHED) throw tooManyError(notes.size);
	return { events, memory: isNews ? joined(memory, notes) : memory };
}

/**
 * Looks at the records that a watch starts with.
 *
 * @throws DescribedError if what is to be watched is not in them, or if they cannot be told apart
 */
export function checkStart(records: readonly JsonObject[], { detector, identity }: Rules): void {
	const problem = records.length > 0 ? detector.nothingToWatch(records) : undefined;
	if (problem !== undefined) throw problem;
	const readings = new Map<string, Note>();
	for (const record of records) {
		const key = keyOf(record, identity);
		const reading = detector.readingOf(record);
		if (reading === undefined || !detector.needsUniqueKeys) continue;
		if ((readings.get(key) ?? reading) !== reading) throw duplicateKeyError(record, identity);
		readings.set(key, reading);
	}
}

/** Whether an event could be missed if n8n had only what it saved, and not the memory. */
export function mustPersist(memory: WatchState, saved: WatchState, { detector }: Rules): boolean {
	return (
		memory !== saved &&
		[...memory].some(([key, note]) => detector.isWorthSaving(note, saved.get(key)))
	);
}

function tooManyError(count: number): DescribedError {
	return new DescribedError(
		`There are ${count} records, more than the ${MAX_WATCHED} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

function joined(memory: WatchState, notes: WatchState): WatchState {
	const gone = [...memory].filter(([key]) => !notes.has(key));
	const room = MAX_WATCHED - notes.size;
	return new Map([...gone.slice(Math.max(0, gone.length - room)), ...notes]);
}
