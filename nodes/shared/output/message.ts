import type { JsonObject } from 'n8n-workflow';
import { isRankField, findLargestPassing, parseMoment } from '../base';
import type { SortBy } from '../table';
import {
	buildViewRows,
	createFigureWriter,
	isInOrderOfTime,
	type MessageSettings,
	type ViewContext,
	type ViewRow,
} from './cells';
import { assignFieldRoles, SEGMENT } from './columns';
import { writeHtml, writeMarkdown, writePlainText, writeSlack } from './forms';
import {
	createFiguresWriter,
	createTotalWriter,
	filtersText,
	messageNotes,
	messagePeriod,
	messageSubject,
	messageTitle,
} from './headings';
import type { WrittenRows } from './records';
import { createMessageLayout, limitLines, type MessageView } from './view';
import { LocaleFormat, toPlainLine } from './words';

type MessageForm = 'html' | 'markdown' | 'slack' | 'text';

type Message = Readonly<Record<MessageForm, string>> & {
	readonly subject: string;
	readonly title: string;
	readonly period: string;
	readonly rows: JsonObject[];
};

const MAX_NOTES = 10;

const MAX_LENGTHS = { title: 150, note: 300 };

/** @throws DescribedError if 'Number Format' does not fit the numbers */
export function writeMessage(written: WrittenRows, settings: MessageSettings): Message {
	const context = createContext(written, settings);
	const view = createView(context);
	const write = (form: (view: MessageView) => string, fits: (text: string) => boolean) =>
		writeTextThatFits(view, context, form, fits);
	const { title, period, total } = view;
	return {
		subject: toPlainLine(messageSubject(context, title, total), MAX_LENGTHS.title),
		title,
		period,
		text: write(writePlainText, (text) => text.length <= 40_000),
		// This is Slack's maximum for the text of one block.
		slack: write(writeSlack, (text) => text.length <= 3000),
		markdown: write(writeMarkdown, (text) => text.length <= 40_000),
		// Gmail cuts off a mail at 102 kB.
		html: write(writeHtml, (html) => Buffer.byteLength(html) <= 90_000),
		rows: [...written.records],
	};
}

/** Drops lines until the message fits. If not even one line fits, drops notes. */
function writeTextThatFits(
	view: MessageView,
	context: ViewContext,
	write: (view: MessageView) => string,
	fits: (text: string) => boolean,
	noteCount = Math.min(MAX_NOTES, view.notes.length),
): string {
	const left = view.notes.length - noteCount;
	const more = left > 0 ? [`Notes left out: ${left}.`] : [];
	const short = { ...view, notes: [...view.notes.slice(0, noteCount), ...more] };
	const textWith = (count: number) => write(limitLines(short, count, context));
	const whole = textWith(Infinity);
	if (fits(whole)) return whole;
	const all = view.sections.flatMap(({ lines }) => lines).length;
	const count = findLargestPassing(all, (lines) => fits(textWith(lines)));
	if (count > 0 || noteCount === 0) return textWith(count);
	return writeTextThatFits(view, context, write, fits, noteCount - 1);
}

function createContext({ rows, frontFields }: WrittenRows, settings: MessageSettings): ViewContext {
	const format = new LocaleFormat(settings.locale, settings.zone);
	const { rows: all, compared } = buildViewRows(rows, frontFields, format);
	const fields = all.map((row) => row.fields);
	const roles = assignFieldRoles(fields, compared, settings);
	const context: ViewContext = { settings, all, rows: all, roles, compared, format };
	return { ...context, rows: sortForMessage(context) };
}

function createView(context: ViewContext): MessageView {
	const { settings, rows, roles } = context;
	const { projectTables = [], selection } = settings;
	const totalOf = createTotalWriter(context);
	const [only, ...others] = projectTables;
	const layout = createMessageLayout(context, totalOf);
	// A report without dimensions has one row, which is its total.
	const isTotal = selection.dimensions !== undefined && roles.keys.length === 0;
	const projectTotal = others.length === 0 ? totalOf(only?.project.id) : '';
	const total = isTotal
		? rows.map(createFiguresWriter(roles.figures, context)).join('; ')
		: projectTotal;
	return {
		...layout,
		sections: isTotal ? [] : layout.sections,
		title: toPlainLine(messageTitle(context), MAX_LENGTHS.title),
		period: messagePeriod(context),
		filters: filtersText(context),
		total,
		footer: [],
		notes: messageNotes(context).map((note) => toPlainLine(note, MAX_LENGTHS.note)),
	};
}

/** Sorts days by time, and compared rows by their change as the message rounds it. Other rows keep their order. */
function sortForMessage(context: ViewContext): readonly ViewRow[] {
	const { rows, roles, settings } = context;
	const [key, figure = ''] = [roles.keys.at(-1), roles.figures[0]];
	const [by] = settings.selection.sort ?? [];
	if (by === undefined && key === SEGMENT) return rows;
	if (key !== undefined && isInOrderOfTime(key, context)) {
		const dayOf = ({ fields }: ViewRow) => parseMoment(fields.get(key)) ?? 0;
		return [...rows].sort((one, other) => dayOf(one) - dayOf(other));
	}
	// If a list is cut, the rows that changed most may be missing. So the list is not sorted by changes.
	const isByMove =
		(by === undefined && settings.total === undefined) ||
		(by?.changed?.changeKind === 'change' &&
			by.changed.numberField === figure &&
			!isRankField(figure));
	const isCompared = rows.some(({ row }) => row.changes !== undefined);
	if (roles.keys.length > 1 || !isByMove || !isCompared) return rows;
	const cellOf = createFigureWriter(figure, context);
	const placed = rows.map((row) => {
		return { row, place: getMoveSortKey(cellOf(row).changeNumber, by?.order) };
	});
	placed.sort((one, other) => one.place - other.place || 0);
	return placed.map(({ row }) => row);
}

/** Returns the sort key of a row. Without `order`, the largest change comes first, whether up or down. */
function getMoveSortKey(moved: number | undefined, order?: SortBy['order']): number {
	if (moved === undefined) return order === undefined ? 0 : Infinity;
	if (order === 'asc' || order === 'desc') return order === 'asc' ? moved : -moved;
	return -(Math.abs(moved) || -1);
}
