import { widthOf } from './plain';
import { aligned, columnsIn, endOf, factsOf, groupsIn, paragraphs } from './table';
import type { Line, View } from './types';

/** The widest line of a plain email that nobody breaks. */
const WIDEST = 78;

/** The message as plain text: a table if it is narrow enough, otherwise a paragraph for each row. */
export function asText(view: View): string {
	const { title, period, notes } = view;
	return paragraphs(
		[title, period].filter((line) => line !== '').join('\n'),
		view.lines.length === 0 ? '' : rowsOf(view),
		endOf(view),
		notes.map((note) => `Note: ${note}`).join('\n'),
	);
}

function rowsOf(view: View): string {
	const table = aligned(columnsIn(view), WIDEST) ?? aligned(columnsIn(view, true), WIDEST);
	const headOf = (name: string) => (name === '' ? [] : [`[${name}]`]);
	if (table === undefined) {
		const blocks = groupsIn(view).flatMap(({ name, lines }) => [
			...headOf(name),
			...lines.map(blockOf),
		]);
		return paragraphs(...blocks);
	}
	const [heading = '', ...rows] = table;
	const groups = groupsIn(view).map(({ name, start, lines }) =>
		[...headOf(name), ...rows.slice(start, start + lines.length)].join('\n'),
	);
	const rule = '-'.repeat(Math.max(...table.map(widthOf)));
	return `${heading}\n${rule}\n${paragraphs(...groups)}`;
}

/** A row of its own: the name, and below it all that is known about it. */
function blockOf(line: Line): string {
	const facts = factsOf(line);
	const width = Math.max(0, ...facts.map(({ label }) => widthOf(label)));
	return [
		line.name,
		...facts.map(({ label, value }) => `  ${label}${' '.repeat(width - widthOf(label))}  ${value}`),
	].join('\n');
}
