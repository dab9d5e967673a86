import type { JsonObject } from 'n8n-workflow';
import { DescribedError, fieldIn, hasField, withoutField } from '../base';
import { describeFields } from './identity';
import { digestOf } from './state';
import type { Detector } from './types';

/** Stored of every record where it only matters that the record was seen. */
const SEEN = 1;

/** Detects records that were not there before. The event is the record. */
export const newRecords: Detector = {
	extract: () => SEEN,
	compare: (record, value, stored) =>
		stored === undefined ? { value, event: record, mustSave: true } : { value, mustSave: false },
	sampleEvent: (record) => record,
	findFields: () => [],
	watched: [],
};

/** The fields of a record whose changes count: names, or paths such as `owner.name`. */
export interface WatchedFields {
	/** Only these fields; all if empty. */
	readonly only: readonly string[];
	/** Fields that are ignored. */
	readonly except: readonly string[];
	/** The display name of the parameter that holds `only`, for errors. */
	readonly label: string;
}

/**
 * Detects records in which a field has changed. The event is the record as it is now.
 *
 * @param withNew whether records that were not there before are events, too
 */
export function changedRecords(fields: WatchedFields, withNew: boolean): Detector {
	return {
		extract: (record) => digestOf(watchedPart(record, fields)),
		compare(record, value, stored) {
			const isEvent = stored === undefined ? withNew : stored !== value;
			return { value, event: isEvent ? record : undefined, mustSave: stored !== value };
		},
		sampleEvent: (record) => record,
		findFields: (records, seen) => foundFields(records, fields, seen),
		watched: fields.only,
	};
}

function watchedPart(record: JsonObject, { only, except }: WatchedFields): JsonObject {
	const rest = except.reduce(withoutField, record);
	if (only.length === 0) return rest;
	return Object.fromEntries(only.map((name) => [name, fieldIn(rest, name)]));
}

function foundFields(
	records: readonly JsonObject[],
	{ only, label }: WatchedFields,
	seen: readonly string[],
): string[] {
	const found = only.filter((name) => records.some((record) => hasField(record, name)));
	const gone = only.filter((name) => seen.includes(name) && !found.includes(name));
	if (only.length === 0 || (found.length > 0 && gone.length === 0)) return found;
	throw new DescribedError(
		gone.length === 0
			? `No record has a field ${only.join(', ')}`
			: `No record has a field ${gone.join(', ')} any more`,
		`Correct '${label}'. ${describeFields(records[0])}`,
	);
}
