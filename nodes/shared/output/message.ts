import type { JsonObject } from 'n8n-workflow';
import { largestPassing } from '../base';
import { linesIn, type MessageDescription } from './cells';
import { asBriefSlack, asHtml, asMarkdown, asSlack, asText } from './forms';
import type { WrittenRows } from './records';
import { type View, viewOf, withLines } from './view';

type MessageForm = 'html' | 'markdown' | 'slack' | 'text';

export type Message = Readonly<Record<MessageForm, string>> & {
	readonly title: string;
	/** The period in words; empty if it is unknown. */
	readonly period: string;
	readonly rows: JsonObject[];
};

/** @throws DescribedError for an unknown language */
export function messageOf(written: WrittenRows, about: MessageDescription): Message {
	const view = viewOf(written, about);
	// The maximum length of a section in Slack's blocks.
	const fitsSlack = (text: string) => text.length <= 3000;
	const isWhole = !view.isGrid || fitsSlack(asSlack(view));
	return {
		title: view.title,
		period: view.period,
		text: fitting(view, asText, (text) => text.length <= 40_000),
		slack: fitting(view, isWhole ? asSlack : asBriefSlack, fitsSlack),
		markdown: fitting(view, asMarkdown, (text) => text.length <= 40_000),
		// Gmail cuts off a mail at 102 kB.
		html: fitting(view, asHtml, (html) => Buffer.byteLength(html) <= 90_000),
		rows: [...written.records],
	};
}

/** Drops lines until the text fits. Drops notes only if not even one line fits beside them. */
function fitting(
	view: View,
	write: (view: View) => string,
	fits: (text: string) => boolean,
): string {
	const whole = write(view);
	if (fits(whole)) return whole;
	const textWith = (count: number) => write(withLines(view, count));
	const count = largestPassing(linesIn(view.sections).length, (lines) => fits(textWith(lines)));
	if (count > 0 || view.notes.length === 0) return textWith(count);
	return fitting({ ...view, notes: view.notes.slice(0, -1) }, write, fits);
}
