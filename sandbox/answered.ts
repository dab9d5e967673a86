import type { Context } from './context';
import { checkFilters, daysBetween, sliceOf } from './filters';
import type { Json } from './json';
import { checkNames, checkSort, type GeoQuery, inventedMetric, isWithin, sorted } from './query';
import { type List, LISTS, type Resource } from './records';
import { noSums, numbersOf } from './sums';
import { sumsOfEntries } from './usual';

/**
 * The records of a list as a request asks for them: with the numbers of its period, and those that its
 * filters leave, in its order.
 *
 * @throws RefusedBody for a filter, a metric or a field that there is not
 */
export function answeredList(
	context: Context,
	projectId: string,
	resource: Resource,
	query: GeoQuery,
): Json[] {
	const { world, behaviour } = context;
	const {
		always = {},
		metrics = {},
		groupsOf,
		isAboutPrompts,
		comesAndGoes,
	}: List = LISTS[resource];
	const records = world.list(projectId, resource);
	if (groupsOf !== undefined) {
		checkFilters(query.filters, isAboutPrompts === true);
		const asked = query.metrics.map((name, place) => [name, 'metrics', place] as const);
		if (!behaviour.ignoreUnknown) checkNames(asked, Object.keys(metrics));
	}
	const isFiltered = Object.keys(query.filters).length > 0;
	const isDated = query.startDate !== undefined || query.endDate !== undefined;
	const isPlain =
		!isFiltered && !isDated && query.orderBy.length === 0 && query.metrics.length === 0;
	if (isPlain) return records;
	const table = world.answers(projectId);
	const days = daysBetween(query.startDate, query.endDate, world.now());
	const key = JSON.stringify([projectId, resource, days, query.filters]);
	const sums = context.sums.getOrMake(key, () =>
		sumsOfEntries(table, resource, sliceOf(table, days, query.filters)),
	);
	const rows = records.flatMap((record): Json[] => {
		const entry = world.entryOf(record);
		if (entry === undefined || groupsOf === undefined) {
			if (!isWithin(record, query)) return [];
			const missing = query.metrics.filter((name) => record[name] === undefined);
			if (missing.length === 0) return [record];
			const made = missing.map((name) => [name, inventedMetric(record, name, query)] as const);
			return [{ ...record, ...Object.fromEntries(made) }];
		}
		const own = sums.get(entry);
		if (own === undefined && (isFiltered || (isDated && comesAndGoes === true))) return [];
		const wanted = Object.entries(metrics).filter(([name]) => query.metrics.includes(name));
		const numbers = numbersOf(own ?? noSums(0, true), { ...always, ...Object.fromEntries(wanted) });
		return [{ ...record, ...numbers, ...world.patchOf(record) }];
	});
	checkSort(rows, query);
	return sorted(rows, query);
}
