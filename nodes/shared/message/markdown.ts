import { type Column, columnsIn, endOf, groupsIn, paragraphs } from './table';
import type { View } from './types';

/** The message in GitHub's Markdown: a table, one for each project. */
export function asMarkdown(view: View): string {
	const columns = columnsIn(view);
	const tables = groupsIn(view).map(({ name, start, lines }) =>
		paragraphs(
			name === '' ? '' : `### ${escaped(name)}`,
			tableOf(columns, start, start + lines.length),
		),
	);
	return paragraphs(
		view.title === '' ? '' : `## ${escaped(view.title)}`,
		escaped(view.period),
		...tables,
		endOf(view),
		...view.notes.map((note) => `> ${escaped(note)}`),
	);
}

function tableOf(columns: readonly Column[], start: number, end: number): string {
	const rows = Array.from({ length: end - start }, (_, index) =>
		columns.map(({ cells }) => cells[start + index] ?? ''),
	);
	return [
		rowOf(columns.map(({ label }) => escaped(label))),
		rowOf(columns.map(({ isRight }) => (isRight ? '---:' : '---'))),
		...rows.map((cells) => rowOf(cells.map(escaped))),
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
