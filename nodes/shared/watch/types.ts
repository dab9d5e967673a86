import type { JsonObject } from 'n8n-workflow';
import type { DescribedError } from '../errors';
import type { Parameters } from '../fields';
import type { ReadPlan } from '../operation';

/** What is remembered of a record: a mark, a digest, or the watched number. Never the record. */
export type Note = number | string;

/** What came of looking at one record. */
export interface Sighting {
	/** What to remember from now on. */
	readonly note: Note;
	/** What to hand over, if this is an event. */
	readonly event?: JsonObject;
}

/** Tells what an event is. Knows nothing of lists, memories and n8n. */
export interface Detector {
	/**
	 * What there is to watch in a record, in the form in which it is looked at; `undefined` if there
	 * is nothing.
	 */
	readingOf(record: JsonObject): Note | undefined;
	/**
	 * Looks at a record.
	 *
	 * @param reading what there is to watch in it
	 * @param noted what is remembered of it; `undefined` if it was never seen
	 */
	look(record: JsonObject, reading: Note, noted: Note | undefined): Sighting;
	/**
	 * Whether so much has changed since n8n last saved that an event could be missed if n8n forgot
	 * what came after.
	 *
	 * @param saved what n8n has saved of the record; `undefined` if nothing
	 */
	isWorthSaving(note: Note, saved: Note | undefined): boolean;
	/** What an event of this record looks like, to try a workflow with. */
	sample(record: JsonObject, reading: Note): JsonObject;
	/** What to say if the records cannot have what is to be watched. */
	nothingToWatch(records: readonly JsonObject[]): DescribedError | undefined;
	/** Whether two records that go by the same key but differ make the events meaningless. */
	readonly needsUniqueKeys: boolean;
}

/** What tells records apart. */
export interface Identity {
	/** The names under which a record may have its id: the first one that it has counts. */
	readonly ids: readonly string[];
	/** The fields that tell records apart together; if there are any, ids do not count. */
	readonly fields: readonly string[];
}

/** What a trigger watches, read from its fields. */
export interface Watch {
	/** What is read at every poll. */
	readonly plan: ReadPlan;
	readonly detector: Detector;
	readonly identity: Identity;
	readonly projectId: string;
	/**
	 * The names of the fields, in Options or not, that say what is watched. When one of them changes,
	 * there is nothing to compare with and the watch starts over.
	 */
	readonly scope: readonly string[];
}

/** Makes a watch out of the fields of a trigger. Throws DescribedError if a field is not usable. */
export type ReadWatch = (parameters: Parameters, limit: number) => Watch;
