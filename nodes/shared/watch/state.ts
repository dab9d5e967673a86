import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { isObject } from '../base';

/** A constant, digest or number; never the record. */
export type StoredValue = number | string;

const SCHEMA_VERSION = 1;

/** The member `watch` of the node's static data. Workflows store it: a change needs a new SCHEMA_VERSION. */
interface StoredState {
	readonly schemaVersion: typeof SCHEMA_VERSION;
	/** From `watchKeyOf`. With another key, the watch starts over. */
	readonly watchKey: string;
	readonly projects: State;
}

/** By the ID of the project; ALL_PROJECTS stands for the list of projects. */
export type State = Readonly<Record<string, ProjectState>>;

export interface ProjectState {
	/** Missing until the project was read. */
	readonly records?: KnownRecords;
	/** When the project was first not listed, in milliseconds since 1970. */
	readonly missingSince?: number;
	/** Set if a failure was reported, and the project was not read since. */
	readonly isReported?: true;
	/** The number of polls in a row without time for the project. */
	readonly missedPolls?: number;
}

export interface KnownRecords {
	/** By the digest of the ID or key fields, those seen longest ago first. */
	readonly values: Readonly<Record<string, StoredValue>>;
	/** The field with the ID, once there was a record. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
	/** The number of polls since an incomplete start, at most 2; missing after a complete poll. */
	readonly doubtfulPolls?: number;
	/** The start of the period of the values, if they have one. */
	readonly periodStart?: string;
}

export const NOTHING_KNOWN: KnownRecords = { values: {}, seen: [] };

export function sizeOf({ values }: KnownRecords = NOTHING_KNOWN): number {
	return Object.keys(values).length;
}

const STATE_KEY = 'watch';

/** Returns `{}` for the state of another watch, `undefined` if there is none. */
export function loadState(staticData: IDataObject, watchKey: string): State | undefined {
	const stored: unknown = staticData[STATE_KEY];
	if (stored === undefined) return undefined;
	return isStored(stored) && stored.watchKey === watchKey ? stored.projects : {};
}

/** Stores a copy, because n8n wraps it, and only if it differs, because n8n would see a change. */
export function storeState(staticData: IDataObject, watchKey: string, projects: State): void {
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	const text = JSON.stringify(stored);
	if (text === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = jsonParse<IDataObject>(text);
}

/** Only this module writes the state, so its version guarantees its form. */
function isStored(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** Parameters that do not decide what is watched, in Options or not. */
const IGNORED_PARAMETERS = [
	// Most date ranges move every day, with the same records.
	...['period', 'requestOptions'],
	// These decide what an event is, or its output. The stored number suits any amount.
	...['amount', 'emitExisting', 'flatten', 'language', 'margin', 'oneItem', 'pageSize'],
	...['pollTimes', 'saveWithoutEvents', 'unit'],
];

/**
 * Returns a digest of all parameters but empty and ignored ones. With another digest, the watch starts over.
 * Expressions count as entered, because their values may change with the date. A later version that adds a
 * parameter with a default has to ignore it, or all watches start over.
 */
export function watchKeyOf({ options, ...fields }: INodeParameters): string {
	const { apiDetails, ...added }: Record<string, unknown> = isObject(options) ? options : {};
	const details: Record<string, unknown> = isObject(apiDetails) ? apiDetails : {};
	const watched = Object.entries({ ...added, ...details, ...fields })
		.filter(([name]) => !IGNORED_PARAMETERS.includes(name))
		.map(([name, value]) => [name, plainText(value)] as const)
		.filter(([, text]) => !EMPTY.includes(text));
	return digestOf(Object.fromEntries(watched));
}

/** The JSON of empty fields, also where they are JSON themselves. */
const EMPTY = [undefined, 'null', '""', '{}', '[]', '"{}"', '"[]"'];

/** Omits the names and links that the editor stores with a picked entry. */
function plainText(value: unknown): string | undefined {
	return JSON.stringify(value, (_, member: unknown) => {
		if (typeof member === 'string') return member.trim();
		return isObject(member) && '__rl' in member ? (member.value ?? '') : sortMembers(member);
	});
}

/** With 66 bits, 100,000 records have two equal digests once in 10 billion runs. */
const DIGEST_LENGTH = 11;

/** Ignores the order of an object's members. */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
