import type { JsonObject } from 'n8n-workflow';
import type { DescribedError } from '../base';
import type { ProjectChoice } from '../projects';
import type { RequestPlan } from '../run';

/** What is stored of a record: a constant, a digest or the watched number. Never the record. */
export type StoredValue = number | string;

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
	/** An example of an event with this record, to build a workflow with. */
	sampleEvent(record: JsonObject, current: StoredValue): JsonObject;
	/** The fields that it looks for, if there are any. */
	readonly watched?: WatchedFields;
}

/** Fields that a watch looks for in every reading. That some of the records lack them is normal. */
export interface WatchedFields {
	readonly names: readonly string[];
	/** Whether a record has one of them. */
	readonly isIn: (record: JsonObject, name: string) => boolean;
	/** The error where none of the records has these of them. @param isGone whether earlier ones had */
	readonly missing: (
		names: readonly string[],
		records: readonly JsonObject[],
		isGone: boolean,
	) => DescribedError;
}

/** What a trigger watches, read from its parameters. */
export interface Watch {
	/** The projects to watch. Which ones these are can change from poll to poll. */
	readonly projects: ProjectChoice;
	/** The read that every poll makes in a project. Throws DescribedError if a field is not usable. */
	readonly planFor: (projectId: string) => RequestPlan;
	readonly detector: Detector;
	/** The fields that together identify a record; with none, the ID does that the plan says. */
	readonly keyFields: readonly string[];
}
