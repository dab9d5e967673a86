import { capitalized, fieldText, groupedBy } from '../base';
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
	type ViewRow,
	viewRows,
} from './cells';
import { addressIn, barsAmong, PART, PROJECT, type Roles, rolesOf } from './columns';
import { endOf, type Extent, headlineOf, legendOf, orderIn, periodOf, titleOf } from './headings';
import type { WrittenRows } from './records';
import { LocaleFormat, NONE, plain } from './words';

/** All that the forms show, without control characters. */
export interface View {
	readonly title: string;
	readonly period: string;
	readonly headline: string;
	/** The heading of the names. */
	readonly subject: string;
	readonly columns: readonly Column[];
	readonly sections: readonly Section[];
	/** Whether the columns are values of the innermost key. */
	readonly isGrid: boolean;
	/** Whether each line is a day or another period, in order. */
	readonly isSeries: boolean;
	/** What all rows share. */
	readonly shared: string;
	/** What of the extent is not shown. */
	readonly end: readonly string[];
	readonly notes: readonly string[];
	readonly legend: readonly string[];
	readonly format: LocaleFormat;
	readonly extent: Extent;
}

const MAX = { grid: 6, heading: 24, list: 25, series: 31, lines: 100, notes: 10 };

/** In characters. */
const LONGEST = { title: 150, note: 300, value: 80 };

/** @throws DescribedError for an unknown language */
export function viewOf(written: WrittenRows, about: MessageDescription): View {
	const format = new LocaleFormat(about.locale, about.zone);
	const { rows: all, compared } = viewRows(written, format);
	const fields = all.map((row) => row.fields);
	const roles = rolesOf(fields, compared, about);
	const rows = inMessageOrder(all, roles, about);
	const bars = barsAmong(roles.figures);
	const context: ViewContext = {
		...{ about, all, rows, roles, compared, format },
		labelOf: (name) => labelIn(name, all, about, format),
		figureOf: (name) => figureWriter(name, rows, compared, bars.includes(name), about, format),
	};
	const { labelOf } = context;
	const { laid, extent } = laidOut(context);
	const shared = roles.shared.map((name) => {
		const value = format.inWords(statusText(name, all[0]), LONGEST.value);
		return format.words.say('{who}: {what}', { who: capitalized(labelOf(name)), what: value });
	});
	const view: View = {
		...laid,
		title: plain(titleOf(context), LONGEST.title),
		period: periodOf(context),
		headline: headlineOf(context),
		shared: shared.join(' · '),
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

/** Puts the biggest move first where nobody asked for an order, and what is unmoved last. */
function inMessageOrder(
	rows: readonly ViewRow[],
	{ keys, figures: [figure = ''] }: Roles,
	{ asked: { sort = [] } }: MessageDescription,
): readonly ViewRow[] {
	const isFree = keys.length === 1 && sort.length === 0 && !isTimeKey(keys[0], rows);
	const moveOf = ({ row }: ViewRow) => {
		const { change } = row.changes?.get(figure) ?? {};
		return change === undefined ? 0 : change === 0 ? -1 : Math.abs(change);
	};
	if (isTimeKey(keys.at(-1), rows) && sort.length === 0) return inOrderOfTime(rows, keys.at(-1));
	if (!isFree || !rows.some((row) => moveOf(row) > 0)) return rows;
	return [...rows].sort((one, other) => moveOf(other) - moveOf(one));
}

/** Parts come in order already; days may not. */
function inOrderOfTime(rows: readonly ViewRow[], key = ''): readonly ViewRow[] {
	const dayOf = ({ fields }: ViewRow) => Date.parse(fieldText(fields[key]));
	return key === PART ? rows : [...rows].sort((one, other) => dayOf(one) - dayOf(other));
}

/** Lays out days as lines rather than as columns, if that makes a grid. */
function laidOut(context: ViewContext): { readonly laid: Laid; readonly extent: Extent } {
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

type Laid = Pick<View, 'columns' | 'isGrid' | 'isSeries' | 'sections' | 'subject'>;

/** Lays out one figure with the innermost key across, if that has few values with short names. */
function gridOf({
	rows,
	roles,
	compared,
	format,
	labelOf,
	figureOf,
	about,
}: ViewContext): Laid | undefined {
	const { keys, figures, details } = roles;
	const [figure, ...others] = figures;
	const [outer, key, across] = [keys.slice(0, -2), keys.at(-2), keys.at(-1)];
	if (key === undefined || figure === undefined || others.length + details.length > 0) {
		return undefined;
	}
	const columns = [...groupedBy(rows, (row) => nameOf(row, across, format)).keys()];
	const isShort = columns.every((name) => name.length <= MAX.heading);
	if (columns.length > MAX.grid || !isShort || about.total !== undefined) return undefined;
	const cellOf = figureOf(figure);
	const isInTime = timesIn(rows, about);
	const sections = sectionsOf(rows, outer, format).map(({ name, rows: own }) => {
		const lines = [...groupedBy(own, (row) => nameOf(row, key, format))];
		return {
			name,
			isUnique: lines.every(
				([, cells]) =>
					cells.length === new Set(cells.map((row) => nameOf(row, across, format))).size,
			),
			lines: lines.map(([line, cells]) => {
				const byName = new Map(cells.map((row) => [nameOf(row, across, format), row]));
				return {
					name: line,
					cells: columns.map((column): Cell => {
						const row = byName.get(column);
						return row === undefined
							? { value: NONE, change: '' }
							: { ...cellOf(row), bar: undefined };
					}),
				};
			}),
		};
	});
	if (!sections.every(({ isUnique }) => isUnique)) return undefined;
	const isCompared = compared.has(figure);
	return {
		subject: capitalized(labelOf(key)),
		columns: columns.map((label) => ({ label, isNumber: true, isCompared })),
		sections: inTurns(sections, isInTime(key), isInTime(outer.at(-1))),
		isGrid: true,
		isSeries: isInTime(key) && !isCompared,
	};
}

/** Lays out each row as a line. */
function listOf({ rows, roles, compared, format, labelOf, figureOf, about }: ViewContext): Laid {
	const { keys, figures, details, address } = roles;
	const key = keys.at(-1);
	const outer = keys.slice(0, -1);
	const isInTime = timesIn(rows, about);
	const writers = [
		...figures.map(figureOf),
		...details.map((name) => (row: ViewRow): Cell => ({
			value: format.inWords(statusText(name, row), LONGEST.value),
			change: '',
			url: addressIn(row.fields[name]),
		})),
	];
	const sections = sectionsOf(rows, outer, format).map(({ name, rows: own }) => ({
		name,
		lines: own.map((row) => {
			const cells = writers.map((cellOf) => cellOf(row));
			const status = cells.some(({ change }) => change !== '') ? undefined : row.row.status;
			const marked = status === 'new' || status === 'gone' ? ` (${format.words.say(status)})` : '';
			const url = address === undefined ? undefined : addressIn(row.fields[address]);
			const own = nameOf(row, key, format);
			// A page without a title is called by its address.
			const name = own === NONE && url !== undefined ? plain(url, LONGEST.title) : own;
			return { name: name + marked, url, cells };
		}),
	}));
	const columns = [...figures, ...details].map((name, at) => ({
		label: capitalized(labelOf(name)),
		isNumber: at < figures.length,
		isCompared: compared.has(name),
	}));
	return {
		subject: key === undefined ? '' : capitalized(labelOf(key)),
		columns,
		sections: inTurns(sections, isInTime(key), isInTime(outer.at(-1))),
		isGrid: false,
		isSeries: isInTime(key) && columns.every((column) => column.isNumber && !column.isCompared),
	};
}

/** Tells the keys whose values are in order of time. */
function timesIn(rows: readonly ViewRow[], { asked: { sort = [] } }: MessageDescription) {
	return (key: string | undefined) => sort.length === 0 && isTimeKey(key, rows);
}

function sectionsOf(rows: readonly ViewRow[], keys: readonly string[], format: LocaleFormat) {
	const nameIn = (row: ViewRow) => keys.map((key) => nameOf(row, key, format)).join(' · ');
	return [...groupedBy(rows, nameIn)].map(([name, own]) => ({ name, rows: own }));
}

/** Numbers lines and sections: of times, the newest come first. */
function inTurns(
	sections: ReadonlyArray<{ name: string; lines: ReadonlyArray<Omit<Line, 'turn'>> }>,
	isTime: boolean,
	isTimeOuter: boolean,
): Section[] {
	const turnIn = (count: number, at: number, isNewestLast: boolean) =>
		isNewestLast ? count - 1 - at : at;
	return sections.map(({ name, lines }, place) => ({
		name,
		turn: turnIn(sections.length, place, isTimeOuter),
		lines: lines.map((line, at) => ({ ...line, turn: turnIn(lines.length, at, isTime) })),
	}));
}

function extentOf(context: ViewContext, { sections, isGrid }: Laid): Extent {
	const { about, rows, roles, labelOf, format } = context;
	const { words } = format;
	const key = roles.keys.at(isGrid ? -2 : -1);
	const [figure] = roles.figures;
	const ofList = about.asked.dimensions === undefined ? about.asked.subject : undefined;
	const named = [key === PROJECT ? 'client' : ofList, key, about.asked.subject, 'record'];
	const [things = ''] = named.flatMap((name = '') => words.term(name, true) ?? []);
	return {
		sections,
		total: about.total,
		isTotalMinimum: about.isTotalMinimum === true,
		things,
		isTime: timesIn(rows, about)(key),
		isNamed: key === PROJECT || isGrid || about.asked.dimensions !== undefined,
		order: orderIn(context),
		measure: figure === undefined ? '' : labelOf(figure),
		emptyProjects: about.emptyProjects ?? [],
	};
}

export function linesIn({ sections }: Pick<View, 'sections'>): Line[] {
	return sections.flatMap(({ lines }) => lines);
}

/** Keeps about so many lines, as many of each section; with fewer lines than sections, the first of these. */
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
