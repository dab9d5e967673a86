import { endOf, factsOf, joined, tableWithin } from './table';
import type { Group, Line, View } from './view';

/** The widest line of a plain email that nobody breaks. */
const WIDEST = 78;

/** The message as plain text: a table if it is narrow enough, otherwise a paragraph for each row. */
export function asText(view: View): string {
	const { title, period, notes } = view;
	return joined([
		joined([title, period], '\n'),
		rowsOf(view),
		endOf(view),
		notes.map((note) => `Note: ${note}`).join('\n'),
	]);
}

function rowsOf(view: View): string {
	const { groups } = view;
	const headOf = ({ name }: Group) => (name === '' ? '' : `[${name}]`);
	const table = tableWithin(view, WIDEST);
	if (table === undefined) {
		return joined(groups.flatMap((group) => [headOf(group), ...group.rows.map(blockOf)]));
	}
	const { heading, rowOf, width } = table;
	const rows = groups.map((group) => joined([headOf(group), ...group.rows.map(rowOf)], '\n'));
	return groups.length === 0 ? '' : `${heading}\n${'-'.repeat(width)}\n${joined(rows)}`;
}

/** A row of its own: the name, and below it all that is known about it. */
function blockOf({ name, cells }: Line): string {
	const facts = factsOf(cells).map(({ label, value }) => `  ${label}: ${value}`);
	return [name, ...facts].join('\n');
}
