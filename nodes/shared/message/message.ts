import type { JsonObject } from 'n8n-workflow';
import { largest } from '../base';
import { asHtml } from './html';
import { asMarkdown, asSlack, asText } from './texts';
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

/** How a form is written, and whether a text of it arrives whole. */
interface Form {
	readonly write: (view: View) => string;
	readonly fits: (text: string) => boolean;
}

const FORMS: Readonly<Record<MessageForm, Form>> = {
	text: { write: asText, fits: (text) => text.length <= 40_000 },
	// What a section of Slack's blocks takes; a text of its own could be longer.
	slack: { write: asSlack, fits: (text) => text.length <= 3000 },
	markdown: { write: asMarkdown, fits: (text) => text.length <= 40_000 },
	// Gmail cuts a message off at 102 kB, together with whatever else is in it.
	html: { write: asHtml, fits: (text) => Buffer.byteLength(text) <= 90_000 },
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
		text: fitting(view, FORMS.text),
		slack: fitting(view, FORMS.slack),
		markdown: fitting(view, FORMS.markdown),
		html: fitting(view, FORMS.html),
		rows: [...rows],
	};
}

/**
 * The form with as many rows as fit, without details if that makes room for more. The notes give way only
 * if there is no room without rows.
 */
function fitting(view: View, form: Form): string {
	const { write, fits } = form;
	const whole = write(view);
	if (fits(whole)) return whole;
	const short = withoutDetails(view);
	const textWith = (count: number) => write(withRows(short, count));
	if (!fits(textWith(0))) return fitting({ ...view, notes: view.notes.slice(0, -1) }, form);
	return textWith(largest(linesIn(view).length, (count) => fits(textWith(count))));
}
