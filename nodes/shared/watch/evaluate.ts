import type { JsonObject } from 'n8n-workflow';
import { type Notice, noticeText, ServiceError } from '../base';
import type { ProjectChoice } from '../projects';
import type { RequestPlan } from '../run';
import type { Identity } from '../table';
import { duplicateKeyError, hasKey, keyOf, type Keys, keysOf } from './identity';
import { type KnownRecords, NOTHING_KNOWN, type StoredValue } from './state';

/** The result of comparing a record with its stored value. */
export interface Detection {
	/** To be stored from now on. */
	readonly value: StoredValue;
	readonly event?: JsonObject;
	/** Whether n8n may lose a new value in a restart without missing an event. */
	readonly canWait?: boolean;
}

/** Decides what is an event. Knows nothing of lists, of state or of n8n. */
export interface Detector {
	/**
	 * Returns the value to compare; `undefined` if the record has nothing to watch. Records with one key and
	 * different values cannot be told apart.
	 */
	extract(record: JsonObject): StoredValue | undefined;
	/** `current` is the result of `extract`; `stored` is `undefined` if the record was never seen. */
	compare(record: JsonObject, current: StoredValue, stored: StoredValue | undefined): Detection;
	/** Returns an example of an event with this record, to build a workflow with, if it can be in one. */
	sampleEvent(record: JsonObject, current: StoredValue): JsonObject | undefined;
	readonly watchedFields?: WatchedFields;
}

/** Fields that a watch looks for in every reading. Some records may lack them. */
export interface WatchedFields {
	readonly fields: readonly string[];
	readonly isIn: (record: JsonObject, name: string) => boolean;
	/** The error if none of the records has these fields. */
	readonly missing: (names: readonly string[], records: readonly JsonObject[]) => ServiceError;
	/** Whether a field may be gone from all records: it is empty then, which is a change. */
	readonly mayEmpty: boolean;
}

/** A watch as the parameters of a trigger describe it. */
export interface Watch {
	/** The chosen projects can change from poll to poll. */
	readonly projects: ProjectChoice;
	/** Returns the read of a project. Throws DescribedError if a field is not usable. */
	readonly planFor: (projectId: string) => RequestPlan;
	readonly detector: Detector;
	/** The fields that the user has named to identify a record; with none, those of the plan do. */
	readonly keyFields: readonly string[];
	/** The start of the period, if the watched numbers start anew with each one. */
	readonly periodStart?: string;
}

/** So many events in a poll are unusual, if they are also more than half of the records. */
const FLOOD = 20;

/** The result of reading once. */
export interface Reading {
	readonly records: readonly JsonObject[];
	/** With a doubt, some records may be missing. */
	readonly notices: readonly Notice[];
	readonly identity: Identity;
	/** As in Watch. */
	readonly periodStart?: string;
}

export interface Evaluation {
	/** To be stored from now on. */
	readonly records: KnownRecords;
	/** The number of records that only earlier readings knew: they come first. */
	readonly gone: number;
	/** None at the start of a watch. */
	readonly events: readonly JsonObject[];
	/** Whether an event could be missed if n8n restarted without having saved this. */
	readonly mustSave: boolean;
	/** For the builder of the workflow: also about records that are not watched. */
	readonly notices: readonly string[];
	/**
	 * The keys of records that need a second reading, in one text: all records, if a watch starts with none
	 * or may lack some, which would be new at the next poll; all events, if they are a flood. `undefined`
	 * without a doubt.
	 */
	readonly inDoubt?: string;
}

/**
 * Compares a reading with what is known. A record that has disappeared stays known: it is not new if it
 * returns. Values of another period are forgotten: 2 on the first of a month is no fall from 300.
 *
 * After a start that lacked records by the service's own numbers or IDs, new ones are only remembered in
 * the second poll, and in the first poll that lacks none. In between they are events, since a service may
 * always count wrongly.
 *
 * @param known `undefined` at the start of a watch
 * @throws ServiceError if none of the records has a key or a watched field, or if some cannot be told
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
	const hasDoubt = notices.some(({ kind }) => kind === 'doubt');
	const isUnsure = hasDoubt || records.length === 0;
	const isPartly = isUnsure || keyed.length < records.length;
	const completesStart = doubtfulPolls === 1 || (doubtfulPolls > 1 && !isPartly);
	const compared = compare(keyed, keys, comparable, detector, completesStart);
	const { currents, values, events, ignored, mustSave } = compared;
	// A start without records may be right. After one that lacked some, an empty list proves nothing.
	const lacks = notices.some((notice) => notice.lacks);
	const isDoubtful = known === undefined ? lacks : doubtfulPolls > 0 && isPartly;
	const doubtsNow = isDoubtful ? Math.min(doubtfulPolls + 1, 2) : 0;
	// With Emit Existing Records, a flood is expected.
	const isFlood =
		known !== NOTHING_KNOWN && events.size >= FLOOD && events.size > currents.size / 2;
	const isInDoubt = known === undefined ? isUnsure : isFlood;
	const doubted = known === undefined ? currents : events;
	return {
		records: {
			values: Object.fromEntries(values),
			idName: keys.idName,
			seen: found,
			doubtfulPolls: doubtsNow || undefined,
			periodStart,
		},
		gone: values.size - currents.size,
		events: [...events.values()],
		mustSave: mustSave || doubtsNow !== doubtfulPolls,
		notices: [
			...notices.map(noticeText),
			...keylessNotices(records.length - keyed.length),
			...lackingNotices(keyed, detector),
			...startNotices(ignored, doubtfulPolls === 1 && hasDoubt),
		],
		inDoubt: isInDoubt ? [...doubted.keys()].sort().join() : undefined,
	};
}

/** Reports new records that the start may have lacked, and a watch that starts in spite of doubts. */
function startNotices(ignored: number, startsInDoubt: boolean): string[] {
	const which = ignored === 1 ? '1 new record starts' : `${ignored} new records start`;
	const said = [
		ignored > 0 && `${which} no workflow, because the first poll may have lacked records.`,
		startsInDoubt && 'The trigger takes the list as complete from now on.',
	];
	return said.filter((notice) => notice !== false);
}

/**
 * Compares records with their stored values.
 *
 * @param completesStart whether new records are no events, because the start may have lacked them
 * @returns by the key of the record, its current value, the values to store, and the events; and the
 * number of records that were no events for that reason
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
	let ignored = 0;
	for (const record of records) {
		const current = detector.extract(record);
		if (current === undefined) continue;
		const key = keyOf(record, keys);
		const first = currents.get(key);
		if (first !== undefined && first !== current) throw duplicateKeyError(record, keys);
		if (first !== undefined) continue;
		currents.set(key, current);
		const { value, event, canWait } = detector.compare(record, current, before[key]);
		// Moves the record behind those that were seen longer ago.
		values.delete(key);
		values.set(key, value);
		if (event !== undefined && known !== undefined) {
			if (completesStart && before[key] === undefined) ignored += 1;
			else events.set(key, event);
		}
		mustSave ||= value !== before[key] && canWait !== true;
	}
	return { currents, values, events, ignored, mustSave };
}

/**
 * Returns the watched fields that records have, or had (`seen`).
 *
 * @throws ServiceError if none of the records ever had any, or has one of `seen` that may not be empty
 */
export function watchedIn(
	records: readonly JsonObject[],
	{ watchedFields }: Detector,
	seen: readonly string[],
): readonly string[] {
	if (watchedFields === undefined || records.length === 0) return seen;
	const { fields, missing, mayEmpty } = watchedFields;
	const lacking = lackingIn(records, watchedFields);
	const gone = seen.filter((name) => lacking.includes(name));
	if (gone.length > 0 && !mayEmpty) throw missing(gone, records);
	const found = fields.filter((name) => seen.includes(name) || !lacking.includes(name));
	if (found.length === 0 && fields.length > 0) throw missing(fields, records);
	return found;
}

/** Returns the watched fields that none of the records has. */
function lackingIn(records: readonly JsonObject[], { fields, isIn }: WatchedFields): string[] {
	return fields.filter((name) => !records.some((record) => isIn(record, name)));
}

function keylessNotices(count: number): string[] {
	if (count === 0) return [];
	const which = count === 1 ? '1 record has' : `${count} records have`;
	const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
	return [`${which} no ID and cannot be watched. ${todo}`];
}

function lackingNotices(records: readonly JsonObject[], { watchedFields }: Detector): string[] {
	const lacking = watchedFields === undefined ? [] : lackingIn(records, watchedFields);
	if (records.length === 0 || lacking.length === 0) return [];
	return [`No record has a field ${lacking.join(', ')} at the moment.`];
}

/** A poll reads the records so often, at most, until two readings agree. */
export const MAX_READS = 4;

/** In milliseconds. */
const READ_AGAIN_AFTER = 1_000;

/**
 * Reads until a reading is in no doubt, or two in a row agree.
 *
 * @param pause waits so many milliseconds before the next reading
 * @throws ServiceError if every reading is in doubt, and no two in a row agree
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
