import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError } from '../base';
import {
	type FilterKind,
	type FilterName,
	FILTERS,
	isPicked,
	VALUES,
	valueOf,
} from './filterKinds';
import type { Parameters } from './parameters';
import type { FieldReader } from './reader';
import { onlyInTools } from './toolFields';
import { isEmpty } from './values';

const FILTER: INodeProperties = {
	displayName: 'Filter',
	name: 'filter',
	type: 'options',
	noDataExpression: true,
	options: FILTERS.map(({ name, value }) => ({ name, value })),
	default: 'topics',
	description: 'What to filter by',
};

/** Filters as rows: what, and with which value. */
export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Filter',
	default: {},
	description:
		'Which records to include. A record has to match all rows: with two topics, only prompts that have both.',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [FILTER, ...Object.values(VALUES).map(({ field }) => field)],
		},
	],
};

/** The option for what the rows cannot say. */
export const FILTERS_JSON: INodeProperties = {
	displayName: 'Filters (JSON)',
	name: 'filtersJson',
	type: 'json',
	default: '',
	placeholder:
		'e.g. { "intent": { "condition": "AND", "items": [{ "operator": "is", "value": "commercial" }] } }',
	description:
		'Further filters, written as the API expects them, for what the rows cannot express. They are added to those of the rows.',
};

const namesOf = (...kinds: FilterKind[]) =>
	FILTERS.filter(({ kind }) => kinds.includes(kind))
		.map(({ value }) => value)
		.join(', ');

const FILTER_BY: INodeProperties = {
	displayName: 'Filter By',
	name: 'filterBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. { "branded": true, "rank": 1 }',
	description:
		'Further filters: a JSON object with the value for each filter, or a list of values. They are added to the rows of Filters.',
};

/** Filters as a model gives them. */
export const filterByField: INodeProperties = onlyInTools(
	FILTER_BY,
	`Which records to include, as a JSON object with a value or a list of values for each filter, such as {"branded": true, "rank": 1}. Filters: ${namesOf('boolean')} (true or false), ${namesOf('number')} (a number), ${namesOf('text')} (text), ${namesOf('market', 'model', 'prompt', 'tag', 'topic')} (a name or an ID). Leave empty for all records`,
);

/**
 * The `filters` member of the body (public: `{ NAME: { condition, items: [{ operator, value }] } }`);
 * without it if the user filters by nothing.
 *
 * @throws DescribedError if a filter has no value or one of the wrong type, or if two fields set the
 * same one
 */
export function filterBody(parameters: Parameters): JsonObject {
	const rows = filtersInRows(parameters);
	const json = parameters.options.object(FILTERS_JSON);
	refuseBoth(rows, json, (name) => [
		`'Filters (JSON)' and 'Filters' both set ${name}`,
		`Put all conditions on ${name} into one of them.`,
	]);
	const fixed = { ...rows, ...json };
	const added = filtersFromModel(parameters);
	refuseBoth(fixed, added, (name) => [
		`'Filter By' sets ${name}, which the tool sets itself`,
		`Leave ${name} out of 'Filter By'.`,
	]);
	const filters = { ...fixed, ...added };
	return Object.keys(filters).length === 0 ? {} : { filters };
}

/** A filter (public): what has to match all of the items. */
export function filterOf(items: JsonObject[]): JsonObject {
	return { condition: 'AND', items };
}

function refuseBoth(
	one: JsonObject,
	other: JsonObject,
	words: (name: string) => readonly [message: string, todo: string],
): void {
	const name = Object.keys(one).find((key) => Object.hasOwn(other, key));
	if (name !== undefined) throw new DescribedError(...words(name));
}

function filtersFromModel(parameters: Parameters): JsonObject {
	return Object.fromEntries(
		givenByModel(parameters).map(([name, entered]) => {
			const { kind } = filterNamed(name);
			const { operator, wanted = 'a value', example = '"a name"' } = VALUES[kind];
			const value = valueOf(entered, kind);
			if (value !== undefined) return [name, filterOf([{ operator, value }])];
			throw new DescribedError(
				`The filter '${name}' has no valid value`,
				`Enter ${wanted} for '${name}' in 'Filter By', such as {"${name}": ${example}}, or leave it out.`,
			);
		}),
	);
}

/** What a model gives; what it leaves empty is none. */
function givenByModel(parameters: Parameters): Array<[name: string, value: JsonValue]> {
	return Object.entries(parameters.object(FILTER_BY)).filter(([, value]) => !isEmpty(value));
}

function filterNamed(name: string): FilterName {
	const filter = FILTERS.find(({ value }) => value === name);
	if (filter !== undefined) return filter;
	throw new DescribedError(
		`'Filter By' has no filter named ${name}`,
		`Use one of ${FILTERS.map(({ value }) => value).join(', ')}.`,
	);
}

function filtersInRows(parameters: Parameters): JsonObject {
	const itemsByName = new Map<string, JsonObject[]>();
	for (const row of rowsOf(parameters)) {
		const { value: name, item } = itemIn(row);
		itemsByName.set(name, [...(itemsByName.get(name) ?? []), item]);
	}
	return Object.fromEntries([...itemsByName].map(([name, items]) => [name, filterOf(items)]));
}

function rowsOf(parameters: Parameters): FieldReader[] {
	return parameters.readerOf(filtersField).rows(filtersField);
}

/**
 * The filters whose values may be names: those that are picked from a list, unless they were. What
 * Filters (JSON) says is sent as it is.
 */
export function namedFilters(parameters: Parameters): string[] {
	const inRows = rowsOf(parameters).flatMap((row) => {
		const filter = filterIn(row);
		const isChosen = row.locator(VALUES[filter.kind].field).mode === 'list';
		return isChosen ? [] : [filter];
	});
	const byModel = givenByModel(parameters).map(([name]) => filterNamed(name));
	const named = [...inRows, ...byModel].filter(({ kind }) => isPicked(kind));
	return [...new Set(named.map(({ value }) => value))];
}

/** The filter that a row is about. */
function filterIn(row: FieldReader): FilterName {
	const chosen = row.value(FILTER);
	const filter = FILTERS.find(({ value }) => value === chosen);
	if (filter !== undefined) return filter;
	throw new DescribedError(
		'A row of Filters has no filter',
		"Choose a 'Filter' in the row, or remove it.",
	);
}

/** What a row says: which filter, and what it has to be. */
function itemIn(row: FieldReader) {
	const filter = filterIn(row);
	const { field, operator, wanted = 'a value' } = VALUES[filter.kind];
	const value = valueOf(row.value(field), filter.kind);
	if (value === undefined) {
		throw row.problem(
			field,
			`The filter '${filter.name}' has no valid value`,
			`Enter ${wanted} for '${filter.name}' in 'Filters', or remove the row.`,
		);
	}
	return { value: filter.value, item: { operator, value } };
}
