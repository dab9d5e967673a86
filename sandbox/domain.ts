import { madeOnce } from './recent';

/** One topic of a brand: its title, one piece of it, and several of it. */
export type TopicWords = readonly [title: string, one: string, many: string];

/**
 * What a project of the sandbox is about. Every brand here is invented; the addresses end in
 * `.example`.
 */
export interface Brand {
	readonly name: string;
	readonly url: string;
	readonly price: string;
	readonly rivals: readonly string[];
	readonly topics: readonly TopicWords[];
	readonly size: Size;
	/** The share of the answers that name the brand, and each rival, before anything else counts. */
	readonly strengths: readonly number[];
	/** What its numbers tell, on top of chance; nothing if it has no story. */
	readonly story?: Story;
	/** What its team does about that. */
	readonly tasks: readonly string[];
}

/** How much of everything a client has. */
export interface Size {
	readonly prompts: number;
	/** By their names, in the order of `PLATFORMS`. */
	readonly platforms: readonly string[];
	readonly markets: number;
	/** The websites that AI assistants cite, besides those of the brand and its rivals. */
	readonly sites: number;
}

/** Where and when an answer was given. */
export interface Moment {
	readonly platform: string;
	readonly topic: number;
	/** In days since 1970. */
	readonly day: number;
}

/**
 * What happens to a brand, as a change of the share of answers that name it, from 0 to 1.
 *
 * @param brand 0 is the client's own, then its rivals
 */
export type Story = (brand: number, moment: Moment) => number;

const DAY_MS = 86_400_000;

const ages = new Map<number, number>();

/** How many days after the latest such day of a year this one is. */
function daysSince(day: number, month: number, date: number): number {
	return madeOnce(ages, (day * 100 + month) * 100 + date, () => {
		const year = new Date(day * DAY_MS).getUTCFullYear();
		const of = (which: number) => Date.UTC(which, month - 1, date) / DAY_MS;
		return day - (of(year) <= day ? of(year) : of(year - 1));
	});
}

/** Rises day by day from 0 to `most`, then falls back to 0 until the year is over. */
function upAndBack(age: number, days: number, most: number): number {
	return age < days ? (most * age) / days : (most * (365 - age)) / (365 - days);
}

/** From 1 September to the end of the year, the share of voice rises by a point a week. */
const rising: Story = (brand, { day }) =>
	brand === 0 ? upAndBack(daysSince(day, 9, 1), 121, 0.4) : 0;

/** On 12 October, Perplexity starts to name the brand less often for its first topic. */
const dropped: Story = (brand, { platform, topic, day }) => {
	const isConcerned = brand === 0 && platform === 'Perplexity' && topic === 0;
	if (!isConcerned) return 0;
	const age = daysSince(day, 10, 12);
	return age < 120 ? -0.2 : (-0.2 * (365 - age)) / 245;
};

/** In the middle of November, the first rival passes the brand on ChatGPT. */
const passed: Story = (brand, { platform, day }) =>
	brand === 1 && platform === 'ChatGPT' ? upAndBack(daysSince(day, 11, 1), 30, 0.26) : 0;

const EVERY_PLATFORM = ['ChatGPT', 'Perplexity', 'Claude', 'Gemini', 'Google AI Overviews'];
const LARGE: Size = { prompts: 240, platforms: EVERY_PLATFORM, markets: 6, sites: 44 };
const MIDDLE: Size = {
	...{ prompts: 112, platforms: ['ChatGPT', 'Perplexity', 'Gemini', 'Google AI Overviews'] },
	...{ markets: 4, sites: 26 },
};
const SMALL: Size = {
	...{ prompts: 35, platforms: ['ChatGPT', 'Gemini', 'Google AI Overviews'] },
	...{ markets: 2, sites: 12 },
};

/** The topics of a brand, from one piece of each. */
function topicsOf(pieces: string): TopicWords[] {
	return pieces.split(', ').map((one) => {
		const many = one.endsWith('s') ? `${one}es` : `${one}s`;
		return [many.charAt(0).toUpperCase() + many.slice(1), one, many];
	});
}

const coffee: Brand = {
	name: 'Ember & Oak Coffee',
	url: 'https://emberandoak.example',
	price: '$500',
	rivals: ['Brewline', 'Casa Moka', 'Northcup', 'Velvet Roast', 'Grindhaus'],
	size: LARGE,
	strengths: [0.36, 0.44, 0.36, 0.24, 0.2, 0.14],
	story: rising,
	tasks: ['Write down what has worked since September', 'Plan the guides for the next quarter'],
	topics: topicsOf(
		'espresso machine, coffee grinder, coffee subscription, pour over kettle, cold brew maker, milk frother, French press, decaf coffee, office coffee machine, travel mug, coffee scale, organic coffee bean',
	),
};

const outdoor: Brand = {
	name: 'Ridgeline Outfitters',
	url: 'https://ridgeline.example',
	price: '$200',
	rivals: ['Summit & Pine', 'Trailhaus', 'Fjellkit', 'Cairn Supply', 'Bluewater Gear'],
	size: MIDDLE,
	strengths: [0.54, 0.5, 0.36, 0.3, 0.16, 0.12],
	story: dropped,
	tasks: ['Find out why Perplexity names us less for hiking boots', 'Refresh the boot test'],
	topics: topicsOf(
		'hiking boot, rain jacket, sleeping bag, backpacking tent, trail running shoe, down jacket, camping stove, water filter',
	),
};

const saas: Brand = {
	name: 'Taskpilot',
	url: 'https://taskpilot.example',
	price: '$20 a month',
	rivals: ['Boardly', 'Sprintnest', 'Flowdeck', 'Planwise', 'Kanbase'],
	size: SMALL,
	strengths: [0.42, 0.28, 0.27, 0.24, 0.2, 0.1],
	story: passed,
	tasks: ['Compare our pages with those of Boardly', 'Ask customers for reviews of Taskpilot'],
	topics: topicsOf(
		'project management tool, time tracking app, team wiki, kanban board, meeting note taker',
	),
};

const skincare: Brand = {
	name: 'Lumen Skin',
	url: 'https://lumenskin.example',
	price: '$60',
	rivals: ['Dewbotanic', 'Pure Theory', 'Aloe & Co', 'Nordlys', 'Solbare'],
	size: MIDDLE,
	strengths: [0.3, 0.46, 0.4, 0.24, 0.22, 0.18],
	tasks: [],
	topics: topicsOf(
		'vitamin C serum, mineral sunscreen, night cream, gentle cleanser, retinol cream, eye cream, clay mask, face oil',
	),
};

const bikes: Brand = {
	name: 'Kettle Cycles',
	url: 'https://kettlecycles.example',
	price: '$1500',
	rivals: ['Velostead', 'Chainring', 'Pedalworks', 'Metrowheel', 'Gravelkind'],
	size: SMALL,
	strengths: [0.24, 0.4, 0.34, 0.3, 0.16, 0.14],
	tasks: [],
	topics: topicsOf('electric bike, gravel bike, cargo bike, folding bike, bike helmet'),
};

/** The brands by name. */
export const BRANDS = { coffee, outdoor, saas, skincare, bikes };

/** The questions people ask an AI assistant; twenty for each topic. */
export const QUESTIONS: ReadonlyArray<(words: TopicWords, brand: Brand, rival: string) => string> =
	[
		([, one], brand) => `best ${one} under ${brand.price}`,
		([, one]) => `best ${one} for beginners`,
		([, one]) => `what is the best ${one} right now`,
		([, one]) => `how do I choose the right ${one}`,
		([, , many], brand, rival) => `${brand.name} vs ${rival}: who makes better ${many}`,
		([, , many], brand) => `is ${brand.name} good for ${many}`,
		([, one]) => `most reliable ${one} brands`,
		([, one]) => `cheapest ${one} that is still good`,
		([, one]) => `which ${one} do experts recommend`,
		([, one]) => `which ${one} is easiest to use`,
		([, , many], _brand, rival) => `alternatives to ${rival} for ${many}`,
		([, , many]) => `what should I look for in ${many}`,
		([, , many]) => `are expensive ${many} worth it`,
		([, , many]) => `top 10 ${many} compared`,
		([, , many]) => `where can I buy ${many} online`,
		([, , many]) => `${many} with the best reviews`,
		([, , many]) => `common problems with ${many}`,
		([, , many]) => `what do people on forums say about ${many}`,
		([, , many]) => `how much should I spend on ${many}`,
		([, one]) => `which ${one} has the best customer support`,
	];

type Platform = readonly [name: string, provider: string, category: string];
type Market = readonly [
	country_code: string,
	country: string,
	language_code: string,
	language: string,
];

/** Platforms. The names are the ones the vendor's documentation mentions (public). */
export const PLATFORMS: readonly Platform[] = [
	['ChatGPT', 'OpenAI', 'assistant'],
	['Perplexity', 'Perplexity AI', 'answer engine'],
	['Claude', 'Anthropic', 'assistant'],
	['Gemini', 'Google', 'assistant'],
	['Google AI Overviews', 'Google', 'search'],
];

/** Markets. A market is one country plus one language (public). */
export const MARKETS: readonly Market[] = [
	['US', 'United States', 'en', 'English'],
	['GB', 'United Kingdom', 'en', 'English'],
	['DE', 'Germany', 'de', 'German'],
	['FR', 'France', 'fr', 'French'],
	['CA', 'Canada', 'fr', 'French'],
	['AU', 'Australia', 'en', 'English'],
];
