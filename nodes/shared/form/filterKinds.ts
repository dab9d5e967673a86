import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { isEmpty, OBJECT_IN_TEXT, toFlag, toNumber } from './values';

/** The kinds of values that filters take, and so the field that asks for them. */
export type FilterKind =
	'boolean' | 'market' | 'model' | 'number' | 'prompt' | 'tag' | 'text' | 'topic';

/** A filter of the GEO API (public). */
export interface FilterName {
	readonly name: string;
	readonly value: string;
	readonly kind: FilterKind;
}

/** The fourteen filters of the GEO API (public), in the order of their labels. */
export const FILTERS: readonly FilterName[] = [
	{ name: 'AI Platform', value: 'platform', kind: 'model' },
	{ name: 'Branded', value: 'branded', kind: 'boolean' },
	{ name: 'Cited Domain', value: 'cited_domain', kind: 'text' },
	{ name: 'Cited Page URL', value: 'cited_page_url', kind: 'text' },
	{ name: 'Has Shopping Card', value: 'has_shopping_card', kind: 'boolean' },
	{ name: 'Intent', value: 'intent', kind: 'text' },
	{ name: 'Market', value: 'markets', kind: 'market' },
	{ name: 'Prompt', value: 'prompts', kind: 'prompt' },
	{ name: 'Rank', value: 'rank', kind: 'number' },
	{ name: 'Tag', value: 'tags', kind: 'tag' },
	{ name: 'Topic', value: 'topics', kind: 'topic' },
	{ name: 'Visibility', value: 'visibility', kind: 'number' },
	{ name: 'Website Mentioned in Answer', value: 'website_mentioned_in_answer', kind: 'text' },
	{ name: 'Website Mentioned in Citation', value: 'website_mentioned_in_citation', kind: 'text' },
];

/** A field that asks for the value of a filter, and how its value is read. */
export interface ValueField {
	readonly field: INodeProperties;
	/** The operator seen with such filters (public). */
	readonly operator: 'eq' | 'is';
	/** What the user is told to enter, where not any value will do. */
	readonly wanted?: string;
	/** A value that a model could give, as JSON; for those without one, it is a name or an ID. */
	readonly example?: string;
	/** A value in the type that the API takes (public); `undefined` if it is not of that type. */
	readonly parse: (value: unknown) => JsonValue | undefined;
}

/** Whether the values of a filter are picked from a list of the project, and so may be names. */
export function isPicked(kind: FilterKind): boolean {
	return VALUES[kind].field.type === 'resourceLocator';
}

/** The name of the parameter that holds the value of a filter of this kind. */
export const valueParameter = (kind: FilterKind): string => `${kind}Value`;

/** What the fields for values have in common. Each is shown in rows with filters of its kind. */
const valueField = (kind: FilterKind) => ({
	displayName: 'Value',
	name: valueParameter(kind),
	displayOptions: {
		show: { filter: FILTERS.filter((filter) => filter.kind === kind).map(({ value }) => value) },
	},
});

/** The API takes texts, and IDs as they come: it may tell 42 from "42". */
function toTextOrId(value: unknown): JsonValue | undefined {
	if (typeof value === 'boolean' || typeof value === 'number') return value;
	const isText = typeof value === 'string' && !isEmpty(value) && !value.includes(OBJECT_IN_TEXT);
	return isText ? value : undefined;
}

/**
 * A value that is picked from a list of the project.
 *
 * @param example what one of them may be called
 * @param one one of them in a sentence
 */
function picked(
	kind: FilterKind,
	label: string,
	searchListMethod: string,
	example: string,
	one = `a ${label.toLowerCase()}`,
): ValueField {
	return {
		field: {
			...valueField(kind),
			displayName: label,
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'What to filter by. An expression may also give a list.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: `Select ${one}…`,
					typeOptions: { searchListMethod, searchable: true },
				},
				{
					displayName: 'By Name or ID',
					// Of a mode named id, n8n shows a label of its own.
					name: 'nameOrId',
					type: 'string',
					placeholder: `e.g. ${example}`,
				},
			],
		},
		operator: 'is',
		parse: toTextOrId,
	};
}

/** In the order in which the row lists them. */
export const VALUES: Readonly<Record<FilterKind, ValueField>> = {
	market: picked('market', 'Market', 'searchMarkets', 'United States · English'),
	model: picked('model', 'AI Platform', 'searchModels', 'ChatGPT', 'an AI platform'),
	prompt: picked('prompt', 'Prompt', 'searchPrompts', 'best espresso machine'),
	tag: picked('tag', 'Tag', 'searchTags', 'Branded'),
	topic: picked('topic', 'Topic', 'searchTopics', 'Espresso machines'),
	boolean: {
		field: {
			...valueField('boolean'),
			type: 'boolean',
			default: true,
			description:
				'Whether to include records for which this is true, or those for which it is false',
		},
		operator: 'is',
		wanted: 'true or false',
		example: 'true',
		parse: toFlag,
	},
	number: {
		field: {
			...valueField('number'),
			type: 'number',
			default: 0,
			description: 'Only records with exactly this number, for example 1 for the first rank',
		},
		operator: 'eq',
		wanted: 'a number',
		example: '1',
		parse: toNumber,
	},
	text: {
		field: {
			...valueField('text'),
			type: 'string',
			default: '',
			placeholder: 'e.g. example.com',
			description: 'The text to compare with. An expression may also give a list.',
		},
		operator: 'is',
		example: '"a text"',
		parse: toTextOrId,
	},
};

/**
 * The value of a filter in the type that the API takes; a list stays one. `undefined` if it has none,
 * or one of the wrong type.
 */
export function valueOf(value: unknown, kind: FilterKind): JsonValue | undefined {
	const { parse } = VALUES[kind];
	if (!Array.isArray(value)) return parse(value);
	const parsed = value.map((entry: unknown) => parse(entry)).filter((entry) => entry !== undefined);
	return parsed.length > 0 && parsed.length === value.length ? parsed : undefined;
}
