import { columnsIn, endOf, joined, type TableColumn } from './table';
import type { Line, View } from './view';

/** The message in GitHub's Markdown: a table, one for each project. */
export function asMarkdown(view: View): string {
	const columns = columnsIn(view);
	return joined([
		view.title === '' ? '' : `## ${escaped(view.title)}`,
		escaped(view.period),
		...view.groups.flatMap(({ name, rows }) => [
			name === '' ? '' : `### ${escaped(name)}`,
			tableOf(columns, rows),
		]),
		endOf(view),
		...view.notes.map((note) => `> ${escaped(note)}`),
	]);
}

function tableOf(columns: readonly TableColumn[], lines: readonly Line[]): string {
	return [
		rowOf(columns.map(({ label }) => escaped(label))),
		rowOf(columns.map(({ isRight }) => (isRight ? '---:' : '---'))),
		...lines.map((line) => rowOf(columns.map(({ cellOf }) => escaped(cellOf(line))))),
	].join('\n');
}

function rowOf(cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
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
