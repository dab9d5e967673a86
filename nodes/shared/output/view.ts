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
	readableValueOf,
	type ViewContext,
	type ViewParts,
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
const MAX_LENGTHS = { title: 150, note: 300, value: 80 };

/** @throws DescribedError for an unknown language */
export function createView(written: WrittenRows, about: MessageSettings): MessageView {
	const format = new LocaleFormat(about.locale, about.zone);
	const { rows: all, compared } = buildViewRows(written, format);
	const fields = all.map((row) => row.fields);
	const roles = assignFieldRoles(fields, compared, about);
	const rows = sortForMessage({ settings: about, all, rows: all, roles, compared, format });
	const parts = { settings: about, all, rows, roles, compared, format };
	const labelOf = (name: string) => fieldLabelOf(name, parts);
	const context: ViewContext = {
		...parts,
		labelOf,
		figureWriterOf: (name) => createFigureWriter(name, parts),
	};
	const { laid, extent } = layOut(context);
	// If a limit has cut off rows, these rows may have other values.
	const isCut = about.total !== undefined;
	const limits = [...(about.selection.filters ?? []), ...(about.selection.conditions ?? [])];
	const termOf = (name: string) => format.words.term(name, false) ?? nameInWords(name);
	// A filter may have an ID where the rows have a name.
	const isSaid = (name: string) =>
		limits.some(
			({ field, operator, value }) =>
				operator === '=' &&
				termOf(field) === termOf(name) &&
				comparableText(value) === comparableText(fieldText(all[0]?.fields[name])),
		);
	const alike = roles.shared.filter(
		(name) => name === PROJECT_FIELD || !(isCut || isSaid(name) || hasOtherDates(name, context)),
	);
	const shared = alike.flatMap((name) => {
		const [row] = all;
		if (row === undefined) return [];
		const isNumber = typeof row.fields[name] === 'number';
		const what = isNumber
			? format.words.say('{value} each', { value: context.figureWriterOf(name)(row).value })
			: format.writeValue(readableValueOf(name, row), MAX_LENGTHS.value);
		return format.words.say('{who}: {what}', { who: capitalize(labelOf(name)), what });
	});
	const view: MessageView = {
		...laid,
		title: toPlainLine(messageTitle(context), MAX_LENGTHS.title),
		period: messagePeriod(context),
		headline: messageHeadline(context),
		shared: [...shared, filtersText(limits, format)].filter((text) => text !== '').join(' · '),
		closingLines: [],
		notes: (about.notes ?? [])
			.slice(0, MAX_COUNTS.notes)
			.map((note) => toPlainLine(format.words.translate(note), MAX_LENGTHS.note)),
		legend: legendLines(laid.sections, context),
		format,
		extent,
	};
	return limitLines(view, Infinity);
}

/**
 * Puts days in order of time, or else compared rows in order of their moves. Rows keep the order of any other Sort, and
 * parts of a period keep theirs. Moves are compared as the message writes them: 8.5 does not stand above 8.6.
 */
function sortForMessage(parts: ViewParts): readonly ViewRow[] {
	const { all: rows, roles, settings } = parts;
	const [key = '', figure = ''] = [roles.keys.at(-1), roles.figures[0]];
	const [by] = settings.selection.sort ?? [];
	if (by === undefined && key === PART_FIELD) return rows;
	const dayOf = ({ fields }: ViewRow) => Date.parse(fieldText(fields[key]));
	if (by === undefined && isTimeKey(key, rows)) {
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
	const cellOf = createFigureWriter(figure, parts);
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

/** Lays out a grid or, if that is not possible, a list. In a grid, days are lines rather than columns if that fits. */
function layOut(context: ViewContext): {
	readonly laid: MessageLayout;
	readonly extent: MessageExtent;
} {
	const { roles, rows } = context;
	const [one, other] = roles.keys.slice(-2);
	const isTurned = other !== undefined && isTimeKey(other, rows);
	const turned = [...roles.keys.slice(0, -2), other, one].filter((key) => key !== undefined);
	for (const keys of isTurned ? [turned, roles.keys] : [roles.keys]) {
		const own = { ...context, roles: { ...roles, keys } };
		const laid = layOutGrid(own);
		if (laid !== undefined) return { laid, extent: describeExtent(own, laid) };
	}
	const laid = layOutList(context);
	return { laid, extent: describeExtent(context, laid) };
}

type MessageLayout = Pick<
	MessageView,
	'columns' | 'columnsNoun' | 'isGrid' | 'isSeries' | 'sections' | 'subject'
>;

/** Lays out one figure as a grid. The values of the innermost key are its columns, if they are few and short. */
function layOutGrid(context: ViewContext): MessageLayout | undefined {
	const { rows, roles, compared, format, labelOf, figureWriterOf, settings } = context;
	const { keys, figures, details } = roles;
	const [figure, ...others] = figures;
	const [outer, key, across] = [keys.slice(0, -2), keys.at(-2), keys.at(-1)];
	const isPlain = others.length + details.length === 0 && settings.total === undefined;
	if (key === undefined || figure === undefined || !isPlain) return undefined;
	const columns = [...new Set(rows.map((row) => rowNameOf(row, across, format)))];
	const isShort = columns.every((name) => name.length <= MAX_COUNTS.heading);
	if (columns.length > MAX_COUNTS.grid || !isShort) return undefined;
	const cellOf = figureWriterOf(figure);
	const cellsOf = (own: readonly ViewRow[]) => {
		const byName = new Map(own.map((row) => [rowNameOf(row, across, format), row]));
		return columns.map((column): Cell => {
			const row = byName.get(column);
			return row === undefined
				? { value: NO_VALUE, change: '' }
				: { ...cellOf(row), bar: undefined };
		});
	};
	const sections = splitIntoSections(rows, outer, format).map(({ name, group, rows: own }) => ({
		...{ name, group },
		lines: splitIntoSections(own, [key], format).map((line) => ({
			name: line.name,
			cells: cellsOf(line.rows),
		})),
	}));
	const placeOf = (row: ViewRow) => keys.map((name) => rowNameOf(row, name, format)).join('\n');
	// A grid has no room for two rows in the same cell.
	if (new Set(rows.map(placeOf)).size < rows.length) return undefined;
	const [isInTime, isCompared] = [createTimeKeyTest(rows, settings), compared.has(figure)];
	return {
		subject: capitalize(labelOf(key)),
		columns: columns.map((label) => ({ label, isNumber: true, isLabelled: true, isCompared })),
		sections: withKeepRanks(sections, isInTime(key), isInTime(outer.at(-1))),
		isGrid: true,
		columnsNoun: capitalize(pluralTermOf([across], format.words)),
		isSeries: isInTime(key) && !isCompared,
	};
}

function isDateField(rows: readonly ViewRow[], name: string, format: LocaleFormat): boolean {
	const values = rows.map(({ fields }) => fields[name]).filter((value) => hasValue(value));
	return values.every((value) => format.isDate(value));
}

/** Whether a field has other dates than the period of the message. Beside this period, they would mislead. */
function hasOtherDates(name: string, { rows, settings, format }: ViewContext): boolean {
	const { dimensions = [], period, sort = [] } = settings.selection;
	const chosen = [...dimensions, ...sort.map(({ field }) => field)];
	const isChosen = (settings.fields ?? []).length > 0 || chosen.includes(name);
	return period?.start !== undefined && !isChosen && isDateField(rows, name, format);
}

/** Lays out a list, with each row as a line. */
function layOutList(context: ViewContext): MessageLayout {
	const { rows, roles, compared, format, labelOf, figureWriterOf, settings } = context;
	const { keys, figures, address } = roles;
	const [outer, key] = [keys.slice(0, -1), keys.at(-1)];
	const details = roles.details.filter((name) => !hasOtherDates(name, context));
	const texts = details.filter((name) => name !== PROJECT_FIELD && name !== FLAGS_FIELD);
	const isInTime = createTimeKeyTest(rows, settings);
	const writers = [
		...figures.map(figureWriterOf),
		...details.map((name) => (row: ViewRow): Cell => ({
			value: format.writeValue(readableValueOf(name, row), MAX_LENGTHS.value),
			change: '',
			url: webAddressOf(row.fields[name]),
		})),
	];
	const sections = splitIntoSections(rows, outer, format).map(({ name, group, rows: own }) => ({
		...{ name, group },
		lines: own.map((row) => {
			const cells = writers.map((cellOf) => cellOf(row));
			const status = cells.some(({ change }) => change !== '') ? undefined : row.row.status;
			const marked = status === 'new' || status === 'gone' ? ` (${format.words.say(status)})` : '';
			const url = address === undefined ? undefined : webAddressOf(row.fields[address]);
			const own = rowNameOf(row, key, format);
			// A web page without a title gets its address as its name.
			const name =
				own === NO_VALUE && url !== undefined ? toPlainLine(url, MAX_LENGTHS.title) : own;
			return { name: name + marked, url, cells };
		}),
	}));
	const columns = [...figures, ...details].map((name, at) => ({
		label: capitalize(labelOf(name)),
		isNumber: at < figures.length,
		isLabelled:
			at < figures.length ||
			isDateField(rows, name, format) ||
			(texts.length > 1 && texts.includes(name)),
		isCompared: compared.has(name),
	}));
	return {
		subject: key === undefined ? '' : capitalize(labelOf(key)),
		columns,
		sections: withKeepRanks(sections, isInTime(key), isInTime(outer.at(-1))),
		isGrid: false,
		columnsNoun: '',
		isSeries: isInTime(key) && columns.every((column) => column.isNumber && !column.isCompared),
	};
}

/** Returns a function that tells whether rows are in order of time by the values of a key. */
function createTimeKeyTest(
	rows: readonly ViewRow[],
	{ selection: { sort = [] } }: MessageSettings,
) {
	return (key: string | undefined) => sort.length === 0 && isTimeKey(key, rows);
}

function splitIntoSections(
	rows: readonly ViewRow[],
	keys: readonly string[],
	format: LocaleFormat,
) {
	const namesIn = (row: ViewRow) => keys.map((key) => rowNameOf(row, key, format));
	return [...groupBy(rows, (row) => namesIn(row).join(' · '))].map(([name, own]) => {
		const group = own[0] === undefined ? '' : (namesIn(own[0])[0] ?? '');
		return { name, group, rows: own };
	});
}

/** Adds `keepRank`: a short message drops the highest ranks. The newest days stay longest, and groups lose equally. */
function withKeepRanks(
	sections: ReadonlyArray<
		Omit<MessageSection, 'keepRank' | 'lines'> & {
			lines: ReadonlyArray<Omit<MessageLine, 'keepRank'>>;
		}
	>,
	isTime: boolean,
	isTimeOuter: boolean,
): MessageSection[] {
	const inTime = isTimeOuter ? [...sections].reverse() : sections;
	const groups = [...groupBy(inTime, ({ group }) => group).values()];
	const depths = new Map(groups.flatMap((own) => own.map((section, depth) => [section, depth])));
	const depthOf = (section: (typeof sections)[number]) => depths.get(section) ?? 0;
	const places = groups.length === sections.length ? inTime : sections;
	const order = [...places].sort((one, other) => depthOf(one) - depthOf(other));
	const ranks = new Map(order.map((section, rank) => [section, rank]));
	return sections.map((section) => ({
		...section,
		keepRank: ranks.get(section) ?? 0,
		lines: section.lines.map((line, at, { length }) => {
			return { ...line, keepRank: isTime ? length - 1 - at : at };
		}),
	}));
}

function describeExtent(context: ViewContext, { sections, isGrid }: MessageLayout): MessageExtent {
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
		isInOrderOfTime: createTimeKeyTest(rows, settings)(key),
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
	const sections = all
		.filter(({ keepRank }) => keepRank < budget)
		.map((section) => ({
			...section,
			lines: section.lines.filter(({ keepRank }) => keepRank < each),
		}));
	return { ...view, sections, closingLines: closingLines(extent, sections, format) };
}
