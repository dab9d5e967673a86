import type { JsonObject } from 'n8n-workflow';
import { asHtml } from './html';
import { asMarkdown } from './markdown';
import { asSlack } from './slack';
import { asText } from './text';
import type { Message, MessageDescription, MessageForm, View } from './types';
import { viewOf, withRows } from './view';

/** How a form is written, and how much of it arrives. */
interface Form {
	readonly write: (view: View) => string;
	/** The most that `sizeOf` may give. */
	readonly limit: number;
	readonly sizeOf: (text: string) => number;
}

const inCharacters = (text: string) => text.length;
const inBytes = (text: string) => Buffer.byteLength(text);

const FORMS: Readonly<Record<MessageForm, Form>> = {
	text: { write: asText, limit: 40_000, sizeOf: inCharacters },
	// What a section of Slack's blocks takes; a text of its own could be longer.
	slack: { write: asSlack, limit: 3000, sizeOf: inCharacters },
	markdown: { write: asMarkdown, limit: 40_000, sizeOf: inCharacters },
	// Gmail cuts a message off at 102 kB, together with whatever else is in it.
	html: { write: asHtml, limit: 90_000, sizeOf: inBytes },
};

/**
 * Makes one message of rows, in all forms. Each form shows as many rows as it has room for and says
 * how many more there are; `rows` always has all of them.
 *
 * @throws DescribedError for a language or a time zone that there is not
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

/** The form with as many rows as fit. The notes give way only if there is no room without rows. */
function fitting(view: View, form: Form): string {
	const { write, limit, sizeOf } = form;
	const whole = write(view);
	if (sizeOf(whole) <= limit) return whole;
	let best = write(withRows(view, 0));
	if (sizeOf(best) > limit && view.notes.length > 0) {
		return fitting({ ...view, notes: view.notes.slice(0, -1) }, form);
	}
	let [few, many] = [0, view.lines.length];
	while (many - few > 1) {
		const middle = Math.floor((few + many) / 2);
		const text = write(withRows(view, middle));
		if (sizeOf(text) > limit) {
			many = middle;
		} else {
			few = middle;
			best = text;
		}
	}
	return best;
}
