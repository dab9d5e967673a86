import type { JsonObject } from 'n8n-workflow';
import { type DescribedError, type Notice, ServiceError, textOf } from '../base';
import type { ProjectChoice } from '../projects';
import type { RequestPlan } from '../run';
import { duplicateKeyError, hasKey, type Identity, keyOf, type Keys, keysOf } from './identity';
import { type KnownRecords, NOTHING_KNOWN, type StoredValue } from './state';

/** The outcome of comparing a record with what is stored of it. */
export interface Outcome {
	/** What to store from now on. */
	readonly value: StoredValue;
	/** The event to output, if there is one. */
	readonly event?: JsonObject;
	/** Whether no event could be missed if n8n restarted without having saved a value that is new. */
	readonly canWait?: boolean;
}

/** Decides what counts as an event. Knows nothing of lists, of state or of n8n. */
export interface Detector {
	/**
	 * The current value to compare; `undefined` if the record has nothing to watch. Records with one
	 * key and different values cannot be told apart.
	 */
	extract(record: JsonObject): StoredValue | undefined;
	/**
	 * Compares a record with what is stored of it.
	 *
	 * @param current what `extract` gives for the record
	 * @param stored `undefined` if the record was never seen
	 */
	compare(record: JsonObject, current: StoredValue, stored: StoredValue | undefined): Outcome;
	/** An example of an event with this record, to build a workflow with, if it can be in one. */
	sampleEvent(record: JsonObject, current: StoredValue): JsonObject | undefined;
	/** The fields that it looks for, if there are any. */
	readonly watched?: WatchedFields;
}

/** Fields that a watch looks for in every reading. That some of the records lack them is normal. */
export interface WatchedFields {
	readonly names: readonly string[];
	/** Whether a record has one of them. */
	readonly isIn: (record: JsonObject, name: string) => boolean;
	/** The error where none of the records has these of them. */
	readonly missing: (names: readonly string[], records: readonly JsonObject[]) => DescribedError;
	/** Whether a field that was there may be gone from all records: it is empty, which is a change. */
	readonly mayEmpty: boolean;
}

/** What a trigger watches, read from its parameters. */
export interface Watch {
	/** The projects to watch. Which ones these are can change from poll to poll. */
	readonly projects: ProjectChoice;
	/** The read that every poll makes in a project. Throws DescribedError if a field is not usable. */
	readonly planFor: (projectId: string) => RequestPlan;
	readonly detector: Detector;
	/** As in Identity; with none, the ID does that the plan says. */
	readonly keyFields: Identity['fields'];
	/** When the period of the watched numbers started, if they start anew with each one. */
	readonly periodStart?: string;
}

/** From how many events on a poll is unusual, if they are also more than half of the records. */
const FLOOD = 20;

/** What the service sent when it was read once. */
export interface Reading {
	readonly records: readonly JsonObject[];
	/** What the user should know about them. With a doubt, some may be missing. */
	readonly notices: readonly Notice[];
	readonly identity: Identity;
	/** As in Watch. */
	readonly periodStart?: string;
}

/** What one reading says. */
export interface Evaluation {
	/** What is known of the records from now on. */
	readonly records: KnownRecords;
	/** Of how many of them only earlier readings knew: they come first. */
	readonly gone: number;
	/** The events. There are none at the start of a watch. */
	readonly events: readonly JsonObject[];
	/** Whether an event could be missed if n8n restarted without having saved this. */
	readonly mustSave: boolean;
	/** What who builds the workflow should know: also what is not watched. */
	readonly notices: readonly string[];
	/**
	 * What is not believed before it is read again, as the keys of its records in one text: all records,
	 * where a watch starts with none, or with some that lack others, which would be new at the next poll;
	 * all events, where they are a flood. `undefined` without a doubt.
	 */
	readonly inDoubt?: string;
}

/**
 * Compares what was read with what is known. A record that has disappeared stays known: it is not new
 * if it returns. Values of another period are forgotten: 2 on the first of a month is no fall from 300.
 *
 * After a start that may have lacked records, those that are new are only remembered: in the second poll,
 * and in the first one that lacks none. In between they are events, since a service may always count
 * wrongly.
 *
 * @param known `undefined` at the start of a watch
 * @throws DescribedError if none of the records has a key or what is watched, or if some cannot be told
 * apart
 */
export function evaluate(
	{ records, notices, identity, periodStart }: Reading,
	known: KnownRecords | undefined,
	detector: Detector,
): Evaluation {
	const { idName, seen, doubtfulPolls = 0 } = known ?? NOTHING_KNOWN;
	const keys = keysOf(records, identity, idName);
	const keyed = records.filter((record) => hasKey(record, keys));
	const found = watchedIn(keyed, detector, seen);
	const isSamePeriod = known === undefined || known.periodStart === periodStart;
	const comparable = isSamePeriod ? known : { ...known, values: {} };
	const mayLack = notices.some(({ kind }) => kind === 'doubt');
	const isUnsure = mayLack || records.length === 0;
	const isPartly = isUnsure || keyed.length < records.length;
	const completesStart = doubtfulPolls === 1 || (doubtfulPolls > 1 && !isPartly);
	const compared = compare(keyed, keys, comparable, detector, completesStart);
	const { currents, values, events, late, mustSave } = compared;
	// A start without records may be right. After one that lacked some, no records say nothing.
	const isDoubtful = known === undefined ? mayLack : doubtfulPolls > 0 && isPartly;
	const doubtsNow = isDoubtful ? Math.min(doubtfulPolls + 1, 2) : 0;
	// Who has asked for the existing records has asked for a flood.
	const isFlood =
		known !== NOTHING_KNOWN && events.size >= FLOOD && events.size > currents.size / 2;
	const isInDoubt = known === undefined ? isUnsure : isFlood;
	const doubted = known === undefined ? currents : events;
	return {
		records: {
			...{ values: Object.fromEntries(values), idName: keys.idName, seen: found },
			doubtfulPolls: doubtsNow || undefined,
			periodStart,
		},
		gone: values.size - currents.size,
		events: [...events.values()],
		mustSave: mustSave || doubtsNow !== doubtfulPolls,
		notices: [
			...notices.map(textOf),
			...keylessNotices(records.length - keyed.length),
			...lackingNotices(keyed, detector),
			...startNotices(late, doubtfulPolls === 1 && mayLack),
		],
		inDoubt: isInDoubt ? [...doubted.keys()].sort().join() : undefined,
	};
}

/** What to say of new records that the start may have lacked, and of a watch that starts in spite of doubts. */
function startNotices(late: number, startsInDoubt: boolean): string[] {
	const which = late === 1 ? '1 new record starts' : `${late} new records start`;
	const said = [
		late > 0 && `${which} no workflow, because the first poll may have lacked records.`,
		startsInDoubt && 'The trigger takes the list as complete from now on.',
	];
	return said.filter((notice) => notice !== false);
}

/**
 * Compares records with what is stored of them.
 *
 * @param completesStart whether new records are no events, because the start may have lacked them
 * @returns by the key of the record, what it holds now, what is stored from now on, and the events; and
 * how many were not events for that reason
 */
function compare(
	records: readonly JsonObject[],
	keys: Keys,
	known: KnownRecords | undefined,
	detector: Detector,
	completesStart: boolean,
) {
	const before = known?.values ?? {};
	const currents = new Map<string, StoredValue>();
	const values = new Map(Object.entries(before));
	const events = new Map<string, JsonObject>();
	let mustSave = known === undefined;
	let late = 0;
	for (const record of records) {
		const current = detector.extract(record);
		if (current === undefined) continue;
		const key = keyOf(record, keys);
		const first = currents.get(key);
		if (first !== undefined && first !== current) throw duplicateKeyError(record, keys);
		if (first !== undefined) continue;
		currents.set(key, current);
		const { value, event, canWait } = detector.compare(record, current, before[key]);
		// Behind those that were seen longer ago.
		values.delete(key);
		values.set(key, value);
		if (event !== undefined && known !== undefined) {
			if (completesStart && before[key] === undefined) late += 1;
			else events.set(key, event);
		}
		mustSave ||= value !== before[key] && canWait !== true;
	}
	return { currents, values, events, late, mustSave };
}

/**
 * The watched fields that there are, or were.
 *
 * @param seen those that earlier polls have found
 * @throws DescribedError if none of the records ever had any, or has one of `seen` that may not be empty
 */
export function watchedIn(
	records: readonly JsonObject[],
	{ watched }: Detector,
	seen: readonly string[],
): readonly string[] {
	if (watched === undefined || records.length === 0) return seen;
	const { names, missing, mayEmpty } = watched;
	const lacking = lackingIn(records, watched);
	const gone = seen.filter((name) => lacking.includes(name));
	if (gone.length > 0 && !mayEmpty) throw missing(gone, records);
	const found = names.filter((name) => seen.includes(name) || !lacking.includes(name));
	if (found.length === 0 && names.length > 0) throw missing(names, records);
	return found;
}

/** The watched fields that none of the records has. */
function lackingIn(records: readonly JsonObject[], { names, isIn }: WatchedFields): string[] {
	return names.filter((name) => !records.some((record) => isIn(record, name)));
}

/** What to say of records that are left out because they have no ID. */
function keylessNotices(count: number): string[] {
	if (count === 0) return [];
	const which = count === 1 ? '1 record has' : `${count} records have`;
	const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
	return [`${which} no ID and cannot be watched. ${todo}`];
}

/** What to say of watched fields that no record has. */
function lackingNotices(records: readonly JsonObject[], { watched }: Detector): string[] {
	const lacking = watched === undefined ? [] : lackingIn(records, watched);
	if (records.length === 0 || lacking.length === 0) return [];
	return [`No record has a field ${lacking.join(', ')} at the moment.`];
}

/** How often a poll reads the records, at most, until two readings agree. */
export const MAX_READS = 4;

/** How long to wait before reading again what is in doubt, in milliseconds. */
const READ_AGAIN_AFTER = 1_000;

/**
 * Reads until there is no doubt about a reading, or two in a row agree in spite of it.
 *
 * @param read reads the records and evaluates them
 * @param pause waits so many milliseconds before they are read again
 * @throws DescribedError if there is a doubt about every reading, and no two of them agree
 */
export async function confirmed(
	read: () => Promise<Evaluation>,
	pause: (ms: number) => Promise<void>,
): Promise<Evaluation> {
	let before: string | undefined;
	for (let reads = 0; reads < MAX_READS; reads++) {
		if (reads > 0) await pause(READ_AGAIN_AFTER);
		const current = await read();
		const { inDoubt } = current;
		if (inDoubt === undefined || inDoubt === before) return current;
		before = inDoubt;
	}
	throw NEVER_THE_SAME;
}

const NEVER_THE_SAME = new ServiceError(
	`The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
	"The next poll tries again. To activate (publish) the workflow, try again in a few minutes. If this keeps happening, use the Agents or GEO node to see what the service returns, and contact the service's support.",
);
