import { capitalize, groupBy } from '../base';
import {
	type Cell,
	createFigureWriter,
	fieldLabelOf,
	isInOrderOfTime,
	isTimeKey,
	type MessageSettings,
	rowNameOf,
	type ViewContext,
	type ViewRow,
	writeField,
} from './cells';
import { type FieldKey, FLAGS, PART, PROJECT, webAddressOf } from './columns';
import { hasOtherDates, isDateField, pluralTermOf } from './headings';
import { NO_VALUE, toPlainLine } from './words';

/** The content of a message, before it becomes Slack blocks, HTML, Markdown or text. No text has control characters. */
export interface MessageView {
	readonly title: string;
	readonly period: string;
	/** The heading of the first column. */
	readonly subject: string;
	readonly columns: readonly MessageColumn[];
	readonly sections: readonly MessageSection[];
	/** Whether the columns are values such as ChatGPT and Gemini, instead of fields. */
	readonly isGrid: boolean;
	/** Whether each line is a day or another period. */
	readonly isSeries: boolean;
	/** What is not shown: `10 of 240 prompts`. */
	readonly closingLines: readonly string[];
	readonly notes: readonly string[];
	readonly extent: MessageExtent;
}

export interface MessageLine {
	readonly name: string;
	readonly url?: string;
	readonly cells: readonly Cell[];
}

export interface MessageColumn {
	readonly label: string;
	readonly isNumber: boolean;
	/** Whether a value needs the label beside it if it has no heading above it: `Rank 5`. */
	readonly isLabelled: boolean;
	readonly isCompared: boolean;
}

export interface MessageSection {
	readonly name: string;
	/** The client, in a message with a section for each client and week. */
	readonly group: string;
	readonly lines: readonly MessageLine[];
	/** A short message drops the sections with the highest numbers first. */
	readonly keepOrder: number;
}

export function linesIn(sections: readonly MessageSection[]): MessageLine[] {
	return sections.flatMap(({ lines }) => lines);
}

const MAX_COUNTS = { grid: 6, list: 25, series: 31, lines: 100 };

/** The maximum length of a column's heading in a grid, in characters. */
const MAX_HEADING_LENGTH = 24;

const MAX_ADDRESS_LENGTH = 150;

type MessageLayout = Pick<MessageView, 'columns' | 'extent' | 'isGrid' | 'isSeries' | 'subject'>;

/** Lays out a grid if possible, otherwise a list. In a grid, days are lines rather than columns if that fits. */
export function layOut(context: ViewContext): MessageLayout {
	const { roles, rows } = context;
	const [one, other] = roles.keys.slice(-2);
	const isTurned = other !== undefined && isTimeKey(other, rows);
	const turned = [...roles.keys.slice(0, -2), other, one].filter((key) => key !== undefined);
	for (const keys of isTurned ? [turned, roles.keys] : [roles.keys]) {
		const grid = layOutGrid({ ...context, roles: { ...roles, keys } });
		if (grid !== undefined) return grid;
	}
	return layOutList(context);
}

/** Lays out one figure as a grid: topics as lines, AI platforms as columns, if these are few and short. */
function layOutGrid(context: ViewContext): MessageLayout | undefined {
	const { rows, roles, compared, format, settings } = context;
	const { keys, figures, details } = roles;
	const [figure, ...others] = figures;
	const [outer, key, across] = [keys.slice(0, -2), keys.at(-2), keys.at(-1)];
	const isPlain = others.length + details.length === 0 && settings.total === undefined;
	if (key === undefined || figure === undefined || !isPlain) return undefined;
	const columns = [...new Set(rows.map((row) => rowNameOf(row, across, format)))];
	const isShort = columns.every((name) => name.length <= MAX_HEADING_LENGTH);
	if (columns.length > MAX_COUNTS.grid || !isShort) return undefined;
	const placeOf = (row: ViewRow) => keys.map((name) => rowNameOf(row, name, format)).join('\n');
	// Two rows would need the same cell.
	if (new Set(rows.map(placeOf)).size < rows.length) return undefined;
	const cellOf = createFigureWriter(figure, context);
	const cellsOf = (own: readonly ViewRow[]) => {
		const byName = new Map(own.map((row) => [rowNameOf(row, across, format), row]));
		return columns.map((column): Cell => {
			const row = byName.get(column);
			return row === undefined ? {} : { ...cellOf(row), bar: undefined };
		});
	};
	const sections = splitIntoSections(outer, context, (own) => {
		const lines = groupBy(own, (row) => rowNameOf(row, key, format));
		return [...lines].map(([name, ofLine]) => ({ name, cells: cellsOf(ofLine) }));
	});
	const isCompared = compared.has(figure);
	return {
		subject: capitalize(fieldLabelOf(key, context)),
		columns: columns.map((label) => ({ label, isNumber: true, isLabelled: true, isCompared })),
		isGrid: true,
		isSeries: isInOrderOfTime(key, context) && !isCompared,
		extent: describeExtent(context, sections, true, isInOrderOfTime(key, context)),
	};
}

function layOutList(context: ViewContext): MessageLayout {
	const { rows, roles, compared, format } = context;
	const { keys, figures, address } = roles;
	const key = keys.at(-1);
	const details = roles.details.filter((name) => !hasOtherDates(name, context));
	const texts = details.filter((name) => name !== PROJECT && name !== FLAGS);
	const writers = [
		...figures.map((name) => createFigureWriter(name, context)),
		...details.map((name) => (row: ViewRow): Cell => ({
			text: writeField(name, row, format),
			url: webAddressOf(row.fields.get(name)),
		})),
	];
	const lineOf = (row: ViewRow): MessageLine => {
		const cells = writers.map((cellOf) => cellOf(row));
		const status = cells.some(({ move }) => move !== undefined) ? undefined : row.row.status;
		const marked = status === 'new' || status === 'gone' ? ` (${status})` : '';
		const url = address === undefined ? undefined : webAddressOf(row.fields.get(address));
		const own = rowNameOf(row, key, format);
		// A page without a title has its address as its name.
		const name = own === NO_VALUE && url !== undefined ? toPlainLine(url, MAX_ADDRESS_LENGTH) : own;
		return { name: name + marked, url, cells };
	};
	const sections = splitIntoSections(keys.slice(0, -1), context, (own) => own.map(lineOf));
	const columns = [...figures, ...details].map((name, at) => ({
		label: capitalize(fieldLabelOf(name, context)),
		isNumber: at < figures.length,
		isLabelled:
			at < figures.length ||
			isDateField(name, rows, format) ||
			(texts.length > 1 && texts.includes(name)),
		isCompared: typeof name === 'string' && compared.has(name),
	}));
	return {
		subject: key === undefined ? '' : capitalize(fieldLabelOf(key, context)),
		columns,
		isGrid: false,
		isSeries:
			isInOrderOfTime(key, context) &&
			columns.every((column) => column.isNumber && !column.isCompared),
		extent: describeExtent(context, sections, false, isInOrderOfTime(key, context)),
	};
}

/**
 * Makes a section for each value of the outer keys. A short message keeps equally many sections of each project: the
 * newest weeks or days, or else the first sections.
 */
function splitIntoSections(
	outer: readonly FieldKey[],
	context: ViewContext,
	linesOf: (rows: readonly ViewRow[]) => readonly MessageLine[],
): MessageSection[] {
	const namesOf = (row: ViewRow) => outer.map((key) => rowNameOf(row, key, context.format));
	const byName = groupBy(context.rows, (row) => namesOf(row).join(' · '));
	const sections = [...byName].map(([name, rows]) => {
		const [group = ''] = rows.slice(0, 1).flatMap(namesOf);
		return { name, group, lines: linesOf(rows) };
	});
	const newestFirst = isInOrderOfTime(outer.at(-1), context) ? sections.toReversed() : sections;
	const groups = [...groupBy(newestFirst, ({ group }) => group).values()];
	const depths = new Map(groups.flatMap((own) => own.map((section, depth) => [section, depth])));
	const depthOf = (section: (typeof sections)[number]) => depths.get(section) ?? 0;
	const places = groups.length === sections.length ? newestFirst : sections;
	// Keeps the newest section of each client, then the second newest of each, and so on.
	const kept = [...places].sort((one, other) => depthOf(one) - depthOf(other));
	const orders = new Map(kept.map((section, order) => [section, order]));
	return sections.map((section) => ({ ...section, keepOrder: orders.get(section) ?? 0 }));
}

function describeExtent(
	{ settings, rows, roles }: ViewContext,
	sections: readonly MessageSection[],
	isGrid: boolean,
	isInOrder: boolean,
): MessageExtent {
	const key = roles.keys.at(isGrid ? -2 : -1);
	const each = key === PART ? rows[0]?.row.part?.label : key;
	const { dimensions, recordNoun } = settings.selection;
	const isList = dimensions === undefined && key !== PROJECT;
	return {
		sections,
		settings,
		things: pluralTermOf(isList ? [recordNoun, each] : [each, recordNoun]),
		isInOrderOfTime: isInOrder,
		isWhole: !isList,
	};
}

/** Keeps about `budget` lines, at least one of each section. Drops sections if there are too many. */
export function limitLines(view: MessageView, budget: number): MessageView {
	const { extent } = view;
	const { sections: all, isInOrderOfTime, isWhole } = extent;
	const alone = isInOrderOfTime ? MAX_COUNTS.series : isWhole ? Infinity : MAX_COUNTS.list;
	const isSplit = all.length > 1 && !isInOrderOfTime;
	const maxPerSection = isSplit ? Math.max(3, Math.floor(MAX_COUNTS.lines / all.length)) : alone;
	const each = Math.min(maxPerSection, Math.max(1, Math.floor(budget / all.length)));
	const sections = all
		.filter(({ keepOrder }) => keepOrder < budget)
		.map(({ lines, ...section }) => ({
			...section,
			lines: isInOrderOfTime ? lines.slice(-each) : lines.slice(0, each),
		}));
	return { ...view, sections, closingLines: closingLines(extent, sections) };
}

interface MessageExtent {
	readonly sections: readonly MessageSection[];
	readonly settings: MessageSettings;
	/** The name of the lines in the plural, such as `prompts`. */
	readonly things: string;
	readonly isInOrderOfTime: boolean;
	/** Whether the lines are those of a report, which all belong together. */
	readonly isWhole: boolean;
}

function closingLines(
	{ sections, things, isInOrderOfTime, settings }: MessageExtent,
	shown: readonly MessageSection[],
): string[] {
	const { emptyProjects = [], isTotalMinimum = false, total = 0 } = settings;
	const sizeOf = (all: readonly MessageSection[]) => {
		const names = linesIn(all).map(({ name }) => name);
		return isInOrderOfTime ? new Set(names).size : names.length;
	};
	const [count, all] = [sizeOf(shown), Math.max(sizeOf(sections), total)];
	const least = isTotalMinimum ? 'at least ' : '';
	return [
		...(all === 0 ? ['There is nothing to show.'] : []),
		...(count < all ? [`${count} of ${least}${all} ${things}`] : []),
		...(isTotalMinimum && total <= count ? ['There may be more.'] : []),
		...(emptyProjects.length > 0 ? [`None of these belongs to ${emptyProjects.join(', ')}.`] : []),
	];
}
