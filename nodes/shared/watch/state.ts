import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { isObject } from '../base';

/** What is stored of a record: a constant, a digest or the watched number. Never the record. */
export type StoredValue = number | string;

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
	readonly projects: State;
}

/** By the IDs of the projects; ALL_PROJECTS stands for the list of projects itself. */
export type State = Readonly<Record<string, ProjectState>>;

/** What is kept of a project. */
export interface ProjectState {
	/** Not there as long as the project was not read. */
	readonly records?: KnownRecords;
	/** Since when the project is no longer listed, in milliseconds since 1970. */
	readonly missingSince?: number;
	/** That it could not be read was said, and it has not been read since. */
	readonly isReported?: true;
	/** How many polls in a row have not read it, where n8n gives them little time. */
	readonly missedPolls?: number;
}

/** What is kept of the records of a project. */
export interface KnownRecords {
	/**
	 * What is kept of each record, by the digest of its ID or key fields. Those that were seen longest
	 * ago come first.
	 */
	readonly values: Readonly<Record<string, StoredValue>>;
	/** The ID by which the records are recognized; not there as long as there was no record. */
	readonly idName?: string;
	/** The watched fields that records have had so far. */
	readonly seen: readonly string[];
	/**
	 * How many polls may have lacked records, from the start on; 2 stands for more. Not there once a poll
	 * lacked none: it had what the start lacked.
	 */
	readonly doubtfulPolls?: number;
	/** When the period of the values started; not there for values of no such period. */
	readonly periodStart?: string;
}

/** What is known of a project before it is read. */
export const NOTHING_KNOWN: KnownRecords = { values: {}, seen: [] };

/** Of how many records something is kept. */
export function sizeOf({ values }: KnownRecords = NOTHING_KNOWN): number {
	return Object.keys(values).length;
}

/** The member of the node's static data that holds the state. */
const STATE_KEY = 'watch';

/**
 * Reads the state from the static data of the node. It is empty if it is that of another watch.
 *
 * @returns `undefined` if the node has never stored a state
 */
export function loadState(staticData: IDataObject, watchKey: string): State | undefined {
	const stored: unknown = staticData[STATE_KEY];
	if (stored === undefined) return undefined;
	return isStored(stored) && stored.watchKey === watchKey ? stored.projects : {};
}

/**
 * Puts the state into the static data of the node, which n8n saves together with the events. The same
 * state is not put there again: n8n would take it for a change. It is a copy, because n8n wraps all
 * that lies there.
 */
export function storeState(staticData: IDataObject, watchKey: string, projects: State): void {
	const stored: StoredState = { schemaVersion: SCHEMA_VERSION, watchKey, projects };
	const text = JSON.stringify(stored);
	if (text === JSON.stringify(staticData[STATE_KEY])) return;
	staticData[STATE_KEY] = jsonParse<IDataObject>(text);
}

/** Only this module writes it, so its version says the rest of its form. */
function isStored(value: unknown): value is StoredState {
	return isObject(value) && value.schemaVersion === SCHEMA_VERSION && isObject(value.projects);
}

/** The parameters, in Options or not, that say nothing of what is watched. */
const OTHERS = [
	// How it is read. Most date ranges move on every day, and the records stay the same ones.
	...['allowUnauthorizedCerts', 'maxRetries', 'maxWait', 'pageSize', 'period', 'proxy', 'timeout'],
	// When there is an event, and what becomes of it. What is remembered of a number suits any amount.
	...['amount', 'emitExisting', 'flatten', 'pollTimes', 'saveWithoutEvents', 'unit'],
];

/**
 * A digest of what is watched: all parameters but OTHERS. With another one, the stored state no longer
 * applies and the watch starts over. It uses expressions as they were entered, because the value of one
 * with a date changes from poll to poll, and skips empty parameters. A parameter that a later version adds
 * with another default, and not to OTHERS, starts all watches over.
 *
 * @param parameters the parameters of the node as n8n stores them
 */
export function watchKeyOf({ options, ...fields }: INodeParameters): string {
	const watched = Object.entries({ ...(isObject(options) ? options : {}), ...fields })
		.filter(([name]) => !OTHERS.includes(name))
		.map(([name, value]) => [name, plainText(value)] as const)
		.filter(([, text]) => !EMPTY.includes(text));
	return digestOf(Object.fromEntries(watched));
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
