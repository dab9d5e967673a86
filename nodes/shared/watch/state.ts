import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../json';
import type { StoredValue } from './types';

/** What is remembered of a watch. */
export interface WatchState {
	/** What is stored of each record, by its key. Those that were seen longest ago come first. */
	readonly values: ReadonlyMap<string, StoredValue>;
	/** The ID by which records are recognized; not there as long as no record has been seen. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
}

/** The member of the node's static data that holds the state. */
const STATE_KEY = 'watch';

/** The version of the stored form. A state of another version is not read. */
const SCHEMA_VERSION = 1;

/** Whether the node has ever stored a state, whatever was watched. */
export function hasState(staticData: IDataObject): boolean {
	return staticData[STATE_KEY] !== undefined;
}

/**
 * Reads the state from the static data that n8n keeps for the node.
 *
 * @param watchKey what is watched, as `watchKeyOf` gives it
 * @returns `undefined` if there is none for this watch
 */
export function loadState(staticData: IDataObject, watchKey: string): WatchState | undefined {
	const stored = staticData[STATE_KEY];
	if (!isObject(stored) || !isObject(stored.values)) return undefined;
	if (stored.schemaVersion !== SCHEMA_VERSION || stored.watchKey !== watchKey) return undefined;
	const { idName, seen, values } = stored;
	return {
		values: new Map(Object.entries(values).filter(hasStoredValue)),
		idName: typeof idName === 'string' ? idName : undefined,
		seen: Array.isArray(seen) ? seen.filter((name) => typeof name === 'string') : [],
	};
}

/** Puts the state into the static data, which n8n saves together with the events of the poll. */
export function storeState(staticData: IDataObject, watchKey: string, state: WatchState): void {
	const { idName, seen } = state;
	const values = Object.fromEntries(state.values);
	staticData[STATE_KEY] = {
		...{ schemaVersion: SCHEMA_VERSION, watchKey },
		...(idName === undefined ? {} : { idName }),
		...(seen.length === 0 ? {} : { seen: [...seen] }),
		values,
	};
}

function hasStoredValue(entry: [string, unknown]): entry is [string, StoredValue] {
	return typeof entry[1] === 'number' || typeof entry[1] === 'string';
}
