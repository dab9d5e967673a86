import { createHash } from 'crypto';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { DescribedError, isObject } from '../base';
import { ALL_PROJECTS } from '../form';
import type { StoredValue } from './types';

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
}

/** What is known of a project before it is read. */
export const NOTHING_KNOWN: KnownRecords = { values: {}, seen: [] };

/** Of how many records something is kept. */
export function sizeOf({ values }: Pick<KnownRecords, 'values'> = NOTHING_KNOWN): number {
	return Object.keys(values).length;
}

/** The member of the node's static data that holds the state. */
const STATE_KEY = 'watch';

/** Whether the node has ever stored a state, whatever was watched. */
export function hasState(staticData: IDataObject): boolean {
	return staticData[STATE_KEY] !== undefined;
}

/** Reads the state from the static data of the node; it is empty if there is none for this watch. */
export function loadState(staticData: IDataObject, watchKey: string): State {
	const stored: unknown = staticData[STATE_KEY];
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

/** What became of a project in a poll: it was read, or there is an error. */
export interface PolledProject {
	readonly project: { readonly id: string };
	/** What is known of it from before the poll. */
	readonly known: ProjectState;
	readonly evaluation?: KnownRecords;
	readonly error?: Error;
}

/** The most records that a trigger can watch, in all projects together. */
export const MAX_WATCHED = 100_000;

/**
 * How long a project that is no longer listed is remembered, in milliseconds: 30 days. After that
 * its records are new ones to the trigger, which starts quietly with them.
 */
export const FORGET_AFTER = 30 * 24 * 3600_000;

/**
 * The state after a poll.
 *
 * A project that could not be read keeps what is known of it. So does one that is not listed any
 * more, for a while: the list may be wrong for once, and when the project is back, its events are
 * still to be told from its old records. Where there is not enough room, such projects are the first
 * to be forgotten, then records that have disappeared.
 *
 * @param before the state before the poll
 * @param now in milliseconds since 1970
 * @throws DescribedError if there are more than MAX_WATCHED records
 */
export function nextState(found: readonly PolledProject[], before: State, now: number): State {
	const listed = new Set(found.map(({ project }) => project.id));
	const others = Object.entries(before).filter(([id]) => !listed.has(id));
	const isPart = found.some(
		({ project, error }) => project.id === ALL_PROJECTS && error !== undefined,
	);
	// A list that lacks some says nothing about the projects that are not in it.
	const [unsure, missing] = isPart ? [others, []] : [[], others];
	let room = roomBeside([
		...found.map(({ known, evaluation }) => evaluation ?? known.records),
		...unsure.map(([, { records }]) => records),
	]);
	const projects = new Map(unsure);
	for (const { project, known, evaluation, error } of found) {
		const records = evaluation ? withReading(evaluation, known.records, room) : known.records;
		room -= sizeOf(records) - sizeOf(evaluation ?? known.records);
		// Of a list of projects that is whole, there is nothing to keep.
		if (records ?? error) projects.set(project.id, { records, isReported: error && true });
	}
	for (const [id, { missingSince = now, ...state }] of missing) {
		if (now - missingSince > FORGET_AFTER || sizeOf(state.records) > room) continue;
		room -= sizeOf(state.records);
		projects.set(id, { ...state, missingSince });
	}
	return Object.fromEntries(projects);
}

/**
 * How many records can be kept beside those that are there.
 *
 * @throws DescribedError if these are too many
 */
function roomBeside(there: ReadonlyArray<KnownRecords | undefined>): number {
	const count = there.reduce((sum, records) => sum + sizeOf(records), 0);
	if (count <= MAX_WATCHED) return MAX_WATCHED - count;
	throw new DescribedError(
		`There are ${count} records, more than the ${MAX_WATCHED} that a trigger can watch`,
		"Narrow them down, for example with 'Filters'.",
	);
}

/**
 * What is known after a reading. A record that has disappeared stays: it is not new if it returns.
 *
 * @param room how many of those can stay: the ones that were seen last
 */
function withReading(
	{ values, idName, seen }: KnownRecords,
	{ values: known } = NOTHING_KNOWN,
	room: number,
): KnownRecords {
	const gone = Object.entries(known).filter(([key]) => !Object.hasOwn(values, key));
	const kept = gone.slice(Math.max(0, gone.length - room));
	return { values: { ...Object.fromEntries(kept), ...values }, idName, seen };
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
