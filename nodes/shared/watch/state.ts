import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { isObject } from '../base';

/** A constant, a digest or the watched number. Never the record. */
export type StoredValue = number | string;

/** With another version of the stored form, the watch starts over. */
const SCHEMA_VERSION = 1;

/**
 * The state of a trigger in n8n's database: the member `watch` of the node's static data. Saved workflows
 * hold it, so another form needs another SCHEMA_VERSION.
 */
interface StoredState {
	readonly schemaVersion: typeof SCHEMA_VERSION;
	/** From `watchKeyOf`. With another key, the watch starts over. */
	readonly watchKey: string;
	readonly projects: State;
}

/** By the IDs of the projects; ALL_PROJECTS stands for the list of projects itself. */
export type State = Readonly<Record<string, ProjectState>>;

export interface ProjectState {
	/** Missing until the project was read. */
	readonly records?: KnownRecords;
	/** Since when the project is no longer listed, in milliseconds since 1970. */
	readonly missingSince?: number;
	/** The trigger has reported that it could not read the project, and has not read it since. */
	readonly isReported?: true;
	/** The number of polls in a row that had no time for it, where n8n gives them little. */
	readonly missedPolls?: number;
}

export interface KnownRecords {
	/** By the digest of the ID or key fields. Records that were seen longest ago come first. */
	readonly values: Readonly<Record<string, StoredValue>>;
	/** The ID that identifies the records; missing until there was a record. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
	/**
	 * The number of polls that may have lacked records, from the start on; 2 stands for more. Missing once a
	 * poll lacked none: it had what the start lacked.
	 */
	readonly doubtfulPolls?: number;
	/** The start of the period of the values; missing if they have no such period. */
	readonly periodStart?: string;
}

/** The records of a project before it is read. */
export const NOTHING_KNOWN: KnownRecords = { values: {}, seen: [] };

/** Counts the records. */
export function sizeOf({ values }: KnownRecords = NOTHING_KNOWN): number {
	return Object.keys(values).length;
}

const STATE_KEY = 'watch';

/** Reads the state: `{}` if it is that of another watch, `undefined` if the node never stored one. */
export function loadState(staticData: IDataObject, watchKey: string): State | undefined {
	const stored: unknown = staticData[STATE_KEY];
	if (stored === undefined) return undefined;
	return isStored(stored) && stored.watchKey === watchKey ? stored.projects : {};
}

/**
 * Puts the state into the static data of the node, which n8n saves together with the events. It leaves an
 * equal state alone, since n8n would see a change. It stores a copy, because n8n wraps all that lies there.
 */
export function storeState(staticData: IDataObject, watchKey: string, projects: State): void {
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	const text = JSON.stringify(stored);
	if (text === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = jsonParse<IDataObject>(text);
}

/** Only this module writes the state, so its version guarantees the rest of its form. */
function isStored(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** These parameters, in Options or not, do not decide what is watched. */
const OTHERS = [
	// How to read. Most date ranges move on every day, and the records stay the same ones.
	...['allowUnauthorizedCerts', 'maxRetries', 'maxWait', 'pageSize', 'period', 'proxy', 'timeout'],
	// When there is an event, and what becomes of it. The stored number suits any amount.
	...['amount', 'emitExisting', 'flatten', 'pollTimes', 'saveWithoutEvents', 'unit'],
];

/**
 * Returns a digest of all parameters but OTHERS. With another digest, the watch starts over. It uses
 * expressions as they were entered, because the value of one with a date changes from poll to poll, and
 * skips empty parameters. A parameter that a later version adds with another default, and not to OTHERS,
 * starts all watches over.
 */
export function watchKeyOf({ options, ...fields }: INodeParameters): string {
	const watched = Object.entries({ ...(isObject(options) ? options : {}), ...fields })
		.filter(([name]) => !OTHERS.includes(name))
		.map(([name, value]) => [name, plainText(value)] as const)
		.filter(([, text]) => !EMPTY.includes(text));
	return digestOf(Object.fromEntries(watched));
}

/** The JSON of empty fields, also where they are JSON themselves. */
const EMPTY = [undefined, 'null', '""', '{}', '[]', '"{}"', '"[]"'];

/** Writes a value as JSON, without the names and links that the editor stores with a picked entry. */
function plainText(value: unknown): string | undefined {
	return JSON.stringify(value, (_, member: unknown) => {
		if (typeof member === 'string') return member.trim();
		return isObject(member) && '__rl' in member ? (member.value ?? '') : sortMembers(member);
	});
}

/** At 66 bits, 100,000 records have two equal digests once in 10 billion runs. */
const DIGEST_LENGTH = 11;

/** Returns a short text for a JSON value. The order of an object's members makes no difference. */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
