import type { JsonObject } from 'n8n-workflow';

/** What a message is about, and how it is written. */
export interface MessageDescription {
	readonly title: string;
	/** The period of the rows: ISO dates, ISO date-times, or words that are shown as they are. */
	readonly period?: { readonly start?: string; readonly end?: string };
	/**
	 * Whether the rows were compared with the period before. If left out, they were if they have the
	 * fields that a comparison adds.
	 */
	readonly compared?: boolean;
	/** The language in which numbers and dates are written, such as `en` or `de-AT`. */
	readonly locale: string;
	/** The time zone in which dates are written, such as `Europe/Berlin`. */
	readonly zone: string;
	/** The most rows that the texts show, up to 200; 25 if left out. */
	readonly maxRows?: number;
	/** How many rows there are, if these may not be all: as many as these if that is not known. */
	readonly total?: number;
	/** What the reader should know about the rows. */
	readonly notes?: readonly string[];
}

/** The forms in which a message is written. */
export type MessageForm = 'text' | 'slack' | 'markdown' | 'html';

/** A message: each form says the same. */
export type Message = Readonly<Record<MessageForm, string>> & {
	readonly title: string;
	/** The period in words; empty if none is known. */
	readonly period: string;
	/** All rows, as they came. */
	readonly rows: JsonObject[];
};

/** A figure of a row, written. */
export interface Figure {
	readonly label: string;
	/** The number; a dash if there is none. */
	readonly value: string;
	/** How it has changed, such as `▲ +2.5 (+6.3%)`, or `▲ better (was 9)` for a rank; empty if it was not compared. */
	readonly change: string;
	/** The same in short: without percent, and `▲ was 9` for a rank. */
	readonly shortChange: string;
	/** How long its bar is: a part of 1. None for figures that are no amounts, such as ranks. */
	readonly bar?: number;
}

/** Something else about a row. */
export interface Detail {
	readonly label: string;
	readonly value: string;
}

/** A row as people read it. Its lines of figures and details are the same in every row. */
export interface Line {
	/** The project that it belongs to; empty if the rows do not say. */
	readonly group: string;
	/** What it is about. */
	readonly name: string;
	readonly figures: readonly Figure[];
	readonly details: readonly Detail[];
}

/** All that the forms of a message show, free of anything that does not belong in a text. */
export interface View {
	readonly title: string;
	readonly period: string;
	/** The heading of the names. */
	readonly subject: string;
	/** The rows to show. */
	readonly lines: readonly Line[];
	/** How many rows there are beyond these. */
	readonly more: number;
	/** Whether there may be still others. */
	readonly isOpen: boolean;
	readonly notes: readonly string[];
}
