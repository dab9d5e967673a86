import Table from 'cli-table3';
import type { Tally } from './examine';
import { OUTCOMES } from './judge';

/** No colours: the output is meant to be kept. */
const PLAIN = { head: [], border: [], compact: true };

/** The outcomes as a table for people. */
export function outcomeTable(tallies: ReadonlyArray<readonly [name: string, Tally]>): string {
	const head = ['', ...OUTCOMES, 'all', 'honest', 'complete'];
	const table = new Table({
		head,
		style: PLAIN,
		colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
	});
	for (const [name, tally] of tallies) {
		const counts = OUTCOMES.map((outcome) => tally.counts[outcome]);
		const all = counts.reduce((sum, count) => sum + count, 0);
		table.push([name, ...counts, all, tally.honest.all, tally.honest.complete]);
	}
	return table.toString();
}
