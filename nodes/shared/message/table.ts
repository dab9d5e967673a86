import { type Cell, type Group, type Line, linesIn, type View } from './view';
import { NONE, widthOf } from './words';

/** A column of a table. */
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
export function columnsIn(view: View, isShort = false): TableColumn[] {
	const lines = linesIn(view);
	const cells = (lines[0]?.cells ?? []).flatMap(({ label, isNumber }, place): TableColumn[] => {
		const valueOf = ({ cells: own }: Line) => own[place]?.value ?? NONE;
		const changeOf = ({ cells: own }: Line) => {
			const change = own[place]?.change ?? '';
			return isShort ? change.replace(/ \(.*\)$/, '') : change;
		};
		const isCompared = lines.some((line) => changeOf(line) !== '');
		return [
			{ label, isRight: isNumber, cellOf: valueOf },
			...(isCompared ? [{ label: 'Change', isRight: false, cellOf: changeOf }] : []),
		];
	});
	return [{ label: view.subject, isRight: false, cellOf: ({ name }) => name }, ...cells];
}

/** A table in a fixed-width font. */
export interface AlignedTable {
	readonly heading: string;
	readonly rowOf: (line: Line) => string;
	readonly width: number;
}

/**
 * The lines as a table in a fixed-width font, with short changes if that makes room.
 *
 * @param isBare whether it has no headings
 * @returns nothing if it is wider than given
 */
export function tableWithin(view: View, widest: number, isBare = false): AlignedTable | undefined {
	const lines = linesIn(view);
	for (const isShort of [false, true]) {
		const columns = columnsIn(view, isShort);
		const shown = isBare ? columns.map((column) => ({ ...column, label: '' })) : columns;
		const table = aligned(shown, lines);
		if (table.width <= widest) return table;
	}
	return undefined;
}

/** The columns beside each other, with two blanks between them. */
function aligned(columns: readonly TableColumn[], lines: readonly Line[]): AlignedTable {
	const padded = columns.map(({ label, isRight, cellOf }) => {
		const texts = [label, ...lines.map(cellOf)];
		const width = Math.max(...texts.map(widthOf));
		return texts.map((text) => {
			const blanks = ' '.repeat(width - widthOf(text));
			return isRight ? blanks + text : text + blanks;
		});
	});
	const textOf = (row: number) => {
		const cells = padded.map((texts) => texts[row] ?? '');
		return cells.join('  ').trimEnd();
	};
	const heading = textOf(0);
	const rows = new Map(lines.map((line, index) => [line, textOf(index + 1)]));
	return {
		heading,
		rowOf: (line) => rows.get(line) ?? '',
		width: Math.max(...[heading, ...rows.values()].map(widthOf)),
	};
}

/** Cells in words, where there is something to say. */
export function factsOf(cells: readonly Cell[]): Array<{ label: string; value: string }> {
	const facts = cells.map((cell) => ({ label: cell.label, value: joined(partsOf(cell), ' ') }));
	return facts.filter(({ value }) => value !== NONE);
}

/** A value and its change, for where they stand beside each other without headings. */
export function partsOf({ value, change }: Cell): [value: string, change: string] {
	if (change === NONE) return [value, '(no change)'];
	return [value === NONE && change !== '' ? '' : value, change];
}

/** What stands below the rows: how many more there are, or that there are none. */
export function endOf({ groups, more, isTotalExact }: View): string {
	const isEmpty = groups.length === 0;
	if (more > 0) {
		const count = isTotalExact ? String(more) : `at least ${more}`;
		return isEmpty ? `${count} rows, too long to show here` : `and ${count} more`;
	}
	if (isEmpty) return 'There is nothing to show.';
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
