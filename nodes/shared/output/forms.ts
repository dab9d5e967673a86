import { capitalize, excerpt } from '../base';
import type { Cell } from './cells';
import type { MessageColumn, MessageLine, MessageSection, MessageView } from './view';
import { formatMove, NO_VALUE } from './words';

function joinFilled(parts: readonly string[], glue = '\n\n'): string {
	return parts.filter((part) => part !== '').join(glue);
}

function wrapRowsWithText(
	{ period, filters, total, footer, notes }: MessageView,
	rows: string,
	title: string,
	{ escape, bold }: Pick<TextStyle, 'bold' | 'escape'>,
): string {
	return joinFilled([
		joinFilled([title, escape(period), escape(filters), bold(escape(capitalize(total)))], '\n'),
		rows,
		...[footer, notes].map((lines) => lines.map(escape).join('\n')),
	]);
}

const MAX_ADDRESS_LENGTH = 150;

/** Returns the text of a link. For a page without a title, this is its address. */
const linkText = (text = '', url = '') => text || excerpt(url, MAX_ADDRESS_LENGTH);

const BAR_CHARACTERS = '▁▂▃▄▅▆▇';

/** Draws a series as small bars: `▁▃▇`. A missing number becomes a blank. */
function drawSeries({ series = [] }: Cell): string {
	const barOf = (part: number) => BAR_CHARACTERS.charAt(Math.round(part * 6));
	return series.map((part) => (part === undefined ? ' ' : barOf(part))).join('');
}

/** Writes `Rank 5 ▲ better, was 9`, or `▁▃▇ 30.1 → 34.3`. Returns an empty text for an empty cell. */
function describeCell(column: MessageColumn | undefined, cell: Cell = {}): string {
	const { text = '', move } = cell;
	const words = joinFilled([drawSeries(cell), text, move ? formatMove(move) : ''], ' ');
	return words !== '' && column?.isLabelled === true ? `${column.label} ${words}` : words;
}

/** How a text is written: as plain text, in Slack's mrkdwn, or in Markdown. */
interface TextStyle {
	readonly escape: (text: string) => string;
	/** Returns an empty text for an empty text. */
	readonly bold: (text: string) => string;
	/** Returns only the text if there is no address. */
	readonly link: (text?: string, url?: string) => string;
}

export function writePlainText(view: MessageView): string {
	return writeList(view, {
		escape: escapePlainText,
		bold: (text) => text,
		link: (text = '', url = '') => joinFilled([escapePlainText(text), url], ' '),
	});
}

/** Breaks mentions and masked links of Discord: `@everyone`, `<@1>` and `[a](b)`. */
function escapePlainText(text: string): string {
	return text.replace(/@(?=everyone|here)|<(?=[@#])|\](?=\()/g, '$&\u2060');
}

export function writeSlack(view: MessageView): string {
	return writeList(view, {
		escape: escapeSlack,
		bold: (text) => text && `*${text}*`,
		link: (text = '', url) =>
			url === undefined
				? escapeSlack(text)
				: `<${escapeHtml(url)}|${escapeSlack(linkText(text, url))}>`,
	});
}

/** Writes a line or two for each row: its name, then its values. */
function writeList(view: MessageView, style: TextStyle): string {
	const { columns } = view;
	const { escape, bold, link } = style;
	const entryOf = ({ name, url, cells }: MessageLine) => {
		const said = cells.map((cell, at) => link(describeCell(columns[at], cell), cell.url));
		const head = `• ${bold(link(name, url))}`;
		return joinFilled([head, joinFilled(said, ' · ')], columns.length === 1 ? ' – ' : '\n   ');
	};
	const sections = view.sections.map(({ name, total, lines, rest }) => {
		const head = [bold(escape(name)), escape(capitalize(total))];
		return joinFilled([...head, ...lines.map(entryOf), escape(rest)], '\n');
	});
	return wrapRowsWithText(view, joinFilled(sections), bold(escape(view.title)), style);
}

/**
 * Keeps Slack from finding formatting, mentions, links and emoji codes in a text. Slack has no escapes. So look-alikes
 * replace such characters, or an invisible character separates them. Without `https://`, Slack loads no preview.
 */
function escapeSlack(text: string): string {
	return escapeHtml(text.replace(/https?:\/\/+/gi, '').replace(/:\/\/+/g, ': '))
		.replaceAll('*', '∗')
		.replaceAll('~', '∼')
		.replaceAll('`', "'")
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
		.replace(/[@#]|:(?=[\w+-])/g, '$&\u2060')
		.replace(/^&gt;/, '\u2060$&');
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function writeMarkdown(view: MessageView): string {
	const { columns, heading, isGrid = false } = view;
	const linked = (text?: string, url?: string) =>
		url === undefined
			? escapeMarkdown(text ?? NO_VALUE)
			: `[${escapeMarkdown(linkText(text, url))}](${url})`;
	const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const withChange = (text: string, change: string, isCompared = false) =>
		isCompared ? [text, change] : [text];
	const lineOf = ({ name, url, cells }: MessageLine) => {
		const said = columns.flatMap(({ isCompared }, at) => {
			const cell = cells[at] ?? {};
			const text = cell.series === undefined ? cell.text : describeCell(columns[at], cell);
			const change = cell.move ? escapeMarkdown(formatMove(cell.move)) : '';
			return withChange(linked(text, cell.url), change, isCompared);
		});
		return rowOf([linked(name, url), ...said]);
	};
	const labels = columns.flatMap(({ label, isCompared }) =>
		withChange(escapeMarkdown(label), isGrid ? '' : 'Change', isCompared),
	);
	const kinds = columns.flatMap(({ isNumber, isCompared }) =>
		withChange(isNumber ? '---:' : '---', '---', isCompared),
	);
	const head = [rowOf([escapeMarkdown(heading), ...labels]), rowOf(['---', ...kinds])];
	const tableOf = ({ name, total, lines, rest }: MessageSection) =>
		joinFilled([
			name && `### ${escapeMarkdown(name)}`,
			escapeMarkdown(capitalize(total)),
			[...head, ...lines.map(lineOf)].join('\n'),
			escapeMarkdown(rest),
		]);
	const title = view.title && `## ${escapeMarkdown(view.title)}`;
	const rows = joinFilled(view.sections.map(tableOf));
	const bold = (text: string) => text && `**${text}**`;
	return wrapRowsWithText(view, rows, title, { escape: escapeMarkdown, bold });
}

/** Escapes Markdown. An invisible character after `@` keeps GitHub from notifying people. */
function escapeMarkdown(text: string): string {
	return escapeHtml(text.replace(/[\\`*_[\]#|~$]/g, '\\$&'))
		.replace(/^[-+]|(?<=^\d+)[.)](?=\s|$)/, '\\$&')
		.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
		.replace(/@/g, '@\u2060');
}

const FONT = 'font-family:Arial,Helvetica,sans-serif';
/**
 * Each element repeats its styles, since mail programs drop style sheets. Text and background have no colour, because
 * mail programs set these in dark mode. The other colours contrast with white and black.
 */
const STYLES = {
	page: 'width:100%;max-width:680px;border-collapse:collapse',
	body: `padding:0;${FONT};font-size:14px;line-height:20px;text-align:left;overflow-wrap:anywhere`,
	title: `margin:0;${FONT};font-size:20px;line-height:26px;font-weight:bold`,
	period: 'margin:4px 0 0;font-size:13px;line-height:18px',
	table: 'width:100%;margin-top:16px;border-collapse:collapse',
	heading: `padding:0 8px 6px 0;border-bottom:2px solid #808080;${FONT};font-size:11px;line-height:15px;text-align:left;vertical-align:bottom;overflow-wrap:normal`,
	group: `padding:20px 0 6px;border-bottom:1px solid #808080;${FONT};font-size:16px;line-height:20px;text-align:left`,
	cell: `padding:9px 8px 9px 0;border-bottom:1px solid #a0a0a0;${FONT};font-size:14px;line-height:19px;text-align:left;vertical-align:top`,
	figure: `padding:9px 8px 9px 0;border-bottom:1px solid #a0a0a0;${FONT};font-size:14px;line-height:19px;text-align:left;vertical-align:top;overflow-wrap:normal`,
	detail: 'font-size:12px;line-height:17px',
	up: 'color:#2e8540',
	down: 'color:#d64545',
	bars: 'width:100%;margin-top:4px;border-collapse:collapse',
	// The bar is a border, because printers omit backgrounds.
	bar: 'padding:0;border-top:7px solid #4a7ebb;font-size:1px;line-height:1px',
	rest: 'padding:0;font-size:1px;line-height:1px',
	day: 'padding:0 1px 0 0;vertical-align:bottom;font-size:1px;line-height:1px',
	value: 'display:inline-block;width:130px;margin:6px 8px 0 0;vertical-align:top',
	total: 'margin:12px 0 0;font-size:18px;line-height:24px;font-weight:bold',
	end: 'margin:12px 0 0;font-size:13px;line-height:18px',
} as const;

/** Some mail programs drop all styles. These attributes are for them. */
const TABLE_ATTRIBUTES = ' width="100%" cellpadding="0" cellspacing="0" border="0"';
const LAYOUT_TABLE_ATTRIBUTES = ` role="presentation"${TABLE_ATTRIBUTES}`;

/** The width of the names in percent: 100 without figures beside them, 55 with one figure, 46 with two. */
const NAME_WIDTH_PERCENTS = [100, 55, 46];

/** Writes HTML for email. It has tables and inline styles, and loads nothing. */
export function writeHtml(view: MessageView): string {
	const { title, period, filters, total, footer, notes } = view;
	const paragraph = (style: 'end' | 'period' | 'total', text: string) =>
		text && htmlElement('p', style, escapeHtml(text));
	const parts = [
		title && htmlElement('h2', 'title', escapeHtml(title)),
		paragraph('period', period),
		paragraph('period', filters),
		paragraph('total', capitalize(total)),
		htmlTable(view),
		...[...footer, ...notes].map((text) => paragraph('end', text)),
	];
	// Outlook takes widths and fonts only from tables and cells. So the message is a cell.
	const body = `<tr>${htmlElement('td', 'body', `\n${joinFilled(parts, '\n')}\n`)}</tr>`;
	return htmlElement('table', 'page', body, LAYOUT_TABLE_ATTRIBUTES);
}

/**
 * Writes all rows as a table. Up to two figures stand beside the name of a row. More than two stand below it, because a
 * phone is narrow.
 */
function htmlTable({ columns, sections, heading }: MessageView): string {
	if (sections.length === 0) return '';
	const figures = columns.filter(({ isNumber }) => isNumber);
	const beside = figures.length < NAME_WIDTH_PERCENTS.length ? figures : [];
	const headings = [heading, ...beside.map(({ label }) => label)].map((label, at) => {
		const width = at === 0 ? NAME_WIDTH_PERCENTS[beside.length] : undefined;
		return htmlElement('th', 'heading', escapeHtml(label), ' scope="col"', width);
	});
	const rowOf = ({ name, url, cells }: MessageLine) => {
		const isNumber = (_cell: Cell, at: number) => columns[at]?.isNumber === true;
		const numbers = cells.filter(isNumber);
		const facts = cells.map((cell, at) => {
			if (isNumber(cell, at)) return '';
			return cell.url === undefined
				? escapeHtml(describeCell(columns[at], cell))
				: htmlLink(undefined, cell.url);
		});
		const below = numbers.slice(beside.length).map((cell, at) => {
			const label = htmlElement('div', 'detail', escapeHtml(figures[at]?.label ?? ''));
			return htmlElement('div', 'value', label + htmlFigure(cell));
		});
		const details = joinFilled(facts, ' · ');
		const about = details && htmlElement('div', 'detail', details);
		const head = [`<b>${htmlLink(name, url)}</b>`, about, ...below].join('');
		const values = numbers
			.slice(0, beside.length)
			.map((cell) => htmlElement('td', 'figure', htmlFigure(cell) + htmlBar(cell.bar)));
		return `<tr>${htmlElement('td', 'cell', head)}${values.join('')}</tr>`;
	};
	const span = ` colspan="${beside.length + 1}"`;
	const rowOver = (tag: string, style: 'detail' | 'group', html: string) =>
		html && `<tr>${htmlElement(tag, style, html, span)}</tr>`;
	const rows = sections.flatMap(({ name, total, lines, rest }) => {
		const about = total && htmlElement('div', 'detail', escapeHtml(capitalize(total)));
		const group = name && rowOver('th', 'group', escapeHtml(name) + about);
		return [group, ...lines.map(rowOf), rowOver('td', 'detail', escapeHtml(rest))];
	});
	const body = joinFilled([`<tr>${headings.join('')}</tr>`, ...rows], '\n');
	return htmlElement('table', 'table', `\n${body}\n`, TABLE_ATTRIBUTES);
}

/** Lets a domain or an address break after a dot or a slash: `forum.<wbr>example`. */
function htmlLink(text?: string, url?: string): string {
	const name = url === undefined ? (text ?? NO_VALUE) : linkText(text, url);
	const html = escapeHtml(name).replace(/[./](?=\w)/g, '$&<wbr>');
	return url === undefined ? html : `<a href="${escapeHtml(url)}">${html}</a>`;
}

/** Writes a series as a row of bars, then a number, then its change below. */
function htmlFigure({ text, move, series = [] }: Cell): string {
	const style = move?.arrow === '▲' ? 'up' : 'down';
	const coloured = move?.arrow ? `${htmlElement('span', style, move.arrow)}&nbsp;` : '';
	const said = move ? htmlElement('div', 'detail', coloured + escapeHtml(move.text)) : '';
	const shown = text ?? (move === undefined ? NO_VALUE : '');
	const value = shown && `<b>${escapeHtml(shown)}</b>`;
	const days = series.map((part) => htmlElement('td', 'day', drawHtmlSeriesBar(part))).join('');
	const bars = days && htmlElement('table', 'bars', `<tr>${days}</tr>`, LAYOUT_TABLE_ATTRIBUTES);
	return bars + value + said;
}

/** Draws a bar of 2 to 24 pixels as a border, because printers omit backgrounds. */
function drawHtmlSeriesBar(part?: number): string {
	if (part === undefined) return '&nbsp;';
	const height = 2 + Math.round(part * 22);
	return `<div style="border-bottom:${height}px solid #4a7ebb">&nbsp;</div>`;
}

/** Draws a bar with table cells, because mail programs would have to load a picture. */
function htmlBar(part = 0): string {
	const percent = Math.round(part * 100);
	if (percent <= 0) return '';
	const cellOf = (style: 'bar' | 'rest', width: number) =>
		htmlElement('td', style, '&nbsp;', '', width);
	const cells = cellOf('bar', percent) + (percent < 100 ? cellOf('rest', 100 - percent) : '');
	return htmlElement('table', 'bars', `<tr>${cells}</tr>`, LAYOUT_TABLE_ATTRIBUTES);
}

/** Writes an HTML element. n8n's preview reads the width from the style, Outlook from the attribute. */
function htmlElement(
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
