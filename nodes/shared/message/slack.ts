import { aligned, columnsIn, endOf, factsOf, type Group, groupsIn, paragraphs } from './table';
import type { Line, View } from './types';

/** How much of a line in a fixed-width font a phone shows. */
const PHONE = 40;

/** The message in Slack's mrkdwn: a block in a fixed-width font if a phone has room for it, or a list. */
export function asSlack(view: View): string {
	const columns = aligned(columnsIn(view), PHONE) ?? aligned(columnsIn(view, true), PHONE);
	const [heading = '', ...rows] = columns ?? [];
	const tableOf = ({ start, lines }: Group) =>
		['```', ...[heading, ...rows.slice(start, start + lines.length)].map(inBlock), '```'].join(
			'\n',
		);
	const groups = groupsIn(view).map((group) =>
		[bold(group.name), rows.length > 0 ? tableOf(group) : group.lines.map(entryOf).join('\n')]
			.filter((part) => part !== '')
			.join('\n'),
	);
	return paragraphs(
		[bold(view.title), inLine(view.period)].filter((line) => line !== '').join('\n'),
		...groups,
		endOf(view),
		view.notes.map((note) => `Note: ${inLine(note)}`).join('\n'),
	);
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
	return withEntities(text.replace(/\b[a-z][a-z\d+.-]*:\/\/+/gi, ''))
		.replaceAll('*', '∗')
		.replaceAll('~', '∼')
		.replaceAll('`', "'")
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
		.replace(/[@#]|:(?=[\w+-]*:)/g, '$&\u2060');
}

/** The three characters that Slack wants to have escaped. */
function withEntities(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
