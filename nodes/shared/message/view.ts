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

export interface MessageDescription extends FirstFields {
	readonly title: string;
	/** ISO dates or date-times. */
	readonly period?: { readonly start?: string; readonly end?: string };
	readonly comparedWith?: { readonly start: string; readonly end: string; readonly called: string };
	/** Such as `en` or `de-AT`. */
	readonly locale: string;
	/** Such as `Europe/Berlin`. */
	readonly zone: string;
	/** The number of rows, if these may not be all. */
	readonly total?: number;
	/** If it is `false`, there may be more rows than `total`. */
	readonly isTotalExact?: boolean;
	/** Notices for the reader. */
	readonly notes?: readonly string[];
}

/** A field of a row in words. */
export interface Cell {
	/** A dash if the field is empty. */
	readonly value: string;
	/** `▲ +2.5 (+6.3%)`, or `▲ better (was 9)` for a rank; empty if the field was not compared. */
	readonly change: string;
	/** The length of the bar, from 0 to 1; none if it is no amount, such as a rank. */
	readonly bar?: number;
}

/** A row in words. */
export interface Line {
	readonly name: string;
	/** One for each column. */
	readonly cells: readonly Cell[];
	/** The row with the lowest turn comes first where there is not room for all rows. */
	readonly turn: number;
}

/** The rows of a project, or of a period; all rows if they have neither. */
export interface Group<Row = Line> {
	/** The project or period, or empty. */
	readonly name: string;
	readonly rows: readonly Row[];
}

/** All that the forms show, without characters that do not belong in a text. */
export interface View {
	readonly title: string;
	readonly period: string;
	/** The heading of the names. */
	readonly subject: string;
	readonly columns: readonly Column[];
	readonly groups: readonly Group[];
	/** The number of rows that are not in `groups`. */
	readonly more: number;
	/** Whether there are no more than that. */
	readonly isTotalExact: boolean;
	readonly notes: readonly string[];
}

const MOST = { rows: 25, notes: 10 };

/** The fields that say which project or period a row belongs to. */
const PLACES = [PROJECT, PERIOD];

/** In characters. */
const LONGEST = { title: 150, note: 300, name: 120, value: 80, project: 60 };

/**
 * Makes the view of a message.
 *
 * @throws DescribedError for an unknown language
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
		// The change of a number says already that the row is new or gone.
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

/** Returns the rows of all groups. */
export function linesIn({ groups }: View): Line[] {
	return groups.flatMap(({ rows }) => rows);
}

/** Keeps numbers, projects and periods only, unless details are needed to tell some rows apart. */
export function withoutDetails(view: View): View {
	const isKept = view.columns.map(({ name, isNumber }) => isNumber || PLACES.includes(name));
	if (!view.columns.some(({ isNumber }) => isNumber)) return view;
	const kept = <Entry>(entries: readonly Entry[]) => entries.filter((_, at) => isKept[at]);
	const groups = view.groups.map(({ name, rows }) => ({
		name,
		rows: rows.map((line) => ({ ...line, cells: kept(line.cells) })),
	}));
	// Numbers tell no rows apart. Without details, as many rows have to differ as with them.
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

/** Returns the view with so many rows. */
export function withRows(view: View, count: number): View {
	const groups = takeFirst(view.groups, count, ({ turn }) => turn);
	return { ...view, groups, more: view.more + linesIn(view).length - count };
}

/** Takes so many rows, by turn. */
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

/** In a ranking, turns go in order. Otherwise projects take turns, and in each its periods, the latest first. */
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

/** Groups the rows by project or period. */
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
 * Adds the project and, last, the row's own period in words: the row is rather about something else.
 * Projects of the same name get their ID beside it.
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

/** Empties the dates that the period says in words. */
const NO_DATES = {
	period_start: null,
	period_end: null,
	compared_start: null,
	compared_end: null,
};

/** Writes the period and the compared one: as days, or by name if each part has its own. */
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

/** Says that only one of two periods has the row. */
function statusText(status: JsonValue = null): string {
	return status === 'new' || status === 'gone' ? ` (${status})` : '';
}

/** Writes a field with as many decimals as the numbers of all rows need. */
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
	// A share is a part of the whole, as a percentage or a fraction; an amount a part of the largest.
	const everything = most <= 1 && !isPercent ? 1 : Math.max(most, 100);
	const whole = isShareName(name) ? everything : most;
	const decimals = decimalsFor([...numbers, ...changes]);
	const scale: Scale = { decimals, isPercent, isRank: isRankName(name) };
	return (row) => {
		const change = changeIn(row);
		const { now } = change;
		// With several projects, one comparison may have failed: the rows of that project are not new.
		const isCompared = added !== undefined && row[STATUS] !== null;
		return {
			value: now === undefined ? inWords(row) : format.figure(now, scale),
			change: isCompared ? format.change(change, scale) : '',
			bar: isDrawn && now !== undefined ? now / whole : undefined,
		};
	};
}
