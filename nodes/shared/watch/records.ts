import type { JsonObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { fieldIn, hasField, withoutField } from '../records';
import { digestOf } from './digest';
import { describeFields } from './identity';
import type { Detector } from './types';

/** That a record is there is all there is to remember. */
const SEEN = 1;

/** Events are records that were not there before; an event is the record. */
export const newRecords: Detector = {
	readingOf: () => SEEN,
	look: (record, note, noted) => ({ note, event: noted === undefined ? record : undefined }),
	isWorthSaving: (_, saved) => saved === undefined,
	sample: (record) => record,
	nothingToWatch: () => undefined,
	needsUniqueKeys: false,
};

/** Which fields of a record count as a change. A dot in a name leads into an object. */
export interface WatchedFields {
	/** Only these; all if there is none. */
	readonly only: readonly string[];
	/** All but these. */
	readonly except: readonly string[];
	/** The display name of the field that names them. */
	readonly label: string;
}

/**
 * Events are records in which something has changed; an event is the record as it is now.
 *
 * @param withNew whether records that were not there before are events, too
 */
export function changedRecords(fields: WatchedFields, withNew: boolean): Detector {
	return {
		readingOf: (record) => digestOf(watchedPart(record, fields)),
		look(record, note, noted) {
			const isEvent = noted === undefined ? withNew : noted !== note;
			return { note, event: isEvent ? record : undefined };
		},
		isWorthSaving: (note, saved) => note !== saved,
		sample: (record) => record,
		nothingToWatch: (records) => missingFields(records, fields),
		needsUniqueKeys: true,
	};
}

function watchedPart(record: JsonObject, { only, except }: WatchedFields): JsonObject {
	const rest = except.reduce(withoutField, record);
	return only.length === 0
		? rest
		: Object.fromEntries(only.map((name) => [name, fieldIn(rest, name)]));
}

function missingFields(
	records: readonly JsonObject[],
	{ only, label }: WatchedFields,
): DescribedError | undefined {
	const hasAny = (record: JsonObject) => only.some((name) => hasField(record, name));
	if (only.length === 0 || records.some(hasAny)) return undefined;
	return new DescribedError(
		`No record has a field ${only.join(', ')}`,
		`Correct '${label}'. ${describeFields(records[0])}`,
	);
}
