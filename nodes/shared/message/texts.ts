import type { Column } from './columns';
import { type Cell, type Group, type Line, linesIn, type View } from './view';
import { NONE, widthOf } from './words';

/** A column of a table: its heading, and what each row has there. */
export interface TableColumn {
	readonly label: string;
	/** Whether it holds numbers, which stand below each other by their last digit. */
	readonly isRight: boolean;
	readonly cellOf: (line: Line) => string;
}

/**
 * The lines as columns: the names, then the cells, each number with how it has changed beside it.
 *
 * @param isShort whether changes come without what they have in parentheses
 */
export function tableColumns({ subject, columns }: View, isShort = false): TableColumn[] {
	const cells = columns.flatMap(({ label, isNumber, added }, place): TableColumn[] => {
		const valueOf = (line: Line) => line.cells[place]?.value ?? NONE;
		const changeOf = (line: Line) => {
			const change = line.cells[place]?.change ?? '';
			return isShort ? change.replace(/ \(.*\)$/, '') : change;
		};
		const change = { label: 'Change', isRight: false, cellOf: changeOf };
		return [
			{ label, isRight: isNumber, cellOf: valueOf },
			...(added === undefined ? [] : [change]),
		];
	});
	return [{ label: subject, isRight: false, cellOf: ({ name }) => name }, ...cells];
}

/**
 * The lines as a table in a fixed-width font, with two blanks between the columns, and with short
 * changes if that makes room.
 *
 * @param isBare whether it has no headings
 * @returns its heading, what writes a row, and how wide it is; nothing if it is wider than given
 */
export function tableWithin(view: View, widest: number, isBare = false) {
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

/** What columns say of a row, in words, where there is something to say. */
export function factsOf(columns: readonly Column[], cells: readonly Cell[]): string[] {
	return cells.flatMap((cell, place) => {
		const words = joined(partsOf(cell), ' ');
		return words === NONE ? [] : [`${columns[place]?.label ?? ''}: ${words}`];
	});
}

/** A value and its change, for where they stand beside each other without headings. */
export function partsOf({ value, change }: Cell): [value: string, change: string] {
	if (change === NONE) return [value, '(no change)'];
	return [value === NONE && change !== '' ? '' : value, change];
}

/** What stands below the rows: how many more there are, or that there are none. */
export function endOf({ groups, more, isTotalExact }: View): string {
	if (more > 0) return `and ${isTotalExact ? '' : 'at least '}${more} more`;
	if (groups.length === 0) return 'There is nothing to show.';
	return isTotalExact ? '' : 'and perhaps more';
}

/** Parts of a text without those that are empty, with an empty line between them unless told otherwise. */
export function joined(parts: readonly string[], glue = '\n\n'): string {
	return parts.filter((part) => part !== '').join(glue);
}

/** The widest line of a plain email that nobody breaks. */
const WIDEST = 78;

/** The message as plain text: a table if it is narrow enough, otherwise a paragraph for each row. */
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

/** How much of a line in a fixed-width font a phone shows. */
const PHONE = 40;

/** The message in Slack's mrkdwn: a block in a fixed-width font if a phone has room for it, or a list. */
export function asSlack(view: View): string {
	return joined([
		joined([bold(view.title), inLine(view.period)], '\n'),
		slackRows(view),
		endOf(view),
		view.notes.map((note) => `Note: ${inLine(note)}`).join('\n'),
	]);
}

/** The rows. A block with a single column beside the names has its label above instead of headings. */
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

/** Text for a block in a fixed-width font, where Slack looks for nothing but its end. */
function inBlock(text: string): string {
	return withEntities(text).replaceAll('`', "'");
}

/**
 * Text that means nothing to Slack: no formatting, mentions, links or emoji codes. There is no way to
 * escape what marks these, so look-alikes take their place, or a break that nobody sees. An address
 * goes without `https://`, as Slack would show a preview of a picture there.
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

/** Text in which nothing is a tag or an entity, as Slack, too, wants it. */
export function withEntities(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The message in GitHub's Markdown: a table, one for each project. */
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

/**
 * Text that means nothing to Markdown: no formatting, links, HTML or mentions. A break after `@` that
 * nobody sees keeps GitHub from notifying people.
 */
function escaped(text: string): string {
	return withEntities(text.replace(/[\\`*_[\]#|~$]/g, '\\$&'))
		.replace(/^[-+]|(?<=^\d+)[.)](?=\s|$)/, '\\$&')
		.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
		.replace(/@/g, '@\u2060');
}
