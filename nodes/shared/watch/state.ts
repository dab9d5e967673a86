import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { isObject } from '../base';

/** What is stored of a record, never the whole: that it was seen, a digest, numbers, or short texts as JSON. */
export type StoredValue = number | string;

const SCHEMA_VERSION = 1;

/** The member `watch` of the node's static data. n8n stores it, so a change needs a new SCHEMA_VERSION. */
interface StoredState {
	readonly schemaVersion: typeof SCHEMA_VERSION;
	/** The result of `watchKeyOf`. If it changes, the watch starts over. */
	readonly watchKey: string;
	readonly projects: WatchState;
}

/** The state of each project by its ID. ALL_PROJECTS is the entry for the list of projects. */
export type WatchState = Readonly<Record<string, ProjectState>>;

export interface ProjectState {
	/** The known records. Missing until the project was read once. */
	readonly records?: KnownRecords;
	/** When the project was first missing from the list, in milliseconds since 1970. */
	readonly missingSince?: number;
	/** Set if a failure was reported, and the project was not read since then. */
	readonly isReported?: true;
	/** The number of polls in a row without time for the project. */
	readonly missedPolls?: number;
}

export interface KnownRecords {
	/** The stored values by the digest of the ID or key fields. Records that were seen longest ago come first. */
	readonly values: Readonly<Record<string, StoredValue>>;
	/** The ID field, known since the first record. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
	/** The number of polls since an incomplete first poll, at most 2. Missing after a complete poll. */
	readonly doubtfulPolls?: number;
	/** The start of the period of the values, if numbers start anew with each period. */
	readonly periodStart?: string;
}

export const NO_KNOWN_RECORDS: KnownRecords = { values: {}, seen: [] };

export function countKnownRecords({ values }: KnownRecords = NO_KNOWN_RECORDS): number {
	return Object.keys(values).length;
}

const STATE_KEY = 'watch';

/** Returns the state. Returns `{}` if it belongs to another watch, and `undefined` if there is none. */
export function loadState(staticData: IDataObject, watchKey: string): WatchState | undefined {
	const stored: unknown = staticData[STATE_KEY];
	if (stored === undefined) return undefined;
	return isStoredState(stored) && stored.watchKey === watchKey ? stored.projects : {};
}

/** Stores a copy, since n8n wraps the object. Stores nothing without a change, since n8n would save the state. */
export function storeState(staticData: IDataObject, watchKey: string, projects: WatchState): void {
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	const text = JSON.stringify(stored);
	if (text === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = jsonParse<IDataObject>(text);
}

/** Whether a value is a state. Only this module writes states, so the version alone tells their form. */
function isStoredState(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** Parameters that do not decide what is watched, some of them under Options. */
const IGNORED_PARAMETERS = [
	// Most date ranges move every day, but the records are the same.
	...['period', 'requestOptions'],
	// If one of these changes, the values that are stored can still be compared.
	...['amount', 'emitExisting', 'flatten', 'language', 'margin', 'oneItem', 'pageSize'],
	...['pollTimes', 'saveWithoutEvents', 'unit'],
];

/**
 * Returns a digest of all parameters, without empty and ignored ones. If the digest changes, the watch starts over.
 * Expressions count as entered, because their values may change with the date. If a later version adds a parameter
 * with a default, this function has to ignore the default. Otherwise, all watches start over.
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

/** The JSON of empty values, also of texts with JSON in them. */
const EMPTY_JSON = [undefined, 'null', '""', '{}', '[]', '"{}"', '"[]"'];

/** Returns a parameter as text, without the name and the link that the editor stores with a picked entry. */
function parameterText(value: unknown): string | undefined {
	return JSON.stringify(value, (_, member: unknown) => {
		if (typeof member === 'string') return member.trim();
		return isObject(member) && '__rl' in member ? (member.value ?? '') : sortMembers(member);
	});
}

/** A digest has 66 bits: two of 100,000 records have the same digest once in 10 billion runs. */
const DIGEST_LENGTH = 11;

/** Returns the digest of a value. The order of an object's members does not matter. */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
