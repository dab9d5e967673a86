import type { JsonObject } from 'n8n-workflow';
import { DescribedError } from '../base';
import { refuseGroups } from './groups';
import { duplicateKeyError, hasKey, keyOf, keysOf, type Keys } from './identity';
import type { WatchState } from './state';
import type { Detector, StoredValue, Watch } from './types';

/** The most records that a trigger can watch. */
export const MAX_WATCHED = 100_000;

/** From how many events on a poll is unusual, if they are also more than half of the records. */
const FLOOD = 20;

/** What the service sent when it was read once. */
export interface Reading {
	readonly records: readonly JsonObject[];
	/** Whether nothing suggests that the service has more records than these. */
	readonly isWhole: boolean;
}

/**
 * Why a reading is not believed before it is repeated.
 *
 * - `conflict`: different records have the same key; one that moved while it was read looks the same
 * - `empty`: there are no records, at the start or where there were some
 * - `flood`: more than half of the records are events at once
 * - `partial`: records are missing at the start, which would be new later
 */
export type Doubt = 'conflict' | 'empty' | 'flood' | 'partial';

/** What one reading says. */
export interface Evaluation {
	/** What to store of each record from now on, by its key. */
	readonly values: ReadonlyMap<string, StoredValue>;
	/** The events, by the key of their record. */
	readonly events: ReadonlyMap<string, JsonObject>;
	/** As in WatchState. */
	readonly idName?: string;
	readonly seen: readonly string[];
	/** How many records are left out because they have no key. */
	readonly keyless: number;
	/** The watched fields that no record has had so far. */
	readonly unseen: readonly string[];
	/** What to say if the key does not tell the records apart. */
	readonly conflict?: DescribedError;
	readonly doubt?: Doubt;
}

type Rules = Pick<Watch, 'detector' | 'identity'> & { readonly plan: { names: readonly string[] } };

const NOTHING: WatchState = { values: new Map(), seen: [] };

/**
 * Compares what was read with the stored state. If several records have the same key, the first
 * counts.
 *
 * @param stored the state before the poll; `undefined` at the start of a watch
 * @throws DescribedError if none of the records has a key or what is watched, if they are groups of
 * records, or if there are more than MAX_WATCHED
 */
export function evaluate(
	reading: Reading,
	stored: WatchState | undefined,
	{ detector, identity, plan }: Rules,
): Evaluation {
	const { records } = reading;
	const { values: known, idName, seen } = stored ?? NOTHING;
	// Who names key fields wants to watch the records as they are.
	if (records.length > 0 && identity.fields.length === 0) refuseGroups(records, plan.names);
	const keys = keysOf(records, identity, idName);
	const keyed = records.filter((record) => hasKey(record, keys));
	const found = keyed.length === 0 ? seen : detector.findFields(keyed, seen);
	const comparison = compare(keyed, keys, known, detector);
	if (comparison.values.size > MAX_WATCHED) throw tooManyError(comparison.values.size);
	return {
		...comparison,
		idName: keys.idName,
		seen: found,
		keyless: records.length - keyed.length,
		unseen: keyed.length === 0 ? [] : detector.watched.filter((name) => !found.includes(name)),
		doubt: doubtAbout(reading, comparison, stored),
	};
}

type Comparison = Pick<Evaluation, 'conflict' | 'events' | 'values'>;

function compare(
	records: readonly JsonObject[],
	keys: Keys,
	known: WatchState['values'],
	detector: Detector,
): Comparison {
	const currents = new Map<string, StoredValue>();
	const values = new Map<string, StoredValue>();
	const events = new Map<string, JsonObject>();
	let conflict: DescribedError | undefined;
	for (const record of records) {
		const current = detector.extract(record);
		if (current === undefined) continue;
		const key = keyOf(record, keys);
		const first = currents.get(key);
		if (first === undefined) {
			const { value, event } = detector.compare(record, current, known.get(key));
			currents.set(key, current);
			values.set(key, value);
			if (event !== undefined) events.set(key, event);
		} else if (detector.needsUniqueKeys && first !== current) {
			conflict ??= duplicateKeyError(record, keys);
		}
	}
	return { values, events, conflict };
}

function doubtAbout(
	{ records, isWhole }: Reading,
	{ values, events, conflict }: Comparison,
	stored: WatchState | undefined,
): Doubt | undefined {
	if (conflict !== undefined) return 'conflict';
	if (records.length === 0) return stored?.values.size === 0 ? undefined : 'empty';
	if (stored === undefined) return isWhole ? undefined : 'partial';
	const half = Math.min(stored.values.size, values.size) / 2;
	return events.size >= FLOOD && events.size > half ? 'flood' : undefined;
}

/**
 * The state after a poll; the same object as before if nothing has changed.
 *
 * A record that has disappeared stays in it, so that it is not new when it comes back. If the state
 * is full, those that were seen longest ago are dropped first.
 *
 * @param before the state before the poll; `undefined` at the start of a watch
 */
export function stateAfter(
	{ values, idName, seen }: Evaluation,
	before: WatchState | undefined,
): WatchState {
	if (before === undefined) return { values, idName, seen };
	const isSame =
		idName === before.idName &&
		seen.length === before.seen.length &&
		[...values].every(([key, value]) => before.values.get(key) === value);
	return isSame ? before : { values: updated(before.values, values), idName, seen };
}

/**
 * Whether an event could be missed if n8n restarted with the state that it saved last.
 *
 * @param persisted what it saved of the project; `undefined` if that is nothing
 */
export function mustPersist(
	state: WatchState,
	persisted: WatchState | undefined,
	{ detector }: Pick<Watch, 'detector'>,
): boolean {
	if (persisted === undefined) return true;
	if (state === persisted) return false;
	return [...state.values].some(([key, value]) => {
		return detector.mustPersist(value, persisted.values.get(key));
	});
}

/** The old values with the new ones at the end, cut at their start to MAX_WATCHED entries. */
function updated(old: WatchState['values'], values: WatchState['values']): WatchState['values'] {
	const others = [...old].filter(([key]) => !values.has(key));
	const room = MAX_WATCHED - values.size;
	return new Map([...others.slice(Math.max(0, others.length - room)), ...values]);
}

/** The error for more records than MAX_WATCHED. */
export function tooManyError(count: number): DescribedError {
	return new DescribedError(
		`There are ${count} records, more than the ${MAX_WATCHED} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}
