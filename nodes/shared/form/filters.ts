import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, fieldText, groupBy } from '../base';
import { keyFieldsOfReport, type WhereCondition } from '../table';
import { BY_NAME_OR_ID, listPickerField, rowsCollection } from './fields';
import { FieldReader, type Parameters } from './reader';
import {
	firstDuplicate,
	isEmpty,
	type PickListEntry,
	OBJECT_IN_TEXT,
	toFlag,
	toNumber,
} from './values';

interface FilterKind {
	/** The field in which the user enters the value. */
	readonly field: INodeProperties;
	/** The operator that the node sends (public docs). */
	readonly operator: 'eq' | 'is';
	/** What errors ask the user to enter: `a text`. */
	readonly expected: string;
	/** Converts the user's value to the documented type (public docs). Returns `undefined` for an invalid value. */
	readonly parse: (value: unknown) => JsonValue | undefined;
}

const BOOLEAN_FILTER: FilterKind = {
	field: {
		displayName: 'Value',
		name: 'booleanValue',
		type: 'boolean',
		default: true,
		description: 'Whether it has to be true or false',
	},
	operator: 'is',
	expected: 'true or false',
	parse: toFlag,
};

/** Takes numbers as text, because a number field cannot be empty at first. */
const FILTER_VALUE: INodeProperties = {
	displayName: 'Value',
	name: 'textValue',
	type: 'string',
	default: '',
	placeholder: 'e.g. example.com, commercial or 1',
	description: 'For Rank and Visibility, exactly this number',
};

const NUMBER_FILTER: FilterKind = {
	field: FILTER_VALUE,
	operator: 'eq',
	expected: 'a number, such as 1,',
	parse: toNumber,
};

const TEXT_FILTER: FilterKind = {
	field: FILTER_VALUE,
	operator: 'is',
	expected: 'a text',
	parse: toTextOrId,
};

const WEBSITE_FILTER: FilterKind = {
	...TEXT_FILTER,
	expected: 'the name of a website, not true or false,',
	parse: (value) => (/^(true|false|yes|no)$/i.test(String(value)) ? undefined : toTextOrId(value)),
};

/** Keeps a number as a number, since the API may distinguish 42 from "42". Returns `undefined` for an invalid value. */
function toTextOrId(value: unknown): JsonValue | undefined {
	if (typeof value === 'boolean' || typeof value === 'number') return value;
	const isText = typeof value === 'string' && !isEmpty(value) && !value.includes(OBJECT_IN_TEXT);
	return isText ? value : undefined;
}

function pickerFilterKind(
	displayName: string,
	name: string,
	searchListMethod: string,
	example: string,
	one = `a ${displayName.toLowerCase()}`,
): FilterKind {
	return {
		field: listPickerField(one, searchListMethod, {
			displayName,
			name,
			modes: [{ ...BY_NAME_OR_ID, type: 'string', placeholder: `e.g. ${example}` }],
		}),
		operator: 'is',
		expected: `a name or an ID, such as "${example}",`,
		parse: toTextOrId,
	};
}

const PICKED_FILTERS = {
	market: pickerFilterKind('Market', 'marketValue', 'searchMarkets', 'United States · English'),
	platform: pickerFilterKind(
		'AI Platform',
		'modelValue',
		'searchModels',
		'ChatGPT',
		'an AI platform',
	),
	prompt: pickerFilterKind('Prompt', 'promptValue', 'searchPrompts', 'best espresso machine'),
	tag: pickerFilterKind('Tag', 'tagValue', 'searchTags', 'Branded'),
	topic: pickerFilterKind('Topic', 'topicValue', 'searchTopics', 'Espresso machines'),
};

interface Filter extends PickListEntry {
	readonly kind: FilterKind;
	/** The name of the filter in records, if it is a different one: `model` for `platform`. */
	readonly column?: string;
}

/** A condition in 'Where' that is sent to the service as a filter: `platform = ChatGPT`. */
interface FilterCondition {
	readonly filter: Filter;
	readonly condition: WhereCondition;
}

/** The filters of the GEO API (public docs), in the order of their display names. */
export const FILTERS: readonly Filter[] = [
	{ name: 'AI Platform', value: 'platform', kind: PICKED_FILTERS.platform, column: 'model' },
	{ name: 'Branded', value: 'branded', kind: BOOLEAN_FILTER, column: 'is_branded' },
	{ name: 'Cited Domain', value: 'cited_domain', kind: TEXT_FILTER, column: 'citation_domain' },
	{ name: 'Cited Page URL', value: 'cited_page_url', kind: TEXT_FILTER, column: 'citation_uri' },
	{ name: 'Has Shopping Card', value: 'has_shopping_card', kind: BOOLEAN_FILTER },
	{ name: 'Intent', value: 'intent', kind: TEXT_FILTER },
	{ name: 'Market', value: 'markets', kind: PICKED_FILTERS.market },
	{ name: 'Prompt', value: 'prompts', kind: PICKED_FILTERS.prompt },
	{ name: 'Rank', value: 'rank', kind: NUMBER_FILTER },
	{ name: 'Tag', value: 'tags', kind: PICKED_FILTERS.tag },
	{ name: 'Topic', value: 'topics', kind: PICKED_FILTERS.topic },
	{ name: 'Visibility', value: 'visibility', kind: NUMBER_FILTER },
	{
		name: 'Website Mentioned in Answer',
		value: 'website_mentioned_in_answer',
		kind: WEBSITE_FILTER,
	},
	{
		name: 'Website Mentioned in Citation',
		value: 'website_mentioned_in_citation',
		kind: WEBSITE_FILTER,
	},
];

const FILTER: INodeProperties = {
	displayName: 'Filter',
	name: 'filter',
	type: 'options',
	noDataExpression: true,
	options: FILTERS.map(({ name, value }) => ({ name, value })),
	default: 'topics',
	description: 'What to filter by',
};

function addFilterShowCondition(field: INodeProperties): INodeProperties {
	const names = FILTERS.filter(({ kind }) => kind.field === field).map(({ value }) => value);
	return { ...field, displayOptions: { show: { [FILTER.name]: names } } };
}

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	placeholder: 'Add Filter',
	description: 'Records have to match all rows',
	...rowsCollection('Condition', 'condition', [
		FILTER,
		...[...Object.values(PICKED_FILTERS), BOOLEAN_FILTER, TEXT_FILTER].map(({ field }) =>
			addFilterShowCondition(field),
		),
	]),
};

interface EnteredFilter {
	readonly filter: Filter;
	readonly value: JsonValue;
	/** Whether the value may be a name. A value that the user picked from the list is an ID. */
	readonly mayBeName: boolean;
	/** The value that messages show: the name of an entry from the list, or what the user entered. */
	readonly shownValue: string;
}

/**
 * Reads the field 'Filters', and adds the filters in 'Where'. Returns:
 *
 * - `body`: `{ filters: { NAME: { condition, items: [{ operator, value }] } } }` (public docs), or `{}`
 * - `named`: the filters whose values may be names
 * - `shown`: the filters as messages show them
 *
 * @throws DescribedError if a filter has no valid value
 * @throws DescribedError if a filter in 'Where' is already set
 */
export function readFilters(parameters: Parameters, where: readonly FilterCondition[] = []) {
	const rows = parameters.findFieldReader(filtersField).rows(filtersField);
	const fromRows = rows.map((row) =>
		readFilter(row, row.choice(FILTER, FILTERS), filtersField.displayName),
	);
	const fromWhere = where.map(({ filter, condition }) =>
		readFilter(new FieldReader(() => condition.value), filter, 'Where'),
	);
	const nameOf = ({ filter }: EnteredFilter) => filter.value;
	const twice = firstDuplicate([...new Set(fromRows.map(nameOf)), ...fromWhere.map(nameOf)]);
	if (twice !== undefined) {
		throw new DescribedError(
			`The filter ${twice} is set twice, and a record would have to match both`,
			"Leave it out of 'Where', or name it there only once. For several values, make a call for each, or split the figures by it.",
		);
	}
	const entered = [...fromRows, ...fromWhere];
	const filters = buildFilterBody(entered);
	const body: { readonly filters?: JsonObject } = entered.length === 0 ? {} : { filters };
	const named = entered.filter(({ mayBeName }) => mayBeName);
	return {
		body,
		named: [...new Set(named.map(nameOf))],
		shown: [
			...fromRows.map((own) => describeFilter(own)),
			...fromWhere.map((own) => ({ ...describeFilter(own), isInWhere: true })),
		],
	};
}

function describeFilter({ filter, value, shownValue }: EnteredFilter) {
	const { value: field, name: label, column = field, kind } = filter;
	const texts = [value].flat().map((own) => fieldText(own));
	const words = [field.replace(/s$/, ''), field, column];
	return {
		...{ field, label, value: shownValue, texts: [...texts, shownValue] },
		columns: keyFieldsOfReport(words).fields.flat(),
		isCertain: kind.field.type !== 'resourceLocator' || texts.join(', ') !== shownValue,
	};
}

/** Returns the filters in the documented form. `AND` means that a record has to match all items (public docs). */
function buildFilterBody(entered: readonly EnteredFilter[]): JsonObject {
	const byName = [...groupBy(entered, ({ filter }) => filter.value)];
	const itemOf = ({ filter, value }: EnteredFilter) => ({ operator: filter.kind.operator, value });
	return Object.fromEntries(
		byName.map(([name, own]) => [name, { condition: 'AND', items: own.map(itemOf) }]),
	);
}

function readFilter(row: FieldReader, filter: Filter, enteredIn: string): EnteredFilter {
	const { name, kind } = filter;
	const entered = row.value(kind.field);
	const { mode, name: picked } = row.locator(kind.field);
	const values: unknown[] = Array.isArray(entered) ? entered : [entered];
	const typed = values.map((value) => kind.parse(value));
	const [first] = typed;
	if (first !== undefined && typed.every((value) => value !== undefined)) {
		const mayBeName = kind.field.type === 'resourceLocator' && mode !== 'list';
		const value = Array.isArray(entered) ? typed : first;
		return { filter, value, mayBeName, shownValue: picked ?? values.join(', ') };
	}
	throw row.fieldError(
		kind.field,
		`The filter '${name}' has no valid value`,
		`Enter ${kind.expected} for '${name}' in '${enteredIn}', or leave the filter out.`,
	);
}
