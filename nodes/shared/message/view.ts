import type { JsonObject, JsonValue } from 'n8n-workflow';
import { groupedBy, hasValue, isRankName, numberIn } from '../base';
import { STATUS } from '../compare';
import { condenseRecords, toSheetRows } from '../shape';
import {
	type Column,
	findColumns,
	type FirstFields,
	isShareName,
	PERIOD,
	PROJECT,
} from './columns';
import { type Change, decimalsFor, LocaleFormat, NONE, plain, type Scale, withDays } from './words';

/** What a message is about, and how it is written. */
export interface MessageDescription extends FirstFields {
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
	/** What the reader should know about the rows. */
	readonly notes?: readonly string[];
}

/** A field of a row as people read it. */
export interface Cell {
	/** A dash if there is nothing. */
	readonly value: string;
	/** How the number has changed, such as `▲ +2.5 (+6.3%)`, or `▲ better (was 9)` for a rank; empty if it was not compared. */
	readonly change: string;
	/** How long its bar is: a part of 1. None for what is no amount, such as a rank. */
	readonly bar?: number;
}

/** A row as people read it. */
export interface Line {
	/** What it is about. */
	readonly name: string;
	/** One for each column. */
	readonly cells: readonly Cell[];
	/** When its turn comes where there is not room for all rows. */
	readonly turn: number;
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
	/** The heading of the names, and those of the cells. */
	readonly subject: string;
	readonly columns: readonly Column[];
	/** The rows to show. */
	readonly groups: readonly Group[];
	/** How many rows there are beyond these. */
	readonly more: number;
	/** Whether there are no others. */
	readonly isTotalExact: boolean;
	readonly notes: readonly string[];
}

const MOST = { rows: 25, notes: 10 };

/** The fields that say what a row belongs to. */
const PLACES = [PROJECT, PERIOD];

/** The most characters of the parts of a message. */
const LONGEST = { title: 150, note: 300, name: 120, value: 80, project: 60 };

/**
 * What a message shows of the rows.
 *
 * @throws DescribedError for a language that there is not
 */
export function viewOf(rows: readonly JsonObject[], about: MessageDescription): View {
	const { title, total = rows.length, isTotalExact = true, notes = [] } = about;
	const format = new LocaleFormat(about.locale, about.zone);
	const flat = withHeadings(withDays(toSheetRows(condenseRecords(rows))), format);
	const { subject, columns, group } = findColumns(flat, about);
	const groups = groupsOf(flat, group);
	const turns = turnsOf(flat, about.isRanking);
	const turnOf = (row: JsonObject) => turns.get(row) ?? 0;
	const shown = takeFirst(groups, MOST.rows, turnOf);
	const shownRows = shown.flatMap((one) => one.rows);
	const writers = columns.map((column) => cellWriter(column, shownRows, format));
	const unnamed = (place: number) => (groups.length === flat.length ? 'Overall' : `${place + 1}`);
	const lineOf = (row: JsonObject, place: number): Line => {
		const name = subject ? format.inWords(row[subject.name], LONGEST.name) : unnamed(place);
		const cells = writers.map((cellOf) => cellOf(row));
		// A number says how it changed, and so that it is new or gone.
		const isTold = cells.some(({ change }) => change !== '');
		return { name: name + (isTold ? '' : statusText(row[STATUS])), cells, turn: turnOf(row) };
	};
	return {
		title: plain(title, LONGEST.title),
		period: periodText(about, flat, format),
		subject: subject?.label ?? '',
		columns,
		groups: shown.map((one) => ({ name: one.name, rows: one.rows.map(lineOf) })),
		more: total - shownRows.length,
		isTotalExact,
		notes: notes.slice(0, MOST.notes).map((note) => plain(note, LONGEST.note)),
	};
}

/** The rows of a view, whichever project they belong to. */
export function linesIn({ groups }: View): Line[] {
	return groups.flatMap(({ rows }) => rows);
}

/** The view with its numbers, and what the rows belong to, alone; the same if only details tell some rows apart. */
export function withoutDetails(view: View): View {
	const isKept = view.columns.map(({ name, isNumber }) => isNumber || PLACES.includes(name));
	if (!view.columns.some(({ isNumber }) => isNumber)) return view;
	const kept = <Entry>(entries: readonly Entry[]) => entries.filter((_, at) => isKept[at]);
	const groups = view.groups.map(({ name, rows }) => ({
		name,
		rows: rows.map((line) => ({ ...line, cells: kept(line.cells) })),
	}));
	// Numbers tell no rows apart. Without details, as many have to be different as with them.
	const differing = ({ columns, groups: all }: Pick<View, 'columns' | 'groups'>) => {
		const textOf = ({ name, cells }: Line) => [
			name,
			...cells.filter((_, at) => columns[at]?.isNumber !== true).map(({ value }) => value),
		];
		return all.map(({ rows }) => new Set(rows.map((row) => textOf(row).join('\n'))).size).join();
	};
	const short = { ...view, columns: kept(view.columns), groups };
	return differing(short) === differing(view) ? short : view;
}

/** The view with fewer rows: as many as given. */
export function withRows(view: View, count: number): View {
	const groups = takeFirst(view.groups, count, ({ turn }) => turn);
	return { ...view, groups, more: view.more + linesIn(view).length - count };
}

/** So many rows, those first whose turn comes first. */
function takeFirst<Row>(
	groups: ReadonlyArray<Group<Row>>,
	count: number,
	turnOf: (row: Row) => number,
): Array<Group<Row>> {
	const inTurn = groups.flatMap(({ rows }) => rows);
	inTurn.sort((one, other) => turnOf(one) - turnOf(other));
	const taken = new Set(inTurn.slice(0, count));
	return groups
		.map(({ name, rows }) => ({ name, rows: rows.filter((row) => taken.has(row)) }))
		.filter(({ rows }) => rows.length > 0);
}

/**
 * When the turn of each row comes: in a ranking in their order; else each project has one after the
 * other, and of its rows each period, the latest first.
 */
function turnsOf(rows: readonly JsonObject[], isRanking = false): Map<JsonObject, number> {
	if (isRanking) return new Map(rows.map((row, turn) => [row, turn]));
	const inTurn = [...groupedBy(rows, (row) => row[PROJECT]).values()].flatMap((own) => {
		const periods = [...groupedBy(own, (row) => row[PERIOD]).values()].reverse();
		const places = periods.flatMap((period) => period.map((row, place) => ({ row, place })));
		places.sort((one, other) => one.place - other.place);
		return places.map(({ row }, turn) => [row, turn] as const);
	});
	return new Map(inTurn);
}

/** The rows by their project or period. */
function groupsOf(
	rows: readonly JsonObject[],
	field: string | undefined,
): Array<Group<JsonObject>> {
	const nameOf = (row: JsonObject) => {
		const name = field === undefined ? '' : row[field] || NONE;
		return typeof name === 'string' ? name : '';
	};
	return [...groupedBy(rows, nameOf)].map(([name, own]) => ({ name, rows: own }));
}

/**
 * Rows with their project in words, and with their own period, last, since they are rather about
 * something else. Projects of the same name have their ID beside it.
 */
function withHeadings(rows: readonly JsonObject[], format: LocaleFormat): JsonObject[] {
	const inWords = (value: JsonValue | undefined) =>
		hasValue(value) ? format.inWords(value, LONGEST.project) : '';
	const rangeIn = (row: JsonObject, name: string) => {
		const [start, end] = [row[`${name}_start`], row[`${name}_end`]];
		return typeof start === 'string' && typeof end === 'string' ? format.range(start, end) : '';
	};
	const periodOf = (row: JsonObject) => {
		const [own, other] = [rangeIn(row, 'period'), rangeIn(row, 'compared')];
		return other === '' ? own : `${own}, compared with ${other}`;
	};
	const places = rows.map((row) => {
		const id = inWords(row.project_id);
		return { row, id, name: inWords(row.project_name) || id, period: periodOf(row) };
	});
	const names = [...new Map(places.map(({ id, name }) => [id, name])).values()];
	const shared = new Set(names.filter((name, place) => names.indexOf(name) !== place));
	const isSplit = places.every(({ period }) => period !== '');
	return places.map(({ row, id, name, period }) => ({
		...row,
		project_id: null,
		[PROJECT]: shared.has(name) ? `${name} (${id})` : name,
		...(isSplit && { ...NO_DATES, [PERIOD]: period }),
	}));
}

/** The dates of a row that its period says in words. */
const NO_DATES = {
	period_start: null,
	period_end: null,
	compared_start: null,
	compared_end: null,
};

/** The period in words, and what the rows were compared with: days, or what the other period of each part is called. */
function periodText(
	{ period = {}, comparedWith }: MessageDescription,
	rows: readonly JsonObject[],
	format: LocaleFormat,
): string {
	const days = format.range(period.start, period.end);
	if (comparedWith === undefined) return days;
	const { start, end, called } = comparedWith;
	const isSplit = rows.some((row) => PERIOD in row);
	const compared = isSplit
		? `each compared with ${called}`
		: `compared with ${format.range(start, end)}`;
	return days === '' ? compared : `${days}, ${compared}`;
}

/** Whether only one of two periods has a row, in words. */
function statusText(status: JsonValue = null): string {
	return status === 'new' || status === 'gone' ? ` (${status})` : '';
}

/** Gives a field of a row: a number with as many decimals as those of the other rows need. */
function cellWriter(
	{ name, isNumber, added, hasBar }: Column,
	rows: readonly JsonObject[],
	format: LocaleFormat,
): (row: JsonObject) => Cell {
	const inWords = (row: JsonObject) => format.inWords(row[name], LONGEST.value);
	if (!isNumber) return (row) => ({ value: inWords(row), change: '' });

	const changeIn = (row: JsonObject): Change => {
		const [before, change, percent] = (added ?? []).map((field) => numberIn(row[field]));
		return { now: numberIn(row[name]), before, change, percent, status: row[STATUS] };
	};
	const all = rows.map(changeIn);
	const numbers = all.map(({ now = 0 }) => now);
	const changes = all.map(({ change = 0 }) => change);
	const most = Math.max(...numbers);
	const isDrawn = hasBar && most > 0 && Math.min(...numbers) >= 0;
	const isPercent = rows.some(
		({ [name]: value }) => typeof value === 'string' && value.includes('%'),
	);
	// A share is a part of all, as percentage or as fraction; an amount a part of the largest.
	const everything = most <= 1 && !isPercent ? 1 : Math.max(most, 100);
	const whole = isShareName(name) ? everything : most;
	const decimals = decimalsFor([...numbers, ...changes]);
	const scale: Scale = { decimals, isPercent, isRank: isRankName(name) };
	return (row) => {
		const change = changeIn(row);
		const { now } = change;
		// Of several projects, the comparison of one may have failed: its rows are not new.
		const isCompared = added !== undefined && row[STATUS] !== null;
		return {
			value: now === undefined ? inWords(row) : format.figure(now, scale),
			change: isCompared ? format.change(change, scale) : '',
			bar: isDrawn && now !== undefined ? now / whole : undefined,
		};
	};
}
