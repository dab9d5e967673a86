import type { Json } from './json';
import { type Brand, MARKETS, PLATFORMS, QUESTIONS } from './domain';
import { cycle, hash, seeded } from './random';

/**
 * The newest moment in the data. It is fixed so that the same seed always gives the same records.
 */
export const NEWEST = Date.UTC(2026, 10, 1);
const DAY_MS = 86_400_000;

/** What a generator of records is given. */
interface Making {
	readonly brand: Brand;
	/** Number `index` of the list, with `draw` giving the next repeatable number from 0 to 1. */
	readonly index: number;
	readonly draw: () => number;
}

const TAGS = [
	'Branded',
	'Non-branded',
	'Top of funnel',
	'Middle of funnel',
	'Bottom of funnel',
	'Comparison',
	'Price',
	'Quality',
	'Beginner',
	'Expert',
	'Seasonal',
	'Gift idea',
	'Support',
	'Launch campaign',
	'Watch closely',
] as const;
const STATUSES = ['todo', 'in_progress', 'in_review', 'done'] as const;
const PEOPLE = ['Ines Calder', 'Tom Okafor', 'Mara Lindqvist', 'Jun Park', 'Priya Nair'] as const;
const CHORES = [
	'Refresh the page on',
	'Write a guide to',
	'Answer questions on',
	'Review',
] as const;
const KEYWORDS = ['best', 'affordable', 'top rated', 'compare', 'buy'] as const;
const THEMES = ['Recommendation', 'Price', 'Reviews', 'Comparison', 'Purchase'] as const;
const SITES = ['daily', 'honest', 'weekend', 'practical', 'urban'] as const;
const SITE_KINDS = ['reviews', 'journal', 'forum', 'guide', 'lab'] as const;
const ENDINGS = ['example', 'test'] as const;

const number = (index: number, digits: number) => String(index + 1).padStart(digits, '0');
const between = (draw: () => number, low: number, high: number) =>
	Math.floor(low + draw() * (high - low + 1));
const tenth = (value: number) => Math.round(value * 10) / 10;
const before = (days: number) => new Date(NEWEST - days * DAY_MS).toISOString();
const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '');
const domainOf = (index: number) => {
	const kind = cycle(SITE_KINDS, Math.floor(index / 5));
	return `${cycle(SITES, index)}${kind}.${cycle(ENDINGS, Math.floor(index / 25))}`;
};

/** A list that every project of the sandbox has. */
export interface List {
	/** The member that identifies a record. */
	readonly idKey: string;
	/** The member that says when a record was, if that is not `created_at`. */
	readonly dateKey?: string;
	readonly count: number;
	readonly make: (making: Making) => Json;
}

/** Every list by its name, which is the last step of its path. */
export const LISTS = {
	tasks: {
		idKey: 'id',
		count: 40,
		make: ({ brand, index, draw }) => ({
			id: `task-${number(index, 3)}`,
			title: `${cycle(CHORES, index)} ${cycle(brand.topics, index)[2]}`,
			status: cycle(STATUSES, between(draw, 0, 3)),
			assignee: cycle(PEOPLE, between(draw, 0, 4)),
			created_at: before(40 + draw() * 60),
			updated_at: before(draw() * 40),
		}),
	},
	prompts: {
		idKey: 'prompt_id',
		count: 240,
		make: ({ brand, index, draw }) => {
			const topics = brand.topics.length;
			const words = cycle(brand.topics, index);
			const ask = QUESTIONS[Math.floor(index / topics) % QUESTIONS.length];
			return {
				prompt_id: `prompt-${number(index, 4)}`,
				prompt: ask?.(words, brand, cycle(brand.rivals, index)),
				topic_id: `topic-${number(index % topics, 2)}`,
				topic_name: words[0],
				total_models: between(draw, 1, PLATFORMS.length),
				total_mentions: between(draw, 0, 400),
				avg_visibility_score: tenth(draw() * 100),
				avg_rank: tenth(1 + draw() * 9),
				country_code: cycle(MARKETS, index)[0],
				status: draw() < 0.9 ? 'active' : 'paused',
			};
		},
	},
	topics: {
		idKey: 'topic_id',
		count: 12,
		make: ({ brand, index, draw }) => ({
			topic_id: `topic-${number(index, 2)}`,
			name: cycle(brand.topics, index)[0],
			created_at: before(200 + draw() * 160),
			updated_at: before(draw() * 200),
		}),
	},
	tags: {
		idKey: 'tag_id',
		count: TAGS.length,
		make: ({ index }) => ({ tag_id: `tag-${number(index, 2)}`, name: cycle(TAGS, index) }),
	},
	markets: {
		idKey: 'market_id',
		count: MARKETS.length,
		make: ({ index }) => {
			const [country_code, country, language_code, language] = cycle(MARKETS, index);
			const market_id = `${country_code}-${language_code}`.toLowerCase();
			return { market_id, country_code, country, language_code, language };
		},
	},
	keywords: {
		idKey: 'id',
		count: 60,
		make: ({ brand, index, draw }) => {
			const kind = Math.floor(index / brand.topics.length);
			const [title, , many] = cycle(brand.topics, index);
			return {
				id: `keyword-${number(index, 3)}`,
				keyword: `${cycle(KEYWORDS, kind)} ${many}`,
				theme: cycle(THEMES, kind),
				subtheme: title,
				created_at: before(draw() * 360),
			};
		},
	},
	websites: {
		idKey: 'website_id',
		count: 20,
		make: ({ brand, index }) => {
			const rival = brand.rivals[index - 1];
			const name = index === 0 ? brand.name : (rival ?? domainOf(index));
			const host = rival === undefined ? domainOf(index) : `${slug(rival)}.example`;
			return {
				website_id: `website-${number(index, 2)}`,
				name,
				url: index === 0 ? brand.url : `https://${host}`,
				is_competitor: rival !== undefined,
				is_self_website: index === 0,
			};
		},
	},
	domains: {
		idKey: 'domain_id',
		count: 50,
		make: ({ index }) => ({
			domain_id: `domain-${number(index, 2)}`,
			domain: domainOf(index),
			category: cycle(SITE_KINDS, Math.floor(index / 5)),
		}),
	},
	models: {
		idKey: 'platform_id',
		count: PLATFORMS.length,
		make: ({ index }) => {
			const [name, provider, category] = cycle(PLATFORMS, index);
			return { platform_id: `platform-${number(index, 1)}`, name, provider, category };
		},
	},
	citations: {
		idKey: 'citation_id',
		count: 120,
		make: ({ brand, index, draw }) => {
			const [title, , many] = cycle(brand.topics, index);
			const domain = domainOf(between(draw, 0, 49));
			return {
				citation_id: `citation-${number(index, 4)}`,
				citation_title: `${title}: ${index % 2 === 0 ? 'what we would buy' : 'a field test'}`,
				citation_uri: `https://${domain}/${many.replace(/ /g, '-')}/${index + 1}`,
				citation_domain: domain,
				created_at: before(draw() * 360),
			};
		},
	},
} satisfies Readonly<Record<string, List>>;

/** The name of a list. */
export type Resource = keyof typeof LISTS;

/**
 * Makes the records of one list of a project, the same ones for the same seed. Field names follow
 * the vendor's older export API (public) where it names any; tags, markets, domains and tasks are
 * the sandbox's own invention.
 */
export function makeRecords(
	seed: number,
	projectId: string,
	brand: Brand,
	resource: Resource,
): Json[] {
	const { count, make }: List = LISTS[resource];
	const draw = seeded(hash(`${seed}/${projectId}/${resource}`));
	return Array.from({ length: count }, (_, index) => make({ brand, index, draw }));
}

/** Makes `count` small records in no time, with ids like `prompts-0000001`. */
export function makeBulk(resource: Resource, count: number): Json[] {
	const { idKey, dateKey = 'created_at' }: List = LISTS[resource];
	const created = before(1);
	return Array.from({ length: count }, (_, index) => ({
		[idKey]: `${resource}-${number(index, 7)}`,
		name: `Record ${index + 1}`,
		[dateKey]: created,
	}));
}
