import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { isObject } from '../base';

/** What is stored of a record: a number, a digest, or short texts as JSON. The whole record is never stored. */
export type StoredValue = number | string;

const SCHEMA_VERSION = 1;

/** The property `watch` of the node's static data. If you change this type, raise SCHEMA_VERSION. */
interface StoredState {
	readonly schemaVersion: typeof SCHEMA_VERSION;
	readonly watchKey: string;
	readonly projects: WatchState;
}

/** Maps the ID of each project to its state. ALL_PROJECTS has the state of the list of projects. */
export type WatchState = Readonly<Record<string, ProjectState>>;

export interface ProjectState {
	/** The records that earlier polls have seen. `undefined` if no poll could read the project yet. */
	readonly seen?: SeenRecords;
	/** How many polls in a row had no time for the project. */
	readonly waitedPolls?: number;
	/** Whether a failure of the project was reported. `undefined` once a poll can read the project again. */
	readonly isReported?: boolean;
}

export interface SeenRecords {
	/** Maps the digest of each record's key to the stored value. Records that were seen longest ago come first. */
	readonly values: Readonly<Record<string, StoredValue>>;
	readonly idName?: string;
	/** The start of the period that the values belong to. `undefined` if numbers do not start anew with each period. */
	readonly periodStart?: string;
}

export const NOTHING_SEEN: SeenRecords = { values: {} };

export function countSeenRecords({ values }: SeenRecords = NOTHING_SEEN): number {
	return Object.keys(values).length;
}

const STATE_KEY = 'watch';

/**
 * Returns the stored states of the projects. `damaged` has the IDs of projects with a damaged state. They start anew.
 *
 * - If the state belongs to another watch, `projects` is empty.
 * - If there is no state, `projects` is `undefined`.
 */
export function loadState(staticData: IDataObject, watchKey: string) {
	const stored: unknown = staticData[STATE_KEY];
	if (stored === undefined) return { damaged: [] };
	const isOwn = isStoredState(stored) && stored.watchKey === watchKey;
	const entries = Object.entries(isOwn ? stored.projects : {});
	const kept = entries.filter(([, state]) => isProjectState(state));
	const damaged = entries.filter(([, state]) => !isProjectState(state)).map(([id]) => id);
	return { projects: Object.fromEntries(kept), damaged };
}

function isProjectState(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { seen = NOTHING_SEEN, waitedPolls = 0 } = value;
	const { values, idName = '' } = isObject(seen) ? seen : {};
	const isValue = (one: unknown) => typeof one === 'number' || typeof one === 'string';
	return (
		isObject(values) &&
		Object.values(values).every(isValue) &&
		typeof idName === 'string' &&
		typeof waitedPolls === 'number'
	);
}

/**
 * Stores the state if it has changed, because n8n would save an equal one again. Stores a copy, because n8n wraps the
 * object.
 */
export function storeState(staticData: IDataObject, watchKey: string, projects: WatchState): void {
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	const text = JSON.stringify(stored);
	if (text === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = jsonParse<IDataObject>(text);
}

/** Checks only the version and the projects, because no other module writes states. */
function isStoredState(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** Names of fields that do not decide which records are watched. Some of them are in 'Options'. */
const IGNORED_PARAMETERS = [
	// If one of these changes, the trigger can still compare the stored values.
	...['amount', 'emitExisting', 'flatten', 'locale', 'margin', 'oneItem', 'pageSize'],
	...['pollTimes', 'requestOptions', 'unit'],
];

/**
 * Returns a digest of all parameters, without empty ones and IGNORED_PARAMETERS. If the digest changes, the watch
 * starts anew.
 *
 * - An expression counts as its text, because its value may change with the date.
 * - If a later version of this package adds a parameter, leave out its default here. Otherwise, all watches would
 *   start anew.
 */
export function watchKeyOf({ options, ...fields }: INodeParameters): string {
	const { apiDetails, ...added }: Record<string, unknown> = isObject(options) ? options : {};
	const details: Record<string, unknown> = isObject(apiDetails) ? apiDetails : {};
	const watched = Object.entries({ ...added, ...details, ...fields })
		.filter(([name]) => !IGNORED_PARAMETERS.includes(name))
		.map(([name, value]) => [name, parameterText(value)] as const)
		.filter(([, text]) => !EMPTY_JSON.includes(text));
	return digestOf(Object.fromEntries(watched));
}

/** The JSON of empty parameters. `'"[]"'` comes from a field for JSON in which the user left `[]`. */
const EMPTY_JSON = [undefined, 'null', '""', '{}', '[]', '"{}"', '"[]"'];

/** Returns the JSON of a parameter. An entry picked from a list counts without its name and its link. */
function parameterText(value: unknown): string | undefined {
	return JSON.stringify(value, (_, member: unknown) => {
		if (typeof member === 'string') return member.trim();
		return isObject(member) && '__rl' in member ? (member.value ?? '') : sortMembers(member);
	});
}

/** In characters of 6 bits. Among 100,000 records, two have the same digest once in 10 billion cases. */
const DIGEST_LENGTH = 11;

/** Returns a short hash of a value. The order of an object's properties does not matter. */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
