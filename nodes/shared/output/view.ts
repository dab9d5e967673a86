import { capitalize, fieldText, groupBy, hasValue, isRankName } from '../base';
import { comparableText, type WhereCondition, type SortBy } from '../table';
import {
	type Cell,
	type Column,
	figureWriter,
	isTimeKey,
	labelIn,
	type Line,
	type MessageDescription,
	nameOf,
	type Section,
	statusText,
	type ViewContext,
	type ViewParts,
	type ViewRow,
	viewRows,
	wordsOf,
} from './cells';
import { addressIn, FLAGS, PART, PROJECT, rolesOf } from './columns';
import {
	endOf,
	type Extent,
	headlineOf,
	legendOf,
	orderIn,
	periodOf,
	thingsOf,
	titleOf,
} from './headings';
import type { WrittenRows } from './records';
import { LocaleFormat, NONE, plain } from './words';

/** A message before it is written in one of its forms. Its texts have no control characters. */
export interface View {
	readonly title: string;
	readonly period: string;
	readonly headline: string;
	/** The heading of the column with the names of lines. */
	readonly subject: string;
	readonly columns: readonly Column[];
	readonly sections: readonly Section[];
	/** Whether the columns are the values of the innermost key, such as the AI platforms. */
	readonly isGrid: boolean;
	/** The name of the columns of a grid, in the plural, such as AI platforms. */
	readonly across: string;
	/** Whether each line is a day or another period, in order of time. */
	readonly isSeries: boolean;
	/** The values that all rows have in common, as text. */
	readonly shared: string;
	/** Sentences about rows that the message does not show. */
	readonly end: readonly string[];
	readonly notes: readonly string[];
	readonly legend: readonly string[];
	readonly format: LocaleFormat;
	readonly extent: Extent;
}

const MAX = { grid: 6, heading: 24, list: 25, series: 31, lines: 100, notes: 10 };

/** The maximum lengths in characters. */
const LONGEST = { title: 150, note: 300, value: 80 };

/** @throws DescribedError for an unknown language */
export function viewOf(written: WrittenRows, about: MessageDescription): View {
	const format = new LocaleFormat(about.locale, about.zone);
	const { rows: all, compared } = viewRows(written, format);
	const fields = all.map((row) => row.fields);
	const roles = rolesOf(fields, compared, about);
	const rows = inMessageOrder({ about, all, rows: all, roles, compared, format });
	const parts = { about, all, rows, roles, compared, format };
	const labelOf = (name: string) => labelIn(name, parts);
	const context: ViewContext = {
		...parts,
		labelOf,
		figureOf: (name) => figureWriter(name, parts),
	};
	const { laid, extent } = layOut(context);
	// If a limit has cut off rows, these may have other values.
	const isCut = about.total !== undefined;
	const limits = [...(about.selection.filters ?? []), ...(about.selection.conditions ?? [])];
	const termOf = (name: string) => format.words.term(name, false) ?? wordsOf(name);
	// A filter may have an ID where the rows have a name.
	const isSaid = (name: string) =>
		limits.some(
			({ field, operator, value }) =>
				operator === '=' &&
				termOf(field) === termOf(name) &&
				comparableText(value) === comparableText(fieldText(all[0]?.fields[name])),
		);
	const alike = roles.shared.filter(
		(name) => name === PROJECT || !(isCut || isSaid(name) || isOtherDay(name, context)),
	);
	const shared = alike.flatMap((name) => {
		const [row] = all;
		if (row === undefined) return [];
		const isNumber = typeof row.fields[name] === 'number';
		const what = isNumber
			? format.words.say('{value} each', { value: context.figureOf(name)(row).value })
			: format.inWords(statusText(name, row), LONGEST.value);
		return format.words.say('{who}: {what}', { who: capitalize(labelOf(name)), what });
	});
	const view: View = {
		...laid,
		title: plain(titleOf(context), LONGEST.title),
		period: periodOf(context),
		headline: headlineOf(context),
		shared: [...shared, limitsText(limits, termOf, format)]
			.filter((text) => text !== '')
			.join(' · '),
		end: [],
		notes: (about.notes ?? [])
			.slice(0, MAX.notes)
			.map((note) => plain(format.words.translated(note), LONGEST.note)),
		legend: legendOf(laid.sections, context),
		format,
		extent,
	};
	return withLines(view, Infinity);
}

/** Writes the filters and conditions. */
function limitsText(
	limits: readonly Limit[],
	termOf: (name: string) => string,
	{ words }: LocaleFormat,
): string {
	if (limits.length === 0) return '';
	const said = limits.map(({ field, changed, operator, value }) => {
		const { numberField = field } = changed ?? {};
		const label = [termOf(numberField), wordsOf(field.slice(numberField.length))].join(' ').trim();
		return plain(`${label} ${operator === '=' ? '' : `${operator} `}${value}`, LONGEST.value);
	});
	return words.say('Limited to: {what}', { what: said.join('; ') });
}

/**
 * Puts days in order, or else the biggest move first. Other sorted rows and parts of a period keep their order.
 * Moves are compared as the message writes them: 8.5 does not stand above 8.6.
 */
function inMessageOrder(parts: ViewParts): readonly ViewRow[] {
	const { all: rows, roles, about } = parts;
	const [key = '', figure = ''] = [roles.keys.at(-1), roles.figures[0]];
	const [by] = about.selection.sort ?? [];
	if (by === undefined && key === PART) return rows;
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
	// Sections stay in the order of the table.
	if (roles.keys.length > 1 || !isByMove || !isCompared) return rows;
	const cellOf = figureWriter(figure, parts);
	const places = new Map(rows.map((row) => [row, placeOfMove(cellOf(row).moved, by?.order)]));
	const placeOf = (row: ViewRow) => places.get(row) ?? 0;
	return [...rows].sort((one, other) => placeOf(one) - placeOf(other) || 0);
}

/** Returns a number that is smaller the further in front a row stands. */
function placeOfMove(moved: number | undefined, order?: SortBy['order']): number {
	if (moved === undefined) return order === undefined ? 0 : Infinity;
	if (order === 'asc' || order === 'desc') return order === 'asc' ? moved : -moved;
	return -(Math.abs(moved) || -1);
}

/** Lays out a grid or a list. In a grid, days are lines rather than columns, if that fits. */
function layOut(context: ViewContext): { readonly laid: Laid; readonly extent: Extent } {
	const { roles, rows } = context;
	const [one, other] = roles.keys.slice(-2);
	const isTurned = other !== undefined && isTimeKey(other, rows);
	const turned = [...roles.keys.slice(0, -2), other, one].filter((key) => key !== undefined);
	for (const keys of isTurned ? [turned, roles.keys] : [roles.keys]) {
		const own = { ...context, roles: { ...roles, keys } };
		const laid = gridOf(own);
		if (laid !== undefined) return { laid, extent: extentOf(own, laid) };
	}
	const laid = listOf(context);
	return { laid, extent: extentOf(context, laid) };
}

type Limit = Pick<WhereCondition, 'changed' | 'field' | 'operator' | 'value'>;

type Laid = Pick<View, 'across' | 'columns' | 'isGrid' | 'isSeries' | 'sections' | 'subject'>;

/** Lays out one figure as a grid: the values of the innermost key are columns, if they are few and short. */
function gridOf(context: ViewContext): Laid | undefined {
	const { rows, roles, compared, format, labelOf, figureOf, about } = context;
	const { keys, figures, details } = roles;
	const [figure, ...others] = figures;
	const [outer, key, across] = [keys.slice(0, -2), keys.at(-2), keys.at(-1)];
	const isPlain = others.length + details.length === 0 && about.total === undefined;
	if (key === undefined || figure === undefined || !isPlain) return undefined;
	const columns = [...new Set(rows.map((row) => nameOf(row, across, format)))];
	const isShort = columns.every((name) => name.length <= MAX.heading);
	if (columns.length > MAX.grid || !isShort) return undefined;
	const cellOf = figureOf(figure);
	const cellsOf = (own: readonly ViewRow[]) => {
		const byName = new Map(own.map((row) => [nameOf(row, across, format), row]));
		return columns.map((column): Cell => {
			const row = byName.get(column);
			return row === undefined ? { value: NONE, change: '' } : { ...cellOf(row), bar: undefined };
		});
	};
	const sections = sectionsOf(rows, outer, format).map(({ name, group, rows: own }) => ({
		...{ name, group },
		lines: sectionsOf(own, [key], format).map((line) => ({
			name: line.name,
			cells: cellsOf(line.rows),
		})),
	}));
	const placeOf = (row: ViewRow) => keys.map((name) => nameOf(row, name, format)).join('\n');
	// A grid has no room for two rows in one cell.
	if (new Set(rows.map(placeOf)).size < rows.length) return undefined;
	const [isInTime, isCompared] = [timesIn(rows, about), compared.has(figure)];
	return {
		subject: capitalize(labelOf(key)),
		columns: columns.map((label) => ({ label, isNumber: true, isLabelled: true, isCompared })),
		sections: withTurns(sections, isInTime(key), isInTime(outer.at(-1))),
		isGrid: true,
		across: capitalize(thingsOf([across], format.words)),
		isSeries: isInTime(key) && !isCompared,
	};
}

function isDateIn(rows: readonly ViewRow[], name: string, format: LocaleFormat): boolean {
	const values = rows.map(({ fields }) => fields[name]).filter((value) => hasValue(value));
	return values.every((value) => format.isDate(value));
}

/** Whether a field has other dates than the message is about. Beside a period, these would mislead. */
function isOtherDay(name: string, { rows, about, format }: ViewContext): boolean {
	const { dimensions = [], period, sort = [] } = about.selection;
	const chosen = [...dimensions, ...sort.map(({ field }) => field)];
	const isChosen = (about.fields ?? []).length > 0 || chosen.includes(name);
	return period?.start !== undefined && !isChosen && isDateIn(rows, name, format);
}

/** Lays out a list, with each row as a line. */
function listOf(context: ViewContext): Laid {
	const { rows, roles, compared, format, labelOf, figureOf, about } = context;
	const { keys, figures, address } = roles;
	const [outer, key] = [keys.slice(0, -1), keys.at(-1)];
	const details = roles.details.filter((name) => !isOtherDay(name, context));
	const texts = details.filter((name) => name !== PROJECT && name !== FLAGS);
	const isInTime = timesIn(rows, about);
	const writers = [
		...figures.map(figureOf),
		...details.map((name) => (row: ViewRow): Cell => ({
			value: format.inWords(statusText(name, row), LONGEST.value),
			change: '',
			url: addressIn(row.fields[name]),
		})),
	];
	const sections = sectionsOf(rows, outer, format).map(({ name, group, rows: own }) => ({
		...{ name, group },
		lines: own.map((row) => {
			const cells = writers.map((cellOf) => cellOf(row));
			const status = cells.some(({ change }) => change !== '') ? undefined : row.row.status;
			const marked = status === 'new' || status === 'gone' ? ` (${format.words.say(status)})` : '';
			const url = address === undefined ? undefined : addressIn(row.fields[address]);
			const own = nameOf(row, key, format);
			// A page without a title is named by its address.
			const name = own === NONE && url !== undefined ? plain(url, LONGEST.title) : own;
			return { name: name + marked, url, cells };
		}),
	}));
	const columns = [...figures, ...details].map((name, at) => ({
		label: capitalize(labelOf(name)),
		isNumber: at < figures.length,
		isLabelled:
			at < figures.length ||
			isDateIn(rows, name, format) ||
			(texts.length > 1 && texts.includes(name)),
		isCompared: compared.has(name),
	}));
	return {
		subject: key === undefined ? '' : capitalize(labelOf(key)),
		columns,
		sections: withTurns(sections, isInTime(key), isInTime(outer.at(-1))),
		isGrid: false,
		across: '',
		isSeries: isInTime(key) && columns.every((column) => column.isNumber && !column.isCompared),
	};
}

/** Returns a function that tells whether the values of a key are in order of time. */
function timesIn(rows: readonly ViewRow[], { selection: { sort = [] } }: MessageDescription) {
	return (key: string | undefined) => sort.length === 0 && isTimeKey(key, rows);
}

function sectionsOf(rows: readonly ViewRow[], keys: readonly string[], format: LocaleFormat) {
	const namesIn = (row: ViewRow) => keys.map((key) => nameOf(row, key, format));
	return [...groupBy(rows, (row) => namesIn(row).join(' · '))].map(([name, own]) => {
		const group = own[0] === undefined ? '' : (namesIn(own[0])[0] ?? '');
		return { name, group, rows: own };
	});
}

/** Adds `turn`: a short message drops the highest turns. The newest days stay longest, and groups take turns. */
function withTurns(
	sections: ReadonlyArray<
		Omit<Section, 'lines' | 'turn'> & { lines: ReadonlyArray<Omit<Line, 'turn'>> }
	>,
	isTime: boolean,
	isTimeOuter: boolean,
): Section[] {
	const inTime = isTimeOuter ? [...sections].reverse() : sections;
	const groups = [...groupBy(inTime, ({ group }) => group).values()];
	const depths = new Map(groups.flatMap((own) => own.map((section, depth) => [section, depth])));
	const depthOf = (section: (typeof sections)[number]) => depths.get(section) ?? 0;
	const places = groups.length === sections.length ? inTime : sections;
	const order = [...places].sort((one, other) => depthOf(one) - depthOf(other));
	const turns = new Map(order.map((section, turn) => [section, turn]));
	return sections.map((section) => ({
		...section,
		turn: turns.get(section) ?? 0,
		lines: section.lines.map((line, at, { length }) => {
			return { ...line, turn: isTime ? length - 1 - at : at };
		}),
	}));
}

function extentOf(context: ViewContext, { sections, isGrid }: Laid): Extent {
	const { about, rows, roles, compared, format } = context;
	const key = roles.keys.at(isGrid ? -2 : -1);
	const { label, entry } = rows[0]?.row.part ?? {};
	const each = key === PART ? (entry?.singular ?? label) : key;
	const { dimensions, recordNoun } = about.selection;
	const isList = dimensions === undefined && key !== PROJECT;
	return {
		sections,
		total: about.total,
		isTotalMinimum: about.isTotalMinimum === true,
		things: thingsOf(isList ? [recordNoun, each] : [each, recordNoun], format.words),
		isTime: timesIn(rows, about)(key),
		isNamed: key === PROJECT || isGrid || dimensions !== undefined,
		order: orderIn(context),
		isComplete: about.isComplete === true && about.isTotalMinimum !== true && compared.size === 0,
		isAsListed: isList && (about.selection.sort ?? []).length === 0 && compared.size === 0,
		emptyProjects: about.emptyProjects ?? [],
	};
}

/** Keeps about `budget` lines, equally many of each section, but one at least. Drops sections if necessary. */
export function withLines(view: View, budget: number): View {
	const { extent, format } = view;
	const { sections: all, isTime, isNamed } = extent;
	const alone = isTime ? MAX.series : isNamed ? Infinity : MAX.list;
	const isSplit = all.length > 1 && !isTime;
	const most = isSplit ? Math.max(3, Math.floor(MAX.lines / all.length)) : alone;
	const each = Math.min(most, Math.max(1, Math.floor(budget / all.length)));
	const sections = all
		.filter(({ turn }) => turn < budget)
		.map((section) => ({ ...section, lines: section.lines.filter(({ turn }) => turn < each) }));
	return { ...view, sections, end: endOf(extent, sections, format) };
}
