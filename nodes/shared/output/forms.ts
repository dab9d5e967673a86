import { capitalize, largestPassing } from '../base';
import { type Cell, type Column, type Line, linesIn, type Section } from './cells';
import type { View } from './view';
import { NONE, plain, widthOf } from './words';

/** Joins the texts that are not empty, by default with an empty line between them. */
function joined(parts: readonly string[], glue = '\n\n'): string {
	return parts.filter((part) => part !== '').join(glue);
}

const UNLISTED = '{things} without a number here: the source has none.';

const SCALE_SENTENCE = 'Each line of bars goes from its own lowest value to its own highest.';

/** Matches a cell without a value in a table. */
const EMPTY_CELL = /( {2}|\| )–( {2}| \||\s*$)/m;

/** Writes what stands above and below the rows; `write` escapes a text for the form. */
function framed(view: View, rows: string, title: string, write: (text: string) => string): string {
	const { period, shared, headline, end, notes, legend, format } = view;
	const said = notes.map((note) => format.words.say('Note: {note}', { note }));
	const isMissing = !EMPTY_CELL.test(rows);
	const signs = legend.flatMap((line) => {
		if (!isMissing || !line.startsWith(NONE)) return [line];
		const things = isDrawn(view) ? capitalize(view.extent.things) : view.across;
		return view.isGrid ? [format.words.say(UNLISTED, { things })] : [];
	});
	const hasBars = /[▁-▇]{2}/.test(rows);
	const onBars = hasBars ? [format.words.say(SCALE_SENTENCE)] : [];
	return joined([
		joined([title, write(period), write(shared)], '\n'),
		write(headline),
		rows,
		...[end, said, [...signs, ...onBars]].map((lines) => lines.map(write).join('\n')),
	]);
}

interface TableColumn {
	readonly label: string;
	/** Whether the values are aligned on the right, as numbers are. */
	readonly isRight: boolean;
	readonly cellOf: (line: Line) => string;
}

/** @param isShort whether changes omit what follows a comma */
function tableColumns({ subject, columns, isGrid, format }: View, isShort = false): TableColumn[] {
	const cells = columns.flatMap(({ label, isNumber, isCompared }, place): TableColumn[] => {
		const valueOf = (line: Line) => line.cells[place]?.value ?? NONE;
		const changeOf = (line: Line) => {
			const change = line.cells[place]?.change ?? '';
			return isShort ? change.replace(/, .*$/, '') : change;
		};
		const heading = isGrid ? '' : format.words.say('Change');
		const change = { label: heading, isRight: false, cellOf: changeOf };
		return [{ label, isRight: isNumber, cellOf: valueOf }, ...(isCompared ? [change] : [])];
	});
	return [{ label: subject, isRight: false, cellOf: ({ name }) => name }, ...cells];
}

/**
 * Lays out a table in a fixed-width font. If necessary, changes and names are shortened. Returns `undefined` if
 * the table has links, or is too wide all the same.
 *
 * @param leastName the number of characters to which names may be cut; by default, they stay whole
 * @param isBare whether the table has no headings
 */
function tableWithin(view: View, widest: number, leastName = Infinity, isBare = false) {
	const lines = linesIn(view.sections);
	if (lines.some((line) => hasLink(line))) return undefined;
	for (const isShort of [false, true]) {
		const full = tableColumns(view, isShort);
		const columns = isBare ? full.map((column) => ({ ...column, label: '' })) : full;
		const [name = 0, ...others] = columns.map(({ label, cellOf }) =>
			Math.max(...[label, ...lines.map(cellOf)].map(widthOf)),
		);
		const room = widest - others.reduce((sum, own) => sum + 2 + own, 0);
		const widths = [Math.min(name, room), ...others];
		const aligned = (texts: readonly string[]) => {
			const cells = texts.map((text, at) => {
				const width = widths[at] ?? 0;
				const cut = at === 0 ? cutTo(text, width) : text;
				const blanks = ' '.repeat(width - widthOf(cut));
				return columns[at]?.isRight === true ? blanks + cut : cut + blanks;
			});
			return cells.join('  ').trimEnd();
		};
		const isCut = isShort && room >= leastName && areApart(lines, room);
		if (name <= room || isCut) {
			const heading = aligned(columns.map(({ label }) => label));
			const rowOf = (line: Line) => aligned(columns.map(({ cellOf }) => cellOf(line)));
			return { heading, rowOf, width: widths.reduce((sum, own) => sum + 2 + own, -2) };
		}
	}
	return undefined;
}

/** Whether different names are still different when they are cut. */
function areApart(lines: readonly Line[], width: number): boolean {
	const names = [...new Set(lines.map(({ name }) => name))];
	return new Set(names.map((name) => cutTo(name, width))).size === names.length;
}

/** Shortens a text to a width, in columns of a fixed-width font. */
function cutTo(text: string, width: number): string {
	const fits = (length: number) => widthOf(plain(text, length)) <= width;
	return fits(text.length) ? text : plain(text, largestPassing(text.length, fits));
}

function hasLink({ url, cells }: Line): boolean {
	return url !== undefined || cells.some((cell) => cell.url !== undefined);
}

/** Writes a value and its change, with the label that a number needs. Returns an empty text for an empty cell. */
function factOf(column: Column | undefined, { value, change }: Cell): string {
	const words = joined([value === NONE && change !== '' ? '' : value, change], ' ');
	if (words === NONE || words === '') return '';
	return column?.isLabelled === true ? `${column.label} ${words}` : words;
}

const BARS = '▁▂▃▄▅▆▇';

/** Draws a line of small bars for each column of days, with the first, last, highest and lowest value. */
function seriesOf({ columns, format }: View, { lines }: Section): string[] {
	return columns.flatMap(({ label }, place) => {
		const days = lines.flatMap(({ name, cells }) => {
			const { now, value = '' } = cells[place] ?? {};
			return now === undefined ? [] : [{ name, now, value }];
		});
		const inOrder = [...days].sort((one, other) => one.now - other.now);
		const [first, last, least, most] = [days[0], days.at(-1), inOrder[0], inOrder.at(-1)];
		if (first === undefined || last === undefined || !least || !most) return [];
		const span = most.now - least.now || 1;
		const barOf = (now: number) => BARS.charAt(Math.round(((now - least.now) / span) * 6));
		const said = format.words.say(SERIES_SENTENCE, {
			...{ first: first.value, last: last.value },
			...{ most: most.value, mostDay: most.name, least: least.value, leastDay: least.name },
		});
		return [`${label}  ${days.map(({ now }) => barOf(now)).join('')}`, said];
	});
}

const SERIES_SENTENCE =
	'first {first}, last {last}, highest {most} ({mostDay}), lowest {least} ({leastDay})';

/** A series of at most this many days is shown as values instead of bars. */
const SHORT_SERIES = 3;

function isDrawn({ isSeries, extent }: View): boolean {
	return isSeries && Math.max(...extent.sections.map(({ lines }) => lines.length)) > SHORT_SERIES;
}

/** Mail programs do not wrap lines of this width. */
const WIDEST = 78;

/** Writes plain text: a table if it is narrow enough, otherwise a paragraph for each row. */
export function asText(view: View): string {
	return framed(view, textRows(view), view.title, (text) => text);
}

function textRows(view: View): string {
	const { columns, sections } = view;
	const headOf = ({ name }: Section) => (name === '' ? '' : `[${name}]`);
	if (isDrawn(view)) {
		return joined(
			sections.map((section) => joined([headOf(section), ...seriesOf(view, section)], '\n')),
		);
	}
	const table = tableWithin(view, WIDEST);
	if (table === undefined) {
		const entryOf = ({ name, url = '', cells }: Line) => {
			const addresses = cells.flatMap((cell) => cell.url ?? []);
			const facts = cells.map((cell, at) => (cell.url ? '' : factOf(columns[at], cell)));
			return joined([name, joined(facts, ' · '), url, ...addresses], '\n  ');
		};
		return joined(sections.flatMap((section) => [headOf(section), ...section.lines.map(entryOf)]));
	}
	const { heading, rowOf, width } = table;
	const rows = sections.map((section) =>
		joined([headOf(section), ...section.lines.map(rowOf)], '\n'),
	);
	return sections.length === 0 ? '' : `${heading}\n${'-'.repeat(width)}\n${joined(rows)}`;
}

/** `PHONE` is the width of a phone, `LEAST_NAME` the shortest that a name is cut to; both in characters. */
const [PHONE, LEAST_NAME] = [40, 16];

/** Writes Slack's mrkdwn: a block in a fixed-width font if it fits a phone, otherwise a list. */
export function asSlack(view: View): string {
	return framed(view, slackRows(view, false), bold(inLine(view.title)), inLine);
}

/** Writes Slack's mrkdwn for a long grid: each line has only the rises and falls, and the biggest move. */
export function asBriefSlack(view: View): string {
	const names = view.columns.map(({ label }) => label).join(', ');
	const end = [
		...view.end,
		view.format.words.say('Each number of these is not shown here: {names}.', { names }),
	];
	// Of most numbers, such a message does not show whether they are missing.
	const legend = view.legend.filter((line) => !line.startsWith(NONE));
	return framed({ ...view, end, legend }, slackRows(view, true), bold(inLine(view.title)), inLine);
}

/** Writes the rows. If there is only one column beside the names, its label is above the block. */
function slackRows(view: View, isBrief: boolean): string {
	const { columns } = view;
	const isBare = columns.length < 2;
	const table = isBrief || isDrawn(view) ? undefined : tableWithin(view, PHONE, LEAST_NAME, isBare);
	const label = table !== undefined && isBare ? (columns[0]?.label ?? '') : '';
	const linked = (text: string, url?: string) =>
		url === undefined ? inLine(text) : `<${withEntities(url)}|${inLine(text)}>`;
	const entryOf = ({ name, url, cells }: Line) => {
		const said = isBrief
			? [inLine(briefOf(columns, cells))]
			: cells.map((cell, at) => linked(factOf(columns[at], cell), cell.url));
		const head = `• ${bold(linked(name, url))}`;
		return joined([head, joined(said, ' · ')], isBrief ? '  ' : '\n   ');
	};
	const bodyOf = (section: Section) => {
		if (isDrawn(view) && !isBrief) return seriesOf(view, section).map(inLine);
		if (table === undefined) return section.lines.map(entryOf);
		const heading = isBare ? [] : [table.heading];
		return ['```', ...[...heading, ...section.lines.map(table.rowOf)].map(inBlock), '```'];
	};
	const sections = view.sections.map((section) =>
		joined([bold(inLine(section.name)), ...bodyOf(section)], '\n'),
	);
	return joined([inLine(label), joined(sections)], '\n');
}

/**
 * Sums up a line: how many numbers have each arrow, then the biggest move, as in `0 ▲ 5 ▼  Gemini 26.4 ▼ 5.9`. If
 * nothing was compared, writes the highest number instead.
 */
function briefOf(columns: readonly Column[], cells: readonly Cell[]): string {
	const moves = cells.map(({ moved = 0 }) => moved);
	const sizes = moves.some((move) => move !== 0)
		? moves.map(Math.abs)
		: cells.map(({ now = -Infinity }) => now);
	const at = sizes.indexOf(Math.max(...sizes));
	// A rank that falls has the arrow up.
	const counted = (arrow: string) =>
		`${cells.filter(({ change }) => change.startsWith(arrow)).length} ${arrow}`;
	const counts = `${counted('▲')} ${counted('▼')}`;
	const { value = '', change = '' } = cells[at] ?? {};
	const most = `${columns[at]?.label ?? ''} ${value} ${change}`.trim();
	return columns.some(({ isCompared }) => isCompared) ? `${counts}  ${most}` : most;
}

function bold(text: string): string {
	return text === '' ? '' : `*${text}*`;
}

/** Escapes a text for a block in a fixed-width font, in which Slack looks only for the end of the block. */
function inBlock(text: string): string {
	return withEntities(text).replaceAll('`', "'");
}

/**
 * Keeps Slack from reading formatting, mentions, links and emoji codes. Slack has no escapes, so look-alikes or
 * an invisible break replace them. URLs lose `https://`, because Slack would load a preview.
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

/** Writes GitHub's Markdown: a table for each section. */
export function asMarkdown(view: View): string {
	const columns = tableColumns(view);
	const linked = (text: string, url?: string) =>
		url === undefined ? escaped(text) : `[${escaped(text)}](${url})`;
	const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const lineOf = (line: Line) => {
		const cells = line.cells.flatMap(({ value, change, url }, at) => [
			linked(value, url),
			...(view.columns[at]?.isCompared === true ? [escaped(change)] : []),
		]);
		return rowOf([linked(line.name, line.url), ...cells]);
	};
	const tableOf = ({ name, lines }: Section) => {
		const head = [
			rowOf(columns.map(({ label }) => escaped(label))),
			rowOf(columns.map(({ isRight }) => (isRight ? '---:' : '---'))),
		];
		return joined([
			name === '' ? '' : `### ${escaped(name)}`,
			[...head, ...lines.map(lineOf)].join('\n'),
		]);
	};
	const title = view.title === '' ? '' : `## ${escaped(view.title)}`;
	return framed(view, joined(view.sections.map(tableOf)), title, escaped);
}

/** Escapes Markdown and HTML. An invisible break after `@` keeps GitHub from notifying people. */
function escaped(text: string): string {
	return withEntities(text.replace(/[\\`*_[\]#|~$]/g, '\\$&'))
		.replace(/^[-+]|(?<=^\d+)[.)](?=\s|$)/, '\\$&')
		.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
		.replace(/@/g, '@\u2060');
}

const FONT = 'font-family:Arial,Helvetica,sans-serif';
/**
 * Each element has its own styles, because mail programs drop style sheets. Text and background have no colour, since
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
	// The bar is a border, since a printer omits backgrounds.
	bar: 'padding:0;border-top:7px solid #4a7ebb;font-size:1px;line-height:1px',
	rest: 'padding:0;font-size:1px;line-height:1px',
	end: 'margin:12px 0 0;font-size:13px;line-height:18px',
} as const;

/** Attributes for mail programs that drop all styles. */
const TABLE_ATTRIBUTES = ' width="100%" cellpadding="0" cellspacing="0" border="0"';

/** The width of the names in percent, by the number of figures beside them. */
const NAME_WIDTHS = [100, 55, 46, 36, 30, 25, 22];

/** Writes HTML for email: only tables and inline styles, and nothing to load. */
export function asHtml(view: View): string {
	const { title, period, shared, headline, end, notes, legend, format } = view;
	const paragraph = (style: 'end' | 'headline' | 'period', ...texts: string[]) =>
		texts.length === 0 || texts[0] === ''
			? ''
			: element('p', style, texts.map(withEntities).join('<br>'));
	const parts = [
		title === '' ? '' : element('h2', 'title', withEntities(title)),
		paragraph('period', period),
		paragraph('period', shared),
		paragraph('headline', headline),
		tableOf(view),
		paragraph('end', ...end),
		...notes.map((note) => paragraph('end', format.words.say('Note: {note}', { note }))),
		paragraph('end', ...legend),
	];
	// Outlook takes widths and fonts only from tables and cells.
	const body = `<tr>${element('td', 'body', `\n${joined(parts, '\n')}\n`)}</tr>`;
	return element('table', 'page', body, ` role="presentation"${TABLE_ATTRIBUTES}`);
}

function tableOf(view: View): string {
	const { columns, sections, subject } = view;
	if (sections.length === 0) return '';
	const figures = columns.filter(({ isNumber }) => isNumber);
	const span = ` colspan="${figures.length + 1}"`;
	const headings = [subject, ...figures.map(({ label }) => label)].map((label, at) =>
		element(
			'th',
			'heading',
			withEntities(label),
			' scope="col"',
			at === 0 ? NAME_WIDTHS[figures.length] : undefined,
		),
	);
	const rowOf = (line: Line) => {
		const isNumber = (at: number) => columns[at]?.isNumber === true;
		const said = line.cells.map((cell, at) => {
			const fact = isNumber(at) ? '' : factOf(columns[at], cell);
			return fact === '' ? '' : htmlLink(fact, cell.url);
		});
		const details = joined(said, ' · ');
		const about = details === '' ? '' : element('div', 'detail', details);
		const numbers = line.cells.filter((_, at) => isNumber(at)).map((cell) => figureOf(cell));
		return `<tr>${element('td', 'cell', `<b>${htmlLink(line.name, line.url)}</b>${about}`)}${numbers.join('')}</tr>`;
	};
	const rows = sections.flatMap(({ name, lines }) => [
		name === '' ? '' : `<tr>${element('th', 'group', withEntities(name), span)}</tr>`,
		...lines.map(rowOf),
	]);
	return element(
		'table',
		'table',
		`\n${joined([`<tr>${headings.join('')}</tr>`, ...rows], '\n')}\n`,
		TABLE_ATTRIBUTES,
	);
}

function htmlLink(text: string, url?: string): string {
	return url === undefined
		? withEntities(text)
		: `<a href="${withEntities(url)}">${withEntities(text)}</a>`;
}

function figureOf({ value, change, bar = 0 }: Cell): string {
	const [, arrow = '', words = ''] = /^(?:([▲▼]) )?(.*)$/.exec(change) ?? [];
	const coloured = arrow && `${element('span', arrow === '▲' ? 'up' : 'down', arrow)}&nbsp;`;
	const said = change && element('div', 'detail', coloured + withEntities(words));
	const isShown = value !== '' && (value !== NONE || change === '');
	const shown = isShown ? `<b>${withEntities(value)}</b>` : '';
	return element('td', 'figure', shown + said + barOf(bar));
}

/** Draws a bar with table cells, since a picture would have to be loaded. */
function barOf(part: number): string {
	const percent = Math.round(part * 100);
	if (percent <= 0) return '';
	const cellOf = (style: 'bar' | 'rest', width: number) =>
		element('td', style, '&nbsp;', '', width);
	const cells = cellOf('bar', percent) + (percent < 100 ? cellOf('rest', 100 - percent) : '');
	return element('table', 'bars', `<tr>${cells}</tr>`, ` role="presentation"${TABLE_ATTRIBUTES}`);
}

/** Writes an element. Its width is a style for n8n's preview, and an attribute for Outlook. */
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
