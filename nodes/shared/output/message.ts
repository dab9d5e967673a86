import type { JsonObject } from 'n8n-workflow';
import { largestPassing } from '../base';
import { linesIn, type MessageSettings } from './cells';
import { writeBriefSlack, writeHtml, writeMarkdown, writeSlack, writePlainText } from './forms';
import type { WrittenRows } from './records';
import { type MessageView, createView, limitLines } from './view';

type MessageForm = 'html' | 'markdown' | 'slack' | 'text';

export type Message = Readonly<Record<MessageForm, string>> & {
	readonly title: string;
	/** The period of the message in words; empty if it is unknown. */
	readonly period: string;
	readonly rows: JsonObject[];
};

/** @throws DescribedError for an unknown language */
export function writeMessage(written: WrittenRows, about: MessageSettings): Message {
	const view = createView(written, about);
	// The maximum length of a section in Slack's blocks.
	const fitsSlack = (text: string) => text.length <= 3000;
	const isWhole = !view.isGrid || fitsSlack(writeSlack(view));
	return {
		title: view.title,
		period: view.period,
		text: writeFitting(view, writePlainText, (text) => text.length <= 40_000),
		slack: writeFitting(view, isWhole ? writeSlack : writeBriefSlack, fitsSlack),
		markdown: writeFitting(view, writeMarkdown, (text) => text.length <= 40_000),
		// Gmail cuts off a mail at 102 kB.
		html: writeFitting(view, writeHtml, (html) => Buffer.byteLength(html) <= 90_000),
		rows: [...written.records],
	};
}

/** Drops lines of a message until it fits. Drops notes only if not even one line fits beside them. */
function writeFitting(
	view: MessageView,
	write: (view: MessageView) => string,
	fits: (text: string) => boolean,
): string {
	const whole = write(view);
	if (fits(whole)) return whole;
	const textWith = (count: number) => write(limitLines(view, count));
	const count = largestPassing(linesIn(view.sections).length, (lines) => fits(textWith(lines)));
	if (count > 0 || view.notes.length === 0) return textWith(count);
	return writeFitting({ ...view, notes: view.notes.slice(0, -1) }, write, fits);
}
