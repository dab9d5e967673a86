import { type Json, json, moment, strings } from './json';
import { RefusedBody } from './errors';
import type { Rows } from './paging';
import { type GeoQuery, partOf, passes, readQuery, sorted } from './query';
import { fraction } from './random';
import { NEWEST } from './records';
import type { World } from './world';

/** The reports and their measures, all of which a request gets that asks for none. */
const REPORTS = {
	performance: ['share_of_voice', 'citation_share', 'visibility_score', 'mentions_count'],
	citations: ['count', 'unique_pages', 'unique_domains'],
	sentiments: ['total_keyword_occurrences', 'positive_keyword_occurrences'],
} as const;
/** The name of a report, which is the last step of its path. */
export type Report = keyof typeof REPORTS;

const isReport = (name: string): name is Report => Object.hasOwn(REPORTS, name);

/** The names of all reports. */
export const REPORT_NAMES: readonly Report[] = Object.keys(REPORTS).filter(isReport);

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const SHARES = /share|score|rate|percent/;

/** One value of a dimension: what it adds to the row, and what filters can find it by. */
interface Value {
	readonly shown: unknown;
	readonly known: Json;
}

interface Period {
	readonly start: number;
	readonly end: number;
}

function period(query: GeoQuery): Period {
	const end = moment(query.endDate) ?? NEWEST;
	return { start: moment(query.startDate) ?? end - 30 * DAY_MS, end };
}

function days({ start, end }: Period): Value[] {
	const count = Math.max(1, Math.min(Math.ceil((end - start) / DAY_MS), MOST_DAYS));
	return Array.from({ length: count }, (_, index) => {
		const shown = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
		return { shown, known: {} };
	});
}

const named = (records: Json[], name: string): Value[] =>
	records.map((record) => ({ shown: record[name], known: record }));

type Dimension = (world: World, projectId: string, asked: Period) => Value[];

const DIMENSIONS: Record<string, Dimension> = {
	topic: (world, id) =>
		named(world.list(id, 'topics'), 'name').map(({ shown, known }) => ({
			shown,
			known: { ...known, topic: shown },
		})),
	market: (world, id) => named(world.list(id, 'markets'), 'market_id'),
	model: (world, id) =>
		named(world.list(id, 'models'), 'name').map(({ shown, known }) => ({
			shown,
			known: { ...known, model: shown },
		})),
	date: (_world, _id, asked) => days(asked),
};

/** A number that depends on the row, the measure and the period, so that two periods differ. */
function measured(measure: string, row: string, { start, end }: Period): number {
	const usual = fraction(`${row}/${measure}`);
	const swing = fraction(`${row}/${measure}/${start}/${end}`) - 0.5;
	const share = Math.min(Math.max(usual * 0.8 + swing * 0.2 + 0.1, 0), 1);
	return SHARES.test(measure) ? Math.round(share * 10_000) / 100 : Math.round(share * 50_000);
}

/** Rows for every combination of dimension values, made one by one as they are read. */
class ReportRows implements Rows {
	readonly length: number;

	constructor(
		private readonly axes: ReadonlyArray<{ name: string; values: readonly Value[] }>,
		private readonly finish: (row: Json) => Json,
	) {
		this.length = axes.reduce((product, { values }) => product * values.length, 1);
	}

	slice(from: number, to: number): Json[] {
		const count = Math.max(0, Math.min(to, this.length) - from);
		return Array.from({ length: count }, (_, index) => this.row(from + index));
	}

	private row(index: number): Json {
		const row: Json = {};
		let rest = index;
		// The last dimension changes fastest, like the last digit of a number.
		for (const { name, values } of [...this.axes].reverse()) {
			row[name] = values[rest % values.length]?.shown;
			rest = Math.floor(rest / values.length);
		}
		const order = this.axes.map(({ name }) => [name, row[name]] as const);
		return this.finish(Object.fromEntries(order));
	}
}

/** The names in a member of the body, as the service of a report would take them: known ones only. */
function knownNames(body: unknown, member: string, known: readonly string[]): string[] {
	const names = strings(json(body)[member]);
	const details = names.flatMap((name, place) => {
		if (known.includes(name)) return [];
		const msg = `Unknown name '${name}': input should be one of ${known.join(', ')}`;
		return [{ loc: ['body', member, place], msg, type: 'literal_error' }];
	});
	if (details.length > 0) throw new RefusedBody(details);
	return names;
}

/**
 * Computes a report. Dimensions, measures, dates and filters are known from example requests
 * (public); the rows that come back are the sandbox's own invention.
 *
 * @throws RefusedBody if a dimension or a measure is not known
 */
export function makeReport(world: World, projectId: string, report: Report, body: unknown): Rows {
	const query = readQuery(body);
	const asked = period(query);
	const wanted = knownNames(body, 'measures', REPORTS[report]);
	const measures = wanted.length > 0 ? wanted : REPORTS[report];
	const dimensions = new Set(knownNames(body, 'dimensions', Object.keys(DIMENSIONS)));
	const axes = [...dimensions].map((name) => {
		const values = DIMENSIONS[name]?.(world, projectId, asked) ?? [];
		return { name, values: values.filter(({ known }) => passes(known, query.filters)) };
	});
	const rows = new ReportRows(axes, (row) => {
		const identity = `${projectId}/${report}/${JSON.stringify(row)}${partOf(query)}`;
		const numbers = measures.map((name) => [name, measured(name, identity, asked)] as const);
		return { ...row, ...Object.fromEntries(numbers) };
	});
	return query.orderBy.length === 0 ? rows : sorted(rows.slice(0, rows.length), query);
}
