import type { Answer } from './answers';
import type { Behaviour } from './behaviour';
import type { Context } from './context';
import type { Brand } from './domain';
import { checkFilters, daysBetween, sliceOf } from './filters';
import { type Json, strings } from './json';
import * as names from './names';
import { checkNames, checkSort, type GeoQuery, sorted } from './query';
import { cycle } from './random';
import { type Measure, measured, noSums, sumsBy } from './sums';

/** The reports and their measures, all of which a request gets that asks for none. The first are public. */
const REPORTS = {
	performance: ['share_of_voice', 'citation_share', 'visibility_score', 'mentions_count'],
	citations: ['count', 'unique_pages', 'unique_domains'],
	sentiments: ['total_keyword_occurrences', 'positive_keyword_occurrences'],
} as const satisfies Readonly<Record<string, readonly Measure[]>>;
/** The name of a report, which is the last step of its path. */
export type Report = keyof typeof REPORTS;

const isReport = (name: string): name is Report => Object.hasOwn(REPORTS, name);

/** The names of all reports. */
export const REPORT_NAMES: readonly Report[] = Object.keys(REPORTS).filter(isReport);

/** Something that a report can be broken down by (public). */
interface Dimension {
	/** The number of the part to which an answer belongs. */
	readonly partOf: (answer: Answer, first: number) => number;
	/** What a row calls the part. */
	readonly name: (part: number, brand: Brand, first: number) => string;
}

/** More than the days of the data, and than the parts of any other dimension. */
const MOST_PARTS = 2048;

const DIMENSIONS: Readonly<Record<string, Dimension>> = {
	topic: {
		partOf: ({ prompt }) => prompt.topic,
		name: (part, { topics }) => cycle(topics, part)[0],
	},
	market: {
		partOf: ({ prompt }) => prompt.market,
		name: names.marketId,
	},
	model: {
		partOf: ({ platform }) => platform,
		name: names.platformName,
	},
	date: {
		partOf: ({ day }, first) => day - first,
		name: (part, _brand, first) => new Date((first + part) * 86_400_000).toISOString().slice(0, 10),
	},
};

/** @throws RefusedBody if one of the dimensions or measures is not known */
function readAsked(report: Report, body: Json, { ignoreUnknown }: Behaviour) {
	const known: readonly Measure[] = REPORTS[report];
	const namesIn = (member: string, ofService: readonly string[]) => {
		const asked = strings(body[member]);
		const places = asked.map((name, place) => [name, member, place] as const);
		if (!ignoreUnknown) checkNames(places, ofService);
		return [...new Set(asked)];
	};
	const measures = namesIn('measures', known);
	const dimensions = namesIn('dimensions', Object.keys(DIMENSIONS));
	const wanted = known.filter((name) => measures.includes(name));
	return { dimensions, measures: wanted.length > 0 ? wanted : known };
}

/**
 * Adds up a report. Dimensions, measures, dates and filters are known from example requests (public);
 * the rows that come back are the sandbox's own invention.
 *
 * @throws RefusedBody if something is named that the service does not know
 */
export function makeReport(
	{ world, sums, behaviour }: Context,
	projectId: string,
	report: Report,
	body: Json,
	query: GeoQuery,
): Json[] {
	const asked = readAsked(report, body, behaviour);
	checkFilters(query.filters, false);
	const table = world.answers(projectId);
	const days = daysBetween(query.startDate, query.endDate, world.now());
	const axes = asked.dimensions.flatMap((name) => {
		const dimension = DIMENSIONS[name];
		return dimension === undefined ? [] : [{ name, dimension }];
	});
	const isDistinct = report === 'citations';
	const key = JSON.stringify([projectId, asked.dimensions, days, query.filters, isDistinct]);
	// The number of a row is made of those of its parts, like the digits of a number.
	const rowOf = (answer: Answer) =>
		axes.reduce((row, { dimension }) => row * MOST_PARTS + dimension.partOf(answer, days.from), 0);
	const groups = sums.getOrMake(key, () =>
		sumsBy(table, sliceOf(table, days, query.filters), (answer) => [rowOf(answer)], isDistinct),
	);
	const found = axes.length === 0 ? [0] : [...groups.keys()].sort((one, other) => one - other);
	const rows = found.map((group) => {
		const parts = axes.map(({ name, dimension }, place) => {
			const part = Math.floor(group / MOST_PARTS ** (axes.length - 1 - place)) % MOST_PARTS;
			return [name, dimension.name(part, table.brand, days.from)] as const;
		});
		const own = groups.get(group) ?? noSums(0, isDistinct);
		const numbers = asked.measures.map((name) => [name, measured(own, name)] as const);
		return Object.fromEntries<unknown>([...parts, ...numbers]);
	});
	checkSort(rows, query);
	return sorted(rows, query);
}
