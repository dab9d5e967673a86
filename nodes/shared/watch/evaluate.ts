import type { JsonObject } from 'n8n-workflow';
import { type Notice, noticeText, ServiceError } from '../base';
import type { EventSentence } from '../output';
import type { ProjectChoice } from '../projects';
import type { RequestPlan } from '../run';
import type { Identity } from '../table';
import { duplicateKeyError, hasKey, keyOf, type Keys, keysOf } from './identity';
import { type KnownRecords, NOTHING_KNOWN, type StoredValue } from './state';

export interface Detection {
	/** To store. */
	readonly value: StoredValue;
	readonly event?: JsonObject;
	/** Whether no event is missed if n8n restarts without saving the value. */
	readonly canWait?: boolean;
}

/** Decides what is an event, independently of lists, state and n8n. */
export interface Detector {
	/** Returns the record with which the others are compared, which is `own` below. */
	ownIn?(records: readonly JsonObject[]): JsonObject;
	/** Returns the value to compare; `undefined` if the record has nothing to watch. */
	extract(record: JsonObject): StoredValue | undefined;
	/** `current` is the result of `extract`; `stored` is `undefined` if the record was never seen. */
	compare(
		record: JsonObject,
		current: StoredValue,
		stored: StoredValue | undefined,
		own?: JsonObject,
	): Detection;
	/** Returns an example of an event with this record, if possible. */
	sampleEvent(record: JsonObject, current: StoredValue, own?: JsonObject): JsonObject | undefined;
	/** Says in a sentence what an event of this detector is, and which record it is about. */
	says(event: JsonObject): EventSentence & { readonly record: JsonObject };
	readonly watchedFields?: WatchedFields;
}

/** Fields to look for in every reading. Some records may lack them. */
interface WatchedFields {
	readonly fields: readonly string[];
	readonly isIn: (record: JsonObject, name: string) => boolean;
	/** Returns the error if no record has these fields. */
	readonly missing: (names: readonly string[], records: readonly JsonObject[]) => ServiceError;
	/** Whether a field may disappear from all records, which is then a change. */
	readonly mayEmpty: boolean;
}

/** Returns the name that people use for a record, if it has one. */
export type NameOf = (record: JsonObject) => string | null;

/** A watch as the parameters of a trigger describe it. */
export interface Watch {
	readonly projects: ProjectChoice;
	/** @throws DescribedError if a field is not usable */
	readonly planFor: (projectId: string) => RequestPlan;
	readonly detector: Detector;
	/** What a record is, as a field is called: `prompt`. */
	readonly thing: string;
	readonly nameOf: NameOf;
	/** The user's own fields to identify a record, instead of those of the plan. */
	readonly keyFields: readonly string[];
	/** The start of the period, if numbers count from there. */
	readonly periodStart?: string;
}

/** So many events in a poll are suspicious, if they are also more than half of the records. */
const FLOOD = 20;

export interface Reading {
	readonly records: readonly JsonObject[];
	/** With a doubt, some records may be missing. */
	readonly notices: readonly Notice[];
	readonly identity: Identity;
	/** As in Watch. */
	readonly periodStart?: string;
}

export interface Evaluation {
	/** To store. */
	readonly records: KnownRecords;
	/** The number of known records that have disappeared: they come first. */
	readonly gone: number;
	/** None at the start of a watch. */
	readonly events: readonly JsonObject[];
	/** Whether an event could be missed if n8n restarts without saving. */
	readonly mustSave: boolean;
	/** For the builder of the workflow. */
	readonly notices: readonly string[];
	/**
	 * The keys of records that need a second reading, as one text: all records, if a new watch has none or may
	 * lack some, which would be events at the next poll; all events, if they are a flood.
	 */
	readonly inDoubt?: string;
}

/**
 * Compares a reading with the known records. A record that disappears stays known: it is not new if it
 * returns. Values of another period are forgotten: 2 on the first of a month is no fall from 300.
 *
 * If the start lacked records by the service's own numbers or IDs, new records are no events in the second
 * poll and in the first complete one. In between they are, since a service may always count wrongly.
 *
 * @param known `undefined` at the start of a watch
 * @throws ServiceError if no record has a key or a watched field, or two with the same key differ
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
	// An empty start may be right. After an incomplete start, an empty list proves nothing.
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

function startNotices(ignored: number, startsInDoubt: boolean): string[] {
	const which = ignored === 1 ? '1 new record starts' : `${ignored} new records start`;
	const said = [
		ignored > 0 && `${which} no workflow, because the first poll may have lacked records.`,
		startsInDoubt && 'The trigger takes the list as complete from now on.',
	];
	return said.filter((notice) => notice !== false);
}

/**
 * Returns current values, values to store and events, each by the key of the record.
 *
 * @param completesStart whether new records are ignored, because the start may have lacked them
 */
function compare(
	records: readonly JsonObject[],
	keys: Keys,
	known: KnownRecords | undefined,
	detector: Detector,
	completesStart: boolean,
) {
	const before = known?.values ?? {};
	const own = detector.ownIn?.(records);
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
		const { value, event, canWait } = detector.compare(record, current, before[key], own);
		// Puts the record seen last at the end.
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
 * @throws ServiceError if no record ever had any, or a field has disappeared that must not
 */
function watchedIn(
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

const MAX_READS = 4;

/** In milliseconds. */
const READ_AGAIN_AFTER = 1_000;

/**
 * Reads until a reading is not in doubt, or two in a row agree.
 *
 * @throws ServiceError after {@link MAX_READS} readings
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
