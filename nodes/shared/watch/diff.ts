import type { JsonObject } from 'n8n-workflow';
import { getField, type Notice, noticeText, type ServiceError, textsAmongNumbers } from '../base';
import type { EventSentence } from '../output';
import type { ProjectChoice } from '../projects';
import type { Query } from '../run';
import type { KeyFields } from '../table';
import { duplicateKeyError, findRecordKey } from './recordKeys';
import { digestOf, NOTHING_SEEN, type SeenRecords, type StoredValue } from './state';

export interface Detection {
	readonly value: StoredValue;
	readonly event?: JsonObject;
	/** Whether n8n may save the value later. After a restart, the old value leads to the same events. */
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
	describeEvent(event: JsonObject): EventSentence & { readonly record: JsonObject };
	readonly watchedFields?: WatchedFields;
	/** The name of the field with the number to watch. */
	readonly metric?: string;
}

/** The fields in which changes are looked for. Some records may lack them. */
interface WatchedFields {
	readonly fields: readonly string[];
	readonly isFieldIn: (record: JsonObject, name: string) => boolean;
	readonly missingFieldsError: (
		names: readonly string[],
		records: readonly JsonObject[],
	) => ServiceError;
	/** Whether the fields may disappear from all records. Their disappearance then counts as a change. */
	readonly mayDisappear: boolean;
}

export interface Watch {
	readonly projects: ProjectChoice;
	readonly query: Query;
	readonly detector: ChangeDetector;
	/** The names in the field 'Key Fields'. If there are none, the key is `query.key`. */
	readonly keyFields: readonly string[];
	/** The first day of a period that grows every day, such as 'This Month'. `undefined` for other periods. */
	readonly periodStart?: string;
}

export interface PolledRecords {
	readonly records: readonly JsonObject[];
	readonly notices: readonly Notice[];
	readonly key: KeyFields;
}

export interface Diff {
	/** The records to store for the next poll. */
	readonly seen: SeenRecords;
	/** How many records of earlier polls are missing now. They come first in `seen`. */
	readonly goneCount: number;
	/** Empty in the first poll. With 'Emit Existing Records Once', the first poll has events, too. */
	readonly events: readonly JsonObject[];
	/** Whether n8n has to save the records. If it restarts without saving them, an event could be missed. */
	readonly mustSave: boolean;
	/** Texts for the log of n8n, which the builder of the workflow reads. */
	readonly warnings: readonly string[];
}

/**
 * Compares the records of a poll with those of earlier polls.
 *
 * - A record that disappears stays stored, so it is not new if it returns.
 * - Values of an earlier period are forgotten: 2 on the first day of a month is no fall from 300.
 *
 * @param seen `undefined` in the first poll. If 'Emit Existing Records Once' is on, it is empty in the first poll
 * @throws ServiceError if no record has a key
 * @throws ServiceError if no record has a watched field
 * @throws ServiceError if two records with the same key differ
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
		...(count > 0 ? [`${which} no ${recordKey.idField ?? 'ID'} ${NOT_WATCHED_TEXT}`] : []),
		...fieldWarnings(keyed, detector, seen === undefined || seen === NOTHING_SEEN),
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
		// Moves the key to the end, so that the keys of records that have disappeared come first.
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
 * Returns warnings about watched fields that no record has, and about texts in place of numbers.
 *
 * @throws ServiceError if all watched fields are missing. From the second poll on, this is a warning if they may
 * disappear
 */
function fieldWarnings(
	records: readonly JsonObject[],
	{ metric = '', watchedFields }: ChangeDetector,
	isFirstPoll: boolean,
): string[] {
	const numbers = records.map((record) => getField(record, metric));
	const texts = textsAmongNumbers(metric, numbers, 'The trigger does not watch these.');
	if (watchedFields === undefined || records.length === 0) return texts;
	const { fields, isFieldIn, missingFieldsError, mayDisappear } = watchedFields;
	const missing = fields.filter((name) => !records.some((record) => isFieldIn(record, name)));
	const isNoneLeft = fields.length > 0 && missing.length === fields.length;
	if (isNoneLeft && (isFirstPoll || !mayDisappear)) throw missingFieldsError(fields, records);
	return [...missing.map((name) => `No record has a field ${name} at the moment.`), ...texts];
}

const NOT_WATCHED_TEXT =
	"and cannot be watched. To watch all, set 'Key Fields' under 'Options' to fields that each has.";
