import Table from 'cli-table3';

/** A promise of the project and what was measured of it. */
export interface Goal {
	readonly words: string;
	readonly value: number;
	readonly most: number;
	readonly unit: string;
}

/** What one part of the bench gives. */
export interface Section {
	readonly title: string;
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
	readonly goals: readonly Goal[];
}

/** No colours: the output is meant to be kept. */
const PLAIN = { head: [], border: [], compact: true };

/** Returns a section as text for the terminal. */
export function render({ title, head, rows, goals }: Section): string {
	const colAligns = head.map((_, column) => (column === 0 ? 'left' : 'right'));
	const table = new Table({ head: [...head], style: PLAIN, colAligns });
	table.push(...rows.map((row) => [...row]));
	const verdicts = goals.map(({ words, value, most, unit }) => {
		const verdict = value <= most ? 'met    ' : 'not met';
		return `  ${verdict}  ${words}: ${Math.round(value * 100) / 100}${unit}, goal at most ${most}${unit}`;
	});
	return ['', title, table.toString(), ...verdicts, ''].join('\n');
}

/** Returns how often one number goes into another, such as `1.06 ×`. */
export function ratio(value: number, base: number): string {
	return `${(value / base).toFixed(2)} ×`;
}

/** Returns the number in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
