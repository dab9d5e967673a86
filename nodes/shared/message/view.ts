import type { JsonObject } from 'n8n-workflow';
import { hasValue, isRankName, numberIn } from '../base';
import { STATUS } from '../compare';
import { condenseRecords, toSheetRows } from '../shape';
import { type Columns, type FigureColumn, findColumns, isShareName } from './columns';
import { decimalsFor, LocaleFormat, plain, type Scale } from './words';

/** What a message is about, and how it is written. */
export interface MessageDescription {
	readonly title: string;
	/** The period that was read, as ISO dates or date-times. */
	readonly period?: { readonly start?: string; readonly end?: string };
	/** The other period that the rows were compared with, and what it is called. */
	readonly comparedWith?: { readonly start: string; readonly end: string; readonly called: string };
	/** The language in which numbers and dates are written, such as `en` or `de-AT`. */
	readonly locale: string;
	/** The time zone in which dates are written, such as `Europe/Berlin`. */
	readonly zone: string;
	/** How many rows there are, if these may not be all. */
	readonly total?: number;
	/** Whether there are no more than that; if it is `false`, there may be. */
	readonly isTotalExact?: boolean;
	/** Whether the rows of all projects are in one order, which headings for each would break up. */
	readonly isRanking?: boolean;
	/** The fields that matter most, and those that the rows are sorted by, which come first. */
	readonly useful?: readonly string[];
	readonly sortedBy?: readonly string[];
	/** What the reader should know about the rows. */
	readonly notes?: readonly string[];
}

/** A field of a row as people read it. */
export interface Cell {
	readonly label: string;
	/** A dash if there is nothing. */
	readonly value: string;
	readonly isNumber: boolean;
	/** How the number has changed, such as `▲ +2.5 (+6.3%)`, or `▲ better (was 9)` for a rank; empty if it was not compared. */
	readonly change: string;
	/** How long its bar is: a part of 1. None for what is no amount, such as a rank. */
	readonly bar?: number;
}

/** A row as people read it. */
export interface Line {
	/** What it is about. */
	readonly name: string;
	/** The same fields in every row: first the numbers. */
	readonly cells: readonly Cell[];
}

/** The rows of a project, or of a period of one; all of them if they belong to neither. */
export interface Group<Row = Line> {
	/** The project or period; empty if the rows have neither. */
	readonly name: string;
	readonly rows: readonly Row[];
}

/** All that the forms of a message show, free of anything that does not belong in a text. */
export interface View {
	readonly title: string;
	readonly period: string;
	/** The heading of the names. */
	readonly subject: string;
	/** The rows to show. */
	readonly groups: readonly Group[];
	/** How many rows there are beyond these. */
	readonly more: number;
	/** Whether there are no others. */
	readonly isTotalExact: boolean;
	readonly notes: readonly string[];
}

const MOST = { rows: 25, notes: 10 };

/** The most characters of the parts of a message. */
const LONGEST = { title: 150, note: 300, name: 120, value: 80, project: 60 };

/**
 * What a message shows of the rows.
 *
 * @throws DescribedError for a language that there is not
 */
export function viewOf(rows: readonly JsonObject[], about: MessageDescription): View {
	const { title, period = {}, total = rows.length, isTotalExact = true, notes = [] } = about;
	const { isRanking = false } = about;
	const format = new LocaleFormat(about.locale, about.zone);
	const short = toSheetRows(condenseRecords(rows));
	const sheet = isRanking ? withProjects(short, format) : short;
	const flat = withPeriods(sheet, format);
	const isSplit = flat !== sheet;
	const columns = findColumns(flat, { ...about, period: isSplit ? 'period' : undefined });
	const groups = groupsOf(flat, columns.group, format);
	const shown = takeEvenly(groups, MOST.rows);
	const shownRows = shown.flatMap((group) => group.rows);
	const lineOf = lineWriter(columns, shownRows, format);
	const nameOf = (place: number) => (groups.length === flat.length ? 'Overall' : `${place + 1}`);
	const isCompared = columns.figures.some(({ added }) => added !== undefined);
	const words = [
		format.range(period.start, period.end),
		isCompared ? against(about, isSplit, format) : '',
	];
	return {
		title: plain(title, LONGEST.title),
		period: words.filter(hasValue).join(', '),
		subject: columns.subject?.label ?? '',
		groups: shown.map(({ name, rows: own }) => ({
			name,
			rows: own.map((row, place) => lineOf(row, nameOf(place))),
		})),
		more: total - shownRows.length,
		isTotalExact,
		notes: notes.slice(0, MOST.notes).map((note) => plain(note, LONGEST.note)),
	};
}

/** The rows of a view, whichever project they belong to. */
export function linesIn({ groups }: View): Line[] {
	return groups.flatMap(({ rows }) => rows);
}

/** The view with fewer rows: as many as given. */
export function withRows(view: View, count: number): View {
	const groups = takeEvenly(view.groups, count);
	return { ...view, groups, more: view.more + linesIn(view).length - count };
}

/** The rows by the project or period that they belong to. */
function groupsOf(
	rows: readonly JsonObject[],
	field: string | undefined,
	format: LocaleFormat,
): Array<Group<JsonObject>> {
	if (field === undefined) return rows.length === 0 ? [] : [{ name: '', rows }];
	const headingOf = headingsFor(rows, field, format);
	const groups = new Map<string, JsonObject[]>();
	for (const row of rows) {
		const heading = headingOf(row);
		const group = groups.get(heading) ?? [];
		groups.set(heading, group);
		group.push(row);
	}
	return [...groups].map(([name, own]) => ({ name, rows: own }));
}

/** Rows with the names of their projects as headings would have them. */
function withProjects(rows: readonly JsonObject[], format: LocaleFormat): readonly JsonObject[] {
	const headingOf = headingsFor(rows, 'project_name', format);
	return rows.map((row) => ({ ...row, project_name: headingOf(row) }));
}

/** Gives the name of the project of a row, with its ID if several projects have that name. */
function headingsFor(
	rows: readonly JsonObject[],
	field: string,
	format: LocaleFormat,
): (row: JsonObject) => string {
	const nameOf = (row: JsonObject) => format.inWords(row[field], LONGEST.project);
	const idOf = (row: JsonObject) => format.inWords(row.project_id, LONGEST.project);
	const names = [...new Map(rows.map((row) => [idOf(row), nameOf(row)])).values()];
	const shared = new Set(names.filter((name, place) => names.indexOf(name) !== place));
	return (row) => (shared.has(nameOf(row)) ? `${nameOf(row)} (${idOf(row)})` : nameOf(row));
}

/** The first rows of each group, about as many of one as of the other. */
function takeEvenly<Row>(groups: ReadonlyArray<Group<Row>>, count: number): Array<Group<Row>> {
	const places = groups.flatMap((group) => group.rows.map((row, place) => ({ row, place })));
	places.sort((one, other) => one.place - other.place);
	const taken = new Set(places.slice(0, count).map(({ row }) => row));
	return groups
		.map(({ name, rows }) => ({ name, rows: rows.filter((row) => taken.has(row)) }))
		.filter(({ rows }) => rows.length > 0);
}

/** Rows with their own period as one field, last, since they are rather about something else. */
function withPeriods(rows: readonly JsonObject[], format: LocaleFormat): readonly JsonObject[] {
	const periodOf = ({ period_start: start, period_end: end }: JsonObject) =>
		typeof start === 'string' && typeof end === 'string' ? format.range(start, end) : '';
	const isSplit = rows.every((row) => periodOf(row) !== '' && !Object.hasOwn(row, 'period'));
	const emptied = { period_start: null, period_end: null };
	return isSplit ? rows.map((row) => ({ ...row, ...emptied, period: periodOf(row) })) : rows;
}

/** What the rows were compared with: days, or what the other period of each part is called. */
function against(
	{ comparedWith }: MessageDescription,
	isSplit: boolean,
	format: LocaleFormat,
): string {
	const { start, end, called = 'the period before' } = comparedWith ?? {};
	if (isSplit) return `each compared with ${called}`;
	return `compared with ${format.range(start, end) || called}`;
}

/** Gives the line of a row; a row whose fields do not say what it is about has the given name. */
function lineWriter(
	{ subject, figures, details }: Columns,
	rows: readonly JsonObject[],
	format: LocaleFormat,
): (row: JsonObject, unnamed: string) => Line {
	const numbers = figures.map((column) => figureWriter(column, rows, format));
	return (row, unnamed) => ({
		name: subject === undefined ? unnamed : format.inWords(row[subject.name], LONGEST.name),
		cells: [
			...numbers.map((figureOf) => figureOf(row)),
			...details.map(({ name, label }) => ({
				...{ label, isNumber: false, change: '' },
				value: format.inWords(row[name], LONGEST.value),
			})),
		],
	});
}

/** Gives the number of a row in a field, with as many decimals as those of the other rows need. */
function figureWriter(
	{ name, label, added, hasBar }: FigureColumn,
	rows: readonly JsonObject[],
	format: LocaleFormat,
): (row: JsonObject) => Cell {
	const numbersIn = (field: string) => rows.map((row) => numberIn(row[field]) ?? 0);
	const numbers = numbersIn(name);
	const most = Math.max(...numbers);
	const isDrawn = hasBar && most > 0 && Math.min(...numbers) >= 0;
	const isPercent = rows.some(
		({ [name]: value }) => typeof value === 'string' && value.includes('%'),
	);
	// A share is a part of all, as percentage or as fraction; an amount a part of the largest.
	const all = most <= 1 && !isPercent ? 1 : Math.max(most, 100);
	const whole = isShareName(name) ? all : most;
	const scale: Scale = {
		decimals: decimalsFor([...numbers, ...(added === undefined ? [] : numbersIn(added[1]))]),
		isPercent,
		isRank: isRankName(name),
	};
	return (row) => {
		const now = numberIn(row[name]);
		const [previous, change, percent] = (added ?? []).map((field) => numberIn(row[field]));
		// Of several projects, the comparison of one may have failed: its rows are not new.
		const isCompared = added !== undefined && row[STATUS] !== null;
		return {
			...{ label, isNumber: true },
			value:
				now === undefined ? format.inWords(row[name], LONGEST.value) : format.figure(now, scale),
			change: isCompared ? format.change({ now, previous, change, percent }, scale) : '',
			bar: isDrawn && now !== undefined ? now / whole : undefined,
		};
	};
}
