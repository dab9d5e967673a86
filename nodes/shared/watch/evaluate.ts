import type { JsonObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { duplicateKeyError, keyOf } from './identity';
import type { WatchState } from './state';
import type { StoredValue, Watch } from './types';

/** The most records that a trigger can watch. */
export const MAX_WATCHED = 100_000;

/** The events of one poll, and the state after it. */
export interface Evaluation {
	readonly events: JsonObject[];
	/** The same object as before the poll if nothing has changed. */
	readonly state: WatchState;
}

type Rules = Pick<Watch, 'detector' | 'identity'>;

/**
 * Compares records with the stored state.
 *
 * A record that has disappeared stays in the state, so that it is not new when it comes back; if the
 * state is full, those that were seen longest ago are dropped first. If several records have the
 * same key, the first counts: a list that changes while it is read may contain a record twice.
 *
 * @param state the state before the poll; empty at the start of a watch
 * @throws DescribedError if a record has no key, or there are more than MAX_WATCHED records
 */
export function evaluate(
	records: readonly JsonObject[],
	state: WatchState,
	{ detector, identity }: Rules,
): Evaluation {
	const values = new Map<string, StoredValue>();
	const events: JsonObject[] = [];
	let hasChanged = false;
	for (const record of records) {
		const key = keyOf(record, identity);
		const current = detector.extract(record);
		if (current === undefined || values.has(key)) continue;
		const stored = state.get(key);
		const { value, event } = detector.compare(record, current, stored);
		values.set(key, value);
		hasChanged ||= value !== stored;
		if (event !== undefined) events.push(event);
	}
	if (values.size > MAX_WATCHED) {
		throw new DescribedError(
			`There are ${values.size} records, more than the ${MAX_WATCHED} that a trigger can watch`,
			"Narrow them down, for example with 'Filters'.",
		);
	}
	return { events, state: hasChanged ? updated(state, values) : state };
}

/**
 * Checks the records at the start of a watch.
 *
 * @throws DescribedError if none has the watched fields, or the key does not tell them apart
 */
export function checkStart(records: readonly JsonObject[], { detector, identity }: Rules): void {
	if (records.length > 0) detector.validate(records);
	const values = new Map<string, StoredValue>();
	for (const record of records) {
		const key = keyOf(record, identity);
		const current = detector.extract(record);
		if (current === undefined || !detector.needsUniqueKeys) continue;
		if ((values.get(key) ?? current) !== current) throw duplicateKeyError(record, identity);
		values.set(key, current);
	}
}

/** Whether an event could be missed if n8n restarted with the state that it saved last. */
export function mustPersist(
	state: WatchState,
	persisted: WatchState,
	{ detector }: Rules,
): boolean {
	if (state === persisted) return false;
	return [...state].some(([key, value]) => detector.mustPersist(value, persisted.get(key)));
}

/** The state with the new values at its end, cut at its start to MAX_WATCHED entries. */
function updated(state: WatchState, values: WatchState): WatchState {
	const others = [...state].filter(([key]) => !values.has(key));
	const room = MAX_WATCHED - values.size;
	return new Map([...others.slice(Math.max(0, others.length - room)), ...values]);
}
