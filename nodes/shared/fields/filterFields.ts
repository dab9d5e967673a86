import type { INodeProperties } from 'n8n-workflow';
import { type FilterKind, FILTERS } from './filterNames';

/** The group that holds the rows in the stored parameters. */
export const FILTER_GROUP = 'condition';

/** Kinds whose values are picked from a list of the project, and how the list is found. */
const PICKED: ReadonlyArray<{ kind: FilterKind; label: string; search: string }> = [
	{ kind: 'market', label: 'Market', search: 'searchMarkets' },
	{ kind: 'model', label: 'AI Platform', search: 'searchModels' },
	{ kind: 'prompt', label: 'Prompt', search: 'searchPrompts' },
	{ kind: 'tag', label: 'Tag', search: 'searchTags' },
	{ kind: 'topic', label: 'Topic', search: 'searchTopics' },
];

/** The name of the parameter that holds the value of a filter of this kind. */
export const valueParameter = (kind: FilterKind): string => `${kind}Value`;

const shownFor = (kind: FilterKind) => ({
	show: { filter: FILTERS.filter((filter) => filter.kind === kind).map(({ value }) => value) },
});

const pickedFields = PICKED.map(({ kind, label, search }): INodeProperties => ({
	displayName: label,
	name: valueParameter(kind),
	type: 'resourceLocator',
	displayOptions: shownFor(kind),
	default: { mode: 'list', value: '' },
	description: `The ${label === 'AI Platform' ? label : label.toLowerCase()} to keep. As an expression it may also be a list.`,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select ${/^[AEIOU]/.test(label) ? 'an' : 'a'} ${label}…`,
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
		},
	],
}));

const plainFields: readonly INodeProperties[] = [
	{
		displayName: 'Value',
		name: valueParameter('boolean'),
		type: 'boolean',
		displayOptions: shownFor('boolean'),
		default: true,
		description: 'Whether to keep what is so, or what is not',
	},
	{
		displayName: 'Value',
		name: valueParameter('number'),
		type: 'number',
		displayOptions: shownFor('number'),
		default: 0,
		description: 'The number to compare with, for example 1 for the first rank',
	},
	{
		displayName: 'Value',
		name: valueParameter('text'),
		type: 'string',
		displayOptions: shownFor('text'),
		default: '',
		placeholder: 'e.g. example.com',
		description: 'The text to compare with. As an expression it may also be a list.',
	},
];

/** Filters as rows: what, how, and with which value. */
export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Filter',
	default: {},
	description: 'Which records to count. Every filter has to hold.',
	options: [
		{
			displayName: 'Condition',
			name: FILTER_GROUP,
			values: [
				{
					displayName: 'Filter',
					name: 'filter',
					type: 'options',
					noDataExpression: true,
					options: FILTERS.map(({ name, value }) => ({ name, value })),
					default: 'topics',
					description: 'What to filter by',
				},
				...pickedFields,
				...plainFields,
				{
					displayName: 'Operator',
					name: 'operator',
					type: 'string',
					default: '',
					placeholder: 'e.g. is',
					description:
						'How to compare. Leave it empty for the documented one: eq for Rank and Visibility, is for the others.',
				},
			],
		},
	],
};

/** Sort as rows: by what, and in which direction. */
export const sortField: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Sort',
	default: {},
	description: 'The order of the records. The first row counts most.',
	options: [
		{
			displayName: 'Sort By',
			name: 'by',
			values: [
				{
					displayName: 'Field',
					name: 'field',
					type: 'string',
					default: '',
					placeholder: 'e.g. visibility_score',
					description: 'Name of the field to sort by, as it stands in the records',
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: [
						{ name: 'Ascending', value: 'asc', description: 'Smallest first' },
						{ name: 'Descending', value: 'desc', description: 'Largest first' },
					],
					default: 'desc',
					description: 'Which end comes first',
				},
			],
		},
	],
};

/** Options for what the rows of Filters cannot say. */
export const filterOptions: readonly INodeProperties[] = [
	{
		displayName: 'Filter Condition',
		name: 'filterCondition',
		type: 'string',
		default: 'AND',
		placeholder: 'e.g. AND',
		description:
			'How several rows for the same filter combine. AND is the one that is documented; others are sent as they are.',
	},
	{
		displayName: 'Filters (JSON)',
		name: 'filtersJson',
		type: 'json',
		default: '',
		placeholder:
			'e.g. { "intent": { "condition": "AND", "items": [{ "operator": "is", "value": "commercial" }] } }',
		description:
			'Filters as the API takes them, for what the rows cannot say. They are added to those of the rows.',
	},
];
