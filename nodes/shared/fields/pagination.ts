import type { INodeProperties } from 'n8n-workflow';
import type { Paging } from '../records';
import { fixedListFields } from './limit';
import type { FieldReader } from './reader';

/** An entry of the field Pagination: a way to ask for the pages of a list. */
interface Way {
	readonly name: string;
	readonly value: 'cursor' | 'offset' | 'page';
	readonly description: string;
}

const NO_PAGES = { name: 'None', value: 'none', description: 'Send a single request' } as const;

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
];

/** The values of Pagination with which a list is read page by page. */
const PAGED: string[] = WAYS.map(({ value }) => value);

const WAY: INodeProperties = {
	displayName: 'Pagination',
	name: 'pagination',
	type: 'options',
	noDataExpression: true,
	options: [NO_PAGES, ...WAYS].map(({ name, value, description }) => ({
		name,
		value,
		description,
	})),
	default: 'none',
	description:
		'How to request a long list page by page, as described in the API documentation. A call with pagination counts as a read.',
};

/** The same where pagination as a whole is an option. */
const MODE: INodeProperties = {
	...WAY,
	displayName: 'Pagination Mode',
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
		'Where the response has the cursor for the next page. Use a dot for a field inside an object. Leave empty to look for next_cursor and similar names.',
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

const details: readonly INodeProperties[] = FIELDS_OF.map(([field, ways]) =>
	shownWith({ [WAY.name]: ways }, field),
);

/** Values of other fields with which a field is shown. */
type Condition = Readonly<Record<string, string[]>>;

/**
 * Pagination with its details, and Return All and Limit where there are pages.
 *
 * @param condition when they are shown
 * @param placeCondition when there is a choice of where to send the parameters
 */
export function paginationFields(
	condition: Condition,
	placeCondition: Condition,
): INodeProperties[] {
	const limits = fixedListFields.map((field) => shownWith({ [WAY.name]: PAGED }, field));
	return [WAY, ...details, ...limits].map((field) =>
		shownWith(field.name === PLACE.name ? placeCondition : condition, field),
	);
}

/** An option that has an effect only where Pagination is set. */
export function pagedOnly(option: INodeProperties): INodeProperties {
	return shownWith({ [`/${WAY.name}`]: PAGED }, option);
}

/** The same as an option, for an operation whose list is documented to come at once. */
export const PAGINATION_OPTION: INodeProperties = {
	displayName: 'Pagination',
	name: 'paging',
	type: 'fixedCollection',
	placeholder: 'Add Pagination',
	typeOptions: { multipleValues: false },
	default: { pages: {} },
	description: 'How to read the whole list if the service returns it in pages',
	options: [{ displayName: 'Pagination', name: 'pages', values: [MODE, ...details] }],
};

/**
 * How the user wants the pages of the list to be asked for; `undefined` for one request.
 *
 * @param hasBody whether the request can carry the fields in its body
 * @throws DescribedError if a name is missing
 */
export function readPaging(reader: FieldReader, hasBody: boolean): Paging | undefined {
	const { value: way } = reader.choice(WAY, [NO_PAGES, ...WAYS]);
	return way === 'none' ? undefined : pagingBy(way, reader, hasBody);
}

/** The same from the option. */
export function readPagingOption({
	options,
}: {
	readonly options: FieldReader;
}): Paging | undefined {
	if (!options.hasGroup(PAGINATION_OPTION)) return undefined;
	const group = options.group(PAGINATION_OPTION);
	return pagingBy(group.choice(MODE, WAYS).value, group, true);
}

const POSITIONS = { cursor: CURSOR_PARAMETER, offset: OFFSET_PARAMETER, page: PAGE_PARAMETER };

function pagingBy(way: Way['value'], reader: FieldReader, hasBody: boolean): Paging {
	const cursorAt = way === 'cursor' ? reader.text(CURSOR_AT) : '';
	return {
		kind: way,
		place: hasBody ? reader.choice(PLACE, PLACES).value : 'query',
		limit: reader.text(LIMIT_PARAMETER),
		position: reader.requiredText(POSITIONS[way]),
		...(way === 'page' ? { firstPage: reader.number(FIRST_PAGE) } : {}),
		...(cursorAt === '' ? {} : { cursorAt }),
	};
}

function shownWith(condition: Condition, field: INodeProperties): INodeProperties {
	return { ...field, displayOptions: { show: { ...condition, ...field.displayOptions?.show } } };
}
