import { createHash } from 'crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isObject } from '../base';
import type { StoredValue, Watch } from './types';

/** The version of the stored form. A state of another version is not read, and the watch starts over. */
const SCHEMA_VERSION = 1;

/**
 * What a trigger keeps, as it lies in n8n's database: in the member `watch` of the static data that
 * n8n keeps for the node. Saved workflows hold it, so another form needs another SCHEMA_VERSION.
 */
interface StoredState {
	readonly schemaVersion: typeof SCHEMA_VERSION;
	/** What is watched, as `watchKeyOf` gives it. With another one, the watch starts over. */
	readonly watchKey: string;
	/** By the IDs of the projects; ALL_PROJECTS stands for the list of projects itself. */
	readonly projects: Readonly<Record<string, ProjectState<Readonly<Record<string, StoredValue>>>>>;
}

/** What is kept of a project. The values are an object in the database, and a map here. */
export interface ProjectState<Values = ReadonlyMap<string, StoredValue>> {
	/** Not there as long as the project was not read. */
	readonly records?: KnownRecords<Values>;
	/** Since when the project is no longer listed, in milliseconds since 1970. */
	readonly missingSince?: number;
	/** That it could not be read was said, and it has not been read since. */
	readonly isReported?: true;
}

/** What is kept of the records of a project. */
export interface KnownRecords<Values = ReadonlyMap<string, StoredValue>> {
	/**
	 * What is kept of each record, by the digest of its ID or key fields. Those that were seen longest
	 * ago come first.
	 */
	readonly values: Values;
	/** The ID by which the records are recognized; not there as long as there was no record. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
}

/** What is known of a project before it is read. */
export const NOTHING_KNOWN: KnownRecords = { values: new Map(), seen: [] };

/** What a trigger knows of its projects, by their IDs, as in StoredState. */
export type State = ReadonlyMap<string, ProjectState>;

/** The member of the node's static data that holds the state. */
const STATE_KEY = 'watch';

/** Whether the node has ever stored a state, whatever was watched. */
export function hasState(staticData: IDataObject): boolean {
	return staticData[STATE_KEY] !== undefined;
}

/**
 * Reads the state from the static data of the node.
 *
 * @returns `undefined` if there is none for this watch
 */
export function loadState(staticData: IDataObject, watchKey: string): State | undefined {
	const stored: unknown = staticData[STATE_KEY];
	if (!isStored(stored) || stored.watchKey !== watchKey) return undefined;
	return mapped(Object.entries(stored.projects), (values) => new Map(Object.entries(values)));
}

/**
 * Puts the state into the static data of the node, which n8n saves together with the events. The same
 * state is not put there again: n8n would take it for a change.
 */
export function storeState(staticData: IDataObject, watchKey: string, state: State): void {
	const projects = Object.fromEntries(mapped([...state], (values) => Object.fromEntries(values)));
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	if (JSON.stringify(stored) === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = { ...stored };
}

/** Only this module writes it, so its version says the rest of its form. */
function isStored(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** The same projects with their values in another form. */
function mapped<From, To>(
	projects: ReadonlyArray<[id: string, state: ProjectState<From>]>,
	change: (values: From) => To,
): Map<string, ProjectState<To>> {
	return new Map(
		projects.map(([id, { records, ...marks }]) => [
			id,
			records === undefined
				? marks
				: { ...marks, records: { ...records, values: change(records.values) } },
		]),
	);
}

/**
 * A digest of what is watched: the choice of projects, and the parameters that define what is read and
 * compared. It uses expressions as they were entered, because the value of one with a date changes
 * from poll to poll, and skips empty parameters, so that a later version of the node can add some.
 * With All Projects, a project that is added is no other choice.
 *
 * @param parameters the parameters of the node as n8n stores them
 */
export function watchKeyOf(
	{ projects, scope }: Pick<Watch, 'projects' | 'scope'>,
	parameters: INodeParameters,
): string {
	const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
	const fields = scope
		.map((name) => [name, plainText(parameters[name] ?? options[name])] as const)
		.filter(([, text]) => !EMPTY.includes(text));
	return digestOf({ projects, fields });
}

/** The JSON of fields that say nothing, also where they are JSON themselves. */
const EMPTY = [undefined, 'null', '""', '{}', '[]', '"{}"', '"[]"'];

/** A value as JSON, without the names and links that the editor stores with an entry picked from a list. */
function plainText(value: unknown): string | undefined {
	return JSON.stringify(value, (_, member: unknown) => {
		if (typeof member === 'string') return member.trim();
		return isObject(member) && '__rl' in member ? (member.value ?? '') : sortMembers(member);
	});
}

/** Characters of a digest: at 66 bits, 100,000 records have two alike once in 10 billion runs. */
const DIGEST_LENGTH = 11;

/**
 * A short text that identifies a value. The order of an object's members makes no difference.
 *
 * @param value any JSON value
 */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
