import type { Answer, AnswerTable } from './answers';
import { checkFilters, sliceOf } from './filters';
import * as names from './names';
import { cycle } from './random';
import { type Measure, measured, noSums, type Sums, sumsBy } from './sums';
import type { World } from './world';

const DAY_MS = 86_400_000;

/** What a question is about: calendar days such as `2026-11-16`, both included, and part of the answers. */
export interface Question {
	readonly projectId: string;
	readonly from: string;
	readonly to: string;
	/** Filters by their documented names, such as `{ platform: 'ChatGPT', topics: 'Milk frothers' }`. */
	readonly where?: Readonly<Record<string, unknown>>;
}

/** What answers can be grouped by. An answer may belong to several groups, or to none. */
const GROUPS = {
	total: () => ['total'],
	platform: ({ platform }) => [names.platformName(platform)],
	topic: ({ prompt }, { brand }) => [cycle(brand.topics, prompt.topic)[0]],
	market: ({ prompt }) => [names.marketId(prompt.market)],
	prompt: ({ prompt }) => [prompt.id],
	date: ({ day }) => [new Date(day * DAY_MS).toISOString().slice(0, 10)],
	brand: ({ named }, { brand }) =>
		brand.strengths.flatMap((_, index) =>
			((named >> index) & 1) === 1 ? [names.brandName(brand, index)] : [],
		),
	domain: ({ pages }, { brand }) => new Set(pages.map(({ site }) => names.domainOf(brand, site))),
} satisfies Readonly<Record<string, (answer: Answer, table: AnswerTable) => Iterable<string>>>;

/** The name of what answers can be grouped by. */
export type Group = keyof typeof GROUPS;

/**
 * The truth about the data of a sandbox, straight from its answers: for tests of what services, nodes,
 * messages and answers to models make of it.
 */
export class Truth {
	constructor(private readonly world: World) {}

	/** A measure of each group of answers, the largest first. Today, which is not over, is left out. */
	by(group: Group, measure: Measure, question: Question): Map<string, number | null> {
		const groups = [...this.sums(group, question)].map(
			([name, sums]) => [name, measured(sums, measure)] as const,
		);
		return new Map(groups.sort(([, one], [, other]) => (other ?? -1) - (one ?? -1)));
	}

	/** A measure of all answers together; 0 or `null` where there are none. */
	of(measure: Measure, question: Question): number | null {
		const sums = this.sums('total', question).get('total');
		return measured(sums ?? noSums(1, true), measure);
	}

	private sums(group: Group, { projectId, from, to, where = {} }: Question): Map<string, Sums> {
		const filters = Object.fromEntries(
			Object.entries(where).map(([name, value]) => [name, { items: [{ value }] }]),
		);
		checkFilters(filters, false);
		const table = this.world.answers(projectId);
		const last = Math.min(Date.parse(to) / DAY_MS, this.world.today - 1);
		const days = { from: Date.parse(from) / DAY_MS, to: last, part: 1 };
		const slice = sliceOf(table, days, filters);
		return sumsBy(table, slice, (answer) => GROUPS[group](answer, table), true);
	}
}
