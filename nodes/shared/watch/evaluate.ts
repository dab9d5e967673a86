import type { JsonObject } from 'n8n-workflow';
import { DescribedError, type Notice, textOf } from '../base';
import { duplicateKeyError, hasKey, type Identity, keyOf, keysOf, type Keys } from './identity';
import { type KnownRecords, NOTHING_KNOWN, sizeOf } from './state';
import type { Detector, StoredValue } from './types';

/** From how many events on a poll is unusual, if they are also more than half of the records. */
const FLOOD = 20;

/** What the service sent when it was read once. */
export interface Reading {
	readonly records: readonly JsonObject[];
	/** What the user should know about them. With a doubt, some may be missing. */
	readonly notices: readonly Notice[];
	readonly identity: Identity;
}

/** What one reading says. */
export interface Evaluation extends KnownRecords {
	/** The events, by the key of their record. */
	readonly events: ReadonlyMap<string, JsonObject>;
	/** Whether an event could be missed if n8n restarted without having saved this. */
	readonly mustSave: boolean;
	/** What who builds the workflow should know: also what is not watched. */
	readonly notices: readonly string[];
	/**
	 * What is not believed before it is read again, as the keys of its records in one text: all records,
	 * where a watch starts with none, or with some that lack others, which would be new at the next poll;
	 * all events, where they are a flood. `undefined` without a doubt.
	 */
	readonly inDoubt?: string;
}

/**
 * Compares what was read with what is known.
 *
 * @param known `undefined` at the start of a watch
 * @throws DescribedError if none of the records has a key or what is watched, or if some cannot be told
 * apart
 */
export function evaluate(
	reading: Reading,
	known: KnownRecords | undefined,
	detector: Detector,
): Evaluation {
	const { records, notices, identity } = reading;
	const { values, idName, seen } = known ?? NOTHING_KNOWN;
	const keys = keysOf(records, identity, idName);
	const keyed = records.filter((record) => hasKey(record, keys));
	const found = keyed.length === 0 ? seen : watchedIn(keyed, detector, seen);
	const unseen = (detector.watched?.names ?? []).filter((name) => !found.includes(name));
	const comparison = compare(keyed, keys, values, detector);
	return {
		...comparison,
		idName: keys.idName,
		seen: found,
		notices: [
			...notices.map(textOf),
			...unwatched(records.length - keyed.length, keyed.length === 0 ? [] : unseen),
		],
		inDoubt: inDoubtOf(reading, comparison, known),
	};
}

/**
 * The watched fields that there are.
 *
 * @param records at least one record
 * @param seen those that earlier polls have found
 * @throws DescribedError if there are none, or if one of `seen` is in none of the records any more
 */
export function watchedIn(
	records: readonly JsonObject[],
	{ watched }: Detector,
	seen: readonly string[],
): readonly string[] {
	if (watched === undefined) return [];
	const { names, isIn, missing } = watched;
	const found = names.filter((name) => records.some((record) => isIn(record, name)));
	const gone = seen.filter((name) => !found.includes(name));
	if (gone.length > 0) throw missing(gone, records, true);
	if (found.length === 0 && names.length > 0) throw missing(names, records, false);
	return found;
}

type Comparison = Pick<Evaluation, 'events' | 'mustSave' | 'values'>;

function compare(
	records: readonly JsonObject[],
	keys: Keys,
	known: KnownRecords['values'],
	detector: Detector,
): Comparison {
	const currents = new Map<string, StoredValue>();
	const values: Record<string, StoredValue> = {};
	const events = new Map<string, JsonObject>();
	let mustSave = false;
	for (const record of records) {
		const current = detector.extract(record);
		if (current === undefined) continue;
		const key = keyOf(record, keys);
		const first = currents.get(key);
		if (first !== undefined && first !== current) throw duplicateKeyError(record, keys);
		if (first !== undefined) continue;
		const outcome = detector.compare(record, current, known[key]);
		currents.set(key, current);
		values[key] = outcome.value;
		if (outcome.event !== undefined) events.set(key, outcome.event);
		mustSave ||= outcome.value !== known[key] && outcome.canWait !== true;
	}
	return { values, events, mustSave };
}

function inDoubtOf(
	{ records, notices }: Reading,
	comparison: Comparison,
	known: KnownRecords | undefined,
): Evaluation['inDoubt'] {
	const { values, events } = comparison;
	if (known === undefined) {
		const isUnsure = records.length === 0 || notices.some(({ kind }) => kind === 'doubt');
		return isUnsure ? inOneText(Object.keys(values)) : undefined;
	}
	const half = Math.min(sizeOf(known), sizeOf(comparison)) / 2;
	const isFlood = known !== NOTHING_KNOWN && events.size >= FLOOD && events.size > half;
	return isFlood ? inOneText(events.keys()) : undefined;
}

function inOneText(keys: Iterable<string>): string {
	return [...keys].sort().join();
}

/**
 * What is not watched.
 *
 * @param keyless how many records are left out because they have no key
 * @param unseen the watched fields that no record has had so far
 */
function unwatched(keyless: number, unseen: readonly string[]): string[] {
	const which = keyless === 1 ? '1 record has' : `${keyless} records have`;
	const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
	return [
		...(keyless === 0 ? [] : [`${which} no ID and cannot be watched. ${todo}`]),
		...(unseen.length === 0 ? [] : [`No record has a field ${unseen.join(', ')} so far.`]),
	];
}

/** How often a poll reads the records, at most, until two readings agree. */
export const MAX_READS = 4;

/** How long to wait before reading again what is in doubt, in milliseconds. */
const READ_AGAIN_AFTER = 1_000;

/**
 * Reads until there is no doubt about a reading, or two in a row agree in spite of it.
 *
 * @param read reads the records and evaluates them
 * @param pause waits so many milliseconds before they are read again
 * @throws DescribedError if there is a doubt about every reading, and no two of them agree
 */
export async function confirmed(
	read: () => Promise<Evaluation>,
	pause: (ms: number) => Promise<void>,
): Promise<Evaluation> {
	let before: string | undefined;
	for (let reads = 0; reads < MAX_READS; reads++) {
		if (reads > 0) await pause(READ_AGAIN_AFTER);
		const current = await read();
		const { inDoubt } = current;
		if (inDoubt === undefined || inDoubt === before) return current;
		before = inDoubt;
	}
	throw NEVER_THE_SAME;
}

const NEVER_THE_SAME = new DescribedError(
	`The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
	"The next poll tries again. To activate (publish) the workflow, try again in a few minutes. If this keeps happening, use the Agents or GEO node to see what the service returns, and contact the service's support.",
);
