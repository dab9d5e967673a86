import Table from 'cli-table3';
import type { FailureClass, Tally } from './examine';
import { OUTCOMES } from './judge';

/** The part of those that can be read that has to be read complete. */
export const GOAL = 0.8;

/** No colours: the output is meant to be kept. */
const PLAIN = { head: [], border: [], compact: true };

/** The part of those that can be read that were read complete, with or without a hint. */
export function completeShare({ readable: { all, complete, noise } }: Tally): number {
	return all === 0 ? 1 : (complete + noise) / all;
}

/** The outcomes as a table for people. */
export function outcomeTable(tallies: ReadonlyArray<readonly [name: string, Tally]>): string {
	const head = ['', ...OUTCOMES, 'all', 'readable', 'read complete', 'of these with a hint'];
	const table = new Table({
		head,
		style: PLAIN,
		colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
	});
	for (const [name, tally] of tallies) {
		const counts = OUTCOMES.map((outcome) => tally.counts[outcome]);
		const all = counts.reduce((sum, count) => sum + count, 0);
		const { readable } = tally;
		table.push([
			...[name, ...counts, all, readable.all],
			percent(completeShare(tally)),
			percent(readable.noise / Math.max(1, readable.complete + readable.noise)),
		]);
	}
	return table.toString();
}

/** The classes of failures in words, the most frequent one first. */
export function classLines<Sample>(classes: ReadonlyArray<FailureClass<Sample>>): string[] {
	return classes.map(({ wrong, forms: [first = [], ...others], count, example, gave }) =>
		[
			`${count} × ${wrong} (${first.join(' | ') || 'nothing odd'})`,
			...(others.length === 0 ? [] : [`    also with ${wordsOf(others)}`]),
			`    ${JSON.stringify(example)}`,
			`    ${gave}`,
		].join('\n'),
	);
}

function wordsOf(forms: ReadonlyArray<readonly string[]>): string {
	return [...new Set(forms.map((form) => form.join(' | ')))].join('; ');
}

function percent(part: number): string {
	return `${(100 * part).toFixed(1)} %`;
}
