import { endOf, factsOf, groupsIn, partsOf } from './table';
import type { Figure, Line, View } from './types';

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

/** The most figures that have room beside each other on a phone, and the width of each in percent. */
const ROOM = { figures: 3, compared: 2 };
const WIDTHS = [0, 58, 34, 23];

/** The most characters of a name that has room beside figures. */
const LONGEST_NAME = 30;

/** The message as HTML for email: tables and inline styles only, nothing that has to be loaded. */
export function asHtml(view: View): string {
	const end = endOf(view);
	return [
		`<div style="${STYLES.page}">`,
		view.title === '' ? '' : `<h2 style="${STYLES.title}">${escaped(view.title)}</h2>`,
		view.period === '' ? '' : paragraph('period', view.period),
		tableOf(view),
		end === '' ? '' : paragraph('end', end),
		...view.notes.map((note) => paragraph('end', `Note: ${note}`)),
		'</div>',
	]
		.filter((part) => part !== '')
		.join('\n');
}

function tableOf(view: View): string {
	const [first] = view.lines;
	if (first === undefined) return '';
	const hasChanges = view.lines.some(({ figures }) => figures.some(({ change }) => change !== ''));
	const count = Math.min(first.figures.length, hasChanges ? ROOM.compared : ROOM.figures);
	const isStacked = view.lines.some(
		({ name, details }) => name.length > LONGEST_NAME || details.length > 0,
	);
	const { columns, heading, row } = isStacked ? stacked(count) : beside(count);
	const rows = groupsIn(view).flatMap(({ name, lines }) => [
		...(name === '' ? [] : [groupOf(name, columns)]),
		...lines.map(row),
	]);
	return [
		`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.table}">`,
		...heading(view.subject, first),
		...rows,
		'</table>',
	].join('\n');
}

/** How a table is laid out. */
interface Layout {
	readonly columns: number;
	readonly heading: (subject: string, first: Line) => string[];
	readonly row: (line: Line) => string;
}

/** Short names, and the figures beside them below headings. */
function beside(count: number): Layout {
	const width = WIDTHS[count] ?? 0;
	const headingOf = (label: string, percent: number) =>
		`<th scope="col" width="${percent}%" style="${STYLES.heading}">${escaped(label)}</th>`;
	return {
		columns: count + 1,
		heading: (subject, { figures }) => {
			const labels = figures.slice(0, count).map(({ label }) => headingOf(label, width));
			return [`<tr>${headingOf(subject, 100 - count * width)}${labels.join('')}</tr>`];
		},
		row: (line) => {
			const figures = line.figures.slice(0, count).map((figure) => cell('cell', figureOf(figure)));
			return `<tr>${cell('cell', aboutOf(line, count))}${figures.join('')}</tr>`;
		},
	};
}

/** Names and all that is said about them over the whole width, the figures with their labels below. */
function stacked(count: number): Layout {
	const columns = Math.max(count, 1);
	const width = Math.floor(100 / columns);
	return {
		columns,
		heading: () => [],
		row: (line) => {
			const figures = line.figures.slice(0, count).map((figure) => {
				const label = `<div style="${STYLES.facts}">${escaped(figure.label)}</div>`;
				return cell('cell', label + figureOf(figure), ` width="${width}%"`);
			});
			const style = count > 0 ? 'name' : 'cell';
			const name = `<tr>${cell(style, aboutOf(line, count), ` colspan="${columns}"`)}</tr>`;
			return count > 0 ? `${name}\n<tr>${figures.join('')}</tr>` : name;
		},
	};
}

/** The name of a row, and below it what has no column. */
function aboutOf(line: Line, count: number): string {
	const rest = factsOf({ ...line, figures: line.figures.slice(count) });
	const facts = rest.map(({ label, value }) => `${escaped(label)}: ${escaped(value)}`).join(' · ');
	const below = facts === '' ? '' : `<div style="${STYLES.facts}">${facts}</div>`;
	return `<b>${escaped(line.name)}</b>${below}`;
}

function figureOf(figure: Figure): string {
	const [value, change] = partsOf(figure);
	const number = value === '' ? '' : `<b>${escaped(value)}</b> `;
	const arrow = escaped(change).replace(/^([▲▼]) /, '$1&nbsp;');
	const changed = arrow === '' ? '' : `<span style="${STYLES.change}">${arrow}</span>`;
	return (number + changed).trim() + (figure.bar === undefined ? '' : barOf(figure.bar));
}

/** A bar, drawn with the cells of a table: pictures would have to be loaded. */
function barOf(part: number): string {
	const percent = Math.round(part * 100);
	if (percent <= 0) return '';
	const filled = `<td width="${percent}%" style="${STYLES.bar}">&nbsp;</td>`;
	const rest =
		percent < 100 ? `<td width="${100 - percent}%" style="${STYLES.rest}">&nbsp;</td>` : '';
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.bars}"><tr>${filled}${rest}</tr></table>`;
}

function groupOf(name: string, span: number): string {
	return `<tr><th colspan="${span}" style="${STYLES.group}">${escaped(name)}</th></tr>`;
}

function cell(style: 'cell' | 'name', html: string, attributes = ''): string {
	return `<td${attributes} style="${STYLES[style]}">${html}</td>`;
}

function paragraph(style: 'period' | 'end', text: string): string {
	return `<p style="${STYLES[style]}">${escaped(text)}</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
