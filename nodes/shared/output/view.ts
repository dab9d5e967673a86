import { capitalize, fieldText, groupBy, hasValue, isRankName } from '../base';
import { comparableText, type SortBy } from '../table';
import {
	type Cell,
	type MessageColumn,
	createFigureWriter,
	isTimeKey,
	fieldLabelOf,
	type MessageLine,
	type MessageSettings,
	rowNameOf,
	type MessageSection,
	writeField,
	isInOrderOfTime,
	type ViewContext,
	type ViewRow,
	buildViewRows,
	nameInWords,
} from './cells';
import { webAddressOf, FLAGS_FIELD, PART_FIELD, PROJECT_FIELD, assignFieldRoles } from './columns';
import {
	closingLines,
	type MessageExtent,
	messageHeadline,
	legendLines,
	describeOrder,
	messagePeriod,
	pluralTermOf,
	messageTitle,
} from './headings';
import { filtersText } from './filtersText';
import type { WrittenRows } from './records';
import { LocaleFormat, NO_VALUE, toPlainLine } from './words';

/** A message before it is written as HTML, Markdown, text or Slack's mrkdwn. Its texts have no control characters. */
export interface MessageView {
	readonly title: string;
	readonly period: string;
	readonly headline: string;
	/** The heading of the column with the names of lines. */
	readonly subject: string;
	readonly columns: readonly MessageColumn[];
	readonly sections: readonly MessageSection[];
	/** Whether the columns are the values of a key, such as the AI platforms, instead of fields. */
	readonly isGrid: boolean;
	/** The name of the columns in a grid, in the plural, such as AI platforms. */
	readonly columnsNoun: string;
	/** Whether each line is a day or another period, in order of time. */
	readonly isSeries: boolean;
	/** The values that all rows have in common, as text. */
	readonly shared: string;
	/** Sentences about lines that the message does not show. */
	readonly closingLines: readonly string[];
	readonly notes: readonly string[];
	readonly legend: readonly string[];
	readonly format: LocaleFormat;
	readonly extent: MessageExtent;
}

const MAX_COUNTS = { grid: 6, heading: 24, list: 25, series: 31, lines: 100, notes: 10 };

/** The maximum lengths of texts in a message, in characters. */
const MAX_LENGTHS = { title: 150, note: 300 };

/** @throws DescribedError for an unknown language */
export function createView(written: WrittenRows, settings: MessageSettings): MessageView {
	const format = new LocaleFormat(settings.locale, settings.zone);
	const { rows: all, compared } = buildViewRows(written, format);
	const fields = all.map((row) => row.fields);
	const roles = assignFieldRoles(fields, compared, settings);
	const unsorted: ViewContext = { settings, all, rows: all, roles, compared, format };
	const context = { ...unsorted, rows: sortForMessage(unsorted) };
	const layout = layOut(context);
	const { sections } = layout.extent;
	const view: MessageView = {
		...layout,
		title: toPlainLine(messageTitle(context), MAX_LENGTHS.title),
		period: messagePeriod(context),
		headline: messageHeadline(context),
		shared: sharedText(context),
		sections,
		closingLines: [],
		notes: (settings.notes ?? [])
			.slice(0, MAX_COUNTS.notes)
			.map((note) => toPlainLine(format.words.translate(note), MAX_LENGTHS.note)),
		legend: legendLines(sections, context),
		format,
	};
	return limitLines(view, Infinity);
}

/** Writes the values that all rows share, and then the filters: `Topic: Tea · Limited to: rank > 5`. */
function sharedText(context: ViewContext): string {
	const { settings, all, roles, format } = context;
	const { filters = [], conditions = [] } = settings.selection;
	const [first] = all;
	const limits = [...filters, ...conditions];
	const termOf = (name: string) => format.words.term(name, false) ?? nameInWords(name);
	// A filter may have an ID where the rows have a name.
	const isSaid = (name: string) =>
		limits.some(
			({ field, operator, value }) =>
				operator === '=' &&
				termOf(field) === termOf(name) &&
				comparableText(value) === comparableText(fieldText(first?.fields[name])),
		);
	// If a limit has cut off rows, these rows may have other values.
	const isCut = settings.total !== undefined;
	const names = roles.shared.filter(
		(name) => name === PROJECT_FIELD || !(isCut || isSaid(name) || hasOtherDates(name, context)),
	);
	const shared = names.flatMap((name) => {
		if (first === undefined) return [];
		const isNumber = typeof first.fields[name] === 'number';
		const what = isNumber
			? format.words.say('{value} each', { value: createFigureWriter(name, context)(first).value })
			: writeField(name, first, format);
		return format.words.say('{who}: {what}', {
			who: capitalize(fieldLabelOf(name, context)),
			what,
		});
	});
	return [...shared, filtersText(limits, format)].filter((text) => text !== '').join(' · ');
}

/**
 * Puts days in order of time, or else compared rows in order of their moves. Rows keep the order of any other Sort, and
 * parts of a period keep theirs. Moves are compared as the message writes them: 8.5 does not stand above 8.6.
 */
function sortForMessage(context: ViewContext): readonly ViewRow[] {
	const { rows, roles, settings } = context;
	const [key, figure = ''] = [roles.keys.at(-1), roles.figures[0]];
	const [by] = settings.selection.sort ?? [];
	if (by === undefined && key === PART_FIELD) return rows;
	if (key !== undefined && isInOrderOfTime(key, context)) {
		const dayOf = ({ fields }: ViewRow) => Date.parse(fieldText(fields[key]));
		return [...rows].sort((one, other) => dayOf(one) - dayOf(other));
	}
	const isByMove =
		by === undefined ||
		(by.changed?.changeKind === 'change' &&
			by.changed.numberField === figure &&
			!isRankName(figure));
	const isCompared = rows.some(({ row }) => row.changes !== undefined);
	// Rows in sections stay in the order of the table.
	if (roles.keys.length > 1 || !isByMove || !isCompared) return rows;
	const cellOf = createFigureWriter(figure, context);
	const places = new Map(
		rows.map((row) => [row, sortPlaceOfMove(cellOf(row).changeNumber, by?.order)]),
	);
	const placeOf = (row: ViewRow) => places.get(row) ?? 0;
	return [...rows].sort((one, other) => placeOf(one) - placeOf(other) || 0);
}

/** Returns the sort key of a row by its move. Rows with smaller keys come first. */
function sortPlaceOfMove(moved: number | undefined, order?: SortBy['order']): number {
	if (moved === undefined) return order === undefined ? 0 : Infinity;
	if (order === 'asc' || order === 'desc') return order === 'asc' ? moved : -moved;
	return -(Math.abs(moved) || -1);
}

type MessageLayout = Pick<
	MessageView,
	'columns' | 'columnsNoun' | 'extent' | 'isGrid' | 'isSeries' | 'subject'
>;

/** Lays out a grid or, if that is not possible, a list. In a grid, days are lines rather than columns if that fits. */
function layOut(context: ViewContext): MessageLayout {
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

/** Lays out one figure as a grid. The values of the innermost key are its columns, if they are few and short. */
function layOutGrid(context: ViewContext): MessageLayout | undefined {
	const { rows, roles, compared, format, settings } = context;
	const { keys, figures, details } = roles;
	const [figure, ...others] = figures;
	const [outer, key, across] = [keys.slice(0, -2), keys.at(-2), keys.at(-1)];
	const isPlain = others.length + details.length === 0 && settings.total === undefined;
	if (key === undefined || figure === undefined || !isPlain) return undefined;
	const columns = [...new Set(rows.map((row) => rowNameOf(row, across, format)))];
	const isShort = columns.every((name) => name.length <= MAX_COUNTS.heading);
	if (columns.length > MAX_COUNTS.grid || !isShort) return undefined;
	const placeOf = (row: ViewRow) => keys.map((name) => rowNameOf(row, name, format)).join('\n');
	// A grid has no room for two rows in the same cell.
	if (new Set(rows.map(placeOf)).size < rows.length) return undefined;
	const cellOf = createFigureWriter(figure, context);
	const cellsOf = (own: readonly ViewRow[]) => {
		const byName = new Map(own.map((row) => [rowNameOf(row, across, format), row]));
		return columns.map((column): Cell => {
			const row = byName.get(column);
			return row === undefined
				? { value: NO_VALUE, change: '' }
				: { ...cellOf(row), bar: undefined };
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
		columnsNoun: capitalize(pluralTermOf([across], format.words)),
		isSeries: isInOrderOfTime(key, context) && !isCompared,
		extent: describeExtent(context, sections, true),
	};
}

/** Lays out a list, with each row as a line. */
function layOutList(context: ViewContext): MessageLayout {
	const { rows, roles, compared, format } = context;
	const { keys, figures, address } = roles;
	const key = keys.at(-1);
	const details = roles.details.filter((name) => !hasOtherDates(name, context));
	const texts = details.filter((name) => name !== PROJECT_FIELD && name !== FLAGS_FIELD);
	const writers = [
		...figures.map((name) => createFigureWriter(name, context)),
		...details.map((name) => (row: ViewRow): Cell => ({
			value: writeField(name, row, format),
			change: '',
			url: webAddressOf(row.fields[name]),
		})),
	];
	const lineOf = (row: ViewRow): MessageLine => {
		const cells = writers.map((cellOf) => cellOf(row));
		const status = cells.some(({ change }) => change !== '') ? undefined : row.row.status;
		const marked = status === 'new' || status === 'gone' ? ` (${format.words.say(status)})` : '';
		const url = address === undefined ? undefined : webAddressOf(row.fields[address]);
		const own = rowNameOf(row, key, format);
		// A web page without a title gets its address as its name.
		const name = own === NO_VALUE && url !== undefined ? toPlainLine(url, MAX_LENGTHS.title) : own;
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
		isCompared: compared.has(name),
	}));
	return {
		subject: key === undefined ? '' : capitalize(fieldLabelOf(key, context)),
		columns,
		isGrid: false,
		columnsNoun: '',
		isSeries:
			isInOrderOfTime(key, context) &&
			columns.every((column) => column.isNumber && !column.isCompared),
		extent: describeExtent(context, sections, false),
	};
}

function isDateField(name: string, rows: readonly ViewRow[], format: LocaleFormat): boolean {
	const values = rows.map(({ fields }) => fields[name]).filter((value) => hasValue(value));
	return values.every((value) => format.isDate(value));
}

/** Whether a field has other dates than the period of the message. Beside this period, they would mislead. */
function hasOtherDates(name: string, { rows, settings, format }: ViewContext): boolean {
	const { dimensions = [], period, sort = [] } = settings.selection;
	const chosen = [...dimensions, ...sort.map(({ field }) => field)];
	const isChosen = (settings.fields ?? []).length > 0 || chosen.includes(name);
	return period?.start !== undefined && !isChosen && isDateField(name, rows, format);
}

/** Splits the rows by their outer keys. A short message keeps the newest sections, and groups lose equally many. */
function splitIntoSections(
	outer: readonly string[],
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
	const order = [...places].sort((one, other) => depthOf(one) - depthOf(other));
	const ranks = new Map(order.map((section, rank) => [section, rank]));
	return sections.map((section) => ({ ...section, keepRank: ranks.get(section) ?? 0 }));
}

function describeExtent(
	context: ViewContext,
	sections: readonly MessageSection[],
	isGrid: boolean,
): MessageExtent {
	const { settings, rows, roles, compared, format } = context;
	const key = roles.keys.at(isGrid ? -2 : -1);
	const { label, entry } = rows[0]?.row.part ?? {};
	const each = key === PART_FIELD ? (entry?.singular ?? label) : key;
	const { dimensions, recordNoun } = settings.selection;
	const isList = dimensions === undefined && key !== PROJECT_FIELD;
	return {
		sections,
		total: settings.total,
		isTotalMinimum: settings.isTotalMinimum === true,
		things: pluralTermOf(isList ? [recordNoun, each] : [each, recordNoun], format.words),
		isInOrderOfTime: isInOrderOfTime(key, context),
		isNamed: key === PROJECT_FIELD || isGrid || dimensions !== undefined,
		order: describeOrder(context),
		isComplete:
			settings.isComplete === true && settings.isTotalMinimum !== true && compared.size === 0,
		isAsListed: isList && (settings.selection.sort ?? []).length === 0 && compared.size === 0,
		emptyProjects: settings.emptyProjects ?? [],
	};
}

/** Keeps about `budget` lines of a message, equally many of each section, at least one. Drops sections if necessary. */
export function limitLines(view: MessageView, budget: number): MessageView {
	const { extent, format } = view;
	const { sections: all, isInOrderOfTime, isNamed } = extent;
	const alone = isInOrderOfTime ? MAX_COUNTS.series : isNamed ? Infinity : MAX_COUNTS.list;
	const isSplit = all.length > 1 && !isInOrderOfTime;
	const maxPerSection = isSplit ? Math.max(3, Math.floor(MAX_COUNTS.lines / all.length)) : alone;
	const each = Math.min(maxPerSection, Math.max(1, Math.floor(budget / all.length)));
	// In order of time, the newest lines stay.
	const sections = all
		.filter(({ keepRank }) => keepRank < budget)
		.map(({ lines, ...section }) => ({
			...section,
			lines: isInOrderOfTime ? lines.slice(-each) : lines.slice(0, each),
		}));
	return { ...view, sections, closingLines: closingLines(extent, sections, format) };
}
