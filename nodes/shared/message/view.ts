import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isRankName } from '../base';
import {
	areCompared,
	type Columns,
	columnsOf,
	type FigureColumn,
	isBlank,
	numberIn,
	STATUS,
} from './columns';
import { flatRows } from './flat';
import { headingsOf } from './headings';
import { decimalsFor, NONE, type Scale, Writer } from './numbers';
import { periodInWords, range } from './period';
import { plain } from './plain';
import type { Figure, Line, MessageDescription, View } from './types';

/** How many rows the texts show, and the most that they can be told to show. */
const ROWS = { usual: 25, most: 200 };
const MOST_NOTES = 10;

/** The most characters of the parts of a message. */
const LONGEST = { title: 150, note: 300, name: 120, value: 80, group: 60 };

/**
 * What a message shows of the rows.
 *
 * @throws DescribedError for a language or a time zone that there is not
 */
export function viewOf(rows: readonly JsonObject[], about: MessageDescription): View {
	const writer = new Writer(about.locale, about.zone);
	const given = flatRows(rows);
	const isSplit = given.some((row) => Object.hasOwn(row, 'period_start'));
	const flat = given.map((row) => withPeriod(row, writer));
	const isCompared = about.compared ?? areCompared(flat);
	const columns = columnsOf(flat, isCompared);
	const headingOf = headingsOf(flat, columns.group, (name) => inWords(name, LONGEST.group, writer));
	const shown = fairly(flat, headingOf, rowsWanted(about));
	const lines = new Lines(columns, writer, shown, flat.length);
	return {
		title: plain(about.title, LONGEST.title),
		period: periodInWords(about.period, isCompared, isSplit, writer),
		subject: columns.subject?.label ?? '',
		lines: shown.map((row, index) => ({ group: headingOf(row), ...lines.line(row, index) })),
		more: (about.total ?? flat.length) - shown.length,
		isOpen: about.total === flat.length,
		notes: (about.notes ?? [])
			.map((note) => plain(note, LONGEST.note))
			.filter((note) => note !== '')
			.slice(0, MOST_NOTES),
	};
}

/** The row with its own period as one field, last, since a row is rather about something else. */
function withPeriod(row: JsonObject, writer: Writer): JsonObject {
	const { period_start: start, period_end: end, ...rest } = row;
	if (typeof start !== 'string' || typeof end !== 'string' || 'period' in row) return row;
	return { ...rest, period: range(start, end, writer) };
}

function rowsWanted({ maxRows = ROWS.usual }: MessageDescription): number {
	return Math.min(Math.max(1, maxRows), ROWS.most);
}

/** The view with fewer rows: as many as given. */
export function withRows(view: View, count: number): View {
	const lines = fairly(view.lines, ({ group }) => group, count);
	return { ...view, lines, more: view.more + view.lines.length - lines.length };
}

/** The first rows of each group, about as many of one as of the other, and group after group. */
function fairly<Row>(rows: readonly Row[], groupOf: (row: Row) => unknown, count: number): Row[] {
	const groups = new Map<unknown, Array<{ row: Row; place: number }>>();
	for (const row of rows) {
		const group = groups.get(groupOf(row)) ?? [];
		group.push({ row, place: group.length });
		groups.set(groupOf(row), group);
	}
	const all = [...groups.values()].flat();
	const chosen = new Set(all.toSorted((one, other) => one.place - other.place).slice(0, count));
	return all.filter((entry) => chosen.has(entry)).map(({ row }) => row);
}

/** What the numbers of a column have in common. */
interface Column extends Scale {
	readonly most: number;
}

/** Writes rows in words and numbers. */
class Lines {
	private readonly scales: ReadonlyMap<string, Column>;

	constructor(
		private readonly columns: Columns,
		private readonly writer: Writer,
		rows: readonly JsonObject[],
		private readonly total: number,
	) {
		this.scales = new Map(
			columns.figures.map(({ name, compared }) => {
				const numbersIn = (field: string) => rows.map((row) => numberIn(row[field]) ?? 0);
				const all = [name, ...(compared === undefined ? [] : [compared.change])].flatMap(numbersIn);
				const most = Math.max(0, ...numbersIn(name));
				const isPercent = areShares(name, rows);
				return [name, { most, decimals: decimalsFor(all), isPercent, isRank: isRankName(name) }];
			}),
		);
	}

	/** A row without what stands above it. */
	line(row: JsonObject, index: number): Omit<Line, 'group'> {
		const { subject, figures, details } = this.columns;
		const unnamed = this.total === 1 ? 'Overall' : String(index + 1);
		return {
			name: subject === undefined ? unnamed : this.text(row[subject.name], LONGEST.name),
			figures: figures.map((column) => this.figure(row, column)),
			details: details.map(({ name, label }) => ({
				label,
				value: this.text(row[name], LONGEST.value),
			})),
		};
	}

	private figure(row: JsonObject, { name, label, compared, hasBar }: FigureColumn): Figure {
		const now = numberIn(row[name]);
		const scale = this.scales.get(name) ?? { most: 0, decimals: 0 };
		const { most } = scale;
		const value =
			now === null ? this.text(row[name], LONGEST.value) : this.writer.figure(now, scale);
		const bar = hasBar && now !== null && most > 0 ? now / most : undefined;
		const status = row[STATUS];
		// Of several projects, the comparison of one may have failed: its rows are not new.
		if (compared === undefined || status === null) {
			return { label, value, change: '', shortChange: '', bar };
		}
		const { previous, change, percent } = compared;
		const both = {
			now,
			previous: numberIn(row[previous]),
			change: numberIn(row[change]),
			percent: numberIn(row[percent]),
			status: typeof status === 'string' ? status : undefined,
		};
		return {
			label,
			value,
			change: this.writer.change(both, scale),
			shortChange: this.writer.change(both, scale, true),
			bar,
		};
	}

	private text(value: JsonValue | undefined, longest: number): string {
		return inWords(value, longest, this.writer);
	}
}

/** Whether the service sends the values of a field with a percent sign. */
function areShares(name: string, rows: readonly JsonObject[]): boolean {
	const values = rows.map((row) => row[name]).filter((value) => !isBlank(value));
	const isShare = (value: JsonValue | undefined) =>
		typeof value === 'string' && value.includes('%');
	return values.length > 0 && values.every(isShare);
}

function inWords(value: JsonValue | undefined, longest: number, writer: Writer): string {
	if (isBlank(value)) return NONE;
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return writer.number(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
	const written = plain(writer.date(text) ?? text, longest);
	return written === '' ? NONE : written;
}
