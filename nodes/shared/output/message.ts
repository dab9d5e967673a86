import type { JsonObject } from 'n8n-workflow';
import { largest } from '../base';
import { asHtml, asMarkdown, asSlack, asText } from './forms';
import type { WrittenRows } from './records';
import {
	linesIn,
	type MessageDescription,
	type View,
	viewOf,
	withoutDetails,
	withFirstRows,
} from './view';

type MessageForm = 'html' | 'markdown' | 'slack' | 'text';

export type Message = Readonly<Record<MessageForm, string>> & {
	readonly title: string;
	/** In words; empty if no period is known. */
	readonly period: string;
	readonly rows: JsonObject[];
};

/**
 * Writes a message in all forms. Each shows as many rows as fit; `rows` has all of them.
 *
 * @throws DescribedError for an unknown language
 */
export function messageOf(written: WrittenRows, about: MessageDescription): Message {
	const view = viewOf(written, about);
	return {
		title: view.title,
		period: view.period,
		text: fitting(view, asText, (text) => text.length <= 40_000),
		// The limit of a section in Slack's blocks.
		slack: fitting(view, asSlack, (text) => text.length <= 3000),
		markdown: fitting(view, asMarkdown, (text) => text.length <= 40_000),
		// Gmail cuts off a whole mail at 102 kB.
		html: fitting(view, asHtml, (html) => Buffer.byteLength(html) <= 90_000),
		rows: [...written.records],
	};
}

/** Drops details to show more rows, and notes only if they do not fit even without rows. */
function fitting(
	view: View,
	write: (view: View) => string,
	fits: (text: string) => boolean,
): string {
	const whole = write(view);
	if (fits(whole)) return whole;
	const short = withoutDetails(view);
	const textWith = (count: number) => write(withFirstRows(short, count));
	if (!fits(textWith(0))) return fitting({ ...view, notes: view.notes.slice(0, -1) }, write, fits);
	return textWith(largest(linesIn(view).length, (count) => fits(textWith(count))));
}
