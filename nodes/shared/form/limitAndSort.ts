import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { DescribedError, collapseWhitespace } from '../base';
import {
	toChangeFieldName,
	type QueryOptions,
	isRankChange,
	parseChangedField,
	type SortBy,
} from '../table';
import { createAskField, BY_NAME, listPickerField, rowsCollection } from './fields';
import { ALL_PROJECTS, projectsField } from './project';
import type { FieldReader, Parameters } from './reader';
import { readConditions } from './where';

const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

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

export const limitScopeOption: INodeProperties = { ...LIMIT_SCOPE, default: 'allProjects' };

const TOP_EXAMPLES =
	'10 highest num_answers, 10 lowest avg_rank, 5 biggest fall avg_visibility_score, 5 biggest rise share_of_voice, 5 lowest avg_rank each (for each project; else of all together), all, or, of one project, 20 (as they come)';

export const askTopField = createAskField(
	'Top',
	'top',
	'10 lowest avg_rank',
	`How many records and by which field, such as ${TOP_EXAMPLES}. Default: the first 50 of each project`,
);

export const askNextField = createAskField(
	'Next',
	'next',
	'50',
	'To go on after a cut answer, in each project: its missing.next, such as 50',
);

/** The usual fields of n8n nodes: 'Return All' and 'Limit'. */
export const limitFields: readonly INodeProperties[] = [RETURN_ALL, LIMIT];

/** How many records to return, and in which order. */
export type Order = Pick<
	QueryOptions,
	'adviceToGetAll' | 'isLimitShared' | 'limit' | 'offset' | 'sort'
>;

/**
 * Reads how many records to return, and in which order. A limit of `Infinity` means all records.
 *
 * @param isAll whether the project is 'All Projects'
 * @param isCompared whether records are compared, and have fields such as `score_change`
 */
export function readOrder(parameters: Parameters, isAll = false, isCompared = false): Order {
	const { options } = parameters;
	const top = readTop(parameters, isAll, isCompared);
	if (top !== undefined) return top;
	const scope = options.choice(LIMIT_SCOPE, LIMIT_SCOPES).value;
	const own = {
		isLimitShared: isAll ? scope === 'allProjects' : undefined,
		sort: options.rows(SORT_OPTION).map((row) => readSortRow(row, isCompared)),
	};
	// Here, 'Limit' is an option. The node returns all records until the user adds it.
	if (parameters.findFieldReader(RETURN_ALL) === options) {
		const limit = options.has(LIMIT_OPTION) ? options.number(LIMIT_OPTION) : Infinity;
		return { ...own, limit, adviceToGetAll: "To get all, remove 'Limit' from 'Options'." };
	}
	const limit = parameters.flag(RETURN_ALL) ? Infinity : parameters.number(LIMIT);
	return { ...own, limit, adviceToGetAll: "To get all, turn on 'Return All'." };
}

function readOffset(parameters: Parameters): number {
	const text = parameters.text(askNextField);
	if (/^\d*$/.test(text)) return Number(text);
	throw new DescribedError(
		`'${askNextField.displayName}' is no whole number: ${text}`,
		'Enter the value of missing.next of the answer before, such as 50, or leave it out.',
	);
}

/** Reads 'Limit', 'Sort' and 'Where'. The node itself applies all conditions of 'Where'. */
export function readOrderAndConditions(parameters: Parameters, isAll = false): QueryOptions {
	return { ...readOrder(parameters, isAll), ...readConditions(parameters) };
}

const SORT_FIELD: INodeProperties = listPickerField('a field', 'searchFields', {
	displayName: 'Field',
	name: 'field',
	description: 'With a comparison, also its _change fields',
	modes: [{ ...BY_NAME, type: 'string', placeholder: 'e.g. avg_visibility_score' }],
});

const SORT_ORDERS = [
	{ name: 'Ascending', value: 'asc', description: 'Smallest first, of changes the biggest fall' },
	{ name: 'Biggest Move First', value: 'move', description: 'Largest change first, up or down' },
	{ name: 'Descending', value: 'desc', description: 'Largest first, of changes the biggest rise' },
] as const;

const SORT_ORDER: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: SORT_ORDERS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'desc',
	description: 'The change of a rank from 9 to 2 is a rise',
};

export const SORT_OPTION: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	placeholder: 'Add Sort',
	description: 'The order of the records',
	...rowsCollection('Sort By', 'by', [SORT_FIELD, SORT_ORDER]),
};

function readSortRow(row: FieldReader, isCompared: boolean): SortBy {
	const field = row.requiredText(SORT_FIELD);
	const order = row.choice(SORT_ORDER, SORT_ORDERS).value;
	return { field, order, changed: isCompared ? parseChangedField(field) : undefined };
}

/** Returns `order_by` for the service (public docs). Leaves out what only the node can sort by, such as changes. */
export function buildOrderBy(sort: readonly SortBy[]): JsonObject {
	const rows = sort
		.filter(({ order, changed }) => order !== 'move' && changed === undefined)
		.map(({ field, order }) => ({ field, order }));
	return rows.length === 0 ? {} : { order_by: rows };
}

/** Matches `all`, `20`, `20 each`, `10 lowest avg_rank` and `5 biggest fall avg_rank each`. */
const TOP_PATTERN =
	/^(?:all|([1-9]\d*)(?:[ _-]*(highest|lowest|biggest[ _-]*(?:fall|rise))[ _-]([\w.]+))?( each)?)$/i;

/**
 * Reads the fields 'Top' and 'Next' of Ask: `10 lowest avg_rank` → a limit of 10, in ascending order of `avg_rank`.
 *
 * @returns `undefined` in a form without 'Top'
 * @throws DescribedError if the text has an unknown form
 * @throws DescribedError if the text sorts by a change, but nothing is compared
 * @throws DescribedError for a number alone, such as `10`, if all projects are chosen
 */
function readTop(parameters: Parameters, isAll: boolean, isCompared: boolean): Order | undefined {
	const value = parameters.value(askTopField);
	if (value === null || value === undefined) return undefined;
	const text = parameters.text(askTopField) || '50 each';
	const match = TOP_PATTERN.exec(collapseWhitespace(text));
	if (match === null) {
		const message = `'${askTopField.displayName}' has an unknown form: ${text}`;
		throw new DescribedError(message, `Write ${TOP_EXAMPLES}.`);
	}
	const [, count = Infinity, words, field, each] = match;
	const offset = readOffset(parameters);
	// The limit includes the first `offset` records, which the node reads and then skips.
	const limit = Number(count) + offset;
	const sort = words && field ? [parseTopSort(words, field, isCompared)] : [];
	const isShared = each === undefined;
	if (sort.length > 0 || !isAll || limit === Infinity || !isShared) {
		return { limit, offset, sort, isLimitShared: isShared && sort.length > 0 };
	}
	throw new DescribedError(
		`'${askTopField.displayName}' of several projects needs a field: a number alone does not say which records come first`,
		`Write ${TOP_EXAMPLES}.`,
	);
}

function parseTopSort(words: string, field: string, isCompared: boolean): SortBy {
	const isByChange = /^biggest/i.test(words);
	const name = isByChange ? toChangeFieldName(field) : field;
	const changed = isCompared ? parseChangedField(name) : undefined;
	if (isByChange && changed === undefined) {
		throw new DescribedError(
			`'${askTopField.displayName}' goes by a change, but nothing is compared`,
			"Set 'Compare With', such as previousPeriod.",
		);
	}
	if (!isByChange && isRankChange(changed)) {
		throw new DescribedError(
			`'${askTopField.displayName}' cannot go by ${words} ${name}: a lower rank is better`,
			`Write biggest rise ${changed.numberField} for what got better, or biggest fall ${changed.numberField}.`,
		);
	}
	return { field: name, changed, order: /(highest|rise)$/i.test(words) ? 'desc' : 'asc' };
}
