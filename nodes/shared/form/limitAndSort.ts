import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { type Advice, DescribedError } from '../base';
import { type RecordSelection, parseChangedField, type SortBy } from '../table';
import {
	onlyInNode,
	listPickerField,
	rowsCollection,
	SHOWN_IN_TOOLS,
	withStartValue,
} from './fields';
import { readOutput } from './output';
import { ALL_PROJECTS, projectsField, readProjectChoice } from './project';
import type { FieldReader, Parameters } from './reader';
import {
	toolNextField,
	readOffset,
	readTop,
	readWhere,
	type TopSelection,
	TOP_NEEDS_FIELD_ERROR,
	toolTopField,
} from './selection';

const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** The option Limit of a node that otherwise returns all records. */
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

const LIMIT_SCOPES = [
	{ name: 'All Projects Together', value: 'allProjects' },
	{ name: 'Each Project', value: 'eachProject' },
] as const;

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

export const limitScopeOption = withStartValue('allProjects', LIMIT_SCOPE);

/** The fields Return All and Limit, as all n8n nodes name them. In a tool, a model fills in Top and Next. */
export const limitFields: readonly INodeProperties[] = [
	RETURN_ALL,
	onlyInNode(LIMIT),
	toolTopField,
	toolNextField,
];

/** The limit fields of tools. For people, these operations have Limit under Options. */
export const limitFieldsInTools: readonly INodeProperties[] = [
	{ ...RETURN_ALL, displayOptions: SHOWN_IN_TOOLS },
	toolTopField,
	toolNextField,
];

/**
 * Whether all projects and parts share one limit. Returns `undefined` for one project in a form without Top.
 *
 * @throws DescribedError if Top is only a number: it does not say which records of several projects come first
 */
export function readIsLimitShared(parameters: Parameters): boolean | undefined {
	const { value } = parameters.options.choice(LIMIT_SCOPE, LIMIT_SCOPES);
	const isAll = readProjectChoice(parameters).by === 'all';
	const top = readTop(parameters);
	if (top === undefined) return isAll ? value === 'allProjects' : undefined;
	const { limit = Infinity, isEach, sort } = top;
	if (isAll && limit !== Infinity && sort.length === 0 && !isEach) throw TOP_NEEDS_FIELD_ERROR;
	return sort.length > 0 && !isEach;
}

/** The error if all projects share one limit without Sort. The limit would only return records of the first project. */
export const NO_ORDER_ERROR = new DescribedError(
	"One limit for all projects needs 'Sort', which is empty",
	"Enter in 'Sort' by which field the first records are chosen. For a limit of each project, set 'Limit Applies To' to Each Project.",
);

/** Reads the limit, and advice on how to get all records. A limit of `Infinity` means all records. */
export function readLimit(
	parameters: Parameters,
): Pick<RecordSelection, 'adviceToGetAll' | 'limit' | 'offset'> {
	const { options } = parameters;
	const top = readTop(parameters);
	if (top !== undefined) return readTopLimit(parameters, top);
	// If Limit is an option, the node returns everything until the user adds this option.
	if (parameters.readerOf(RETURN_ALL) === options) {
		const limit = options.has(LIMIT_OPTION) ? options.number(LIMIT_OPTION) : Infinity;
		return { limit, adviceToGetAll: "To get all, remove 'Limit' from 'Options'." };
	}
	const adviceToGetAll = "To get all, turn on 'Return All'.";
	if (parameters.flag(RETURN_ALL)) return { limit: Infinity, adviceToGetAll };
	return { limit: parameters.number(LIMIT), adviceToGetAll };
}

/** Reads Limit, Sort and Where for a list that takes no filters. */
export function readSelection(parameters: Parameters): Omit<RecordSelection, 'period'> {
	const own = readConditions(parameters);
	return { ...readLimit(parameters), sort: readSort(parameters), ...own };
}

/**
 * Reads Where for a list that takes no filters, so that the node applies all conditions.
 *
 * @throws DescribedError if there are conditions, but Output is Raw Response
 */
export function readConditions(
	parameters: Parameters,
): Pick<RecordSelection, 'conditions' | 'conditionTexts'> {
	const { filters, conditions } = readWhere(parameters);
	const all = [...filters.map(({ condition }) => condition), ...conditions];
	if (all.length > 0 && readOutput(parameters).mode === 'raw') {
		throw whereOnRawResponseError({
			forPeople: "Choose another 'Output', or remove 'Where'.",
			forModel: "Leave 'Where' out.",
		});
	}
	return { conditions: all, conditionTexts: all.map(({ text }) => text) };
}

/** Returns the error for a condition of Where in a Raw Response. */
export function whereOnRawResponseError(advice: Advice): DescribedError {
	return new DescribedError(
		"'Where' has a condition on records, but a Raw Response is not taken apart into records",
		advice,
	);
}

/** Returns the limit of Top plus the number in Next, since the node reads the records before Next again. */
function readTopLimit(parameters: Parameters, { limit }: TopSelection) {
	const offset = readOffset(parameters) ?? 0;
	const usual = parameters.flag(RETURN_ALL) ? Infinity : Number(LIMIT.default);
	return { limit: (limit ?? usual) + offset, offset };
}

const SORT_FIELD: INodeProperties = listPickerField('a field', 'searchFields', {
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

/** Reads Sort or Top. `isCompared` is whether a comparison adds fields such as `score_change`. */
export function readSort(parameters: Parameters, isCompared = false): readonly SortBy[] {
	const sort =
		readTop(parameters, isCompared)?.sort ?? parameters.options.rows(SORT_OPTION).map(readSortRow);
	if (!isCompared) return sort;
	return sort.map((by) => ({ ...by, changed: parseChangedField(by.field) }));
}

function readSortRow(row: FieldReader): SortBy {
	return { field: row.requiredText(SORT_FIELD), order: row.choice(SORT_ORDER, SORT_ORDERS).value };
}

/** Returns `order_by` (public). It has no Biggest Move First and no changes, which the service does not know. */
export function sortBody(sort: readonly SortBy[]): JsonObject {
	const rows = sort
		.filter(({ order, changed }) => order !== 'move' && changed === undefined)
		.map(({ field, order }) => ({ field, order }));
	return rows.length === 0 ? {} : { order_by: rows };
}
