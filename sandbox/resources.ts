/** Every list a project of the sandbox has, and the member that identifies a record in it. */
export const ID_KEYS = {
	tasks: 'id',
	prompts: 'prompt_id',
	topics: 'topic_id',
	tags: 'tag_id',
	markets: 'market_id',
	keywords: 'id',
	websites: 'website_id',
	domains: 'domain_id',
	models: 'platform_id',
	citations: 'citation_id',
} as const;

export type Resource = keyof typeof ID_KEYS;

/** Tells whether a text names a list of the sandbox. */
export function isResource(name: string): name is Resource {
	return Object.hasOwn(ID_KEYS, name);
}

/** The names of all lists. */
export const RESOURCES: readonly Resource[] = Object.keys(ID_KEYS).filter(isResource);
