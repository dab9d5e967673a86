import type { JsonObject } from 'n8n-workflow';
import { DescribedError, type Notice, textOf } from '../base';
import { duplicateKeyError, hasKey, keyOf, keysOf, type Keys, refuseGroups } from './identity';
import type { KnownRecords } from './state';
import type { Detector, StoredValue, Watch } from './types';

/** From how many events on a poll is unusual, if they are also more than half of the records. */
const FLOOD = 20;

/** What the service sent when it was read once. */
export interface Reading {
	readonly records: readonly JsonObject[];
	/** What the user should know about them. With a doubt, some may be missing. */
	readonly notices: readonly Notice[];
}

/**
 * Why a reading is not believed before it is repeated.
 *
 * - `start`: a watch starts with no records, or with records of which some may be missing: these
 *   would be new at the next poll
 * - `flood`: more than half of the records are events at once
 */
export type Doubt = 'flood' | 'start';

/** What one reading says. */
export interface Evaluation extends KnownRecords {
	/** The events, by the key of their record. */
	readonly events: ReadonlyMap<string, JsonObject>;
	/** Whether an event could be missed if n8n restarted without having saved this. */
	readonly mustSave: boolean;
	/** What who builds the workflow should know: also what is not watched. */
	readonly notices: readonly string[];
	readonly doubt?: Doubt;
}

type Rules = Pick<Watch, 'detector' | 'identity'> & { readonly plan: { names: readonly string[] } };

const NOTHING: KnownRecords = { values: new Map(), seen: [] };

/**
 * Compares what was read with what is known.
 *
 * @param known `undefined` at the start of a watch
 * @throws DescribedError if none of the records has a key or what is watched, if some cannot be told
 * apart, or if they are groups of records
 */
export function evaluate(
	reading: Reading,
	known: KnownRecords | undefined,
	{ detector, identity, plan }: Rules,
): Evaluation {
	const { records } = reading;
	const { values, idName, seen } = known ?? NOTHING;
	// Who names key fields wants to watch the records as they are.
	if (records.length > 0 && identity.fields.length === 0) refuseGroups(records, plan.names);
	const keys = keysOf(records, identity, idName);
	const keyed = records.filter((record) => hasKey(record, keys));
	const found = keyed.length === 0 ? seen : detector.findFields(keyed, seen);
	const comparison = compare(keyed, keys, values, detector);
	const unseen = keyed.length === 0 ? [] : detector.watched.filter((name) => !found.includes(name));
	return {
		...comparison,
		idName: keys.idName,
		seen: found,
		notices: [...reading.notices.map(textOf), ...unwatched(records.length - keyed.length, unseen)],
		doubt: doubtAbout(reading, comparison, known),
	};
}

type Comparison = Pick<Evaluation, 'events' | 'mustSave' | 'values'>;

function compare(
	records: readonly JsonObject[],
	keys: Keys,
	known: KnownRecords['values'],
	detector: Detector,
): Comparison {
	const currents = new Map<string, StoredValue>();
	const values = new Map<string, StoredValue>();
	const events = new Map<string, JsonObject>();
	let mustSave = false;
	for (const record of records) {
		const current = detector.extract(record);
		if (current === undefined) continue;
		const key = keyOf(record, keys);
		const first = currents.get(key);
		if (first !== undefined && first !== current) throw duplicateKeyError(record, keys);
		if (first !== undefined) continue;
		const outcome = detector.compare(record, current, known.get(key));
		currents.set(key, current);
		values.set(key, outcome.value);
		if (outcome.event !== undefined) events.set(key, outcome.event);
		mustSave ||= outcome.mustSave;
	}
	return { values, events, mustSave };
}

function doubtAbout(
	{ records, notices }: Reading,
	{ values, events }: Comparison,
	known: KnownRecords | undefined,
): Doubt | undefined {
	const isUnsure = records.length === 0 || notices.some(({ kind }) => kind === 'doubt');
	if (known === undefined) return isUnsure ? 'start' : undefined;
	const half = Math.min(known.values.size, values.size) / 2;
	return events.size >= FLOOD && events.size > half ? 'flood' : undefined;
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

/**
 * Reads until there is no doubt about a reading, or two in a row agree in spite of it.
 *
 * @param read reads the records and evaluates them
 * @param pause waits before they are read again
 * @throws DescribedError if there is a doubt about every reading, and no two of them agree
 */
export async function confirmed(
	read: () => Promise<Evaluation>,
	pause: () => Promise<void>,
): Promise<Evaluation> {
	let current = await read();
	for (let reads = 1; current.doubt !== undefined; reads++) {
		if (reads === MAX_READS) throw NEVER_THE_SAME;
		await pause();
		const previous = current;
		current = await read();
		const agreed = current.doubt === previous.doubt ? agreement(previous, current) : undefined;
		if (agreed !== undefined) return agreed;
	}
	return current;
}

/** What two readings with the same doubt agree on; `undefined` if that is not enough. */
function agreement(one: Evaluation, other: Evaluation): Evaluation | undefined {
	if (other.doubt === 'flood') return shownByBoth(one, other);
	const isSame =
		one.values.size === other.values.size &&
		[...one.values.keys()].every((key) => other.values.has(key));
	return isSame ? other : undefined;
}

/**
 * The second reading with the events that the first has, too. The records of its other events are
 * left as they were: the next poll finds them again if they are true.
 *
 * @returns `undefined` if that leaves less than half of the events
 */
function shownByBoth(one: Evaluation, other: Evaluation): Evaluation | undefined {
	const isUnsure = (key: string) => other.events.has(key) && !one.events.has(key);
	const events = new Map([...other.events].filter(([key]) => !isUnsure(key)));
	if (2 * events.size < other.events.size) return undefined;
	return { ...other, events, values: new Map([...other.values].filter(([key]) => !isUnsure(key))) };
}

const NEVER_THE_SAME = new DescribedError(
	`The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
	"The next poll tries again. To activate (publish) the workflow, try again in a few minutes. If this keeps happening, use the Agents or GEO node to see what the service returns, and contact the service's support.",
);
