import type { JsonObject } from 'n8n-workflow';
import { fieldNames, groupedBy, isRankName, numberIn } from '../base';
import type { ComparedWith, Days, Row } from '../table';
import {
	type Column,
	findColumns,
	type FirstFields,
	isShareName,
	PERIOD,
	PROJECT,
} from './columns';
import { entryFields, type WrittenRows } from './records';
import { condenseRecords, toSheetRows } from './shape';
import {
	type ComparedNumber,
	decimalsFor,
	LocaleFormat,
	NONE,
	plain,
	type Scale,
	withDays,
} from './words';

export interface MessageDescription extends FirstFields {
	readonly title: string;
	/** ISO dates or date-times. */
	readonly period?: Partial<Days>;
	readonly comparedWith?: Pick<ComparedWith, 'called' | 'otherDays'>;
	/** Such as `en` or `de-AT`. */
	readonly locale: string;
	/** Such as `Europe/Berlin`. */
	readonly zone: string;
	/** The number of all rows, if the limit has cut some off. */
	readonly total?: number;
	readonly isTotalMinimum?: boolean;
	readonly notes?: readonly string[];
}

export interface Cell {
	/** A dash if the field is empty. */
	readonly value: string;
	/** `▲ +2.5 (+6.3%)`, or `▲ better (was 9)` for a rank; empty if the field was not compared. */
	readonly change: string;
	/** The length of the bar, from 0 to 1. */
	readonly bar?: number;
}

export interface Line {
	readonly name: string;
	readonly cells: readonly Cell[];
	/** Decides which rows are shown if not all fit, the lowest first. */
	readonly turn: number;
}

/** The rows of a project, or of a period; all rows if they have neither. */
export interface Group<Row = Line> {
	readonly name: string;
	readonly rows: readonly Row[];
}

/** All that the forms show, without control characters. */
export interface View {
	readonly title: string;
	readonly period: string;
	/** The heading of the names. */
	readonly subject: string;
	readonly columns: readonly Column[];
	readonly groups: readonly Group[];
	/** The number of rows that are not in `groups`. */
	readonly more: number;
	readonly isTotalMinimum: boolean;
	readonly notes: readonly string[];
}

const MAX = { rows: 25, notes: 10 };

const PLACE_FIELDS = [PROJECT, PERIOD];

/** In characters. */
const LONGEST = { title: 150, note: 300, name: 120, value: 80, project: 60 };

interface ViewRow {
	/** Flat, with {@link PROJECT} and {@link PERIOD}. */
	readonly fields: JsonObject;
	readonly row: Row;
}

/** @throws DescribedError for an unknown language */
export function viewOf(written: WrittenRows, about: MessageDescription): View {
	const { title, total = written.rows.length, isTotalMinimum = false, notes = [] } = about;
	const format = new LocaleFormat(about.locale, about.zone);
	const { rows, compared } = viewRows(written, format);
	const fields = rows.map((row) => row.fields);
	const { subject, columns, group } = findColumns(fields, compared, about);
	const groups = groupsOf(rows, group);
	const turns = turnsOf(rows, about.isRanking);
	const turnOf = (row: ViewRow) => turns.get(row) ?? 0;
	const shown = takeFirst(groups, MAX.rows, turnOf);
	const shownRows = shown.flatMap((one) => one.rows);
	const writers = columns.map((column) => cellWriter(column, shownRows, format));
	const unnamed = (place: number) => (groups.length === rows.length ? 'Overall' : `${place + 1}`);
	const lineOf = (row: ViewRow, place: number): Line => {
		const name = subject ? format.inWords(row.fields[subject.name], LONGEST.name) : unnamed(place);
		const cells = writers.map((cellOf) => cellOf(row));
		// A change already says that the row is new or gone.
		const showsChange = cells.some(({ change }) => change !== '');
		return { name: name + (showsChange ? '' : statusText(row.row)), cells, turn: turnOf(row) };
	};
	return {
		title: plain(title, LONGEST.title),
		period: periodText(about, written.rows, format),
		subject: subject?.label ?? '',
		columns,
		groups: shown.map((one) => ({ name: one.name, rows: one.rows.map(lineOf) })),
		more: total - shownRows.length,
		isTotalMinimum,
		notes: notes.slice(0, MAX.notes).map((note) => plain(note, LONGEST.note)),
	};
}

export function linesIn({ groups }: View): Line[] {
	return groups.flatMap(({ rows }) => rows);
}

/** Keeps only numbers, projects and periods, unless details tell rows apart. */
export function withoutDetails(view: View): View {
	const isKept = view.columns.map(({ name, isNumber }) => isNumber || PLACE_FIELDS.includes(name));
	if (!view.columns.some(({ isNumber }) => isNumber)) return view;
	const kept = <Entry>(entries: readonly Entry[]) => entries.filter((_, at) => isKept[at]);
	const groups = view.groups.map(({ name, rows }) => ({
		name,
		rows: rows.map((line) => ({ ...line, cells: kept(line.cells) })),
	}));
	// Without details, as many rows have to differ as with them. Numbers do not tell rows apart.
	const differing = ({ columns, groups: all }: Pick<View, 'columns' | 'groups'>) => {
		const textsOf = ({ name, cells }: Line) => [
			name,
			...cells.filter((_, at) => columns[at]?.isNumber !== true).map(({ value }) => value),
		];
		return all.map(({ rows }) => new Set(rows.map((row) => textsOf(row).join('\n'))).size).join();
	};
	const short = { ...view, columns: kept(view.columns), groups };
	return differing(short) === differing(view) ? short : view;
}

export function withFirstRows(view: View, count: number): View {
	const groups = takeFirst(view.groups, count, ({ turn }) => turn);
	return { ...view, groups, more: view.more + linesIn(view).length - count };
}

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

/** A ranking keeps its order. Otherwise projects take turns, and their periods, the latest first. */
function turnsOf(rows: readonly ViewRow[], isRanking = false): Map<ViewRow, number> {
	if (isRanking) return new Map(rows.map((row, turn) => [row, turn]));
	const inTurn = [...groupedBy(rows, ({ fields }) => fields[PROJECT]).values()].flatMap((own) => {
		const periods = [...groupedBy(own, ({ fields }) => fields[PERIOD]).values()].reverse();
		const places = periods.flatMap((period) => period.map((row, place) => ({ row, place })));
		places.sort((one, other) => one.place - other.place);
		return places.map(({ row }, turn) => [row, turn] as const);
	});
	return new Map(inTurn);
}

function groupsOf(rows: readonly ViewRow[], field: string | undefined): Array<Group<ViewRow>> {
	const nameOf = ({ fields }: ViewRow) => {
		const name = field === undefined ? '' : fields[field] || NONE;
		return typeof name === 'string' ? name : '';
	};
	return [...groupedBy(rows, nameOf)].map(([name, own]) => ({ name, rows: own }));
}

/** Returns flat rows, the project first and the period last, and the names of compared fields. */
function viewRows({ records, rows, added }: WrittenRows, format: LocaleFormat) {
	const flat = withDays(toSheetRows(condenseRecords(records)));
	const columns = fieldNames(flat);
	const isThere = (name: string) => columns.includes(name);
	const compared = [...added.changes].filter((entry) => entry.flat().every(isThere));
	const known = new Set([...added.marks, ...compared.flatMap(([, names]) => names)]);
	const names = projectNames(rows, format);
	const hasProject = names.some((name) => name !== '');
	const hasPeriod = rows.length > 0 && rows.every(({ part }) => part?.period !== undefined);
	return {
		compared: new Set(compared.map(([name]) => name)),
		rows: rows.map((row, at): ViewRow => {
			const own = Object.entries(flat[at] ?? {}).filter(([name]) => !known.has(name));
			const fields = {
				...(hasProject && { [PROJECT]: names[at] ?? '' }),
				...entryFields(row),
				...Object.fromEntries(own),
				...(hasPeriod && { [PERIOD]: periodOf(row, format) }),
			};
			return { row, fields };
		}),
	};
}

/** Adds the ID to the name if several projects have it. */
function projectNames(rows: readonly Row[], format: LocaleFormat): string[] {
	const inWords = (text = '') => (text === '' ? '' : format.inWords(text, LONGEST.project));
	const places = rows.map(({ project }) => {
		const id = inWords(project?.id);
		return { id, name: inWords(project?.name) || id };
	});
	const names = [...new Map(places.map(({ id, name }) => [id, name])).values()];
	const shared = new Set(names.filter((name, place) => names.indexOf(name) !== place));
	return places.map(({ id, name }) => (shared.has(name) ? `${name} (${id})` : name));
}

function periodOf({ part }: Row, format: LocaleFormat): string {
	const [own, other] = [part?.period, part?.comparedWith].map((days) =>
		format.range(days?.start, days?.end),
	);
	return other === '' ? (own ?? '') : `${own}, compared with ${other}`;
}

/** Writes both periods: the compared one by name if each part has its own. */
function periodText(
	{ period = {}, comparedWith }: MessageDescription,
	rows: readonly Row[],
	format: LocaleFormat,
): string {
	const days = format.range(period.start, period.end);
	if (comparedWith === undefined) return days;
	const { called, otherDays } = comparedWith;
	const isSplit = rows.length > 0 && rows.every(({ part }) => part?.period !== undefined);
	const compared = isSplit
		? `each compared with ${called}`
		: `compared with ${format.range(otherDays.start, otherDays.end)}`;
	return days === '' ? compared : `${days}, ${compared}`;
}

function statusText({ status }: Row): string {
	return status === 'new' || status === 'gone' ? ` (${status})` : '';
}

/** Writes all numbers of a column with the same decimals. */
function cellWriter(
	{ name, isNumber, isCompared, hasBar }: Column,
	rows: readonly ViewRow[],
	format: LocaleFormat,
): (row: ViewRow) => Cell {
	const inWords = ({ fields }: ViewRow) => format.inWords(fields[name], LONGEST.value);
	if (!isNumber) return (row) => ({ value: inWords(row), change: '' });

	const numberOf = ({ fields, row }: ViewRow): ComparedNumber => ({
		...row.changes?.get(name),
		now: numberIn(fields[name]),
		status: row.status,
	});
	const all = rows.map(numberOf);
	const numbers = all.map(({ now = 0 }) => now);
	const changes = all.map(({ change = 0 }) => change);
	const most = Math.max(...numbers);
	const isDrawn = hasBar && most > 0 && Math.min(...numbers) >= 0;
	const isPercent = rows.some(({ fields: { [name]: value } }) => {
		return typeof value === 'string' && value.includes('%');
	});
	// The bar of a share is a part of 100% or 1, that of an amount a part of the largest.
	const everything = most <= 1 && !isPercent ? 1 : Math.max(most, 100);
	const whole = isShareName(name) ? everything : most;
	const decimals = decimalsFor([...numbers, ...changes]);
	const scale: Scale = { decimals, isPercent, isRank: isRankName(name) };
	return (row) => {
		const number = numberOf(row);
		const { now } = number;
		// Without a status, the comparison for the project failed, so the row is not new.
		const hasChange = isCompared && number.status !== undefined;
		return {
			value: now === undefined ? inWords(row) : format.figure(now, scale),
			change: hasChange ? format.change(number, scale) : '',
			bar: isDrawn && now !== undefined ? now / whole : undefined,
		};
	};
}
