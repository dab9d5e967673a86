import { NONE } from './numbers';
import { endOf, factsOf, groupsIn } from './table';
import type { Figure, Line, View } from './types';

/**
 * The looks of a message. Mail programs drop style sheets, so each element has its own style. There
 * is no colour for text and background: a dark mode brings its own. The others stand out from white
 * as much as from black.
 */
const STYLES = {
	page: 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;max-width:680px',
	title: 'margin:0;font-size:20px;line-height:26px;font-weight:bold',
	period: 'margin:4px 0 0;font-size:13px',
	table: 'width:100%;margin-top:16px;border-collapse:collapse;table-layout:fixed',
	heading:
		'padding:0 8px 6px 0;border-bottom:2px solid #808080;font-size:12px;line-height:16px;text-align:left;vertical-align:bottom;overflow-wrap:break-word;word-wrap:break-word',
	group: 'padding:20px 0 6px;border-bottom:1px solid #808080;font-size:16px;text-align:left',
	cell: 'padding:9px 8px 9px 0;border-bottom:1px solid #a0a0a0;text-align:left;vertical-align:top;overflow-wrap:break-word;word-wrap:break-word',
	facts: 'font-size:12px;line-height:17px',
	change: 'font-size:12px;white-space:nowrap',
	bars: 'width:100%;margin-top:4px;border-collapse:collapse',
	// The border is the bar: unlike a background, it is printed.
	bar: 'padding:0;border-top:7px solid #4a7ebb;font-size:1px;line-height:1px',
	rest: 'padding:0;font-size:1px;line-height:1px',
	end: 'margin:12px 0 0;font-size:13px',
} as const;

/** The most figures that have room beside each other on a phone, and the width of each in percent. */
const ROOM = { figures: 3, compared: 2 };
const WIDTHS = [0, 58, 34, 23];

/** The message as HTML for e-mail: tables and inline styles only, nothing that has to be loaded. */
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
	const width = WIDTHS[count] ?? 0;
	const figures = first.figures.slice(0, count);
	const rows = groupsIn(view).flatMap(({ name, lines }) => [
		...(name === '' ? [] : [groupOf(name, count + 1)]),
		...lines.map((line) => rowOf(line, count)),
	]);
	return [
		`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.table}">`,
		`<tr>${heading(view.subject, 100 - count * width)}${figures.map(({ label }) => heading(label, width)).join('')}</tr>`,
		...rows,
		'</table>',
	].join('\n');
}

function rowOf(line: Line, count: number): string {
	const rest = factsOf({ ...line, figures: line.figures.slice(count) });
	const facts = rest.map(({ label, value }) => `${escaped(label)}: ${escaped(value)}`).join(' · ');
	const name = `<b>${escaped(line.name)}</b>`;
	const below = facts === '' ? '' : `<br><span style="${STYLES.facts}">${facts}</span>`;
	const figures = line.figures.slice(0, count).map((figure) => cell(figureOf(figure)));
	return `<tr>${cell(name + below)}${figures.join('')}</tr>`;
}

function figureOf({ value, change, bar }: Figure): string {
	const number = value === NONE && change !== '' ? '' : `<b>${escaped(value)}</b> `;
	const changed = change === '' ? '' : `<span style="${STYLES.change}">${escaped(change)}</span>`;
	return (number + changed).trim() + (bar === undefined ? '' : barOf(bar));
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

function heading(label: string, width: number): string {
	return `<th scope="col" width="${width}%" style="${STYLES.heading}">${escaped(label)}</th>`;
}

function groupOf(name: string, span: number): string {
	return `<tr><th colspan="${span}" style="${STYLES.group}">${escaped(name)}</th></tr>`;
}

function cell(html: string): string {
	return `<td style="${STYLES.cell}">${html}</td>`;
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
