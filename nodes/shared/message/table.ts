import { NONE } from './numbers';
import { widthOf } from './plain';
import type { Figure, Line, View } from './types';

/** A column of a table, with a cell for each line. */
export interface Column {
	readonly label: string;
	/** Whether it holds numbers, which stand below each other by their last digit. */
	readonly isRight: boolean;
	readonly cells: readonly string[];
}

/** Lines that belong to one project, and the place of the first of them. */
export interface Group {
	readonly name: string;
	readonly start: number;
	readonly lines: readonly Line[];
}

/**
 * The lines as columns: the names, the figures with their changes, the details.
 *
 * @param isShort whether changes come without percent
 */
export function columnsIn({ lines, subject }: View, isShort = false): Column[] {
	const [first] = lines;
	const changeOf = (line: Line, index: number) =>
		(isShort ? line.figures[index]?.shortChange : line.figures[index]?.change) ?? '';
	const figures = (first?.figures ?? []).flatMap(({ label }, index): Column[] => {
		const changes = lines.map((line) => changeOf(line, index));
		const values = lines.map((line) => line.figures[index]?.value ?? NONE);
		return [
			{ label, isRight: true, cells: values },
			...(changes.some((change) => change !== '')
				? [{ label: 'Change', isRight: false, cells: changes }]
				: []),
		];
	});
	const details = (first?.details ?? []).map(({ label }, index) => ({
		label,
		isRight: false,
		cells: lines.map((line) => line.details[index]?.value ?? NONE),
	}));
	return [
		{ label: subject, isRight: false, cells: lines.map(({ name }) => name) },
		...figures,
		...details,
	];
}

/**
 * A table in a fixed-width font: the heading and a text for each line.
 *
 * @returns nothing if it is wider than given
 */
export function aligned(columns: readonly Column[], widest: number): string[] | undefined {
	const widths = widthsOf(columns, widest);
	if (widths === undefined) return undefined;
	const parts = columns.map(({ label, isRight, cells }, index) =>
		[label, ...cells].map((text) => {
			const blanks = ' '.repeat((widths[index] ?? 0) - widthOf(text));
			return isRight ? blanks + text : text + blanks;
		}),
	);
	const [heading = []] = parts;
	return heading.map((_, row) =>
		parts
			.map((texts) => texts[row] ?? '')
			.join('  ')
			.trimEnd(),
	);
}

/** The widths of columns with two blanks between them, or nothing as soon as they are too wide. */
function widthsOf(columns: readonly Column[], widest: number): number[] | undefined {
	const widths: number[] = [];
	let left = widest + 2;
	for (const { label, cells } of columns) {
		let width = 0;
		for (const text of [label, ...cells]) {
			width = Math.max(width, widthOf(text));
			if (width + 2 > left) return undefined;
		}
		widths.push(width);
		left -= width + 2;
	}
	return widths;
}

/** The lines by the project that they belong to. */
export function groupsIn({ lines }: View): Group[] {
	const groups: Array<Group & { readonly lines: Line[] }> = [];
	for (const [start, line] of lines.entries()) {
		const last = groups.at(-1);
		if (last?.name === line.group) {
			last.lines.push(line);
		} else {
			groups.push({ name: line.group, start, lines: [line] });
		}
	}
	return groups;
}

/** The figures and details of a line in words, where there is something to say. */
export function factsOf({ figures, details }: Line): Array<{ label: string; value: string }> {
	const numbers = figures.map((figure) => ({
		label: figure.label,
		value: partsOf(figure)
			.filter((part) => part !== '')
			.join(' '),
	}));
	return [...numbers, ...details.filter(({ value }) => value !== NONE)];
}

/** The number of a figure and its change, for where they stand beside each other without headings. */
export function partsOf({ value, change }: Figure): [value: string, change: string] {
	if (change === NONE) return [value, '(no change)'];
	return [value === NONE && change !== '' ? '' : value, change];
}

/** What stands below the rows: how many more there are, or that there are none. */
export function endOf({ lines, more, isOpen, period }: View): string {
	if (more > 0) {
		const count = isOpen ? `at least ${more}` : String(more);
		return lines.length > 0 ? `and ${count} more` : `${count} rows, too long to show here`;
	}
	if (lines.length > 0) return isOpen ? 'and perhaps more' : '';
	return period === '' ? 'There is nothing to show.' : 'There is nothing to show for this period.';
}

/** Parts of a text, with empty lines between those that are there. */
export function paragraphs(...parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n\n');
}
