import { type Json, json, list, moment, strings, text } from './json';
import { type Asked, readAsked } from './paging';
import { fraction } from './random';

/** The body the GEO endpoints share (public), read into a form that is easy to work with. */
export interface GeoQuery {
	/** The member that identifies a record of the list this is about. */
	readonly idKey: string;
	/** The member whose moment has to lie in the period. */
	readonly dateKey: string;
	readonly startDate?: string;
	readonly endDate?: string;
	readonly orderBy: ReadonlyArray<{ field: string; descending: boolean }>;
	readonly asked: Asked;
	readonly metrics: readonly string[];
	readonly filters: Json;
}

/** Reads a GEO body. Whatever does not have the documented form counts as not sent. */
export function readQuery(value: unknown, idKey = 'id', dateKey = 'created_at'): GeoQuery {
	const body = json(value);
	return {
		idKey,
		dateKey,
		startDate: text(body['start_date']),
		endDate: text(body['end_date']),
		orderBy: list(body['order_by']).flatMap((entry) => {
			const field = text(json(entry)['field']);
			return field === undefined ? [] : [{ field, descending: json(entry)['order'] === 'desc' }];
		}),
		asked: readAsked(body['pagination']),
		metrics: strings(body['metrics']),
		filters: json(body['filters']),
	};
}

/** The members that tell what a record has of a filter's subject. */
const FILTERED: Record<string, readonly string[]> = {
	topics: ['topic_id', 'topic_name', 'topic'],
	tags: ['tag_id', 'tag_name', 'tag'],
	markets: ['market_id', 'country_code', 'market'],
	platform: ['platform_id', 'platform_name', 'model'],
	visibility: ['avg_visibility_score', 'visibility_score'],
	rank: ['avg_rank', 'rank'],
};

const same = (left: unknown, right: unknown) =>
	String(left).toLowerCase() === String(right).toLowerCase();

function hits(values: readonly unknown[], item: unknown): boolean {
	const wanted = json(item)['value'];
	const choices: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
	return choices.some((choice) => values.some((value) => same(value, choice)));
}

/** Gives what a record has of a filter's subject beyond its own members. */
export type Hidden = (record: Json, filter: string) => unknown[];

/**
 * Tells whether a record passes the filters; a filter on something the record does not have lets it
 * pass.
 */
export function passes(record: Json, filters: Json, hidden: Hidden = () => []): boolean {
	return Object.entries(filters).every(([name, filter]) => {
		const fields = FILTERED[name] ?? [];
		const values = [...fields.flatMap((field) => record[field] ?? []), ...hidden(record, name)];
		const items = list(json(filter)['items']);
		if (values.length === 0 || items.length === 0) return true;
		const any = same(json(filter)['condition'], 'or');
		return any
			? items.some((item) => hits(values, item))
			: items.every((item) => hits(values, item));
	});
}

/** Tells the part of the data that filters leave from another part; empty for all of it. */
export function partOf({ filters }: GeoQuery): string {
	return Object.keys(filters).length === 0 ? '' : `/${JSON.stringify(filters)}`;
}

/**
 * Gives the number the sandbox answers for a metric of a record in a period. One metric is known for
 * each list at most (public), so none is refused for its name.
 */
function metric(record: Json, name: string, query: GeoQuery): number {
	const identity = record[query.idKey];
	const period = `${query.startDate ?? ''}/${query.endDate ?? ''}${partOf(query)}`;
	return Math.floor(fraction(`${String(identity)}/${name}/${period}`) * 1000);
}

/** Gives a copy of a record with the metrics that were asked for. */
export function withMetrics(record: Json, query: GeoQuery): Json {
	if (query.metrics.length === 0) return record;
	const missing = query.metrics.filter((name) => record[name] === undefined);
	const added = missing.map((name) => [name, metric(record, name, query)] as const);
	return { ...record, ...Object.fromEntries(added) };
}

const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

function compare(left: unknown, right: unknown): number {
	if (typeof left === 'number' && typeof right === 'number') return left - right;
	return words(left).localeCompare(words(right), 'en');
}

/** Sorts a copy of the records by the fields and metrics that were asked for. */
export function sorted(records: Json[], query: GeoQuery): Json[] {
	if (query.orderBy.length === 0) return records;
	const value = (record: Json, field: string) =>
		record[field] ?? (query.metrics.includes(field) ? metric(record, field, query) : undefined);
	return [...records].sort((left, right) => {
		for (const { field, descending } of query.orderBy) {
			const order = compare(value(left, field), value(right, field));
			if (order !== 0) return descending ? -order : order;
		}
		return 0;
	});
}

function within(date: unknown, start: number, end: number): boolean {
	const at = moment(date);
	return at === undefined || (at >= start && at <= end);
}

/**
 * Picks and sorts the records of a list. Gives the list itself, not a copy, when nothing is asked
 * for.
 */
export function select(records: Json[], query: GeoQuery, hidden?: Hidden): Json[] {
	const start = moment(query.startDate) ?? Number.NEGATIVE_INFINITY;
	const end = moment(query.endDate) ?? Number.POSITIVE_INFINITY;
	const dated = query.startDate !== undefined || query.endDate !== undefined;
	if (!dated && Object.keys(query.filters).length === 0) return sorted(records, query);
	const chosen = records.filter(
		(record) => within(record[query.dateKey], start, end) && passes(record, query.filters, hidden),
	);
	return sorted(chosen, query);
}
