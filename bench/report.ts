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
	/** What one has to know to read the table. */
	readonly notes: readonly string[];
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
	readonly goals: readonly Goal[];
	/** The numbers behind the table, for the JSON. */
	readonly data: unknown;
}

/** No colours: the output is meant to be kept. */
const PLAIN = { head: [], border: [], compact: true };

/** A section as text for the terminal. */
export function render({ title, notes, head, rows, goals }: Section): string {
	const table = new Table({
		head: [...head],
		style: PLAIN,
		colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
	});
	table.push(...rows.map((row) => [...row]));
	const verdicts = goals.map(({ words, value, most, unit }) => {
		const verdict = value <= most ? 'met    ' : 'not met';
		return `  ${verdict}  ${words}: ${rounded(value)}${unit}, goal at most ${most}${unit}`;
	});
	const lines = notes.map((note) => `  ${note}`);
	return ['', title, ...lines, table.toString(), ...verdicts, ''].join('\n');
}

/** Seconds out of milliseconds. */
export function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

/** Megabytes out of bytes. */
export function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** How often one number goes into another. */
export function ratio(value: number, base: number): string {
	return `${(value / base).toFixed(2)} ×`;
}

/** The number in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

function rounded(value: number): number {
	return Math.round(value * 100) / 100;
}
