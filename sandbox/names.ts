import { type Brand, MARKETS, PLATFORMS } from './domain';
import { cycle } from './random';

const SITES = ['daily', 'honest', 'weekend', 'practical', 'urban'] as const;
const SITE_KINDS = ['reviews', 'journal', 'forum', 'guide', 'lab'] as const;
const ENDINGS = ['example', 'test'] as const;

export const TAGS = [
	...(['Branded', 'Non-branded', 'Top of funnel', 'Middle of funnel'] as const),
	...(['Bottom of funnel', 'Comparison', 'Price', 'Quality', 'Beginner', 'Expert'] as const),
	...(['Seasonal', 'Gift idea', 'Support', 'Launch campaign', 'Watch closely'] as const),
] as const;

/** A page that answers cite. */
export interface Page {
	/** The position of its website among those that are cited: the brand's own, its rivals', others. */
	readonly site: number;
	readonly topic: number;
	/** The number of the page within its topic. */
	readonly number: number;
	/** The first day on which it can be cited. */
	readonly since: number;
}

/** An ID such as `topic-01`. */
export const numbered = (name: string, index: number, digits: number) =>
	`${name}-${String(index + 1).padStart(digits, '0')}`;

export const topicId = (topic: number) => numbered('topic', topic, 2);
export const tagId = (tag: number) => numbered('tag', tag, 2);
export const platformId = (platform: number) => numbered('platform', platform, 1);
export const websiteId = (brand: number) => numbered('website', brand, 2);

/** The ID of a market, such as `us-en`. */
export function marketId(market: number): string {
	const [country, , language] = cycle(MARKETS, market);
	return `${country}-${language}`.toLowerCase();
}

/** The name of a platform. */
export const platformName = (platform: number) => cycle(PLATFORMS, platform)[0];

/** The name of the brand, or of one of its rivals, from 1. */
export const brandName = ({ name, rivals }: Brand, brand: number) =>
	brand === 0 ? name : (rivals[brand - 1] ?? '');

/** The address of the website of the brand or of one of its rivals. */
export const brandUrl = (owner: Brand, brand: number) =>
	brand === 0 ? owner.url : `https://${domainOf(owner, brand)}`;

/** The kind of a website that is cited. */
export function siteKind({ rivals }: Brand, site: number): string {
	if (site <= rivals.length) return site === 0 ? 'own' : 'competitor';
	return cycle(SITE_KINDS, Math.floor((site - rivals.length - 1) / SITES.length));
}

/** The domain of a website that is cited: the brand's own, those of its rivals, then others. */
export function domainOf(brand: Brand, site: number): string {
	if (site === 0) return new URL(brand.url).host;
	const rival = brand.rivals[site - 1];
	if (rival !== undefined) return `${rival.toLowerCase().replace(/[^a-z0-9]+/g, '')}.example`;
	const other = site - brand.rivals.length - 1;
	const kind = cycle(SITE_KINDS, Math.floor(other / SITES.length));
	return `${cycle(SITES, other)}${kind}.${cycle(ENDINGS, Math.floor(other / 25))}`;
}

/** The address of a page that is cited. */
export function pageUrl(brand: Brand, { site, topic, number }: Page): string {
	const many = cycle(brand.topics, topic)[2].replace(/ /g, '-');
	return `https://${domainOf(brand, site)}/${many}/${number + 1}`;
}
