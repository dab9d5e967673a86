import type { Column } from './columns';
import { endOf, factsOf, joined, partsOf, withEntities as escaped } from './texts';
import { type Cell, type Line, linesIn, type View } from './view';

/**
 * The looks of a message. Mail programs drop style sheets, so each element has its own style. There
 * is no colour for text and background: a dark mode brings its own. The others stand out from white
 * as much as from black.
 */
const STYLES = {
	page: 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;max-width:680px;overflow-wrap:break-word;word-wrap:break-word',
	title: 'margin:0;font-size:20px;line-height:26px;font-weight:bold',
	period: 'margin:4px 0 0;font-size:13px',
	table: 'width:100%;margin-top:16px;border-collapse:collapse;table-layout:fixed',
	heading:
		'padding:0 8px 6px 0;border-bottom:2px solid #808080;font-size:12px;line-height:16px;text-align:left;vertical-align:bottom',
	group: 'padding:20px 0 6px;border-bottom:1px solid #808080;font-size:16px;text-align:left',
	cell: 'padding:9px 8px 9px 0;border-bottom:1px solid #a0a0a0;text-align:left;vertical-align:top',
	name: 'padding:9px 0 4px;text-align:left',
	facts: 'font-size:12px;line-height:17px',
	change: 'font-size:12px',
	bars: 'width:100%;margin-top:4px;border-collapse:collapse',
	// The border is the bar: unlike a background, it is printed.
	bar: 'padding:0;border-top:7px solid #4a7ebb;font-size:1px;line-height:1px',
	rest: 'padding:0;font-size:1px;line-height:1px',
	end: 'margin:12px 0 0;font-size:13px',
} as const;

/** The most figures that have room beside each other on a phone. */
const ROOM = { figures: 3, compared: 2 };
/** How wide each of so many figures is beside a name, in percent. */
const WIDTHS = [0, 58, 34, 23];

/** What a table needs where style sheets are dropped. */
const GRID = ' width="100%" cellpadding="0" cellspacing="0" border="0"';

/** The most characters of a name that has room beside figures. */
const LONGEST_NAME = 30;

/** The message as HTML for email: tables and inline styles only, nothing that has to be loaded. */
export function asHtml(view: View): string {
	const { title, period, notes } = view;
	const paragraph = (style: 'end' | 'period', text: string) =>
		text === '' ? '' : element('p', style, escaped(text));
	const parts = [
		title === '' ? '' : element('h2', 'title', escaped(title)),
		paragraph('period', period),
		tableOf(view),
		paragraph('end', endOf(view)),
		...notes.map((note) => paragraph('end', `Note: ${note}`)),
	];
	return element('div', 'page', `\n${joined(parts, '\n')}\n`);
}

/**
 * The rows in one of two layouts: short names with the figures beside them, below headings; or names and
 * all that is said about them over the whole width, the figures with their labels below.
 */
function tableOf(view: View): string {
	const { columns, groups, subject } = view;
	const lines = linesIn(view);
	if (lines.length === 0) return '';
	const numbers = columns.filter(({ isNumber }) => isNumber);
	const isCompared = columns.some(({ added }) => added !== undefined);
	const shown = numbers.slice(0, isCompared ? ROOM.compared : ROOM.figures);
	const isBeside =
		columns.length === numbers.length && lines.every(({ name }) => name.length <= LONGEST_NAME);
	const span = ` colspan="${isBeside ? shown.length + 1 : Math.max(shown.length, 1)}"`;
	const rowOf = (line: Line) => {
		const about = aboutOf(line, columns, shown.length);
		const figures = figuresOf(line, shown, !isBeside);
		if (isBeside) return `<tr>${element('td', 'cell', about)}${figures}</tr>`;
		const name = element('td', figures === '' ? 'cell' : 'name', about, span);
		return joined([`<tr>${name}</tr>`, figures && `<tr>${figures}</tr>`], '\n');
	};
	const rows = groups.flatMap(({ name, rows: own }) => [
		name === '' ? '' : `<tr>${element('th', 'group', escaped(name), span)}</tr>`,
		...own.map(rowOf),
	]);
	const parts = [isBeside ? headingRow(subject, shown) : '', ...rows];
	return element('table', 'table', `\n${joined(parts, '\n')}\n`, GRID);
}

function headingRow(subject: string, shown: readonly Column[]): string {
	const width = WIDTHS[shown.length] ?? 0;
	const headingOf = (label: string, percent: number) =>
		element('th', 'heading', escaped(label), ` scope="col" width="${percent}%"`);
	const labels = shown.map(({ label }) => headingOf(label, width));
	return `<tr>${headingOf(subject, 100 - shown.length * width)}${labels.join('')}</tr>`;
}

/** The name of a row, and below it what has no column. */
function aboutOf({ name, cells }: Line, columns: readonly Column[], count: number): string {
	const facts = factsOf(columns.slice(count), cells.slice(count));
	const below = facts.length === 0 ? '' : element('div', 'facts', escaped(facts.join(' · ')));
	return `<b>${escaped(name)}</b>${below}`;
}

/** The figures of a row beside each other, each below its label if there are no headings. */
function figuresOf({ cells }: Line, shown: readonly Column[], isLabelled: boolean): string {
	const width = ` width="${Math.floor(100 / shown.length)}%"`;
	const figures = cells.slice(0, shown.length).map((cell, place) => {
		const label = element('div', 'facts', escaped(shown[place]?.label ?? ''));
		return isLabelled
			? element('td', 'cell', label + figureOf(cell), width)
			: element('td', 'cell', figureOf(cell));
	});
	return figures.join('');
}

function figureOf(cell: Cell): string {
	const [value, change] = partsOf(cell);
	const arrow = escaped(change).replace(/^([▲▼]) /, '$1&nbsp;');
	const parts = [
		value === '' ? '' : `<b>${escaped(value)}</b>`,
		arrow === '' ? '' : element('span', 'change', arrow),
	];
	return joined(parts, ' ') + barOf(cell.bar ?? 0);
}

/** A bar, drawn with the cells of a table: pictures would have to be loaded. */
function barOf(part: number): string {
	const percent = Math.round(part * 100);
	if (percent <= 0) return '';
	const cellOf = (style: 'bar' | 'rest', width: number) =>
		element('td', style, '&nbsp;', ` width="${width}%"`);
	const cells = cellOf('bar', percent) + (percent < 100 ? cellOf('rest', 100 - percent) : '');
	return element('table', 'bars', `<tr>${cells}</tr>`, ` role="presentation"${GRID}`);
}

function element(tag: string, style: keyof typeof STYLES, html: string, attributes = ''): string {
	return `<${tag}${attributes} style="${STYLES[style]}">${html}</${tag}>`;
}
