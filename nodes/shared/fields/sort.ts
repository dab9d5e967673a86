import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import type { Parameters } from './parameters';
import type { FieldReader } from './reader';

const FIELD: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	placeholder: 'e.g. visibility_score',
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

/** Sort as rows: by what, and in which direction. */
export const sortField: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Sort',
	default: {},
	description: 'The order of the records: by the first row, then by the second, and so on',
	options: [{ displayName: 'Sort By', name: 'by', values: [FIELD, ORDER] }],
};

/**
 * The `order_by` member of the body (public: a list of `{ field, order }`); without it if no row
 * was added.
 *
 * @throws DescribedError if a row has no field, or an order that is none
 */
export function sortBody(parameters: Parameters): JsonObject {
	const rows = parameters.rows(sortField).map(orderOf);
	return rows.length === 0 ? {} : { order_by: rows };
}

function orderOf(row: FieldReader): JsonObject {
	const field = row.text(FIELD);
	const order = row.text(ORDER).toLowerCase() || 'desc';
	if (!['asc', 'desc'].includes(order)) {
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
