import { type Json, json, list, moment, strings, text } from './json';
import type { Behaviour } from './behaviour';
import { type Detail, RefusedBody } from './errors';
import { type Asked, readAsked } from './paging';
import { fraction } from './random';

/** The body the GEO endpoints share (public), read into a form that is easy to work with. */
export interface GeoQuery {
	/** The member that identifies a record of the list this is about. */
	readonly idKey: string;
	readonly startDate?: string;
	readonly endDate?: string;
	readonly orderBy: ReadonlyArray<{ field: string; descending: boolean }>;
	readonly asked: Asked;
	readonly metrics: readonly string[];
	readonly filters: Json;
}

/** Reads a GEO body. Whatever does not have the documented form counts as not sent. */
export function readQuery(
	value: unknown,
	{ ignoreDates, ignoreFilters, ignoreSort }: Behaviour,
	idKey = 'id',
): GeoQuery {
	const body = json(value);
	return {
		idKey,
		startDate: ignoreDates ? undefined : text(body['start_date']),
		endDate: ignoreDates ? undefined : text(body['end_date']),
		orderBy: list(ignoreSort ? [] : body['order_by']).flatMap((entry) => {
			const field = text(json(entry)['field']);
			return field === undefined ? [] : [{ field, descending: json(entry)['order'] === 'desc' }];
		}),
		asked: readAsked(body['pagination']),
		metrics: strings(body['metrics']),
		filters: ignoreFilters ? {} : json(body['filters']),
	};
}

/**
 * Refuses what is not among the names that the service knows.
 *
 * @param names each with its place in the body
 * @throws RefusedBody
 */
export function checkNames(
	names: ReadonlyArray<readonly [name: string, ...place: Array<number | string>]>,
	known: readonly string[],
): void {
	const details = names.flatMap(([name, ...place]): Detail[] => {
		if (known.includes(name)) return [];
		const msg = `Unknown name '${name}': input should be one of ${known.join(', ')}`;
		return [{ loc: ['body', ...place], msg, type: 'literal_error' }];
	});
	if (details.length > 0) throw new RefusedBody(details);
}

/** Refuses to sort by a field that no record has, as far as there are records. */
export function checkSort(rows: readonly Json[], { orderBy }: GeoQuery): void {
	if (rows.length === 0 || orderBy.length === 0) return;
	const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	checkNames(
		orderBy.map(({ field }, place) => [field, 'order_by', place, 'field']),
		known,
	);
}

const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** A value that is not there comes first, as the smallest one. */
function compare(left: unknown, right: unknown): number {
	if (typeof left === 'number' && typeof right === 'number') return left - right;
	return words(left).localeCompare(words(right), 'en');
}

/** Sorts a copy of the records by the fields that were asked for. */
export function sorted(records: readonly Json[], { orderBy }: GeoQuery): Json[] {
	return [...records].sort((left, right) => {
		for (const { field, descending } of orderBy) {
			const order = compare(left[field], right[field]);
			if (order !== 0) return descending ? -order : order;
		}
		return 0;
	});
}

/** Whether a record that answers say nothing of lies in the period, by its own date. */
export function isWithin(record: Json, { startDate, endDate }: GeoQuery): boolean {
	const at = moment(record['created_at']);
	if (at === undefined) return true;
	return at >= (moment(startDate) ?? -Infinity) && at <= (moment(endDate) ?? Infinity);
}

/** A number that the sandbox makes up for a metric of a record that answers say nothing of. */
export function inventedMetric(record: Json, name: string, query: GeoQuery): number {
	const period = `${query.startDate ?? ''}/${query.endDate ?? ''}`;
	return Math.floor(fraction(`${String(record[query.idKey])}/${name}/${period}`) * 1000);
}
