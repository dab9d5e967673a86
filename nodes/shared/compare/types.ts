import type { JsonObject, JsonValue } from 'n8n-workflow';

/** A field to sort by, and its direction; `move` is from the largest number to the smallest, up or down. */
export interface SortBy {
	readonly field: string;
	readonly order: 'asc' | 'desc' | 'move';
}

/** A second reading of the same records to compare with. */
export interface Comparison {
	/** The members of the body that differ: the other period. */
	readonly body: JsonObject;
	/** What the other period is called, such as "the period before". */
	readonly called: string;
	/** The days of the period as ISO text, and the first and the last one of the other period. */
	readonly days: string;
	readonly otherDays: { readonly start: string; readonly end: string };
	/** What the rows of a report are about. */
	readonly dimensions: readonly string[];
	/** The fields that may say which record it is, the likeliest first; none for rows of a report. */
	readonly names?: readonly string[];
	/** The fields that the user has named as figures. */
	readonly measures: readonly string[];
	/** The field of the form that names them, if there is one. */
	readonly measuresField?: string;
	/** The order of the compared rows, also by fields that the comparison adds. */
	readonly sort?: readonly SortBy[];
}

/** A record or an answer with what the node adds to it. */
export interface Marked {
	readonly value: JsonValue;
	/** Members that the record gets in front of its own, whatever the output leaves out. */
	readonly mark: JsonObject;
}
