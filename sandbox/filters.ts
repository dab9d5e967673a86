import type { Answer, AnswerTable, Days } from './answers';
import { cycle } from './random';
import { MARKETS } from './domain';
import { type Detail, RefusedBody } from './errors';
import { type Json, json, list, moment } from './json';
import * as names from './names';
import type { Slice } from './sums';

const DAY_MS = 86_400_000;

/** Without dates, the numbers are about so many days that are over. */
const USUAL_DAYS = 30;

/** The data begins on 1 January three years before the clock of the sandbox. */
const YEARS_BACK = 3;

/**
 * The days between two moments: those of which more than half lies between them, so that a week is the
 * same in the time zones of Europe and America. There are none after today, which
 * counts only if they reach until now.
 *
 * @param now the clock, in milliseconds since 1970
 */
export function daysBetween(start: unknown, end: unknown, now: number): Days {
	const today = Math.floor(now / DAY_MS);
	// In steps of ten minutes, so that pages that are read one after the other agree.
	const part = Math.floor(((now % DAY_MS) / DAY_MS) * 144) / 144;
	const first = Date.UTC(new Date(now).getUTCFullYear() - YEARS_BACK, 0, 1) / DAY_MS;
	const since = moment(start);
	if (since === undefined && moment(end) === undefined) {
		return { from: today - USUAL_DAYS, to: today - 1, part: 1 };
	}
	const until = (moment(end) ?? now) / DAY_MS;
	const to = until >= today + part ? today : Math.ceil(until - 0.5) - 1;
	const from = since === undefined ? to - USUAL_DAYS + 1 : Math.floor(since / DAY_MS - 0.5) + 1;
	return { from: Math.max(first, from), to, part: to === today ? part : 1 };
}

/** What an answer has of the subject of a filter. */
type Has = (answer: Answer, table: AnswerTable) => readonly unknown[];

/** The documented filters (public) that are about a prompt or a platform. */
const OF_PROMPTS: Readonly<Record<string, Has>> = {
	topics: ({ prompt: { topic } }, { brand }) => [
		names.topicId(topic),
		cycle(brand.topics, topic)[0],
	],
	prompts: ({ prompt }) => [prompt.id, prompt.words],
	tags: ({ prompt }) => prompt.tags.flatMap((tag) => [names.tagId(tag), names.TAGS[tag]]),
	markets: ({ prompt: { market } }) => [names.marketId(market), cycle(MARKETS, market)[0]],
	intent: ({ prompt }) => [prompt.intent],
	branded: ({ prompt }) => [prompt.branded],
	platform: ({ platform }) => [names.platformId(platform), names.platformName(platform)],
};

const websiteOf = (table: AnswerTable, brand: number) => [
	names.websiteId(brand),
	names.brandName(table.brand, brand),
	names.brandUrl(table.brand, brand),
];

/** Those that are about a single answer. */
const OF_ANSWERS: Readonly<Record<string, Has>> = {
	has_shopping_card: ({ hasShoppingCard }) => [hasShoppingCard],
	visibility: ({ position }) => [position > 0 ? 100 : 0],
	rank: ({ position }) => (position > 0 ? [position] : []),
	website_mentioned_in_answer: ({ named }, table) =>
		table.brand.strengths.flatMap((_, brand) =>
			(named & (1 << brand)) === 0 ? [] : websiteOf(table, brand),
		),
	cited_page_url: ({ pages }, { brand }) => pages.map((page) => names.pageUrl(brand, page)),
	cited_domain: ({ pages }, { brand }) => pages.map(({ site }) => names.domainOf(brand, site)),
	website_mentioned_in_citation: ({ pages }, table) =>
		pages.flatMap(({ site }) =>
			site < table.brand.strengths.length ? websiteOf(table, site) : [],
		),
};

const same = (left: unknown, right: unknown) =>
	String(left).toLowerCase() === String(right).toLowerCase();

/** Whether what there is fits a filter: each of its items, or one of them if its condition is `or`. */
function fits(values: readonly unknown[], filter: unknown): boolean {
	const { condition, items } = json(filter);
	const hits = list(items).map((item) => {
		const wanted = json(item)['value'];
		const choices: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
		return choices.some((choice) => values.some((value) => same(value, choice)));
	});
	if (hits.length === 0) return true;
	return same(condition, 'or') ? hits.includes(true) : !hits.includes(false);
}

/**
 * Refuses filters that are not known, or that make no sense for what is asked.
 *
 * @param isAboutPrompts whether what is asked depends on prompts alone, and not on their answers
 * @throws RefusedBody
 */
export function checkFilters(filters: Json, isAboutPrompts: boolean): void {
	const known = Object.keys({ ...OF_PROMPTS, ...(isAboutPrompts ? {} : OF_ANSWERS) });
	const details = Object.keys(filters).flatMap((name): Detail[] => {
		if (known.includes(name)) return [];
		const msg = `Unknown filter '${name}': input should be one of ${known.join(', ')}`;
		return [{ loc: ['body', 'filters', name], msg, type: 'extra_forbidden' }];
	});
	if (details.length > 0) throw new RefusedBody(details);
}

/** The slice of the answers that filters leave. */
export function sliceOf(table: AnswerTable, days: Days, filters: Json): Slice {
	const entries = Object.entries(filters);
	const checks = (having: Readonly<Record<string, Has>>) =>
		entries.flatMap(([name, filter]) => {
			const has = having[name];
			return has === undefined ? [] : [(answer: Answer) => fits(has(answer, table), filter)];
		});
	const [ofPrompts, ofAnswers] = [checks(OF_PROMPTS), checks(OF_ANSWERS)];
	return {
		days,
		isWanted: (answer) => ofPrompts.every((passes) => passes(answer)),
		passes: ofAnswers.length === 0 ? undefined : (answer) => ofAnswers.every((is) => is(answer)),
	};
}
