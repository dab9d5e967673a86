import type { Answer, AnswerTable, Days } from './answers';
import type { Json } from './json';
import type { Page } from './names';

/** What the answers of one slice of the data come to. */
export interface Sums {
	answers: number;
	/** How many answers name each brand, the client's own first. */
	readonly named: number[];
	/** All places of the own brand, added up. */
	places: number;
	/** How many pages the answers cite, each as often as it is cited, and how many of the brand's own. */
	citations: number;
	ownCitations: number;
	/** What is counted once, however many answers have it; it takes most of the time. */
	readonly distinct?: Distinct;
	keywords: number;
	goodKeywords: number;
}

interface Distinct {
	readonly pages: Set<Page>;
	readonly sites: Set<number>;
	readonly prompts: Set<number>;
	readonly platforms: Set<number>;
}

/** The sums of no answer. */
export function noSums(brands: number, isDistinct: boolean): Sums {
	const named = new Array<number>(brands).fill(0);
	const distinct = isDistinct
		? {
				pages: new Set<Page>(),
				sites: new Set<number>(),
				prompts: new Set<number>(),
				platforms: new Set<number>(),
			}
		: undefined;
	// Without spreads: a report may have many thousands of these.
	return {
		answers: 0,
		named,
		places: 0,
		citations: 0,
		ownCitations: 0,
		distinct,
		keywords: 0,
		goodKeywords: 0,
	};
}

function add(sums: Sums, answer: Answer): void {
	sums.answers += 1;
	sums.distinct?.prompts.add(answer.prompt.index);
	sums.distinct?.platforms.add(answer.platform);
	const { named } = sums;
	for (let brand = 0; brand < named.length; brand += 1) {
		named[brand] = (named[brand] ?? 0) + ((answer.named >> brand) & 1);
	}
	if (answer.position > 0) sums.places += answer.position;
	for (const page of answer.pages) {
		sums.citations += 1;
		if (page.site === 0) sums.ownCitations += 1;
		sums.distinct?.pages.add(page);
		sums.distinct?.sites.add(page.site);
	}
	if (answer.keyword < 0) return;
	sums.keywords += 1;
	if (answer.isPositive) sums.goodKeywords += 1;
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** A part of a whole in percent, with two decimals; `null` of nothing. */
const percent = (part: number, whole: number) =>
	whole === 0 ? null : Math.round((10_000 * part) / whole) / 100;

const own = ({ named }: Sums) => named[0] ?? 0;

/** Every number that lists and reports have, as the sandbox understands it. */
const MEASURES = {
	share_of_voice: (sums) => percent(own(sums), total(sums.named)),
	citation_share: (sums) => percent(sums.ownCitations, sums.citations),
	visibility_score: (sums) => percent(own(sums), sums.answers),
	mentions_count: own,
	count: (sums) => sums.citations,
	unique_pages: (sums) => sums.distinct?.pages.size ?? 0,
	unique_domains: (sums) => sums.distinct?.sites.size ?? 0,
	total_keyword_occurrences: (sums) => sums.keywords,
	positive_keyword_occurrences: (sums) => sums.goodKeywords,
	answers_count: (sums) => sums.answers,
	prompts_count: (sums) => sums.distinct?.prompts.size ?? 0,
	platforms_count: (sums) => sums.distinct?.platforms.size ?? 0,
	websites_count: (sums) => sums.named.filter((count) => count > 0).length,
	avg_rank: (sums) => (own(sums) === 0 ? null : Math.round((100 * sums.places) / own(sums)) / 100),
} satisfies Readonly<Record<string, (sums: Sums) => number | null>>;

/** The name of a number. */
export type Measure = keyof typeof MEASURES;

/** A number of a slice; `null` if there is nothing that it could be about. */
export function measured(sums: Sums, name: Measure): number | null {
	return MEASURES[name](sums);
}

/** Several numbers of a slice by the names that records have for them. */
export function numbersOf(sums: Sums, measures: Readonly<Record<string, Measure>>): Json {
	return Object.fromEntries(
		Object.entries(measures).map(([name, measure]) => [name, measured(sums, measure)]),
	);
}

/** Which answers count: those of some days that a filter lets pass. */
export interface Slice {
	readonly days: Days;
	readonly isWanted: (answer: Answer) => boolean;
	readonly passes?: (answer: Answer) => boolean;
}

/**
 * Adds up the answers of a slice in groups; an answer may be in several, or in none.
 *
 * @param isDistinct whether to count pages, websites, prompts and platforms, too, each of them once
 */
export function sumsBy<Group>(
	table: AnswerTable,
	{ days, isWanted, passes }: Slice,
	groupsOf: (answer: Answer) => Iterable<Group>,
	isDistinct: boolean,
): Map<Group, Sums> {
	const groups = new Map<Group, Sums>();
	const brands = table.brand.strengths.length;
	table.visit(days, isWanted, (answer) => {
		if (passes?.(answer) === false) return;
		for (const group of groupsOf(answer)) {
			let sums = groups.get(group);
			if (sums === undefined) groups.set(group, (sums = noSums(brands, isDistinct)));
			add(sums, answer);
		}
	});
	return groups;
}
