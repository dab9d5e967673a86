import type { JsonObject } from 'n8n-workflow';
import { getField, type Notice, noticeText, type ServiceError, textsAmongNumbers } from '../base';
import type { EventSentence } from '../output';
import type { ProjectChoice } from '../projects';
import type { Query } from '../run';
import type { KeyFields } from '../table';
import { duplicateKeyError, findRecordKey } from './recordKeys';
import {
	countSeenRecords,
	digestOf,
	NOTHING_SEEN,
	type SeenRecords,
	type StoredValue,
} from './state';

export interface Detection {
	readonly value: StoredValue;
	readonly event?: JsonObject;
	/** Whether the value can be saved later: a restart with the old one misses no event. */
	readonly canSaveLater?: boolean;
}

/** Decides which records are events. */
export interface ChangeDetector {
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
	/** The field with the number to watch. */
	readonly metric?: string;
}

/** The fields that a detector needs. Not every record has to have them. */
interface WatchedFields {
	readonly fields: readonly string[];
	readonly isFieldIn: (record: JsonObject, name: string) => boolean;
	readonly missingFieldsError: (
		names: readonly string[],
		records: readonly JsonObject[],
	) => ServiceError;
	/** Whether the fields may disappear from all records, which counts as a change. */
	readonly mayDisappear: boolean;
}

export interface Watch {
	readonly projects: ProjectChoice;
	/** What to read of each project. */
	readonly query: Query;
	readonly detector: ChangeDetector;
	/** Key Fields. If empty, the query says what the key of a record is. */
	readonly keyFields: readonly string[];
	/** Set if numbers start anew with each period. */
	readonly periodStart?: string;
}

/** The records of one project in a poll. */
export interface PolledRecords {
	readonly records: readonly JsonObject[];
	readonly notices: readonly Notice[];
	readonly key: KeyFields;
}

export interface Diff {
	/** The records to store for the next poll. */
	readonly seen: SeenRecords;
	/** The number of stored records without a value in this poll. They come first in `seen`. */
	readonly goneCount: number;
	/** The events. In the first poll, there are none, except with Emit Existing Records. */
	readonly events: readonly JsonObject[];
	/** Whether an event could be missed if n8n restarts without saving the records. */
	readonly mustSave: boolean;
	/** Texts for the log of n8n, which the builder of the workflow reads. */
	readonly warnings: readonly string[];
}

/**
 * Compares the records of a poll with those of earlier polls. A record that disappears stays stored, so it is not new
 * if it returns. Values of another period are forgotten: 2 on the first of a month is no fall from 300.
 *
 * @param seen `undefined` in the first poll; empty in the first poll with Emit Existing Records
 * @throws ServiceError if no record has a key or a watched field, or two records with the same key differ
 */
export function diffRecords(
	{ records, notices, key }: PolledRecords,
	seen: SeenRecords | undefined,
	{ detector, periodStart }: Pick<Watch, 'detector' | 'periodStart'>,
): Diff {
	const earlier = seen ?? NOTHING_SEEN;
	const recordKey = findRecordKey(records, key, earlier.idName);
	const keyed = records.filter((record) => recordKey.keyOf(record) !== undefined);
	const count = records.length - keyed.length;
	const which = count === 1 ? '1 record has' : `${count} records have`;
	const warnings = [
		...notices.map(noticeText),
		...(count > 0 ? [`${which} ${NO_ID_TEXT}`] : []),
		...fieldWarnings(keyed, detector, countSeenRecords(seen) > 0),
	];
	const before = earlier.periodStart === periodStart ? earlier.values : {};
	const own = detector.findOwnRecord?.(keyed);
	const currents = new Map<string, StoredValue>();
	const values = new Map(Object.entries(before));
	const events: JsonObject[] = [];
	let mustSave = seen === undefined;
	for (const record of keyed) {
		const current = detector.extractValue(record);
		if (current === undefined) continue;
		const digest = digestOf(recordKey.keyOf(record));
		const first = currents.get(digest);
		if (first !== undefined && first !== current) throw duplicateKeyError(record, recordKey);
		if (first !== undefined) continue;
		currents.set(digest, current);
		const { value, event, canSaveLater } = detector.compare(record, current, before[digest], own);
		// Moves the key to the end: the keys of the records that were seen last come last.
		values.delete(digest);
		values.set(digest, value);
		if (event !== undefined && seen !== undefined) events.push(event);
		mustSave ||= value !== before[digest] && canSaveLater !== true;
	}
	const idName = recordKey.idField ?? earlier.idName;
	return {
		seen: { values: Object.fromEntries(values), idName, periodStart },
		goneCount: values.size - currents.size,
		events,
		mustSave,
		warnings,
	};
}

/**
 * Warns of watched fields that no record has at the moment, and of texts in place of numbers.
 *
 * @throws ServiceError if all watched fields are missing. A field that may disappear is only a warning if records had it
 */
function fieldWarnings(
	records: readonly JsonObject[],
	{ metric = '', watchedFields }: ChangeDetector,
	hasSeenRecords: boolean,
): string[] {
	const numbers = records.map((record) => getField(record, metric));
	const texts = textsAmongNumbers(metric, numbers, 'The trigger does not watch these.');
	if (watchedFields === undefined || records.length === 0) return texts;
	const { fields, isFieldIn, missingFieldsError, mayDisappear } = watchedFields;
	const missing = fields.filter((name) => !records.some((record) => isFieldIn(record, name)));
	const isNoneLeft = fields.length > 0 && missing.length === fields.length;
	if (isNoneLeft && !(mayDisappear && hasSeenRecords)) throw missingFieldsError(fields, records);
	return [...missing.map((name) => `No record has a field ${name} at the moment.`), ...texts];
}

const NO_ID_TEXT =
	"no ID and cannot be watched. To watch all records, enter 'Key Fields' under 'Options'.";
