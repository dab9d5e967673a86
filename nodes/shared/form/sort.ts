import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { DescribedError } from '../base';
import type { SortBy } from '../compare';
import type { Parameters } from './parameters';
import type { FieldReader } from './reader';
import { onlyInNode, onlyInTools } from './toolFields';
import { asTexts } from './values';

const FIELD: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_visibility_score',
	description: 'The name of the field to sort by, as it appears in the records',
};

const ORDER: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc', description: 'Smallest first' },
		{ name: 'Descending', value: 'desc', description: 'Largest first' },
	],
	default: 'desc',
	description: 'Which values come first',
};

const ROWS: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Sort',
	default: {},
	description: 'The order of the records: by the first row, then by the second, and so on',
	options: [{ displayName: 'Sort By', name: 'by', values: [FIELD, ORDER] }],
};

/** Sort as an option with rows: by what, and in which direction. */
export const SORT_OPTION: INodeProperties = onlyInNode(ROWS);

/** A model says in one text what people enter in rows. */
const IN_TOOL: INodeProperties = {
	displayName: ROWS.displayName,
	name: ROWS.name,
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_visibility_score desc',
	description:
		'The order of the records: names of fields, separated by commas, each followed by asc or desc',
};

/** The same as a field of tools. */
export const sortInTools: INodeProperties = onlyInTools(
	IN_TOOL,
	'The order of the records: the name of a field as it appears in the records and asc or desc, such as avg_visibility_score desc. Separate several with commas. Leave empty for the order of the service',
);

/**
 * The `order_by` member of the body (public: a list of `{ field, order }`); without it if there is
 * nothing to sort by.
 *
 * @throws DescribedError if a row has no field, or an order that is none
 */
export function sortBody(parameters: Parameters): JsonObject {
	const rows = readSort(parameters).map((row) => ({ ...row }));
	return rows.length === 0 ? {} : { order_by: rows };
}

/**
 * The fields to sort by, in their order; none if no row was added, and no text was given.
 *
 * @throws DescribedError if a row has no field, or an order that is none
 */
export function readSort(parameters: Parameters): SortBy[] {
	const value = parameters.value(IN_TOOL);
	return value === null
		? parameters.options.rows(ROWS).map(orderOf)
		: asTexts(value, ROWS.displayName).map(orderIn);
}

function orderIn(text: string): SortBy {
	const [, field, order = 'desc'] = /^(\S+)(?:\s+(asc|desc)(?:ending)?)?$/i.exec(text) ?? [];
	if (field !== undefined) return { field, order: order.toLowerCase() === 'asc' ? 'asc' : 'desc' };
	throw new DescribedError(
		`'Sort' has an entry that is not a field name with asc or desc: ${text}`,
		"Enter names of fields in 'Sort', separated by commas, each followed by asc or desc, such as avg_visibility_score desc.",
	);
}

function orderOf(row: FieldReader): SortBy {
	const field = row.text(FIELD);
	const order = row.text(ORDER).toLowerCase() || 'desc';
	if (order !== 'asc' && order !== 'desc') {
		throw new DescribedError(
			'A row of Sort has an order that is neither asc nor desc',
			"Choose the 'Order' in the row of 'Sort', or let its expression give asc or desc.",
		);
	}
	if (field !== '') return { field, order };
	throw new DescribedError(
		'A row of Sort has no field',
		"Enter a 'Field' in the row of 'Sort', or remove it.",
	);
}
