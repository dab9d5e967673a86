import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { DescribedError } from '../base';
import type { SortBy } from '../compare';
import { rowsOf } from './mergeForms';
import type { FieldReader, Parameters } from './reader';
import { onlyInNode, onlyInTools } from './toolFields';
import { asTexts, entryOf } from './values';

const FIELD: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_visibility_score',
	description:
		'The name of the field to sort by, as it appears in the records. With a comparison, also a change, such as avg_visibility_score_change.',
};

const ORDERS = [
	{ name: 'Ascending', value: 'asc', description: 'Smallest first, of changes the biggest fall' },
	{ name: 'Descending', value: 'desc', description: 'Largest first, of changes the biggest rise' },
	{ name: 'Biggest Move First', value: 'move', description: 'Largest change first, up or down' },
] as const;

const ORDER: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: ORDERS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'desc',
	description:
		'Which values come first. The change of a rank is a rise if the rank gets better, as from 9 to 2.',
};

/** Sort as an option with rows: by what, and in which direction. */
export const SORT_OPTION: INodeProperties = onlyInNode({
	displayName: 'Sort',
	name: 'sort',
	placeholder: 'Add Sort',
	description: 'The order of the records: by the first row, then by the second, and so on',
	...rowsOf('Sort By', 'by', [FIELD, ORDER]),
});

/** A model says in one text what people enter in rows. */
const IN_TOOL: INodeProperties = {
	displayName: SORT_OPTION.displayName,
	name: SORT_OPTION.name,
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_visibility_score desc',
	description:
		'The order of the records: names of fields, separated by commas, each followed by asc, desc or move',
};

/** The same as a field of tools. */
export const sortInTools: INodeProperties = onlyInTools(
	IN_TOOL,
	'The order of the records: the name of a field as it appears in the records and asc or desc, such as avg_visibility_score desc. With a comparison also by a change: avg_visibility_score_change with desc (biggest rise first), asc (biggest fall first) or move (biggest first, up or down). Separate several with commas. Leave empty for the order of the service',
);

/**
 * The fields to sort by, in their order; none if no row was added, and no text was given.
 *
 * @throws DescribedError if a row has no field, or an order that is none
 */
export function readSort(parameters: Parameters): SortBy[] {
	const value = parameters.value(IN_TOOL);
	return value === null
		? parameters.options.rows(SORT_OPTION).map(orderOf)
		: asTexts(value, IN_TOOL.displayName).map(orderIn);
}

function orderIn(text: string): SortBy {
	const [, field, wanted = 'desc'] = /^(\S+)(?:\s+(.+))?$/.exec(text) ?? [];
	const order = entryOf(ORDERS, wanted)?.value;
	if (field !== undefined && order !== undefined) return { field, order };
	throw new DescribedError(
		`'Sort' has an entry that is not a field name with asc, desc or move: ${text}`,
		"Correct 'Sort': names of fields, each with its order, such as avg_visibility_score desc, name asc.",
	);
}

function orderOf(row: FieldReader): SortBy {
	return { field: row.requiredText(FIELD), order: row.choice(ORDER, ORDERS).value };
}

/** The `order_by` member of the body (public: a list of `{ field, order }`), if there is anything to sort by. */
export function sortBody(sort: readonly SortBy[]): JsonObject {
	const rows = sort.filter(({ order }) => order !== 'move').map((row) => ({ ...row }));
	return rows.length === 0 ? {} : { order_by: rows };
}
