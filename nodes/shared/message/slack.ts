import { aligned, columnsIn, endOf, factsOf, type Group, groupsIn, paragraphs } from './table';
import type { Line, View } from './types';

/** How much of a line in a fixed-width font a phone shows. */
const PHONE = 40;

/** The message in Slack's mrkdwn: a block in a fixed-width font if a phone has room for it, or a list. */
export function asSlack(view: View): string {
	const table = tableFor(view);
	const bodyOf = ({ start, lines }: Group) => {
		if (table === undefined) return lines.map(entryOf).join('\n');
		const rows = table.rows.slice(start, start + lines.length);
		return ['```', ...[...table.heading, ...rows].map(inBlock), '```'].join('\n');
	};
	const groups = groupsIn(view).map((group) =>
		[bold(group.name), bodyOf(group)].filter((part) => part !== '').join('\n'),
	);
	return paragraphs(
		[bold(view.title), inLine(view.period)].filter((line) => line !== '').join('\n'),
		[inLine(table?.label ?? ''), groups.join('\n\n')].filter((part) => part !== '').join('\n'),
		endOf(view),
		view.notes.map((note) => `Note: ${inLine(note)}`).join('\n'),
	);
}

/** A table that a phone has room for, with the label of its only figure above it instead of headings. */
interface Table {
	readonly label: string;
	readonly heading: readonly string[];
	readonly rows: readonly string[];
}

function tableFor(view: View): Table | undefined {
	const [first] = view.lines;
	const [label = '', ...others] = [...(first?.figures ?? []), ...(first?.details ?? [])].map(
		(column) => column.label,
	);
	for (const isShort of [false, true]) {
		const columns = columnsIn(view, isShort);
		const table = aligned(columns, PHONE);
		if (table !== undefined) {
			return { label: '', heading: table.slice(0, 1), rows: table.slice(1) };
		}
		if (others.length > 0) continue;
		const unlabelled = columns.map((column) => ({ ...column, label: '' }));
		const bare = aligned(unlabelled, PHONE);
		if (bare !== undefined) return { label, heading: [], rows: bare.slice(1) };
	}
	return undefined;
}

/** An entry of the list. */
function entryOf(line: Line): string {
	const facts = factsOf(line).map(({ label, value }) => `${inLine(label)}: ${inLine(value)}`);
	return [`• ${bold(line.name)}`, ...facts].join('\n   ');
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
