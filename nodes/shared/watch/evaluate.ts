import type { JsonObject } from 'n8n-workflow';
import { type Notice, noticeText, ServiceError } from '../base';
import type { EventSentence } from '../output';
import type { ProjectChoice } from '../projects';
import type { RequestPlan } from '../run';
import type { IdentifyingFields } from '../table';
import {
	duplicateKeyError,
	hasRecordKey,
	recordKeyOf,
	type RecordKeyFields,
	chooseKeyFields,
} from './recordKeys';
import { type KnownRecords, NO_KNOWN_RECORDS, type StoredValue } from './state';

export interface Detection {
	readonly value: StoredValue;
	readonly event?: JsonObject;
	/** Whether n8n may restart without saving the value, and no event is missed. */
	readonly canSaveLater?: boolean;
}

/** Decides which records are events. */
export interface Detector {
	/** Returns the record that all others are compared with. `compare` and `sampleEvent` get it as `own`. */
	findOwnRecord?(records: readonly JsonObject[]): JsonObject;
	/** Returns the value to store and compare, or `undefined` if the record has none. */
	extractValue(record: JsonObject): StoredValue | undefined;
	/** @param stored `undefined` for a new record */
	compare(
		record: JsonObject,
		current: StoredValue,
		stored: StoredValue | undefined,
		own?: JsonObject,
	): Detection;
	sampleEvent(record: JsonObject, current: StoredValue, own?: JsonObject): JsonObject | undefined;
	/** Returns the sentence about an event, and its record. */
	describeEvent(event: JsonObject): EventSentence & { readonly record: JsonObject };
	readonly watchedFields?: WatchedFields;
}

/** The fields that a detector needs. Not every record has to have them. */
interface WatchedFields {
	readonly fields: readonly string[];
	readonly isFieldIn: (record: JsonObject, name: string) => boolean;
	readonly missingFieldsError: (
		names: readonly string[],
		records: readonly JsonObject[],
	) => ServiceError;
	/** Whether a field may disappear from all records, which counts as a change. */
	readonly mayDisappear: boolean;
}

export type RecordNamer = (record: JsonObject) => string | null;

export interface Watch {
	readonly projects: ProjectChoice;
	/** @throws DescribedError if a field of the trigger is not usable */
	readonly planFor: (projectId: string) => RequestPlan;
	readonly detector: Detector;
	readonly recordNoun: string;
	readonly nameOf: RecordNamer;
	/** Key Fields. If empty, the plan says what identifies a record. */
	readonly keyFields: readonly string[];
	/** Set if numbers start anew with each period. */
	readonly periodStart?: string;
}

/**
 * A poll with at least this many events is a flood if these are also more than half of the records. The trigger then
 * reads the records a second time.
 */
const FLOOD_SIZE = 20;

export interface Reading {
	readonly records: readonly JsonObject[];
	/** The notices about the records. With a notice of the kind doubt, some records may be missing. */
	readonly notices: readonly Notice[];
	readonly identity: IdentifyingFields;
	/** The start of the period of the records, as in {@link Watch}. */
	readonly periodStart?: string;
}

export interface Evaluation {
	/** The records to store for the next poll. */
	readonly records: KnownRecords;
	/** The number of known records without a value in this reading. They come first in `records`. */
	readonly goneCount: number;
	/** The events. At the start of a watch, there are none, except with Emit Existing Records. */
	readonly events: readonly JsonObject[];
	/** Whether an event could be missed if n8n restarts without saving the records. */
	readonly mustSave: boolean;
	/** Texts for the log of n8n, which the builder of the workflow reads. */
	readonly notices: readonly string[];
	/**
	 * The keys of the records that need a second reading, as one text. In a flood, these are the records with events. At
	 * the start of a watch that may lack records, these are all records: those that it lacks would be events at the next
	 * poll.
	 */
	readonly keysToConfirm?: string;
}

/**
 * Compares a reading with the known records. A record that disappears stays known, so it is not new if it returns.
 * Values of another period are forgotten: 2 on the first of a month is no fall from 300.
 *
 * A total or IDs of the service may show that the first poll lacked records. Then new records are no events in the
 * second poll, nor in the first complete poll after it. New records of polls in between are events, since such a total
 * may always be wrong.
 *
 * @param known `undefined` at the start of a watch; empty at the start with Emit Existing Records
 * @throws ServiceError if no record has a key or a watched field, or two records with the same key differ
 */
export function evaluateReading(
	{ records, notices, identity, periodStart }: Reading,
	known: KnownRecords | undefined,
	detector: Detector,
): Evaluation {
	const { idName, seenFields, incompletePolls = 0 } = known ?? NO_KNOWN_RECORDS;
	const keys = chooseKeyFields(records, identity, idName);
	const keyed = records.filter((record) => hasRecordKey(record, keys));
	const watched = findWatchedFields(keyed, detector, seenFields);
	const isSamePeriod = known === undefined || known.periodStart === periodStart;
	const comparable = isSamePeriod ? known : { ...known, values: {} };
	const hasDoubtNotice = notices.some(({ kind }) => kind === 'doubt');
	const mayLackRecords = hasDoubtNotice || records.length === 0;
	const isIncomplete = mayLackRecords || keyed.length < records.length;
	const ignoresNew = incompletePolls === 1 || (incompletePolls > 1 && !isIncomplete);
	const compared = compareWithKnown(keyed, keys, comparable, detector, ignoresNew);
	const { currents, values, events, ignored, mustSave } = compared;
	// A first poll without records may be right. If the first poll was incomplete, an empty list proves nothing.
	const lacksRecords = notices.some((notice) => notice.lacksRecords);
	const isStartIncomplete =
		known === undefined ? lacksRecords : incompletePolls > 0 && isIncomplete;
	const incompleteNow = isStartIncomplete ? Math.min(incompletePolls + 1, 2) : 0;
	// With Emit Existing Records, many events are expected.
	const isFlood =
		known !== NO_KNOWN_RECORDS && events.size >= FLOOD_SIZE && events.size > currents.size / 2;
	const needsSecondReading = known === undefined ? mayLackRecords : isFlood;
	const recordsToConfirm = known === undefined ? currents : events;
	return {
		records: {
			values: Object.fromEntries(values),
			idName: keys.idName,
			seenFields: watched,
			incompletePolls: incompleteNow || undefined,
			periodStart,
		},
		goneCount: values.size - currents.size,
		events: [...events.values()],
		mustSave: mustSave || incompleteNow !== incompletePolls,
		notices: [
			...notices.map(noticeText),
			...keylessNotices(records.length - keyed.length),
			...missingFieldNotices(keyed, detector),
			...startNotices(ignored, incompletePolls === 1 && hasDoubtNotice),
		],
		keysToConfirm: needsSecondReading ? [...recordsToConfirm.keys()].sort().join() : undefined,
	};
}

function startNotices(ignored: number, takesAsComplete: boolean): string[] {
	const which = ignored === 1 ? '1 new record starts' : `${ignored} new records start`;
	const said = [
		ignored > 0 && `${which} no workflow, because the first poll may have lacked records.`,
		takesAsComplete && 'The trigger takes the list as complete from now on.',
	];
	return said.filter((notice) => notice !== false);
}

/**
 * Returns the current values, the values to store and the events, each by the key of its record.
 *
 * @param ignoresNew whether to ignore new records, because the first poll may have lacked them
 */
function compareWithKnown(
	records: readonly JsonObject[],
	keys: RecordKeyFields,
	known: KnownRecords | undefined,
	detector: Detector,
	ignoresNew: boolean,
) {
	const before = known?.values ?? {};
	const own = detector.findOwnRecord?.(records);
	const currents = new Map<string, StoredValue>();
	const values = new Map(Object.entries(before));
	const events = new Map<string, JsonObject>();
	let mustSave = known === undefined;
	let ignored = 0;
	for (const record of records) {
		const current = detector.extractValue(record);
		if (current === undefined) continue;
		const key = recordKeyOf(record, keys);
		const first = currents.get(key);
		if (first !== undefined && first !== current) throw duplicateKeyError(record, keys);
		if (first !== undefined) continue;
		currents.set(key, current);
		const { value, event, canSaveLater } = detector.compare(record, current, before[key], own);
		// Moves the key to the end: the keys of the records that were seen last come last.
		values.delete(key);
		values.set(key, value);
		if (event !== undefined && known !== undefined) {
			if (ignoresNew && before[key] === undefined) ignored += 1;
			else events.set(key, event);
		}
		mustSave ||= value !== before[key] && canSaveLater !== true;
	}
	return { currents, values, events, ignored, mustSave };
}

/**
 * Returns the watched fields that records have now, or had in an earlier poll (`seenFields`).
 *
 * @throws ServiceError if no record ever had a watched field, or a field disappeared that must not disappear
 */
function findWatchedFields(
	records: readonly JsonObject[],
	{ watchedFields }: Detector,
	seenFields: readonly string[],
): readonly string[] {
	if (watchedFields === undefined || records.length === 0) return seenFields;
	const { fields, missingFieldsError, mayDisappear } = watchedFields;
	const lacking = missingFieldsIn(records, watchedFields);
	const gone = seenFields.filter((name) => lacking.includes(name));
	if (gone.length > 0 && !mayDisappear) throw missingFieldsError(gone, records);
	const found = fields.filter((name) => seenFields.includes(name) || !lacking.includes(name));
	if (found.length === 0 && fields.length > 0) throw missingFieldsError(fields, records);
	return found;
}

function missingFieldsIn(
	records: readonly JsonObject[],
	{ fields, isFieldIn }: WatchedFields,
): string[] {
	return fields.filter((name) => !records.some((record) => isFieldIn(record, name)));
}

function keylessNotices(count: number): string[] {
	if (count === 0) return [];
	const which = count === 1 ? '1 record has' : `${count} records have`;
	const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
	return [`${which} no ID and cannot be watched. ${todo}`];
}

function missingFieldNotices(
	records: readonly JsonObject[],
	{ watchedFields }: Detector,
): string[] {
	const lacking = watchedFields === undefined ? [] : missingFieldsIn(records, watchedFields);
	if (records.length === 0 || lacking.length === 0) return [];
	return [`No record has a field ${lacking.join(', ')} at the moment.`];
}

const MAX_READS = 4;

/** The pause before the records are read again, in milliseconds. */
const REREAD_DELAY = 1_000;

/**
 * Reads the records until a reading needs no second one, or two readings in a row agree.
 *
 * @throws ServiceError after {@link MAX_READS} readings
 */
export async function readUntilConfirmed(
	read: () => Promise<Evaluation>,
	pause: (ms: number) => Promise<void>,
): Promise<Evaluation> {
	let before: string | undefined;
	for (let reads = 0; reads < MAX_READS; reads++) {
		if (reads > 0) await pause(REREAD_DELAY);
		const current = await read();
		const { keysToConfirm } = current;
		if (keysToConfirm === undefined || keysToConfirm === before) return current;
		before = keysToConfirm;
	}
	throw NEVER_THE_SAME_ERROR;
}

const NEVER_THE_SAME_ERROR = new ServiceError(
	`The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
	"The next poll tries again. To activate (publish) the workflow, try again in a few minutes. If this keeps happening, use the Agents or GEO node to see what the service returns, and contact the service's support.",
);
