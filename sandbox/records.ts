import { type Answer, type AnswerTable, KEYWORDS_OF_TOPIC } from './answers';
import type { Json } from './json';
import { type Brand, MARKETS, PLATFORMS } from './domain';
import * as names from './names';
import { cycle, hash, seeded } from './random';
import type { Measure } from './sums';

const DAY_MS = 86_400_000;

/** What a generator of records is given. */
interface Making {
	readonly brand: Brand;
	readonly table: AnswerTable;
	/** Which of the entries it is. */
	readonly index: number;
	/** Gives the next repeatable number from 0 to 1. */
	readonly draw: () => number;
	/** The moment so many days before now, to the day. */
	readonly before: (days: number) => string;
}

const STATUSES = ['todo', 'in_progress', 'in_review', 'done'] as const;
const PEOPLE = ['Ines Calder', 'Tom Okafor', 'Mara Lindqvist', 'Jun Park', 'Priya Nair'] as const;
const CHORES = [
	'Refresh the page on',
	'Write a guide to',
	'Answer questions on',
	'Review',
] as const;
const KEYWORDS = ['best', 'affordable', 'top rated', 'reliable', 'overpriced'] as const;
const THEMES = ['Recommendation', 'Price', 'Reviews', 'Quality', 'Price'] as const;

const choreOf = ({ topics }: Brand, index: number) =>
	`${cycle(CHORES, Math.floor(index / topics.length))} ${cycle(topics, index)[2]}`;

const between = (draw: () => number, low: number, high: number) =>
	Math.floor(low + draw() * (high - low + 1));

const TITLES = [
	...(['what we would buy', 'what to know before you buy', 'a field test'] as const),
	...(['readers vote for the best', 'the honest guide', 'compared in one table'] as const),
	...(['five that last', 'questions and answers', 'this year against last year'] as const),
] as const;

/** A list that every project of the sandbox has. */
export interface List {
	/** The member that identifies a record. */
	readonly idKey: string;
	/** Numbers that tell its records apart. */
	readonly entries: (table: AnswerTable, today: number) => readonly number[];
	readonly make: (making: Making) => Json;
	/**
	 * The records to which an answer counts. Without it, the list has nothing to do with answers, and its
	 * metrics are invented.
	 */
	readonly groupsOf?: (answer: Answer, table: AnswerTable) => Iterable<number>;
	/** What a record always says of its answers, and what only a request for metrics gives. */
	readonly always?: Readonly<Record<string, Measure>>;
	readonly metrics?: Readonly<Record<string, Measure>>;
	/** Whether its metrics are about prompts alone, and not about answers. */
	readonly isAboutPrompts?: true;
	/** Whether a record is only there in periods in which answers have it. */
	readonly comesAndGoes?: true;
}

/** Metrics of lists by which answers can be grouped. */
const OF_ANSWERS: Readonly<Record<string, Measure>> = {
	mentions_count: 'mentions_count',
	share_of_voice: 'share_of_voice',
	visibility_score: 'visibility_score',
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The number of a page among those of all topics, which it keeps when others appear. */
const pageNumber = ({ topic, number }: names.Page) => topic * 100 + number;

/** Every list by its name, which is the last step of its path. */
export const LISTS = {
	tasks: {
		idKey: 'id',
		// As many as have titles of their own, beside those of the story.
		entries: ({ brand }) => upTo(Math.min(40, CHORES.length * brand.topics.length)),
		make: ({ brand, index, draw, before }) => ({
			id: names.numbered('task', index, 3),
			title: brand.tasks[index] ?? choreOf(brand, index),
			status: cycle(STATUSES, between(draw, 0, 3)),
			assignee: cycle(PEOPLE, between(draw, 0, 4)),
			created_at: before((brand.tasks[index] === undefined ? 40 : 5) + draw() * 20),
			updated_at: before(draw() * 5),
		}),
	},
	prompts: {
		idKey: 'prompt_id',
		entries: ({ prompts }) => upTo(prompts.length),
		make: ({ brand, table, index }) => {
			const prompt = table.prompts[index];
			if (prompt === undefined) return {};
			return {
				prompt_id: prompt.id,
				prompt: prompt.words,
				topic_id: names.topicId(prompt.topic),
				topic_name: cycle(brand.topics, prompt.topic)[0],
				// In the place that the older API gives them (public).
				...{ total_models: 0, total_mentions: 0, avg_visibility_score: 0, avg_rank: 0 },
				country_code: cycle(MARKETS, prompt.market)[0],
				status: 'active',
			};
		},
		groupsOf: ({ prompt }) => [prompt.index],
		always: {
			total_models: 'platforms_count',
			total_mentions: 'mentions_count',
			avg_visibility_score: 'visibility_score',
			avg_rank: 'avg_rank',
		},
		metrics: { answers_count: 'answers_count', ...OF_ANSWERS },
	},
	topics: {
		idKey: 'topic_id',
		entries: ({ brand }) => upTo(brand.topics.length),
		make: ({ brand, index, draw, before }) => ({
			topic_id: names.topicId(index),
			name: cycle(brand.topics, index)[0],
			created_at: before(200 + draw() * 160),
			updated_at: before(draw() * 200),
		}),
		groupsOf: ({ prompt }) => [prompt.topic],
		metrics: { prompts_count: 'prompts_count', ...OF_ANSWERS },
	},
	tags: {
		idKey: 'tag_id',
		entries: () => upTo(names.TAGS.length),
		make: ({ index }) => ({ tag_id: names.tagId(index), name: cycle(names.TAGS, index) }),
		groupsOf: ({ prompt }) => prompt.tags,
		metrics: { query_count: 'prompts_count' },
		isAboutPrompts: true,
	},
	markets: {
		idKey: 'market_id',
		entries: ({ brand }) => upTo(brand.size.markets),
		make: ({ index }) => {
			const [country_code, country, language_code, language] = cycle(MARKETS, index);
			return { market_id: names.marketId(index), country_code, country, language_code, language };
		},
		groupsOf: ({ prompt }) => [prompt.market],
		metrics: { prompts_count: 'prompts_count', ...OF_ANSWERS },
	},
	keywords: {
		idKey: 'id',
		entries: ({ brand }) => upTo(brand.topics.length * KEYWORDS_OF_TOPIC),
		make: ({ brand, index, draw, before }) => {
			const kind = index % KEYWORDS_OF_TOPIC;
			const [title, , many] = cycle(brand.topics, Math.floor(index / KEYWORDS_OF_TOPIC));
			return {
				id: names.numbered('keyword', index, 3),
				keyword: `${cycle(KEYWORDS, kind)} ${many}`,
				theme: cycle(THEMES, kind),
				subtheme: title,
				created_at: before(400 + draw() * 360),
			};
		},
		groupsOf: ({ keyword }) => (keyword < 0 ? [] : [keyword]),
		metrics: {
			website_count: 'websites_count',
			total_keyword_occurrences: 'total_keyword_occurrences',
			positive_keyword_occurrences: 'positive_keyword_occurrences',
		},
		comesAndGoes: true,
	},
	websites: {
		idKey: 'website_id',
		entries: ({ brand }) => upTo(brand.strengths.length),
		make: ({ brand, index }) => ({
			website_id: names.websiteId(index),
			name: names.brandName(brand, index),
			url: names.brandUrl(brand, index),
			is_competitor: index > 0,
			is_self_website: index === 0,
		}),
		groupsOf: ({ named }, { brand }) =>
			brand.strengths.flatMap((_, index) => ((named & (1 << index)) === 0 ? [] : [index])),
		metrics: { mentions_count: 'answers_count' },
	},
	domains: {
		idKey: 'domain_id',
		entries: ({ brand: { rivals, size } }) => upTo(1 + rivals.length + size.sites),
		make: ({ brand, index }) => ({
			domain_id: names.numbered('domain', index, 2),
			domain: names.domainOf(brand, index),
			category: names.siteKind(brand, index),
		}),
		groupsOf: ({ pages }) => new Set(pages.map(({ site }) => site)),
		metrics: { num_answers: 'answers_count' },
		comesAndGoes: true,
	},
	models: {
		idKey: 'platform_id',
		entries: ({ platforms }) => platforms,
		make: ({ index }) => {
			const [name, provider, category] = cycle(PLATFORMS, index);
			return { platform_id: names.platformId(index), name, provider, category };
		},
		groupsOf: ({ platform }) => [platform],
		metrics: { answers_count: 'answers_count', ...OF_ANSWERS },
	},
	citations: {
		idKey: 'citation_id',
		entries: (table, today) => table.pagesUntil(today).map(pageNumber),
		make: ({ brand, table, index }) => {
			const page = table.page(Math.floor(index / 100), index % 100);
			const topic = cycle(brand.topics, page.topic)[0];
			return {
				citation_id: names.numbered('citation', index, 4),
				citation_title: `${topic}: ${cycle(TITLES, page.number)}`,
				citation_uri: names.pageUrl(brand, page),
				citation_domain: names.domainOf(brand, page.site),
				created_at: new Date(page.since * DAY_MS).toISOString(),
			};
		},
		groupsOf: ({ pages }) => pages.map(pageNumber),
		comesAndGoes: true,
	},
} satisfies Readonly<Record<string, List>>;

/** The name of a list. */
export type Resource = keyof typeof LISTS;

/** Tells whether a text names a list of the sandbox. */
export function isResource(name: string): name is Resource {
	return Object.hasOwn(LISTS, name);
}

/** The names of all lists. */
export const RESOURCES: readonly Resource[] = Object.keys(LISTS).filter(isResource);

/** The member that identifies a record of a list. */
export function idKeyOf(resource: Resource): string {
	return LISTS[resource].idKey;
}

/** A record of a list, and which of its entries it is. */
export interface Entry {
	readonly record: Json;
	readonly index: number;
}

/**
 * Makes the records of one list of a project, the same ones for the same seed and day. Field names
 * follow the vendor's older export API (public) where it names any; tags, markets, domains and tasks
 * are the sandbox's own invention.
 *
 * @param today in days since 1970
 */
export function makeRecords(table: AnswerTable, resource: Resource, today: number): Entry[] {
	const { entries, make }: List = LISTS[resource];
	const { brand } = table;
	const draw = seeded(hash(`${table.seed}/${resource}`));
	const before = (days: number) => new Date((today - days) * DAY_MS).toISOString();
	return entries(table, today).map((index) => {
		return { record: make({ brand, table, index, draw, before }), index };
	});
}

/** Makes `count` small records in no time, with ids like `prompts-0000001`, made on a day. */
export function makeBulk(resource: Resource, count: number, today: number): Json[] {
	const { idKey } = LISTS[resource];
	const created = new Date((today - 1) * DAY_MS).toISOString();
	return Array.from({ length: count }, (_, index) => ({
		[idKey]: names.numbered(resource, index, 7),
		name: `Record ${index + 1}`,
		created_at: created,
	}));
}
