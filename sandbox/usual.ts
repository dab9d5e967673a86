import type { AnswerTable } from './answers';
import { daysBetween, sliceOf } from './filters';
import { type List, LISTS, type Resource } from './records';
import { noSums, numbersOf, type Slice, type Sums, sumsBy } from './sums';

/** What the answers of a slice say of each entry of a list. */
export function sumsOfEntries(
	table: AnswerTable,
	resource: Resource,
	slice: Slice,
): ReadonlyMap<number, Sums> {
	const { groupsOf = () => [] }: List = LISTS[resource];
	return sumsBy(table, slice, (answer) => groupsOf(answer, table), true);
}

/** The numbers that the entries of a list have where a request names no dates. */
export function usualNumbers(table: AnswerTable, resource: Resource, now: number) {
	const { always }: List = LISTS[resource];
	if (always === undefined) return () => ({});
	const slice = sliceOf(table, daysBetween(undefined, undefined, now), {});
	const sums = sumsOfEntries(table, resource, slice);
	return (entry: number) => numbersOf(sums.get(entry) ?? noSums(0, true), always);
}
