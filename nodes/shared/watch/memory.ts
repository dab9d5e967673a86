import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../json';
import { digestOf } from './digest';
import type { Note } from './types';

/** What is remembered of the records, by their keys; those that were not seen for longest first. */
export type Memory = ReadonlyMap<string, Note>;

/** The member of a node's static data that holds the memory. */
const PLACE = 'watch';

/** The form of what is stored. Another one is not read. */
const FORM = 1;

/** Whether the node has never remembered anything. */
export function isBlank(staticData: IDataObject): boolean {
	return staticData[PLACE] === undefined;
}

/**
 * Reads the memory out of what n8n keeps for a node.
 *
 * @returns `undefined` if there is none, or one of something else that was watched
 */
export function recall(staticData: IDataObject, scope: unknown): Memory | undefined {
	const stored = staticData[PLACE];
	const { form, scope: storedScope, notes } = isObject(stored) ? stored : {};
	if (form !== FORM || storedScope !== digestOf(scope) || !isObject(notes)) return undefined;
	return new Map(Object.entries(notes).filter(isNoted));
}

/** Puts the memory where n8n saves it, together with the events that it hands over. */
export function remember(staticData: IDataObject, scope: unknown, memory: Memory): void {
	const notes = Object.fromEntries(memory);
	staticData[PLACE] = { form: FORM, scope: digestOf(scope), notes };
}

function isNoted(entry: [string, unknown]): entry is [string, Note] {
	return typeof entry[1] === 'number' || typeof entry[1] === 'string';
}
