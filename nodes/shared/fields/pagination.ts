import type { INodeProperties } from 'n8n-workflow';
import type { Paging } from '../records';
import { listFields } from './limit';
import type { FieldReader } from './reader';

/** An entry of the field Pagination: a way to ask for the pages of a list. */
interface Way {
	readonly name: string;
	readonly value: 'cursor' | 'none' | 'offset' | 'page';
	readonly description: string;
}

/** In the order of their names. */
const WAYS: readonly Way[] = [
	{
		name: 'Cursor',
		value: 'cursor',
		description: 'Send what the response before says under a name such as next_cursor',
	},
	{
		name: 'None',
		value: 'none',
		description: 'Send one request: the endpoint returns everything at once',
	},
	{
		name: 'Offset and Limit',
		value: 'offset',
		description: 'Send how many records to skip and how many to return',
	},
	{
		name: 'Page Number',
		value: 'page',
		description: 'Send the number of the page',
	},
];

const PAGED = ['cursor', 'offset', 'page'];

const WAY: INodeProperties = {
	displayName: 'Pagination',
	name: 'pagination',
	type: 'options',
	noDataExpression: true,
	options: WAYS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'none',
	description: 'How the endpoint returns long lists. A call with pages counts as a read.',
};

const PLACES = [
	{ name: 'Body', value: 'body' },
	{ name: 'Query Parameters', value: 'query' },
] as const;

const PLACE: INodeProperties = {
	displayName: 'Send Page In',
	name: 'pageIn',
	type: 'options',
	options: PLACES.map(({ name, value }) => ({ name, value })),
	default: 'body',
	description: 'Where to put the fields for the page. GET requests always have them in the query.',
};

const LIMIT_NAME: INodeProperties = {
	displayName: 'Limit Name',
	name: 'limitName',
	type: 'string',
	default: 'limit',
	description:
		'The field that says how many records to return. Use a dot for a field inside an object, such as pagination.limit. Leave empty to send none.',
};

const OFFSET_NAME: INodeProperties = {
	displayName: 'Offset Name',
	name: 'offsetName',
	type: 'string',
	default: 'offset',
	description:
		'The field that says how many records to skip. Use a dot for a field inside an object, such as pagination.offset.',
};

const PAGE_NAME: INodeProperties = {
	displayName: 'Page Name',
	name: 'pageName',
	type: 'string',
	default: 'page',
	description:
		'The field for the number of the page. Use a dot for a field inside an object, such as pagination.page.',
};

const FIRST_PAGE: INodeProperties = {
	displayName: 'First Page',
	name: 'firstPage',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 1,
	description: 'The number of the first page',
};

const CURSOR_NAME: INodeProperties = {
	displayName: 'Cursor Name',
	name: 'cursorName',
	type: 'string',
	default: 'cursor',
	description:
		'The field for the cursor. Use a dot for a field inside an object, such as pagination.cursor. It is not sent for the first page.',
};

const CURSOR_AT: INodeProperties = {
	displayName: 'Next Cursor At',
	name: 'cursorAt',
	type: 'string',
	default: '',
	placeholder: 'e.g. pagination.next_cursor',
	description:
		'The path of the next cursor in the response. Leave empty to use next_cursor or another usual name. The list ends where there is none.',
};

/** The fields of each way to page. */
const FIELDS_OF: ReadonlyArray<readonly [field: INodeProperties, ways: string[]]> = [
	[PLACE, PAGED],
	[LIMIT_NAME, PAGED],
	[OFFSET_NAME, ['offset']],
	[PAGE_NAME, ['page']],
	[FIRST_PAGE, ['page']],
	[CURSOR_NAME, ['cursor']],
	[CURSOR_AT, ['cursor']],
];

const details: readonly INodeProperties[] = FIELDS_OF.map(([field, ways]) => shownFor(ways, field));

/** Pagination with its details, and Return All and Limit where there are pages. */
export const paginationFields: readonly INodeProperties[] = [
	WAY,
	...details,
	...listFields.map((field) => shownFor(PAGED, field)),
];

/** The same as an option, for an operation whose list is documented to come at once. */
export const PAGINATION_OPTION: INodeProperties = {
	displayName: 'Pagination',
	name: 'paging',
	type: 'fixedCollection',
	placeholder: 'Add Pagination',
	typeOptions: { multipleValues: false },
	default: {},
	description: 'How to read the list page by page, if the service returns only a part of it',
	options: [{ displayName: 'Pagination', name: 'pages', values: [WAY, ...details] }],
};

/**
 * How the user wants the pages of the list to be asked for; `undefined` for one request.
 *
 * @param hasBody whether the request can carry the fields in its body
 * @throws DescribedError if a name is missing
 */
export function readPaging(reader: FieldReader, hasBody: boolean): Paging | undefined {
	const { value: way } = reader.choice(WAY, WAYS);
	if (way === 'none') return undefined;
	const positions = { cursor: CURSOR_NAME, offset: OFFSET_NAME, page: PAGE_NAME };
	const cursorAt = way === 'cursor' ? reader.text(CURSOR_AT) : '';
	return {
		kind: way,
		place: hasBody ? reader.choice(PLACE, PLACES).value : 'query',
		limit: reader.text(LIMIT_NAME),
		position: reader.requiredText(positions[way]),
		...(way === 'page' ? { firstPage: reader.number(FIRST_PAGE) } : {}),
		...(cursorAt === '' ? {} : { cursorAt }),
	};
}

/** The same from the option. */
export function readPagingOption({
	options,
}: {
	readonly options: FieldReader;
}): Paging | undefined {
	return options.hasGroup(PAGINATION_OPTION)
		? readPaging(options.group(PAGINATION_OPTION), true)
		: undefined;
}

function shownFor(ways: string[], field: INodeProperties): INodeProperties {
	const show = { [WAY.name]: ways, ...field.displayOptions?.show };
	return { ...field, displayOptions: { show } };
}
