import { type Brand, PLATFORMS, QUESTIONS } from './domain';
import { numbered, type Page, TAGS } from './names';
import { cycle, fraction, hash, seeded } from './random';
import { madeOnce } from './recent';

/** The days of one question of the data, in days since 1970, both included. */
export interface Days {
	readonly from: number;
	readonly to: number;
	/** How much of the last day is there: from 0 to 1. */
	readonly part: number;
}

/** A question that is put to every AI platform of its client once a day. */
export interface Prompt {
	readonly index: number;
	readonly id: string;
	readonly words: string;
	/** The positions of its topic, market and tags in their lists. */
	readonly topic: number;
	readonly market: number;
	readonly tags: readonly [number, number];
	readonly intent: string;
	/** Whether the question names the brand. */
	readonly branded: boolean;
}

/** One answer of an AI platform to a prompt on a day. Numbers that are not there are -1. */
export interface Answer {
	readonly prompt: Prompt;
	/** The position of the platform in `PLATFORMS`. */
	readonly platform: number;
	day: number;
	/** A bit for each brand that it names: the first is the client's own, the others its rivals'. */
	named: number;
	/** The place of the own brand among those that are named, from 1. */
	position: number;
	/** The pages that it cites. */
	readonly pages: Page[];
	/** The position of the keyword that it uses for the own brand, and whether in a good tone. */
	keyword: number;
	isPositive: boolean;
	hasShoppingCard: boolean;
}

/** How many keywords each topic has. */
export const KEYWORDS_OF_TOPIC = 5;

const INTENTS = ['informational', 'commercial', 'navigational', 'transactional'] as const;

/**
 * How far a draw moves from day to day: by the golden ratio, so that the days of any week are spread
 * evenly, and a share hardly moves by chance. Draws beside it move by a number that goes well with that.
 */
const STEP = 0.618_033_988_749_895;
const OTHER_STEP = 0.754_877_666_246_692_7;

/** Every 110 days, another page of a topic appears: in the summer of 2023, it had five. */
const OLD_PAGES = 5;
const FIRST_PAGE = Date.UTC(2023, 6, 1) / 86_400_000;
const DAYS_TO_NEXT_PAGE = 110;

const rest = (value: number) => value - Math.floor(value);
const within = (value: number) => (value < 0.02 ? 0.02 : value > 0.97 ? 0.97 : value);

function blankAnswer(prompt: Prompt, platform: number): Answer {
	return {
		...{ prompt, platform, day: 0, named: 0, position: -1, pages: [] },
		...{ keyword: -1, isPositive: false, hasShoppingCard: false },
	};
}

/** How many pages a topic has on a day. */
function pageCount(first: number, day: number): number {
	return Math.max(0, OLD_PAGES + Math.floor((day - first) / DAYS_TO_NEXT_PAGE) + 1);
}

/** Draws which brands an answer names, and what it says of the own one. */
function nameBrands(answer: Answer, draws: Draws, changes: Float64Array, place: number): void {
	const { brands } = draws;
	const walked = answer.day * STEP;
	const own = brands[0]?.order ?? 0;
	let named = 0;
	let position = 1;
	for (let brand = 0; brand < brands.length; brand += 1) {
		const drawn = brands[brand];
		if (drawn === undefined) continue;
		const share = within(drawn.share + (changes[place + brand] ?? 0));
		if (rest(drawn.start + walked) >= share) continue;
		named |= 1 << brand;
		if (brand > 0 && drawn.order < own) position += 1;
	}
	const isNamed = (named & 1) === 1;
	const word = rest(draws.keyword + answer.day * OTHER_STEP) * KEYWORDS_OF_TOPIC;
	answer.named = named;
	answer.position = isNamed ? position : -1;
	answer.keyword = isNamed ? answer.prompt.topic * KEYWORDS_OF_TOPIC + Math.floor(word) : -1;
	answer.isPositive = rest(draws.keyword + walked) < 0.74;
	answer.hasShoppingCard = rest(draws.card + walked) < 0.12;
}

/** What is drawn once for a prompt on a platform; the days walk through it in even steps. */
interface Draws {
	readonly time: number;
	readonly card: number;
	readonly cites: readonly [number, number];
	readonly keyword: number;
	/** For each brand: where it starts, how often it is named, and how far in front. */
	readonly brands: ReadonlyArray<{ start: number; share: number; order: number }>;
}

/**
 * Every answer that AI platforms gave about one client. Nothing is stored: an answer follows from the
 * seed, the client, the prompt, the platform and the day, so the same day is the same by every route.
 */
export class AnswerTable {
	readonly prompts: readonly Prompt[];

	/** The platforms of the client, as positions in `PLATFORMS`. */
	readonly platforms: readonly number[];

	private readonly draws = new Map<number, Draws>();

	private readonly topicPages: Page[][] = [];

	private readonly firstPages: number[] = [];

	private readonly waves = new Map<number, number>();

	constructor(
		readonly seed: string,
		readonly brand: Brand,
	) {
		const { size, topics, rivals } = brand;
		this.platforms = size.platforms.map((name) => PLATFORMS.findIndex(([own]) => own === name));
		this.prompts = Array.from({ length: size.prompts }, (_, index) => {
			const draw = seeded(hash(`${seed}/prompt/${index}`));
			const words = cycle(topics, index);
			const question = Math.floor(index / topics.length) % QUESTIONS.length;
			const ask = QUESTIONS[question];
			const tag = Math.floor(draw() * TAGS.length);
			return {
				index,
				id: numbered('prompt', index, 4),
				words: ask?.(words, brand, cycle(rivals, index)) ?? '',
				topic: index % topics.length,
				market: Math.floor(index / topics.length) % size.markets,
				tags: [tag, (tag + 1 + Math.floor(draw() * (TAGS.length - 1))) % TAGS.length],
				intent: cycle(INTENTS, question),
				branded: ask?.(words, brand, '').includes(brand.name) ?? false,
			};
		});
	}

	/** The pages of all topics that were there on a day, in the order in which they appeared. */
	pagesUntil(day: number): Page[] {
		const pages = this.brand.topics.flatMap((_, topic) =>
			this.pagesOf(topic, day).filter(({ since }) => since <= day),
		);
		return pages.sort((one, other) => one.since - other.since || one.topic - other.topic);
	}

	/** A page of a topic, by its number. */
	page(topic: number, number: number): Page {
		return { topic, number, since: this.since(topic, number), site: this.siteOf(topic, number) };
	}

	/**
	 * Hands over all answers of some days, one after the other, in one object that changes.
	 *
	 * @param isWanted whether the answers of a platform to a prompt are wanted; nothing else of them is known yet
	 */
	visit(
		{ from, to, part }: Days,
		isWanted: (answer: Answer) => boolean,
		see: (answer: Answer) => void,
	): void {
		if (to < from) return;
		const changeOf = this.changes(from, to);
		for (const prompt of this.prompts) {
			for (const platform of this.platforms) {
				const answer = blankAnswer(prompt, platform);
				if (!isWanted(answer)) continue;
				const draws = this.drawsOf(prompt, platform);
				const changes = changeOf(platform, prompt.topic);
				for (let day = from; day <= to; day += 1) {
					if (day === to && draws.time > part) break;
					answer.day = day;
					nameBrands(answer, draws, changes, (day - from) * this.brand.strengths.length);
					this.cite(answer, draws);
					see(answer);
				}
			}
		}
	}

	/** Draws the pages that an answer cites: an assistant one at most, others two. */
	private cite(answer: Answer, { cites }: Draws): void {
		const { prompt, platform, day, pages } = answer;
		pages.length = 0;
		const isAssistant = PLATFORMS[platform]?.[2] === 'assistant';
		const known = this.pagesOf(prompt.topic, day);
		const count = pageCount(this.firstPage(prompt.topic), day);
		for (let place = 0; place < (isAssistant ? 1 : 2); place += 1) {
			const start = cites[place] ?? 0;
			if (rest(start + day * STEP) >= (isAssistant ? 0.6 : 0.85)) continue;
			// Older pages are cited more often.
			const page = known[Math.floor(count * rest(start + day * OTHER_STEP) ** 1.6)];
			if (page !== undefined && pages[0] !== page) pages.push(page);
		}
	}

	/** The pages of a topic that were there on a day, and perhaps some that came later. */
	private pagesOf(topic: number, day: number): readonly Page[] {
		const pages = (this.topicPages[topic] ??= []);
		const first = this.firstPage(topic);
		for (let number = pages.length; number < pageCount(first, day); number += 1) {
			pages.push(this.page(topic, number));
		}
		return pages;
	}

	/** The day on which a page appears; the oldest ones came one after the other in the years before. */
	private since(topic: number, number: number): number {
		return this.firstPage(topic) + (number - OLD_PAGES) * DAYS_TO_NEXT_PAGE;
	}

	/** The day on which the first page of a topic appears that was not always there. */
	private firstPage(topic: number): number {
		return (this.firstPages[topic] ??=
			FIRST_PAGE + (hash(`${this.seed}/pages/${topic}`) % DAYS_TO_NEXT_PAGE));
	}

	/** The second page of each topic is one of the brand's own; rivals have some of the others. */
	private siteOf(topic: number, number: number): number {
		if (number === 1) return 0;
		const { size, rivals } = this.brand;
		return 1 + (hash(`${this.seed}/site/${topic}/${number}`) % (rivals.length + size.sites));
	}

	/**
	 * What chance, week by week, and the story of the client add to the shares of the brands: for a
	 * platform and a topic, brand by brand for each of the days.
	 */
	private changes(from: number, to: number): (platform: number, topic: number) => Float64Array {
		const { strengths, story } = this.brand;
		const known = new Map<number, Float64Array>();
		return (platform, topic) => {
			const key = platform * 100 + topic;
			const made = known.get(key);
			if (made) return made;
			const name = PLATFORMS[platform]?.[0] ?? '';
			const changes = new Float64Array((to - from + 1) * strengths.length);
			for (let place = 0; place < changes.length; place += 1) {
				const day = from + Math.floor(place / strengths.length);
				const brand = place % strengths.length;
				const told = story?.(brand, { platform: name, topic, day }) ?? 0;
				changes[place] = told + this.wave(brand, platform, weekOf(day));
			}
			known.set(key, changes);
			return changes;
		};
	}

	private wave(brand: number, platform: number, week: number): number {
		const key = (week * 10 + platform) * 10 + brand;
		const make = () => (fraction(`${this.seed}/wave/${key}`) - 0.5) * 0.03;
		return madeOnce(this.waves, key, make);
	}

	private drawsOf(prompt: Prompt, platform: number): Draws {
		const key = prompt.index * PLATFORMS.length + platform;
		return madeOnce(this.draws, key, () => this.drawn(prompt, platform));
	}

	private drawn(prompt: Prompt, platform: number): Draws {
		const draw = seeded(hash(`${this.seed}/draws/${prompt.index}/${platform}`));
		const offset = (what: string, most: number) =>
			(fraction(`${this.seed}/${what}`) - 0.5) * 2 * most;
		return {
			...{ time: draw(), card: draw(), cites: [draw(), draw()], keyword: draw() },
			brands: this.brand.strengths.map((strength, brand) => {
				const share =
					strength +
					offset(`${brand}/at/${platform}`, 0.06) +
					offset(`${brand}/about/${prompt.topic}`, 0.08) +
					offset(`${brand}/asked/${prompt.index}`, 0.16);
				return { start: draw(), share, order: draw() - share };
			}),
		};
	}
}

/** The week of a day, which starts on a Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);
