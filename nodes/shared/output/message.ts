import type { JsonObject } from 'n8n-workflow';
import { isRankName, largestPassing, parseMoment } from '../base';
import type { SortBy } from '../table';
import {
	buildViewRows,
	createFigureWriter,
	isInOrderOfTime,
	type MessageSettings,
	type ViewContext,
	type ViewRow,
} from './cells';
import { assignFieldRoles, PART } from './columns';
import { writeHtml, writeMarkdown, writeSlack, writePlainText } from './forms';
import { messagePeriod, messageTitle } from './headings';
import type { WrittenRows } from './records';
import { layOut, limitLines, linesIn, type MessageView } from './view';
import { LocaleFormat, toPlainLine } from './words';

type MessageForm = 'html' | 'markdown' | 'slack' | 'text';

export type Message = Readonly<Record<MessageForm, string>> & {
	readonly title: string;
	/** Empty if the period is unknown. */
	readonly period: string;
	readonly rows: JsonObject[];
};

export function writeMessage(written: WrittenRows, settings: MessageSettings): Message {
	const view = createView(written, settings);
	return {
		title: view.title,
		period: view.period,
		text: writeFitting(view, writePlainText, (text) => text.length <= 40_000),
		// Slack's maximum for the text of one block.
		slack: writeFitting(view, writeSlack, (text) => text.length <= 3000),
		markdown: writeFitting(view, writeMarkdown, (text) => text.length <= 40_000),
		// Gmail cuts off a mail at 102 kB.
		html: writeFitting(view, writeHtml, (html) => Buffer.byteLength(html) <= 90_000),
		rows: [...written.records],
	};
}

/** Drops lines until the message fits. Drops notes only if not even one line fits beside them. */
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

const MAX_NOTES = 10;

const MAX_LENGTHS = { title: 150, note: 300 };

function createView(written: WrittenRows, settings: MessageSettings): MessageView {
	const format = new LocaleFormat(settings.locale, settings.zone);
	const { rows: all, compared } = buildViewRows(written, format);
	const fields = all.map((row) => row.fields);
	const roles = assignFieldRoles(fields, compared, settings);
	const unsorted: ViewContext = { settings, all, rows: all, roles, compared, format };
	const context = { ...unsorted, rows: sortForMessage(unsorted) };
	const layout = layOut(context);
	const view: MessageView = {
		...layout,
		title: toPlainLine(messageTitle(context), MAX_LENGTHS.title),
		period: messagePeriod(context),
		sections: layout.extent.sections,
		closingLines: [],
		notes: (settings.notes ?? [])
			.slice(0, MAX_NOTES)
			.map((note) => toPlainLine(note, MAX_LENGTHS.note)),
	};
	return limitLines(view, Infinity);
}

/**
 * Puts days in order of time, or compared rows in order of their moves as the message writes them. Otherwise, rows keep
 * the order of the table.
 */
function sortForMessage(context: ViewContext): readonly ViewRow[] {
	const { rows, roles, settings } = context;
	const [key, figure = ''] = [roles.keys.at(-1), roles.figures[0]];
	const [by] = settings.selection.sort ?? [];
	if (by === undefined && key === PART) return rows;
	if (key !== undefined && isInOrderOfTime(key, context)) {
		const dayOf = ({ fields }: ViewRow) => parseMoment(fields.get(key)) ?? 0;
		return [...rows].sort((one, other) => dayOf(one) - dayOf(other));
	}
	const isByMove =
		by === undefined ||
		(by.changed?.changeKind === 'change' &&
			by.changed.numberField === figure &&
			!isRankName(figure));
	const isCompared = rows.some(({ row }) => row.changes !== undefined);
	if (roles.keys.length > 1 || !isByMove || !isCompared) return rows;
	const cellOf = createFigureWriter(figure, context);
	const placed = rows.map((row) => {
		return { row, place: sortPlaceOfMove(cellOf(row).changeNumber, by?.order) };
	});
	placed.sort((one, other) => one.place - other.place || 0);
	return placed.map(({ row }) => row);
}

/** Returns the sort key of a row: the biggest move first, if there is no Sort. */
function sortPlaceOfMove(moved: number | undefined, order?: SortBy['order']): number {
	if (moved === undefined) return order === undefined ? 0 : Infinity;
	if (order === 'asc' || order === 'desc') return order === 'asc' ? moved : -moved;
	return -(Math.abs(moved) || -1);
}
