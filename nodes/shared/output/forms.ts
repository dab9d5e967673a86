import type { Cell } from './cells';
import type { MessageColumn, MessageLine, MessageSection, MessageView } from './view';
import { NO_VALUE } from './words';

function joinFilled(parts: readonly string[], glue = '\n\n'): string {
	return parts.filter((part) => part !== '').join(glue);
}

function withTextAround(
	view: MessageView,
	rows: string,
	title: string,
	write: (text: string) => string,
): string {
	const { period, closingLines, notes } = view;
	const said = notes.map((note) => `Note: ${note}`);
	return joinFilled([
		joinFilled([title, write(period)], '\n'),
		rows,
		...[closingLines, said].map((lines) => lines.map(write).join('\n')),
	]);
}

interface TableColumn {
	readonly label: string;
	readonly isAlignedRight?: boolean;
	readonly cellOf: (line: MessageLine) => string;
	readonly urlOf?: (line: MessageLine) => string | undefined;
}

function tableColumns({ subject, columns, isGrid }: MessageView): TableColumn[] {
	const values = columns.flatMap(({ label, isNumber, isCompared }, place): TableColumn[] => {
		const value: TableColumn = {
			label,
			isAlignedRight: isNumber,
			cellOf: ({ cells }) => cells[place]?.text ?? NO_VALUE,
			urlOf: ({ cells }) => cells[place]?.url,
		};
		const changeOf = ({ cells }: MessageLine) => moveText(cells[place]);
		const heading = isGrid ? '' : 'Change';
		return isCompared ? [value, { label: heading, cellOf: changeOf }] : [value];
	});
	return [{ label: subject, cellOf: ({ name }) => name, urlOf: ({ url }) => url }, ...values];
}

const moveText = ({ move }: Cell = {}) => joinFilled([move?.arrow ?? '', move?.text ?? ''], ' ');

/** Writes `Rank 5 ▲ better, was 9`. Empty for an empty cell. */
function describeCell(column: MessageColumn | undefined, cell: Cell): string {
	const words = joinFilled([cell.text ?? '', moveText(cell)], ' ');
	return words !== '' && column?.isLabelled === true ? `${column.label} ${words}` : words;
}

const BAR_CHARACTERS = '▁▂▃▄▅▆▇';

/** Draws each column as a line of small bars, with the first and the last number: `ChatGPT  30.1 ▁▃▇ 34.3`. */
function drawSeries({ columns }: MessageView, { lines }: MessageSection): string[] {
	return columns.flatMap(({ label }, place) => {
		const days = lines.flatMap(({ cells }) => {
			const { now, text = '' } = cells[place] ?? {};
			return now === undefined ? [] : [{ now, text }];
		});
		const numbers = days.map(({ now }) => now);
		const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
		const barOf = (now: number) =>
			BAR_CHARACTERS.charAt(Math.round(((now - least) / (most - least || 1)) * 6));
		const bars = numbers.map(barOf).join('');
		return bars === '' ? [] : [`${label}  ${days[0]?.text} ${bars} ${days.at(-1)?.text}`];
	});
}

const MAX_DAYS_WITHOUT_BARS = 3;

function isDrawnAsBars({ isSeries, extent }: MessageView): boolean {
	return isSeries && extent.sections.some(({ lines }) => lines.length > MAX_DAYS_WITHOUT_BARS);
}

/** How a list is written: as plain text, or in Slack's mrkdwn. */
interface ListStyle {
	readonly escape: (text: string) => string;
	readonly bold: (text: string) => string;
	/** Writes a name with its address. */
	readonly link: (text: string, url?: string) => string;
}

export function writePlainText(view: MessageView): string {
	return writeList(view, {
		escape: (text) => text,
		bold: (text) => text,
		link: (text, url) => joinFilled([text, url ?? ''], ' '),
	});
}

export function writeSlack(view: MessageView): string {
	return writeList(view, {
		escape: escapeSlack,
		bold: boldInSlack,
		link: (text, url) =>
			url === undefined ? escapeSlack(text) : `<${escapeHtml(url)}|${escapeSlack(text)}>`,
	});
}

/** Writes a line or two for each row: its name, then its values. */
function writeList(view: MessageView, { escape, bold, link }: ListStyle): string {
	const { columns } = view;
	const entryOf = ({ name, url, cells }: MessageLine) => {
		const said = cells.map((cell, at) => link(describeCell(columns[at], cell), cell.url));
		return joinFilled([`• ${bold(link(name, url))}`, joinFilled(said, ' · ')], '\n   ');
	};
	const sections = view.sections.map((section) => {
		const lines = isDrawnAsBars(view)
			? drawSeries(view, section).map(escape)
			: section.lines.map(entryOf);
		return joinFilled([bold(escape(section.name)), ...lines], '\n');
	});
	return withTextAround(view, joinFilled(sections), bold(escape(view.title)), escape);
}

function boldInSlack(text: string): string {
	return text === '' ? '' : `*${text}*`;
}

/**
 * Keeps Slack from reading formatting, mentions, links and emoji codes. Slack has no escapes, so look-alikes or an
 * invisible break replace these characters. Without `https://`, Slack loads no preview.
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
	const columns = tableColumns(view);
	const linked = (text: string, url?: string) =>
		url === undefined ? escapeMarkdown(text) : `[${escapeMarkdown(text)}](${url})`;
	const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const lineOf = (line: MessageLine) =>
		rowOf(columns.map(({ cellOf, urlOf }) => linked(cellOf(line), urlOf?.(line))));
	const tableOf = ({ name, lines }: MessageSection) => {
		const head = [
			rowOf(columns.map(({ label }) => escapeMarkdown(label))),
			rowOf(columns.map(({ isAlignedRight }) => (isAlignedRight ? '---:' : '---'))),
		];
		return joinFilled([
			name === '' ? '' : `### ${escapeMarkdown(name)}`,
			[...head, ...lines.map(lineOf)].join('\n'),
		]);
	};
	const title = view.title === '' ? '' : `## ${escapeMarkdown(view.title)}`;
	return withTextAround(view, joinFilled(view.sections.map(tableOf)), title, escapeMarkdown);
}

/** An invisible break after `@` keeps GitHub from notifying people. */
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
	figure: `padding:9px 4px 9px 0;border-bottom:1px solid #a0a0a0;${FONT};font-size:14px;line-height:19px;text-align:left;vertical-align:top;overflow-wrap:normal`,
	detail: 'font-size:12px;line-height:17px',
	up: 'color:#2e8540',
	down: 'color:#d64545',
	bars: 'width:100%;margin-top:4px;border-collapse:collapse',
	// A border, since a printer omits backgrounds.
	bar: 'padding:0;border-top:7px solid #4a7ebb;font-size:1px;line-height:1px',
	rest: 'padding:0;font-size:1px;line-height:1px',
	end: 'margin:12px 0 0;font-size:13px;line-height:18px',
} as const;

/** For mail programs that drop all styles. */
const TABLE_ATTRIBUTES = ' width="100%" cellpadding="0" cellspacing="0" border="0"';
const LAYOUT_TABLE_ATTRIBUTES = ` role="presentation"${TABLE_ATTRIBUTES}`;

/** The width of the names in percent, by the number of figures. */
const NAME_WIDTH_PERCENTS = [100, 55, 46, 36, 30, 25, 22];

/** Writes HTML for email: tables and inline styles, and nothing to load. */
export function writeHtml(view: MessageView): string {
	const { title, period, closingLines, notes } = view;
	const paragraph = (style: 'end' | 'period', ...texts: string[]) =>
		texts.length === 0 || texts[0] === ''
			? ''
			: htmlElement('p', style, texts.map(escapeHtml).join('<br>'));
	const parts = [
		title === '' ? '' : htmlElement('h2', 'title', escapeHtml(title)),
		paragraph('period', period),
		htmlTable(view),
		paragraph('end', ...closingLines),
		...notes.map((note) => paragraph('end', `Note: ${note}`)),
	];
	// Outlook takes widths and fonts only from tables and cells.
	const body = `<tr>${htmlElement('td', 'body', `\n${joinFilled(parts, '\n')}\n`)}</tr>`;
	return htmlElement('table', 'page', body, LAYOUT_TABLE_ATTRIBUTES);
}

function htmlTable(view: MessageView): string {
	const { columns, sections, subject } = view;
	if (sections.length === 0) return '';
	const figures = columns.filter(({ isNumber }) => isNumber);
	const span = ` colspan="${figures.length + 1}"`;
	const nameWidth = NAME_WIDTH_PERCENTS[figures.length];
	const headings = [subject, ...figures.map(({ label }) => label)].map((label, at) => {
		const width = at === 0 ? nameWidth : undefined;
		return htmlElement('th', 'heading', escapeHtml(label), ' scope="col"', width);
	});
	const isNumber = (_cell: Cell, at: number) => columns[at]?.isNumber === true;
	const rowOf = ({ name, url, cells }: MessageLine) => {
		const said = cells.map((cell, at) => {
			const fact = isNumber(cell, at) ? '' : describeCell(columns[at], cell);
			return fact === '' ? '' : htmlLink(fact, cell.url);
		});
		const details = joinFilled(said, ' · ');
		const about = details === '' ? '' : htmlElement('div', 'detail', details);
		const head = htmlElement('td', 'cell', `<b>${htmlLink(name, url)}</b>${about}`);
		return `<tr>${head}${cells.filter(isNumber).map(htmlFigureCell).join('')}</tr>`;
	};
	const rows = sections.flatMap(({ name, lines }) => [
		name === '' ? '' : `<tr>${htmlElement('th', 'group', escapeHtml(name), span)}</tr>`,
		...lines.map(rowOf),
	]);
	const body = joinFilled([`<tr>${headings.join('')}</tr>`, ...rows], '\n');
	return htmlElement('table', 'table', `\n${body}\n`, TABLE_ATTRIBUTES);
}

function htmlLink(text: string, url?: string): string {
	return url === undefined
		? escapeHtml(text)
		: `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

function htmlFigureCell({ text, move, bar = 0 }: Cell): string {
	const style = move?.arrow === '▲' ? 'up' : 'down';
	const coloured = move?.arrow ? `${htmlElement('span', style, move.arrow)}&nbsp;` : '';
	const said = move && htmlElement('div', 'detail', coloured + escapeHtml(move.text));
	const shown = text ?? (move === undefined ? NO_VALUE : '');
	const value = shown && `<b>${escapeHtml(shown)}</b>`;
	return htmlElement('td', 'figure', value + (said ?? '') + htmlBar(bar));
}

/** Draws a bar with table cells. A mail program would have to load a picture. */
function htmlBar(part: number): string {
	const percent = Math.round(part * 100);
	if (percent <= 0) return '';
	const cellOf = (style: 'bar' | 'rest', width: number) =>
		htmlElement('td', style, '&nbsp;', '', width);
	const cells = cellOf('bar', percent) + (percent < 100 ? cellOf('rest', 100 - percent) : '');
	return htmlElement('table', 'bars', `<tr>${cells}</tr>`, LAYOUT_TABLE_ATTRIBUTES);
}

/** Writes an HTML element. n8n's preview reads the width as a style, Outlook as an attribute. */
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
