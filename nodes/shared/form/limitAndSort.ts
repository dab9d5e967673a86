import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { DescribedError } from '../base';
import { type Asked, changedFieldIn, type SortBy } from '../table';
import {
	filledByModel,
	onlyInNode,
	onlyInTools,
	pickedField,
	rowsCollection,
	SHOWN_IN_TOOLS,
	startingWith,
} from './fields';
import { ALL_PROJECTS, projectsField, readProjectChoice } from './project';
import { FieldReader, type Parameters } from './reader';
import { asTexts, entryOf } from './values';

const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** The limit of reads that return everything without it. */
export const LIMIT_OPTION: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
};

const LIMIT: INodeProperties = {
	...LIMIT_OPTION,
	displayOptions: { show: { returnAll: [false] } },
};

const ABOUT_LIMIT = 'How many records to return at most, such as "20". Default: 50';

const LIMIT_SCOPES = [
	{ name: 'All Projects Together', value: 'allProjects' },
	{ name: 'Each Project', value: 'eachProject' },
] as const;

/** For reads of several projects. */
const LIMIT_SCOPE: INodeProperties = {
	displayName: 'Limit Applies To',
	name: 'limitAppliesTo',
	type: 'options',
	displayOptions: {
		show: { [`/${projectsField.name}`]: [ALL_PROJECTS] },
		hide: { [`/${RETURN_ALL.name}`]: [true] },
	},
	options: LIMIT_SCOPES.map(({ name, value }) => ({ name, value })),
	default: 'eachProject',
	description: 'All Projects Together: one list in the order of Sort, cut once',
};

export const limitScopeOption = startingWith('allProjects', LIMIT_SCOPE);

/** Return All and Limit, as n8n calls them in all nodes. In a tool, the model fills in the limit. */
export const limitFields: readonly INodeProperties[] = [
	RETURN_ALL,
	...filledByModel(LIMIT, ABOUT_LIMIT),
];

/** Return All and Limit in tools only, for reads that return everything in the node. */
export const limitFieldsInTools: readonly INodeProperties[] = [
	{ ...RETURN_ALL, displayOptions: SHOWN_IN_TOOLS },
	onlyInTools(LIMIT, ABOUT_LIMIT),
];

/** Whether one limit is for the records of all projects; `undefined` if there is one project. */
export function isLimitOfAll(parameters: Parameters): boolean | undefined {
	const { value } = parameters.options.choice(LIMIT_SCOPE, LIMIT_SCOPES);
	if (readProjectChoice(parameters).by !== 'all') return undefined;
	return value === 'allProjects' || readLimitOfAll(parameters) !== undefined;
}

/**
 * The error if one limit is for all projects and there is no order: it would only return records of the
 * first project.
 */
export const NO_ORDER = new DescribedError(
	"One limit for all projects needs 'Sort', which is empty",
	"Enter in 'Sort' by which field the first records are chosen. For a limit of each project, set 'Limit Applies To' to Each Project or, in a tool, leave 'in all' out of 'Limit'.",
);

/**
 * Reads the limit: a whole number, or `Infinity` for all records; and how to get all with this form.
 *
 * @throws DescribedError if the limit is not a whole number of 1 or more
 */
export function readLimit(parameters: Parameters): Pick<Asked, 'limit' | 'wayToAll'> {
	const { options } = parameters;
	// A node with Limit under Options returns everything without it.
	if (parameters.readerOf(RETURN_ALL) === options) {
		const limit = options.has(LIMIT_OPTION) ? options.number(LIMIT_OPTION) : Infinity;
		return { limit, wayToAll: "To get all, remove 'Limit' from 'Options'." };
	}
	const wayToAll = "To get all, turn on 'Return All'.";
	if (parameters.flag(RETURN_ALL)) return { limit: Infinity, wayToAll };
	const limitOfAll = readLimitOfAll(parameters);
	const reader = limitOfAll === undefined ? parameters : new FieldReader(() => limitOfAll);
	return { limit: reader.number(LIMIT), wayToAll };
}

/** Returns the number in a limit for all projects that a model has set: `5 in all` → `5`. */
function readLimitOfAll(parameters: Parameters): string | undefined {
	const value = parameters.value(LIMIT);
	return typeof value === 'string' ? /^(.*\S)\s+in all\s*$/i.exec(value)?.[1] : undefined;
}

const SORT_FIELD: INodeProperties = pickedField('a field', 'searchFields', {
	displayName: 'Field',
	name: 'field',
	description: 'With a comparison, also its _change fields',
	modes: [
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. avg_visibility_score',
		},
	],
});

const SORT_ORDERS = [
	{ name: 'Ascending', value: 'asc', description: 'Smallest first, of changes the biggest fall' },
	{ name: 'Descending', value: 'desc', description: 'Largest first, of changes the biggest rise' },
	{ name: 'Biggest Move First', value: 'move', description: 'Largest change first, up or down' },
] as const;

const SORT_ORDER: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: SORT_ORDERS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'desc',
	description: 'The change of a rank from 9 to 2 is a rise',
};

export const SORT_OPTION: INodeProperties = onlyInNode({
	displayName: 'Sort',
	name: 'sort',
	placeholder: 'Add Sort',
	description: 'The order of the records',
	...rowsCollection('Sort By', 'by', [SORT_FIELD, SORT_ORDER]),
});

/** Replaces the rows of Sort in a tool, where a model writes one text. */
const SORT_TEXT: INodeProperties = {
	displayName: SORT_OPTION.displayName,
	name: SORT_OPTION.name,
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_visibility_score desc',
	description: 'Names of fields, separated by commas, each followed by asc, desc or move',
};

export const sortInTools: INodeProperties = onlyInTools(
	SORT_TEXT,
	'The order of the records: the name of a field as it appears in the records and asc or desc, such as avg_visibility_score desc. With a comparison also by a change: avg_visibility_score_change with desc (biggest rise first), asc (biggest fall first) or move (biggest first, up or down). Separate several with commas. Leave empty for the order of the service',
);

/**
 * Reads the fields to sort by, in order. There are none if Sort is empty.
 *
 * @param isCompared whether a comparison adds fields, such as `score_change`
 * @throws DescribedError if a row has no field, or an order is unknown
 */
export function readSort(parameters: Parameters, isCompared = false): SortBy[] {
	const value = parameters.value(SORT_TEXT);
	const sort =
		value === null
			? parameters.options.rows(SORT_OPTION).map(sortInRow)
			: asTexts(value, SORT_TEXT.displayName).map(sortInText);
	if (!isCompared) return sort;
	return sort.map((by) => ({ ...by, changed: changedFieldIn(by.field) }));
}

function sortInText(text: string): SortBy {
	const [, field, enteredOrder = 'desc'] = /^(\S+)(?:\s+(.+))?$/.exec(text) ?? [];
	const order = entryOf(SORT_ORDERS, enteredOrder)?.value;
	if (field !== undefined && order !== undefined) return { field, order };
	throw new DescribedError(
		`'Sort' has an entry that is not a field name with asc, desc or move: ${text}`,
		"Correct 'Sort': names of fields, each with its order, such as avg_visibility_score desc, name asc.",
	);
}

function sortInRow(row: FieldReader): SortBy {
	return { field: row.requiredText(SORT_FIELD), order: row.choice(SORT_ORDER, SORT_ORDERS).value };
}

/**
 * Returns the member `order_by` of the body (public: a list of `{ field, order }`). It leaves out Biggest
 * Move First and the fields that a comparison adds, which only the node knows.
 */
export function sortBody(sort: readonly SortBy[]): JsonObject {
	const rows = sort
		.filter(({ order, changed }) => order !== 'move' && changed === undefined)
		.map(({ field, order }) => ({ field, order }));
	return rows.length === 0 ? {} : { order_by: rows };
}
