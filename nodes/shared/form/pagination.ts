import type { INodeProperties } from 'n8n-workflow';
import type { Paging } from '../reading';
import type { Parameters } from './parameters';

/** An entry of the field Pagination Mode: a way to ask for the pages of a list. */
interface Way {
	readonly name: string;
	readonly value: 'cursor' | 'none' | 'offset' | 'page';
	readonly description: string;
}

const WAYS: readonly Way[] = [
	{
		name: 'Offset and Limit',
		value: 'offset',
		description: 'Each request says how many records to skip and how many to return',
	},
	{
		name: 'Page Number',
		value: 'page',
		description: 'Each request says which page to return',
	},
	{
		name: 'Cursor',
		value: 'cursor',
		description: 'Each request sends the cursor from the previous response, such as next_cursor',
	},
	{
		name: 'None',
		value: 'none',
		description: 'One request, which says nothing of pages',
	},
];

/** The values of Pagination Mode with which there are pages. */
const PAGED = ['cursor', 'offset', 'page'];

const MODE: INodeProperties = {
	displayName: 'Pagination Mode',
	name: 'pagination',
	type: 'options',
	noDataExpression: true,
	options: WAYS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'offset',
	description: 'How to request the pages, as described in the API documentation',
};

const PLACES = [
	{ name: 'Body', value: 'body' },
	{ name: 'Query Parameters', value: 'query' },
] as const;

const PLACE: INodeProperties = {
	displayName: 'Send Pagination In',
	name: 'paginationPlace',
	type: 'options',
	displayOptions: { hide: { '/method': ['GET'] } },
	options: PLACES.map(({ name, value }) => ({ name, value })),
	default: 'body',
	description: 'Where to send the parameters below',
};

const OFFSET_PARAMETER: INodeProperties = {
	displayName: 'Offset Parameter',
	name: 'offsetParameter',
	type: 'string',
	default: 'offset',
	description:
		'The parameter for the number of records to skip. Use a dot for one inside an object, such as pagination.offset.',
};

const PAGE_PARAMETER: INodeProperties = {
	displayName: 'Page Parameter',
	name: 'pageParameter',
	type: 'string',
	default: 'page',
	description:
		'The parameter for the page number. Use a dot for one inside an object, such as pagination.page.',
};

const FIRST_PAGE: INodeProperties = {
	displayName: 'First Page Number',
	name: 'firstPage',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 1,
	description: 'The number of the first page, usually 0 or 1',
};

const CURSOR_PARAMETER: INodeProperties = {
	displayName: 'Cursor Parameter',
	name: 'cursorParameter',
	type: 'string',
	default: 'cursor',
	description:
		'The parameter for the cursor. The first request does not have it. Use a dot for one inside an object, such as pagination.cursor.',
};

const CURSOR_AT: INodeProperties = {
	displayName: 'Path to Cursor',
	name: 'cursorAt',
	type: 'string',
	default: '',
	placeholder: 'e.g. pagination.next_cursor',
	description:
		'The path to the cursor for the next page in the response. Use a dot for a field inside an object. Leave empty to look for next_cursor and similar names.',
};

const LIMIT_PARAMETER: INodeProperties = {
	displayName: 'Limit Parameter',
	name: 'limitParameter',
	type: 'string',
	default: 'limit',
	description:
		'The parameter for the number of records per page. Use a dot for one inside an object, such as pagination.limit. Leave empty to send none.',
};

/** The fields of each way to page. */
const FIELDS_OF: ReadonlyArray<readonly [field: INodeProperties, ways: string[]]> = [
	[PLACE, PAGED],
	[OFFSET_PARAMETER, ['offset']],
	[PAGE_PARAMETER, ['page']],
	[FIRST_PAGE, ['page']],
	[CURSOR_PARAMETER, ['cursor']],
	[CURSOR_AT, ['cursor']],
	[LIMIT_PARAMETER, PAGED],
];

/** Each field with the ways that it is for. */
const details = FIELDS_OF.map(([field, ways]): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { [MODE.name]: ways } },
}));

/** How a list is read page by page, where that is not documented or the service does otherwise. */
export const PAGINATION_OPTION: INodeProperties = {
	displayName: 'Pagination',
	name: 'paging',
	type: 'fixedCollection',
	placeholder: 'Add Pagination',
	typeOptions: { multipleValues: false },
	displayOptions: { hide: { '/method': ['DELETE', 'PATCH', 'PUT'] } },
	default: { pages: {} },
	description:
		'How to request the list in pages, if the node does not get all of it. In Endpoint → Call, use it only for calls that change nothing: they may be sent more than once.',
	options: [{ displayName: 'Pagination', name: 'pages', values: [MODE, ...details] }],
};

/**
 * How the pages of a list are asked for; `undefined` for one request.
 *
 * @param usual how they are if the user says nothing
 * @param hasBody whether the request can carry the fields in its body
 * @throws DescribedError if a name is missing
 */
export function readPaging(
	{ options }: Parameters,
	usual?: Paging,
	hasBody = true,
): Paging | undefined {
	if (!options.hasGroup(PAGINATION_OPTION)) return usual;
	const group = options.group(PAGINATION_OPTION);
	const { value: way } = group.choice(MODE, WAYS);
	if (way === 'none') return undefined;
	const cursorAt = way === 'cursor' ? group.text(CURSOR_AT) : '';
	return {
		kind: way,
		place: hasBody ? group.choice(PLACE, PLACES).value : 'query',
		limit: group.text(LIMIT_PARAMETER),
		position: group.requiredText(POSITIONS[way]),
		...(way === 'page' ? { firstPage: group.number(FIRST_PAGE) } : {}),
		...(cursorAt === '' ? {} : { cursorAt }),
	};
}

const POSITIONS = { cursor: CURSOR_PARAMETER, offset: OFFSET_PARAMETER, page: PAGE_PARAMETER };
