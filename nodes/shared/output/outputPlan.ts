import type { Asked, Identity } from '../table';

/** The values of the field 'Output'; a message is made of records. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** How the user wants to see the records. */
export interface OutputChoice {
	readonly mode: OutputMode;
	/** Named by the user, for `selected`. */
	readonly fields: readonly string[];
	/** The most useful fields, in order. */
	readonly useful: readonly string[];
	/** Set if the records become one message. */
	readonly message?: MessageChoice;
}

export interface MessageChoice {
	/** The user's own title, empty for a usual one. */
	readonly title: string;
	/** The user's name for the project, for the usual title. */
	readonly projectName?: string;
	/** Such as `en` or `de-AT`. */
	readonly locale: string;
	/** Such as `Europe/Berlin`. */
	readonly zone: string;
}

/** All that decides the form of the output. */
export interface OutputPlan {
	readonly output: OutputChoice;
	readonly identity: Identity;
	readonly asked: Asked;
}

/** The names of the fields that the node adds to records. */
export interface AddedNames {
	/** Those in front: the place of the record and its status. */
	readonly marks: readonly string[];
	/** For each compared number, those of its changes. */
	readonly changes: ReadonlyMap<string, readonly string[]>;
}

export const NOTHING_ADDED: AddedNames = { marks: [], changes: new Map() };
