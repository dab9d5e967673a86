import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, isRankName } from '../base';
import type { Figure } from './figures';
import type { ChangeOrder } from './types';

/** How far in front a change for the better stands; the higher, the further. */
const WEIGHTS: Readonly<Record<ChangeOrder['first'], (change: number) => number>> = {
	fall: (change) => -change,
	move: Math.abs,
	rise: (change) => change,
};

/** The weight of what has no change: behind all others, and finite, so that two of them differ by 0. */
const LAST = -Number.MAX_VALUE;

/**
 * Sorts compared rows by how much a figure has changed. Rows without a change come last. Rows that are
 * equal stay in the order in which they came. A rank rises when its number falls.
 *
 * @param rowOf gives the row of an entry; `undefined` if it is none
 * @param figures the figures that the rows have
 * @throws DescribedError if there are rows, and the figure is none of theirs
 */
export function sortedByChange<Entry>(
	entries: readonly Entry[],
	rowOf: (entry: Entry) => JsonObject | undefined,
	{ figure, by, first }: ChangeOrder,
	figures: readonly Figure[],
): Entry[] {
	const found = figures.find(({ name }) => name === figure);
	if (found === undefined) {
		// A project or a slice may have no number yet.
		const isEmpty = (entry: Entry) => (rowOf(entry)?.[figure] ?? null) === null;
		const isThere = entries.some((entry) => Object.hasOwn(rowOf(entry) ?? {}, figure));
		if (entries.length === 0 || (isThere && entries.every(isEmpty))) return [...entries];
		throw noFigureError(figure, figures);
	}
	const sign = isRankName(figure) ? -1 : 1;
	const weightOf = (change: JsonValue | undefined) =>
		typeof change === 'number' ? WEIGHTS[first](sign * change) : LAST;
	return entries
		.map((entry) => ({ entry, weight: weightOf(rowOf(entry)?.[found[by]]) }))
		.sort((one, other) => other.weight - one.weight)
		.map(({ entry }) => entry);
}

function noFigureError(name: string, figures: readonly Figure[]): DescribedError {
	const known = figures.map((figure) => figure.name).join(', ');
	return new DescribedError(
		`No record has a number ${name} to sort by`,
		known === ''
			? "The records have no numbers at all. Remove 'Sort by Change' from 'Options', or ask for figures in 'Metrics' or 'Other Measures'."
			: `The numbers in the records are: ${known}. Enter one of them in 'Sort by Change', or remove it from 'Options'.`,
	);
}
