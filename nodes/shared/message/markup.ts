import { endOf, factsOf, joined, tableColumns, tableWithin } from './table';
import type { Group, Line, View } from './view';

/** How much of a line in a fixed-width font a phone shows. */
const PHONE = 40;

/** The message in Slack's mrkdwn: a block in a fixed-width font if a phone has room for it, or a list. */
export function asSlack(view: View): string {
	return joined([
		joined([bold(view.title), inLine(view.period)], '\n'),
		rowsOf(view),
		endOf(view),
		view.notes.map((note) => `Note: ${inLine(note)}`).join('\n'),
	]);
}

/** The rows. A block with a single column beside the names has its label above instead of headings. */
function rowsOf(view: View): string {
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

/** The three characters that Slack wants to have escaped. */
function withEntities(text: string): string {
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
	return text
		.replace(/[\\`*_[\]#|~$]/g, '\\$&')
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/^[-+]|(?<=^\d+)[.)](?=\s|$)/, '\\$&')
		.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
		.replace(/@/g, '@\u2060');
}
