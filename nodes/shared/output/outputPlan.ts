import type { Asked, Identity } from '../table';

/** The values of the field 'Output'. */
export type OutputMode = 'records' | 'simplified' | 'selected' | 'raw';

/** How the user wants to see the records. */
export interface OutputChoice {
	readonly mode: OutputMode;
	/** For `selected`. */
	readonly fields: readonly string[];
	/** The most useful fields, in order. */
	readonly useful: readonly string[];
	/** Set if the records become one message. */
	readonly message?: MessageChoice;
}

export interface MessageChoice {
	/** Empty for the default title. */
	readonly title: string;
	/** As the user entered it, for the default title. */
	readonly projectName?: string;
	/** Such as `en` or `de-AT`. */
	readonly locale: string;
	/** Such as `Europe/Berlin`. */
	readonly zone: string;
}

export interface OutputPlan {
	readonly output: OutputChoice;
	readonly identity: Identity;
	readonly asked: Asked;
}

/** The names of the fields that the node adds to records. */
export interface AddedNames {
	/** In front of the record: its place and status. */
	readonly marks: readonly string[];
	/** The names of the changes of each compared number. */
	readonly changes: ReadonlyMap<string, readonly string[]>;
}

export const NOTHING_ADDED: AddedNames = { marks: [], changes: new Map() };
