import { capitalize, fieldText, groupBy } from '../base';
import {
	type Cell,
	createFigureWriter,
	fieldLabelOf,
	isInOrderOfTime,
	isTimeKey,
	rowNameOf,
	type ViewContext,
	type ViewRow,
	writeField,
} from './cells';
import { type FieldKey, SEGMENT, PROJECT, webAddressOf } from './columns';
import { hasMisleadingDates, isDateField, describeOrder, pluralTermOf } from './headings';
import { NO_VALUE } from './words';

/**
 * The content of a message, before it is written as text, Markdown, HTML or for Slack. Its texts have no control
 * characters.
 */
export interface MessageView {
	readonly title: string;
	readonly period: string;
	readonly filters: string;
	readonly total: string;
	/** The heading of the first column. */
	readonly heading: string;
	readonly columns: readonly MessageColumn[];
	/** Whether the columns are values such as ChatGPT and Gemini. Otherwise, the columns are fields. */
	readonly isGrid?: boolean;
	readonly sections: readonly MessageSection[];
	/** The name of the rows in the plural, such as `prompts`. */
	readonly things: string;
	/** How many days of a series have a number: `26 of 28 days`. */
	readonly days?: string;
	/** The last lines, which say how much is shown: `10 of 240 prompts`. */
	readonly footer: readonly string[];
	readonly notes: readonly string[];
}

export interface MessageLine {
	/** `undefined` for a page without a title. */
	readonly name?: string;
	readonly url?: string;
	readonly cells: readonly Cell[];
	/** How many rows of the table the line shows. A line of a series or a grid shows several. */
	readonly rowCount: number;
}

export interface MessageColumn {
	readonly label: string;
	readonly isNumber: boolean;
	/** Whether a value is written with its label if no heading is above it: `Rank 5`. */
	readonly isLabelled?: boolean;
	readonly isCompared?: boolean;
}

export interface MessageSection {
	/** The client, the week, or both: `Acme · Nov 16 – 22`. */
	readonly name: string;
	/** The ID of the client, which all its sections have in common. */
	readonly group: string;
	readonly total: string;
	readonly lines: readonly MessageLine[];
	/** `33 of 60 rows` if the section leaves out rows, otherwise empty. */
	readonly rest: string;
}

const MAX_COUNTS = { grid: 6, list: 25, periods: 92, lines: 100 };

/** The maximum length of a column's heading in a grid, in characters. */
const MAX_HEADING_LENGTH = 24;

export function createMessageLayout(context: ViewContext, totalOf: (projectId?: string) => string) {
	const layout = layOutSeries(context) ?? layOutGrid(context) ?? layOutList(context);
	const { all, rows, roles, settings, format } = context;
	const { sections: outer, keys } = roles;
	const nameOf = (row: ViewRow) => rowNameOf(row, outer, format) ?? '';
	const byName = groupBy(rows, nameOf);
	// `all` has the order of the table, so the sections keep it, too. The rows of a section may be sorted otherwise.
	const sections = [...groupBy(all, nameOf)].map(([name, [first]]): MessageSection => ({
		name,
		group: first?.row.project?.id ?? '',
		total: outer.length === 0 ? '' : totalOf(first?.row.project?.id),
		lines: layout.linesOf(byName.get(name) ?? []),
		rest: '',
	}));
	const [key, ...others] = keys;
	const { dimensions, recordNoun } = settings.selection;
	const isMixed = dimensions !== undefined && (others.length > 0 || sections.length > 1);
	const isRepeated = isMixed || outer.includes(SEGMENT) || roles.details.includes(PROJECT);
	const noun = dimensions === undefined && key !== PROJECT ? [recordNoun, key] : [key, recordNoun];
	return { ...layout, sections, things: pluralTermOf(isRepeated ? [] : noun) };
}

interface Layout extends Pick<MessageView, 'columns' | 'days' | 'heading' | 'isGrid'> {
	readonly linesOf: (rows: readonly ViewRow[]) => MessageLine[];
}

/** If there are fewer days or weeks than this, they are a list and no series. */
const MIN_PERIODS = 4;

/**
 * Lays out days, weeks or months as a row of bars. Each figure gets a row. With a second dimension, each of its values
 * gets one.
 */
function layOutSeries(context: ViewContext): Layout | undefined {
	const { roles, rows, compared, format } = context;
	const { keys, figures, details } = roles;
	const time = keys.find((key) => isInOrderOfTime(key, context));
	const others = keys.filter((key) => key !== time);
	const [other, ...more] = others;
	const isPlain =
		details.length + more.length === 0 && (other === undefined || figures.length === 1);
	const isCompared = figures.some((name) => compared.has(name));
	if (time === undefined || !isPlain || isCompared) return undefined;
	const all = periodsOf(rows, time);
	if (all.length < MIN_PERIODS) return undefined;
	const periods = all.slice(-MAX_COUNTS.periods);
	const writers = figures.map((name) => {
		const write = createSeriesWriter(createFigureWriter(name, context), periods, time, rows);
		return [fieldLabelOf(name, context), write] as const;
	});
	const filled = rows.filter((row) => figures.some((name) => row.fields.get(name) != null));
	const known = new Set(filled.map((row) => periodOf(row, time)));
	const count = periods.filter((period) => known.has(period)).length;
	const noun = time === SEGMENT ? rows[0]?.row.segment?.label : time;
	const [label = ''] = other === undefined ? [] : (writers[0] ?? []);
	return {
		heading: other === undefined ? '' : capitalize(fieldLabelOf(other, context)),
		columns: [{ label: capitalize(label), isNumber: true }],
		days: count < all.length ? `${count} of ${all.length} ${pluralTermOf([noun])}` : undefined,
		linesOf: (own) =>
			[...groupBy(own, (row) => rowNameOf(row, others, format))].flatMap(([name, ofLine]) =>
				writers.map(([figure, write], at) => ({
					name: other === undefined ? capitalize(figure) : name,
					cells: [write(ofLine)],
					// All figures have the same rows, so only the first one counts them.
					rowCount: at === 0 ? ofLine.length : 0,
				})),
			),
	};
}

/** Returns a function that writes some rows as a series of bars, one for each period. */
function createSeriesWriter(
	write: (row: ViewRow) => Cell,
	periods: readonly string[],
	time: FieldKey,
	rows: readonly ViewRow[],
): (own: readonly ViewRow[]) => Cell {
	const numbers = rows.flatMap((row) => write(row).now ?? []);
	// Bars start at 0. If they started at the smallest number, small changes would look big.
	const least = numbers.reduce((one, next) => Math.min(one, next), 0);
	const most = numbers.reduce((one, next) => Math.max(one, next), least);
	return (own) => {
		const cells = new Map(own.map((row) => [periodOf(row, time), write(row)]));
		const shown = periods.map((period) => cells.get(period) ?? {});
		const texts = shown.flatMap(({ now, text }) => (now === undefined ? [] : (text ?? [])));
		const series = shown.map(({ now }) =>
			now === undefined ? undefined : (now - least) / (most - least || 1),
		);
		const ends = texts.length > 1 ? [texts[0], texts.at(-1)] : texts;
		return { series, text: ends.length === 0 ? NO_VALUE : ends.join(' → ') };
	};
}

const periodOf = ({ row, fields }: ViewRow, time: FieldKey) =>
	time === SEGMENT ? (row.segment?.period.start ?? '') : fieldText(fields.get(time));

/** Returns the periods in order, including days that have no row. */
function periodsOf(rows: readonly ViewRow[], time: FieldKey): string[] {
	const periods = [...new Set(rows.map((row) => periodOf(row, time)))].sort();
	const isDay = ({ row: { segment } }: ViewRow) =>
		segment === undefined || time !== SEGMENT || segment.period.start === segment.period.end;
	const [first = '', last = ''] = [periods[0], periods.at(-1)];
	if (!rows.every(isDay)) return periods;
	const days: string[] = [];
	for (let day = first; day <= last && days.length < periods.length + 3660; day = dayAfter(day)) {
		days.push(day);
	}
	return days;
}

function dayAfter(day: string): string {
	return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/**
 * Lays out one figure as a grid, such as topics in lines and AI platforms in columns. Returns `undefined` if the
 * columns are too many or too long.
 */
function layOutGrid(context: ViewContext): Layout | undefined {
	const { rows, roles, compared, format, settings } = context;
	const { keys, figures, details } = roles;
	const [figure, ...others] = figures;
	const [one, other] = keys;
	const isCut = settings.total !== undefined;
	const isPlain = keys.length === 2 && others.length + details.length === 0 && !isCut;
	if (figure === undefined || one === undefined || other === undefined || !isPlain) {
		return undefined;
	}
	const [key, across] = isTimeKey(other, rows) ? [other, one] : [one, other];
	const nameIn = (row: ViewRow, name: FieldKey) => rowNameOf(row, [name], format) ?? NO_VALUE;
	const columns = [...new Set(rows.map((row) => nameIn(row, across)))];
	const isShort = columns.every((name) => name.length <= MAX_HEADING_LENGTH);
	if (columns.length > MAX_COUNTS.grid || !isShort) return undefined;
	const placeOf = (row: ViewRow) =>
		[...roles.sections, ...keys].map((name) => nameIn(row, name)).join('\n');
	// A cell has room for one row. If two rows belong in the same cell, there is no grid.
	if (new Set(rows.map(placeOf)).size < rows.length) return undefined;
	const cellOf = createFigureWriter(figure, context);
	const cellsOf = (own: readonly ViewRow[]) => {
		const byName = new Map(own.map((row) => [nameIn(row, across), row]));
		return columns.map((column): Cell => {
			const row = byName.get(column);
			return row === undefined ? {} : { ...cellOf(row), bar: undefined };
		});
	};
	const isCompared = compared.has(figure);
	return {
		heading: capitalize(fieldLabelOf(key, context)),
		columns: columns.map((label) => ({ label, isNumber: true, isLabelled: true, isCompared })),
		isGrid: true,
		linesOf: (own) =>
			[...groupBy(own, (row) => nameIn(row, key))].map(([name, ofLine]) => ({
				name,
				cells: cellsOf(ofLine),
				rowCount: ofLine.length,
			})),
	};
}

function layOutList(context: ViewContext): Layout {
	const { roles, compared, format, settings } = context;
	const { keys, figures, address } = roles;
	const details = roles.details.filter((name) => !hasMisleadingDates(name, context));
	const texts = details.filter((name) => typeof name === 'string');
	const writers = [
		...figures.map((name) => createFigureWriter(name, context)),
		...details.map((name) => (row: ViewRow): Cell => {
			const url = webAddressOf(row.fields.get(name));
			return url === undefined ? { text: writeField(name, row, format) } : { url };
		}),
	];
	const names = keys.filter((key) => key !== address);
	const isTitled = settings.title === '' && settings.selection.dimensions !== undefined;
	return {
		heading: capitalize(keys.map((key) => fieldLabelOf(key, context)).join(' · ')),
		columns: [...figures, ...details].map((name, at) => ({
			label: capitalize(fieldLabelOf(name, context)),
			isNumber: at < figures.length,
			isLabelled:
				(at < figures.length && !(isTitled && figures.length === 1)) ||
				isDateField(name, context) ||
				(texts.length > 1 && typeof name === 'string'),
			isCompared: typeof name === 'string' && compared.has(name),
		})),
		linesOf: (own) =>
			own.map((row): MessageLine => {
				const cells = writers.map((cellOf) => cellOf(row));
				const hasMove = cells.some(({ move }) => move !== undefined);
				const { status = 'kept' } = row.row;
				const url = address === undefined ? undefined : webAddressOf(row.fields.get(address));
				const name = rowNameOf(row, names, format) ?? (url === undefined ? NO_VALUE : undefined);
				const mark = hasMove || status === 'kept' ? '' : ` (${status})`;
				return { name: name && name + mark, url, cells, rowCount: 1 };
			}),
	};
}

/** Keeps about `budget` lines, and at least one of each section. If there are too many sections, drops some. */
export function limitLines(view: MessageView, budget: number, context: ViewContext): MessageView {
	const { total = 0, isTotalMinimum = false, selection } = context.settings;
	const { sections: all, things, days } = view;
	const most = Math.floor(Math.min(budget, MAX_COUNTS.lines) / all.length);
	const perList = selection.dimensions === undefined ? MAX_COUNTS.list : MAX_COUNTS.lines;
	const each = Math.min(perList, Math.max(budget < MAX_COUNTS.lines ? 1 : 3, most));
	// Keeps the newest week of each client, then the second newest of each, and so on.
	const groups = [...groupBy(all, ({ group }) => group).values()].map((own) => own.toReversed());
	const depths = new Map(groups.flatMap((own) => own.map((section, depth) => [section, depth])));
	const newest = [...all].sort((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));
	const kept = new Set(newest.slice(0, budget));
	const write = (number: number) => context.format.writeNumber(number, { decimals: 0 });
	const sections = all
		.filter((section) => kept.has(section))
		.map((section) => {
			const shown = { ...section, lines: section.lines.slice(0, each) };
			const [count, whole] = [countRows([shown]), countRows([section])];
			// If a limit has cut off rows, nobody knows how many rows the section would have had.
			const isCut = all.length > 1 && count < whole && total === 0;
			return { ...shown, rest: isCut ? `${write(count)} of ${write(whole)} ${things}` : '' };
		});
	const [count, whole] = [countRows(sections), Math.max(countRows(all), total)];
	const of = isTotalMinimum ? 'of at least' : 'of';
	const footer = [
		...(days === undefined ? [] : [days]),
		...(count < whole
			? [`${write(count)} ${of} ${write(whole)} ${things}${describeOrder(context)}`]
			: []),
		...(isTotalMinimum && total <= count ? ['There may be more.'] : []),
		...(sections.length < all.length ? [leftOutText(sections.length, all.length, context)] : []),
	];
	return { ...view, sections, footer };
}

/** Says that sections were dropped: `3 of 8 clients`, or `Only the newest weeks are shown.` */
function leftOutText(shown: number, all: number, { roles, rows }: ViewContext): string {
	if (!roles.sections.includes(SEGMENT)) return `${shown} of ${all} ${pluralTermOf([PROJECT])}`;
	return `Only the newest ${pluralTermOf([rows[0]?.row.segment?.label])} are shown.`;
}

function countRows(sections: readonly MessageSection[]): number {
	return sections.flatMap(({ lines }) => lines).reduce((sum, { rowCount }) => sum + rowCount, 0);
}
