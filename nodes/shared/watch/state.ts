import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../json';
import { digestOf } from './digest';
import type { Note } from './types';

/** What is remembered of the records, by their keys; those that were not seen for longest first. */
export type WatchState = ReadonlyMap<string, Note>;

/** The member of a node's static data that holds the memory. */
const STATE_KEY = 'watch';

/** The form of what is stored. Another one is not read. */
const SCHEMA_VERSION = 1;

/** Whether the node has never remembered anything. */
export function isBlank(staticData: IDataObject): boolean {
	return staticData[STATE_KEY] === undefined;
}

/**
 * Reads the memory out of what n8n keeps for a node.
 *
 * @returns `undefined` if there is none, or one of something else that was watched
 */
export function loadState(staticData: IDataObject, scope: unknown): WatchState | undefined {
	const stored = staticData[STATE_KEY];
	const { form, scope: storedScope, notes } = isObject(stored) ? stored : {};
	if (form !== SCHEMA_VERSION || storedScope !== digestOf(scope) || !isObject(notes))
		return undefined;
	return new Map(Object.entries(notes).filter(isNoted));
}

/** Puts the memory where n8n saves it, together with the events that it hands over. */
export function storeState(staticData: IDataObject, scope: unknown, memory: WatchState): void {
	const notes = Object.fromEntries(memory);
	staticData[STATE_KEY] = { form: SCHEMA_VERSION, scope: digestOf(scope), notes };
}

function isNoted(entry: [string, unknown]): entry is [string, Note] {
	return typeof entry[1] === 'number' || typeof entry[1] === 'string';
}
