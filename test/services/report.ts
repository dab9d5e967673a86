import Table from 'cli-table3';
import type { Tally } from './examine';
import { OUTCOMES } from './judge';

/** The part of the known forms that may come with a notice although all is well. */
export const MOST_NOISE = 0.01;

/** No colours: the output is meant to be kept. */
const PLAIN = { head: [], border: [], compact: true };

/** The part of the known forms that were read complete, with or without a notice. */
export function completeShare({ known: { all, complete, noise } }: Tally): number {
	return all === 0 ? 1 : (complete + noise) / all;
}

/** The part of the known forms that came with a notice although all was well. */
export function noiseShare({ known: { all, noise } }: Tally): number {
	return noise / Math.max(1, all);
}

/** The outcomes as a table for people. */
export function outcomeTable(tallies: ReadonlyArray<readonly [name: string, Tally]>): string {
	const head = ['', ...OUTCOMES, 'all', 'known forms', 'complete', 'with a notice'];
	const table = new Table({
		head,
		style: PLAIN,
		colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
	});
	for (const [name, tally] of tallies) {
		const counts = OUTCOMES.map((outcome) => tally.counts[outcome]);
		const all = counts.reduce((sum, count) => sum + count, 0);
		table.push([
			...[name, ...counts, all, tally.known.all],
			percent(completeShare(tally)),
			percent(noiseShare(tally)),
		]);
	}
	return table.toString();
}

function percent(part: number): string {
	return `${(100 * part).toFixed(1)} %`;
}
