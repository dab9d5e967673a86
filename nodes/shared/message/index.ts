import type { JsonObject } from 'n8n-workflow';
import { largest } from '../base';
import { asHtml, asMarkdown, asSlack, asText } from './forms';
import {
	linesIn,
	type MessageDescription,
	type View,
	viewOf,
	withoutDetails,
	withRows,
} from './view';

/** The forms in which a message is written. */
type MessageForm = 'html' | 'markdown' | 'slack' | 'text';

/** A message: each form says the same. */
export type Message = Readonly<Record<MessageForm, string>> & {
	readonly title: string;
	/** The period in words; empty if none is known. */
	readonly period: string;
	/** All rows, as they came. */
	readonly rows: JsonObject[];
};

/**
 * Makes one message of rows, in all forms. Each form shows as many rows as it has room for and says
 * how many more there are; `rows` always has all of them.
 *
 * @throws DescribedError for a language that there is not
 */
export function messageOf(rows: readonly JsonObject[], about: MessageDescription): Message {
	const view = viewOf(rows, about);
	return {
		title: view.title,
		period: view.period,
		text: fitting(view, asText, (text) => text.length <= 40_000),
		// What a section of Slack's blocks takes; a text of its own could be longer.
		slack: fitting(view, asSlack, (text) => text.length <= 3000),
		markdown: fitting(view, asMarkdown, (text) => text.length <= 40_000),
		// Gmail cuts a message off at 102 kB, together with whatever else is in it.
		html: fitting(view, asHtml, (html) => Buffer.byteLength(html) <= 90_000),
		rows: [...rows],
	};
}

/**
 * The form with as many rows as fit, without details if that makes room for more. The notes give way only
 * if there is no room without rows.
 *
 * @param write how the form is written
 * @param fits whether a text of it arrives whole
 */
function fitting(
	view: View,
	write: (view: View) => string,
	fits: (text: string) => boolean,
): string {
	const whole = write(view);
	if (fits(whole)) return whole;
	const short = withoutDetails(view);
	const textWith = (count: number) => write(withRows(short, count));
	if (!fits(textWith(0))) return fitting({ ...view, notes: view.notes.slice(0, -1) }, write, fits);
	return textWith(largest(linesIn(view).length, (count) => fits(textWith(count))));
}

export type { MessageDescription } from './view';
