/** The kinds of values that filters take, and so the field that asks for them. */
export type FilterKind =
	'boolean' | 'market' | 'model' | 'number' | 'prompt' | 'tag' | 'text' | 'topic';

/** A filter of the GEO API (public). */
export interface FilterName {
	readonly name: string;
	readonly value: string;
	readonly kind: FilterKind;
	/** The operator seen with it (public). */
	readonly operator: 'eq' | 'is';
}

/** The fourteen filters of the GEO API (public), in the order of their labels. */
export const FILTERS: readonly FilterName[] = [
	{ name: 'AI Platform', value: 'platform', kind: 'model', operator: 'is' },
	{ name: 'Branded', value: 'branded', kind: 'boolean', operator: 'is' },
	{ name: 'Cited Domain', value: 'cited_domain', kind: 'text', operator: 'is' },
	{ name: 'Cited Page URL', value: 'cited_page_url', kind: 'text', operator: 'is' },
	{ name: 'Has Shopping Card', value: 'has_shopping_card', kind: 'boolean', operator: 'is' },
	{ name: 'Intent', value: 'intent', kind: 'text', operator: 'is' },
	{ name: 'Market', value: 'markets', kind: 'market', operator: 'is' },
	{ name: 'Prompt', value: 'prompts', kind: 'prompt', operator: 'is' },
	{ name: 'Rank', value: 'rank', kind: 'number', operator: 'eq' },
	{ name: 'Tag', value: 'tags', kind: 'tag', operator: 'is' },
	{ name: 'Topic', value: 'topics', kind: 'topic', operator: 'is' },
	{ name: 'Visibility', value: 'visibility', kind: 'number', operator: 'eq' },
	{
		name: 'Website Mentioned in Answer',
		value: 'website_mentioned_in_answer',
		kind: 'text',
		operator: 'is',
	},
	{
		name: 'Website Mentioned in Citation',
		value: 'website_mentioned_in_citation',
		kind: 'text',
		operator: 'is',
	},
];
