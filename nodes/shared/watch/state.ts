import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { isObject } from '../base';

/** A digest, numbers, or short texts as JSON. Never the whole record. */
export type StoredValue = number | string;

const SCHEMA_VERSION = 1;

/** The member `watch` of the node's static data. A change needs a new SCHEMA_VERSION. */
interface StoredState {
	readonly schemaVersion: typeof SCHEMA_VERSION;
	readonly watchKey: string;
	readonly projects: WatchState;
}

/** By the ID of the project. The list of projects has the entry ALL_PROJECTS. */
export type WatchState = Readonly<Record<string, ProjectState>>;

export interface ProjectState {
	/** The records that the polls have seen. `undefined` until a poll can read the project. */
	readonly seen?: SeenRecords;
	/** How many polls in a row had no time for the project. */
	readonly waitedPolls?: number;
	/** Whether a failure was reported, and no poll has read the project since. */
	readonly isReported?: boolean;
}

export interface SeenRecords {
	/** By the key of the record. The records that were seen longest ago come first. */
	readonly values: Readonly<Record<string, StoredValue>>;
	readonly idName?: string;
	/** The start of the period of the values, if numbers start anew with each period. */
	readonly periodStart?: string;
}

export const NOTHING_SEEN: SeenRecords = { values: {} };

export function countSeenRecords({ values }: SeenRecords = NOTHING_SEEN): number {
	return Object.keys(values).length;
}

const STATE_KEY = 'watch';

/**
 * Returns the projects of the stored state, and the IDs of those whose state is damaged, which start anew.
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

/** Skips an equal state, which n8n would save again. Stores a copy, because n8n wraps the object. */
export function storeState(staticData: IDataObject, watchKey: string, projects: WatchState): void {
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	const text = JSON.stringify(stored);
	if (text === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = jsonParse<IDataObject>(text);
}

/** Only this module writes states, so the version alone tells which members a state has. */
function isStoredState(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** Parameters, also under Options, that do not decide which records are watched. */
const IGNORED_PARAMETERS = [
	// Most date ranges move every day, but the records are the same.
	'period',
	// If one of these changes, the trigger can still compare the stored values.
	...['amount', 'emitExisting', 'flatten', 'locale', 'margin', 'oneItem', 'pageSize'],
	...['pollTimes', 'requestOptions', 'unit'],
];

/**
 * Returns a digest of all parameters, without empty ones and IGNORED_PARAMETERS. If it changes, the watch starts anew.
 * Of an expression, the digest has the text, because its value may change with the date. If a later version of this
 * package adds a parameter, it has to leave out its default. Otherwise, all watches would start anew.
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

/** The JSON of parameters without a value. `"[]"` is that of a text with `[]`, such as an empty field for JSON. */
const EMPTY_JSON = [undefined, 'null', '""', '{}', '[]', '"{}"', '"[]"'];

/** Leaves out the name and the link that the editor stores with a picked entry. */
function parameterText(value: unknown): string | undefined {
	return JSON.stringify(value, (_, member: unknown) => {
		if (typeof member === 'string') return member.trim();
		return isObject(member) && '__rl' in member ? (member.value ?? '') : sortMembers(member);
	});
}

/** In characters of 6 bits each. Two of 100,000 records have the same digest once in 10 billion cases. */
const DIGEST_LENGTH = 11;

/** The order of an object's members does not matter. */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
