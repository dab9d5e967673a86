import type { Column } from './columns';
import { type Cell, type Group, type Line, linesIn, type View } from './view';
import { NONE, widthOf } from './words';

interface TableColumn {
	readonly label: string;
	/** Aligns numbers by their last digit. */
	readonly isRight: boolean;
	readonly cellOf: (line: Line) => string;
}

/** @param isShort whether changes omit the part in parentheses */
function tableColumns({ subject, columns }: View, isShort = false): TableColumn[] {
	const cells = columns.flatMap(({ label, isNumber, isCompared }, place): TableColumn[] => {
		const valueOf = (line: Line) => line.cells[place]?.value ?? NONE;
		const changeOf = (line: Line) => {
			const change = line.cells[place]?.change ?? '';
			return isShort ? change.replace(/ \(.*\)$/, '') : change;
		};
		const change = { label: 'Change', isRight: false, cellOf: changeOf };
		return [{ label, isRight: isNumber, cellOf: valueOf }, ...(isCompared ? [change] : [])];
	});
	return [{ label: subject, isRight: false, cellOf: ({ name }) => name }, ...cells];
}

/**
 * Lays out a table in a fixed-width font, with short changes if necessary; `undefined` if it is too wide.
 *
 * @param isBare whether it has no headings
 */
function tableWithin(view: View, widest: number, isBare = false) {
	const lines = linesIn(view);
	for (const isShort of [false, true]) {
		const full = tableColumns(view, isShort);
		const columns = isBare ? full.map((column) => ({ ...column, label: '' })) : full;
		const widths = columns.map(({ label, cellOf }) =>
			Math.max(...[label, ...lines.map(cellOf)].map(widthOf)),
		);
		const aligned = (texts: readonly string[]) => {
			const cells = texts.map((text, at) => {
				const blanks = ' '.repeat((widths[at] ?? 0) - widthOf(text));
				return columns[at]?.isRight === true ? blanks + text : text + blanks;
			});
			return cells.join('  ').trimEnd();
		};
		const width = widths.reduce((sum, own) => sum + 2 + own, -2);
		if (width <= widest) {
			const heading = aligned(columns.map(({ label }) => label));
			const rowOf = (line: Line) => aligned(columns.map(({ cellOf }) => cellOf(line)));
			return { heading, rowOf, width };
		}
	}
	return undefined;
}

/** Writes each cell with a value as `Label: value`. */
function factsOf(columns: readonly Column[], cells: readonly Cell[]): string[] {
	return cells.flatMap((cell, place) => {
		const words = joined(partsOf(cell), ' ');
		return words === NONE ? [] : [`${columns[place]?.label ?? ''}: ${words}`];
	});
}

/** Returns a value and its change, for use without headings. */
export function partsOf({ value, change }: Cell): [value: string, change: string] {
	if (change === NONE) return [value, '(no change)'];
	return [value === NONE && change !== '' ? '' : value, change];
}

/** Returns the line below the rows, such as `and 12 more`; empty if all rows are shown. */
export function endOf({ groups, more, isTotalMinimum }: View): string {
	if (more > 0) return `and ${isTotalMinimum ? 'at least ' : ''}${more} more`;
	if (groups.length === 0) return 'There is nothing to show.';
	return isTotalMinimum ? 'and perhaps more' : '';
}

/** Joins parts that are not empty, by default with an empty line. */
export function joined(parts: readonly string[], glue = '\n\n'): string {
	return parts.filter((part) => part !== '').join(glue);
}

/** Mail programs do not wrap lines of this width. */
const WIDEST = 78;

/** Writes a table if it is narrow enough, otherwise a paragraph for each row. */
export function asText(view: View): string {
	const { title, period, notes } = view;
	return joined([
		joined([title, period], '\n'),
		textRows(view),
		endOf(view),
		notes.map((note) => `Note: ${note}`).join('\n'),
	]);
}

function textRows(view: View): string {
	const { columns, groups } = view;
	const headOf = ({ name }: Group) => (name === '' ? '' : `[${name}]`);
	const table = tableWithin(view, WIDEST);
	if (table === undefined) {
		const blockOf = ({ name, cells }: Line) => [name, ...factsOf(columns, cells)].join('\n  ');
		return joined(groups.flatMap((group) => [headOf(group), ...group.rows.map(blockOf)]));
	}
	const { heading, rowOf, width } = table;
	const rows = groups.map((group) => joined([headOf(group), ...group.rows.map(rowOf)], '\n'));
	return groups.length === 0 ? '' : `${heading}\n${'-'.repeat(width)}\n${joined(rows)}`;
}

/** The width of a phone in characters of a fixed-width font. */
const PHONE = 40;

/** Writes Slack's mrkdwn: a block in a fixed-width font if it fits a phone, or a list. */
export function asSlack(view: View): string {
	return joined([
		joined([bold(view.title), inLine(view.period)], '\n'),
		slackRows(view),
		endOf(view),
		view.notes.map((note) => `Note: ${inLine(note)}`).join('\n'),
	]);
}

/** A single column beside the names needs no headings: its label is above the block. */
function slackRows(view: View): string {
	const { columns } = view;
	const isBare = columns.length < 2;
	const table = tableWithin(view, PHONE, isBare);
	const label = table !== undefined && isBare ? (columns[0]?.label ?? '') : '';
	const entryOf = ({ name, cells }: Line) =>
		[`• ${bold(name)}`, ...factsOf(columns, cells).map(inLine)].join('\n   ');
	const bodyOf = ({ rows }: Group) => {
		if (table === undefined) return rows.map(entryOf);
		const heading = isBare ? [] : [table.heading];
		return ['```', ...[...heading, ...rows.map(table.rowOf)].map(inBlock), '```'];
	};
	const groups = view.groups.map((group) => joined([bold(group.name), ...bodyOf(group)], '\n'));
	return joined([inLine(label), joined(groups)], '\n');
}

function bold(text: string): string {
	return text === '' ? '' : `*${inLine(text)}*`;
}

/** Escapes text for a block in a fixed-width font, where Slack looks only for the end. */
function inBlock(text: string): string {
	return withEntities(text).replaceAll('`', "'");
}

/**
 * Hides formatting, mentions, links and emoji codes from Slack with look-alikes or an invisible break, as
 * there are no escapes. URLs lose `https://`, because Slack would load a preview.
 */
function inLine(text: string): string {
	return withEntities(text.replace(/https?:\/\/+/gi, '').replace(/:\/\/+/g, ': '))
		.replaceAll('*', '∗')
		.replaceAll('~', '∼')
		.replaceAll('`', "'")
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
		.replace(/[@#]|:(?=[\w+-])/g, '$&\u2060')
		.replace(/^&gt;/, '\u2060$&');
}

/** Escapes tags and entities, for HTML and for Slack. */
function withEntities(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes GitHub's Markdown: a table for each project. */
export function asMarkdown(view: View): string {
	const columns = tableColumns(view);
	const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const tableOf = ({ rows }: Group) => [
		rowOf(columns.map(({ label }) => escaped(label))),
		rowOf(columns.map(({ isRight }) => (isRight ? '---:' : '---'))),
		...rows.map((line) => rowOf(columns.map(({ cellOf }) => escaped(cellOf(line))))),
	];
	return joined([
		view.title === '' ? '' : `## ${escaped(view.title)}`,
		escaped(view.period),
		...view.groups.flatMap((group) => [
			group.name === '' ? '' : `### ${escaped(group.name)}`,
			tableOf(group).join('\n'),
		]),
		endOf(view),
		...view.notes.map((note) => `> ${escaped(note)}`),
	]);
}

/** Escapes Markdown and HTML. An invisible break after `@` keeps GitHub from notifying people. */
function escaped(text: string): string {
	return withEntities(text.replace(/[\\`*_[\]#|~$]/g, '\\$&'))
		.replace(/^[-+]|(?<=^\d+)[.)](?=\s|$)/, '\\$&')
		.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
		.replace(/@/g, '@\u2060');
}

/**
 * Styles of single elements, because mail programs drop style sheets. Text and background have no colour:
 * a dark mode has its own. The other colours contrast with white and black.
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

/** The most figures beside each other on a phone. */
const ROOM = { figures: 3, compared: 2 };
/** The width of a figure beside a name, in percent, by the number of figures. */
const WIDTHS = [0, 58, 34, 23];

/** Mail programs that drop style sheets need these. */
const GRID = ' width="100%" cellpadding="0" cellspacing="0" border="0"';

/** In characters. Longer names leave no room for figures beside them. */
const LONGEST_NAME = 30;

/** Writes HTML for email: only tables and inline styles, nothing to load. */
export function asHtml(view: View): string {
	const { title, period, notes } = view;
	const paragraph = (style: 'end' | 'period', text: string) =>
		text === '' ? '' : element('p', style, withEntities(text));
	const parts = [
		title === '' ? '' : element('h2', 'title', withEntities(title)),
		paragraph('period', period),
		tableOf(view),
		paragraph('end', endOf(view)),
		...notes.map((note) => paragraph('end', `Note: ${note}`)),
	];
	return element('div', 'page', `\n${joined(parts, '\n')}\n`);
}

/**
 * Lays the rows out in one of two ways: short names with figures beside them, below headings; or names
 * and facts over the whole width, with the labelled figures below.
 */
function tableOf(view: View): string {
	const { columns, groups, subject } = view;
	const lines = linesIn(view);
	if (lines.length === 0) return '';
	const numbers = columns.filter(({ isNumber }) => isNumber);
	const isCompared = columns.some((column) => column.isCompared);
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
		name === '' ? '' : `<tr>${element('th', 'group', withEntities(name), span)}</tr>`,
		...own.map(rowOf),
	]);
	const parts = [isBeside ? headingRow(subject, shown) : '', ...rows];
	return element('table', 'table', `\n${joined(parts, '\n')}\n`, GRID);
}

function headingRow(subject: string, shown: readonly Column[]): string {
	const width = WIDTHS[shown.length] ?? 0;
	const headingOf = (label: string, percent: number) =>
		element('th', 'heading', withEntities(label), ' scope="col"', percent);
	const labels = shown.map(({ label }) => headingOf(label, width));
	return `<tr>${headingOf(subject, 100 - shown.length * width)}${labels.join('')}</tr>`;
}

/** Writes the name of a row above the cells that have no column. */
function aboutOf({ name, cells }: Line, columns: readonly Column[], count: number): string {
	const facts = factsOf(columns.slice(count), cells.slice(count));
	const below = facts.length === 0 ? '' : element('div', 'facts', withEntities(facts.join(' · ')));
	return `<b>${withEntities(name)}</b>${below}`;
}

function figuresOf({ cells }: Line, shown: readonly Column[], isLabelled: boolean): string {
	const percent = isLabelled ? Math.floor(100 / shown.length) : undefined;
	const figures = cells.slice(0, shown.length).map((cell, place) => {
		const label = isLabelled
			? element('div', 'facts', withEntities(shown[place]?.label ?? ''))
			: '';
		return element('td', 'cell', label + figureOf(cell), '', percent);
	});
	return figures.join('');
}

function figureOf(cell: Cell): string {
	const [value, change] = partsOf(cell);
	const arrow = withEntities(change).replace(/^([▲▼]) /, '$1&nbsp;');
	const parts = [
		value === '' ? '' : `<b>${withEntities(value)}</b>`,
		arrow === '' ? '' : element('span', 'change', arrow),
	];
	return joined(parts, ' ') + barOf(cell.bar ?? 0);
}

/** Draws a bar with table cells: a picture would have to be loaded. */
function barOf(part: number): string {
	const percent = Math.round(part * 100);
	if (percent <= 0) return '';
	const cellOf = (style: 'bar' | 'rest', width: number) =>
		element('td', style, '&nbsp;', '', width);
	const cells = cellOf('bar', percent) + (percent < 100 ? cellOf('rest', 100 - percent) : '');
	return element('table', 'bars', `<tr>${cells}</tr>`, ` role="presentation"${GRID}`);
}

/** Sets the width as a style for n8n's preview, and as an attribute for Outlook. */
function element(
	tag: string,
	style: keyof typeof STYLES,
	html: string,
	attributes = '',
	percent?: number,
): string {
	const isFree = percent === undefined;
	const [width, look] = isFree ? ['', ''] : [` width="${percent}%"`, `;width:${percent}%`];
	return `<${tag}${attributes}${width} style="${STYLES[style]}${look}">${html}</${tag}>`;
}
