import { capitalize, largestPassing } from '../base';
import type { Cell } from './cells';
import {
	linesIn,
	type MessageColumn,
	type MessageLine,
	type MessageSection,
	type MessageView,
} from './view';
import { NO_VALUE, toPlainLine, textWidth } from './words';

function joinFilled(parts: readonly string[], glue = '\n\n'): string {
	return parts.filter((part) => part !== '').join(glue);
}

const EMPTY_CELL = /( {2}|\| )–( {2}| \||\s*$)/m;

function withTextAround(
	view: MessageView,
	rows: string,
	title: string,
	write: (text: string) => string,
): string {
	const { period, shared, headline, closingLines, notes, legend } = view;
	const said = notes.map((note) => `Note: ${note}`);
	const isMissing = !EMPTY_CELL.test(rows);
	const signs = legend.flatMap((line) => {
		if (!isMissing || !line.startsWith(NO_VALUE)) return [line];
		if (!view.isGrid) return [];
		const things = isDrawnAsBars(view) ? capitalize(view.extent.things) : view.columnsNoun;
		return [`${things} without a number here: the source has none.`];
	});
	if (/[▁-▇]{2}/.test(rows)) {
		signs.push('Each line of bars goes from its own lowest value to its own highest.');
	}
	return joinFilled([
		joinFilled([title, write(period), write(shared)], '\n'),
		write(headline),
		rows,
		...[closingLines, said, signs].map((lines) => lines.map(write).join('\n')),
	]);
}

interface TableColumn {
	readonly label: string;
	readonly isAlignedRight?: boolean;
	readonly cellOf: (line: MessageLine) => string;
	readonly urlOf?: (line: MessageLine) => string | undefined;
}

/** @param isShort `▲ better, was 9` becomes `▲ better` */
function tableColumns({ subject, columns, isGrid }: MessageView, isShort = false): TableColumn[] {
	const values = columns.flatMap(({ label, isNumber, isCompared }, place): TableColumn[] => {
		const value: TableColumn = {
			label,
			isAlignedRight: isNumber,
			cellOf: ({ cells }) => cells[place]?.value ?? NO_VALUE,
			urlOf: ({ cells }) => cells[place]?.url,
		};
		const changeOf = (line: MessageLine) => {
			const change = line.cells[place]?.change ?? '';
			return isShort ? change.replace(/, .*/, '') : change;
		};
		const heading = isGrid ? '' : 'Change';
		return isCompared ? [value, { label: heading, cellOf: changeOf }] : [value];
	});
	return [{ label: subject, cellOf: ({ name }) => name, urlOf: ({ url }) => url }, ...values];
}

/**
 * Lays out a table in a fixed-width font. Returns `undefined` if it has links, or is too wide even with short changes
 * and names.
 *
 * @param leastName the width to which names may be cut; by default, they stay whole
 * @param isBare whether the table has no headings
 */
function fitTable(view: MessageView, widest: number, leastName = Infinity, isBare = false) {
	const lines = linesIn(view.sections);
	if (lines.some((line) => hasLink(line))) return undefined;
	for (const isShort of [false, true]) {
		const full = tableColumns(view, isShort);
		const columns = isBare ? full.map((column) => ({ ...column, label: '' })) : full;
		const [name = 0, ...others] = columns.map(({ label, cellOf }) =>
			Math.max(...[label, ...lines.map(cellOf)].map(textWidth)),
		);
		const room = widest - others.reduce((sum, own) => sum + 2 + own, 0);
		const widths = [Math.min(name, room), ...others];
		const aligned = (texts: readonly string[]) => {
			const cells = texts.map((text, at) => {
				const width = widths[at] ?? 0;
				const cut = at === 0 ? cutToWidth(text, width) : text;
				const blanks = ' '.repeat(width - textWidth(cut));
				return columns[at]?.isAlignedRight === true ? blanks + cut : cut + blanks;
			});
			return cells.join('  ').trimEnd();
		};
		const isCut = isShort && room >= leastName && areDistinctWhenCut(lines, room);
		if (name <= room || isCut) {
			const heading = aligned(columns.map(({ label }) => label));
			const rowOf = (line: MessageLine) => aligned(columns.map(({ cellOf }) => cellOf(line)));
			return { heading, rowOf, width: widths.reduce((sum, own) => sum + 2 + own, -2) };
		}
	}
	return undefined;
}

function areDistinctWhenCut(lines: readonly MessageLine[], width: number): boolean {
	const names = [...new Set(lines.map(({ name }) => name))];
	return new Set(names.map((name) => cutToWidth(name, width))).size === names.length;
}

function cutToWidth(text: string, width: number): string {
	const fits = (length: number) => textWidth(toPlainLine(text, length)) <= width;
	return fits(text.length) ? text : toPlainLine(text, largestPassing(text.length, fits));
}

function hasLink({ url, cells }: MessageLine): boolean {
	return url !== undefined || cells.some((cell) => cell.url !== undefined);
}

/** Writes `Rank 5 ▲ better, was 9`. Empty for an empty cell. */
function describeCell(column: MessageColumn | undefined, { value, change }: Cell): string {
	const words = joinFilled([value === NO_VALUE && change !== '' ? '' : value, change], ' ');
	if (words === NO_VALUE || words === '') return '';
	return column?.isLabelled === true ? `${column.label} ${words}` : words;
}

const BAR_CHARACTERS = '▁▂▃▄▅▆▇';

/** Draws each column as a line of small bars: `Mentions  ▁▃▇`. */
function drawSeries({ columns }: MessageView, { lines }: MessageSection): string[] {
	return columns.flatMap(({ label }, place) => {
		const days = lines.flatMap(({ name, cells }) => {
			const { now, value = '' } = cells[place] ?? {};
			return now === undefined ? [] : [{ name, now, value }];
		});
		const inOrder = [...days].sort((one, other) => one.now - other.now);
		const [first, last, least, most] = [days[0], days.at(-1), inOrder[0], inOrder.at(-1)];
		if (first === undefined || last === undefined || !least || !most) return [];
		const span = most.now - least.now || 1;
		const barOf = (now: number) =>
			BAR_CHARACTERS.charAt(Math.round(((now - least.now) / span) * 6));
		const ends = `first ${first.value}, last ${last.value}`;
		const extremes = `highest ${most.value} (${most.name}), lowest ${least.value} (${least.name})`;
		return [`${label}  ${days.map(({ now }) => barOf(now)).join('')}`, `${ends}, ${extremes}`];
	});
}

const MAX_DAYS_WITHOUT_BARS = 3;

function isDrawnAsBars({ isSeries, extent }: MessageView): boolean {
	return isSeries && extent.sections.some(({ lines }) => lines.length > MAX_DAYS_WITHOUT_BARS);
}

/** Mail programs do not wrap a line of this width. */
const MAX_TEXT_WIDTH = 78;

/** Writes plain text: a table if it is narrow enough, otherwise a paragraph for each row. */
export function writePlainText(view: MessageView): string {
	return withTextAround(view, textRows(view), view.title, (text) => text);
}

function textRows(view: MessageView): string {
	const { columns, sections } = view;
	const writeSections = (bodyOf: (section: MessageSection) => readonly string[], glue?: string) => {
		const texts = sections.map((section) => {
			const head = section.name === '' ? '' : `[${section.name}]`;
			return joinFilled([head, ...bodyOf(section)], glue);
		});
		return joinFilled(texts);
	};
	if (isDrawnAsBars(view)) return writeSections((section) => drawSeries(view, section), '\n');
	const table = fitTable(view, MAX_TEXT_WIDTH);
	if (table === undefined) {
		const entryOf = ({ name, url = '', cells }: MessageLine) => {
			const addresses = cells.flatMap((cell) => cell.url ?? []);
			const facts = cells.map((cell, at) => (cell.url ? '' : describeCell(columns[at], cell)));
			return joinFilled([name, joinFilled(facts, ' · '), url, ...addresses], '\n  ');
		};
		return writeSections(({ lines }) => lines.map(entryOf));
	}
	if (sections.length === 0) return '';
	const rows = writeSections(({ lines }) => lines.map(table.rowOf), '\n');
	return `${table.heading}\n${'-'.repeat(table.width)}\n${rows}`;
}

/** The widths of a phone and of the shortest name in a table, in characters. */
const [PHONE, LEAST_NAME] = [40, 16];

/** Writes Slack's mrkdwn: a block in a fixed-width font if it fits a phone, otherwise a list. */
export function writeSlack(view: MessageView): string {
	return withSlackTexts(view, slackRows(view, false));
}

/** Writes Slack's mrkdwn for a long grid. A line counts its arrows and has its biggest move. */
export function writeBriefSlack(view: MessageView): string {
	const names = view.columns.map(({ label }) => label).join(', ');
	const end = [...view.closingLines, `Each number of these is not shown here: ${names}.`];
	// The brief message has few numbers, so an explanation of missing ones has nothing to explain.
	const legend = view.legend.filter((line) => !line.startsWith(NO_VALUE));
	return withSlackTexts({ ...view, closingLines: end, legend }, slackRows(view, true));
}

function withSlackTexts(view: MessageView, rows: string): string {
	return withTextAround(view, rows, boldInSlack(escapeSlack(view.title)), escapeSlack);
}

/** Writes the rows for Slack. If there is only one column, its label is above the block. */
function slackRows(view: MessageView, isBrief: boolean): string {
	const { columns } = view;
	const isBare = columns.length < 2;
	const table =
		isBrief || isDrawnAsBars(view) ? undefined : fitTable(view, PHONE, LEAST_NAME, isBare);
	const label = table !== undefined && isBare ? (columns[0]?.label ?? '') : '';
	const linked = (text: string, url?: string) =>
		url === undefined ? escapeSlack(text) : `<${escapeHtml(url)}|${escapeSlack(text)}>`;
	const entryOf = ({ name, url, cells }: MessageLine) => {
		const said = isBrief
			? [escapeSlack(summarizeLine(columns, cells))]
			: cells.map((cell, at) => linked(describeCell(columns[at], cell), cell.url));
		const head = `• ${boldInSlack(linked(name, url))}`;
		return joinFilled([head, joinFilled(said, ' · ')], isBrief ? '  ' : '\n   ');
	};
	const bodyOf = (section: MessageSection) => {
		if (isDrawnAsBars(view) && !isBrief) return drawSeries(view, section).map(escapeSlack);
		if (table === undefined) return section.lines.map(entryOf);
		const heading = isBare ? [] : [table.heading];
		return ['```', ...[...heading, ...section.lines.map(table.rowOf)].map(escapeSlackBlock), '```'];
	};
	const sections = view.sections.map((section) =>
		joinFilled([boldInSlack(escapeSlack(section.name)), ...bodyOf(section)], '\n'),
	);
	return joinFilled([escapeSlack(label), joinFilled(sections)], '\n');
}

/** Writes `0 ▲ 5 ▼  Gemini 26.4 ▼ 5.9`: arrows and biggest move, or the highest number without a comparison. */
function summarizeLine(columns: readonly MessageColumn[], cells: readonly Cell[]): string {
	const moves = cells.map(({ changeNumber = 0 }) => changeNumber);
	const sizes = moves.some((move) => move !== 0)
		? moves.map(Math.abs)
		: cells.map(({ now = -Infinity }) => now);
	const at = sizes.indexOf(Math.max(...sizes));
	// An arrow up stands for a better rank, so the sign of the change is no use.
	const counted = (arrow: string) =>
		`${cells.filter(({ change }) => change.startsWith(arrow)).length} ${arrow}`;
	const counts = `${counted('▲')} ${counted('▼')}`;
	const { value = '', change = '' } = cells[at] ?? {};
	const biggestMove = `${columns[at]?.label ?? ''} ${value} ${change}`.trim();
	return columns.some(({ isCompared }) => isCompared) ? `${counts}  ${biggestMove}` : biggestMove;
}

function boldInSlack(text: string): string {
	return text === '' ? '' : `*${text}*`;
}

/** Within a code block, Slack reads nothing but the mark that ends it. */
function escapeSlackBlock(text: string): string {
	return escapeHtml(text).replaceAll('`', "'");
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
	headline: 'margin:14px 0 0;font-size:16px;line-height:22px;font-weight:bold',
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
	const { title, period, shared, headline, closingLines, notes, legend } = view;
	const paragraph = (style: 'end' | 'headline' | 'period', ...texts: string[]) =>
		texts.length === 0 || texts[0] === ''
			? ''
			: htmlElement('p', style, texts.map(escapeHtml).join('<br>'));
	const parts = [
		title === '' ? '' : htmlElement('h2', 'title', escapeHtml(title)),
		paragraph('period', period),
		paragraph('period', shared),
		paragraph('headline', headline),
		htmlTable(view),
		paragraph('end', ...closingLines),
		...notes.map((note) => paragraph('end', `Note: ${note}`)),
		paragraph('end', ...legend),
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

function htmlFigureCell({ value, change, bar = 0 }: Cell): string {
	const [, arrow = '', words = ''] = /^(?:([▲▼]) )?(.*)$/.exec(change) ?? [];
	const coloured = arrow && `${htmlElement('span', arrow === '▲' ? 'up' : 'down', arrow)}&nbsp;`;
	const said = change && htmlElement('div', 'detail', coloured + escapeHtml(words));
	const isShown = value !== '' && (value !== NO_VALUE || change === '');
	const shown = isShown ? `<b>${escapeHtml(value)}</b>` : '';
	return htmlElement('td', 'figure', shown + said + htmlBar(bar));
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
