import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../base';
import type { StoredValue } from './types';

/** What is remembered of a project. */
export interface WatchState {
	/** What is stored of each record, by its key. Those that were seen longest ago come first. */
	readonly values: ReadonlyMap<string, StoredValue>;
	/** The ID by which records are recognized; not there as long as no record has been seen. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
}

/** What is remembered of a watch. Everything goes by the IDs of projects. */
export interface NodeState {
	/** The projects that were read at least once. */
	readonly projects: ReadonlyMap<string, WatchState>;
	/** Since when a project is no longer listed, in milliseconds since 1970. */
	readonly missing: ReadonlyMap<string, number>;
	/** The projects that could not be read when this was said last, and have not been read since. */
	readonly reported: ReadonlySet<string>;
	/** The projects that could not be read at the very start, and whose records are still to come. */
	readonly awaited: ReadonlySet<string>;
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
export function loadState(staticData: IDataObject, watchKey: string): NodeState | undefined {
	const stored = staticData[STATE_KEY];
	if (!isObject(stored) || !isObject(stored.projects)) return undefined;
	if (stored.schemaVersion !== SCHEMA_VERSION || stored.watchKey !== watchKey) return undefined;
	const { projects, missing, reported, awaited } = stored;
	return {
		projects: new Map(Object.entries(projects).flatMap(loadProject)),
		missing: new Map(Object.entries(isObject(missing) ? missing : {}).filter(hasNumber)),
		reported: new Set(textsIn(reported)),
		awaited: new Set(textsIn(awaited)),
	};
}

function loadProject([id, stored]: [string, unknown]): Array<[id: string, state: WatchState]> {
	if (!isObject(stored) || !isObject(stored.values)) return [];
	const { idName, seen, values } = stored;
	const state: WatchState = {
		values: new Map(Object.entries(values).filter(hasStoredValue)),
		idName: typeof idName === 'string' ? idName : undefined,
		seen: textsIn(seen),
	};
	return [[id, state]];
}

/** Puts the state into the static data, which n8n saves together with the events of the poll. */
export function storeState(staticData: IDataObject, watchKey: string, state: NodeState): void {
	const { projects, missing, reported, awaited } = state;
	staticData[STATE_KEY] = {
		...{ schemaVersion: SCHEMA_VERSION, watchKey },
		...(missing.size === 0 ? {} : { missing: Object.fromEntries(missing) }),
		...(reported.size === 0 ? {} : { reported: [...reported] }),
		...(awaited.size === 0 ? {} : { awaited: [...awaited] }),
		projects: Object.fromEntries([...projects].map(([id, one]) => [id, storedProject(one)])),
	};
}

function storedProject({ values, idName, seen }: WatchState): IDataObject {
	return {
		...(idName === undefined ? {} : { idName }),
		...(seen.length === 0 ? {} : { seen: [...seen] }),
		values: Object.fromEntries(values),
	};
}

function textsIn(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function hasNumber(entry: [string, unknown]): entry is [string, number] {
	return typeof entry[1] === 'number';
}

function hasStoredValue(entry: [string, unknown]): entry is [string, StoredValue] {
	return typeof entry[1] === 'number' || typeof entry[1] === 'string';
}
