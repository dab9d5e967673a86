import type { INodeProperties } from 'n8n-workflow';
import type { ListQuery, Paging } from '../reading';
import { groupCollection } from './fields';
import type { Parameters } from './reader';

const PAGINATION_PLACES = [
	{ name: 'Body', value: 'body' },
	{ name: 'Query Parameters', value: 'query' },
] as const;

const PAGINATION_PLACE: INodeProperties = {
	displayName: 'Send Pagination In',
	name: 'paginationPlace',
	type: 'options',
	options: PAGINATION_PLACES.map(({ name, value }) => ({ name, value })),
	default: 'body',
	description: 'Where to send the parameters below',
};

const POSITION_PARAMETER: INodeProperties = {
	displayName: 'Position Parameter',
	name: 'positionParameter',
	type: 'string',
	default: '',
	placeholder: 'e.g. pagination.offset',
	description:
		'The parameter that says where a page starts. Leave empty for offset, page or cursor.',
};

const FIRST_PAGE: INodeProperties = {
	displayName: 'First Page Number',
	name: 'firstPage',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	displayOptions: { show: { pagination: ['page'] } },
	default: 1,
	description: 'The number of the first page, usually 0 or 1',
};

const CURSOR_AT: INodeProperties = {
	displayName: 'Path to Cursor',
	name: 'cursorAt',
	type: 'string',
	displayOptions: { show: { pagination: ['cursor'] } },
	default: '',
	placeholder: 'e.g. pagination.next_cursor',
	description:
		'The path to the next cursor in the response. Leave empty to look for next_cursor and similar names.',
};

const LIMIT_PARAMETER: INodeProperties = {
	displayName: 'Limit Parameter',
	name: 'limitParameter',
	type: 'string',
	default: 'limit',
	description:
		'The name of the parameter for the number of records per page. Leave empty to send none.',
};

export const PAGE_SIZE: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100,
	description: 'How many records to request per page',
};

const PAGINATION_MODES = [
	{
		name: 'Cursor',
		value: 'cursor',
		description: 'Each request sends the cursor from the previous response, such as next_cursor',
	},
	{
		name: 'Offset and Limit',
		value: 'offset',
		description: 'Each request says how many records to skip and how many to return',
	},
	{ name: 'Page Number', value: 'page', description: 'Each request says which page to return' },
] as const;

const PAGINATION_MODE: INodeProperties = {
	displayName: 'Pagination Mode',
	name: 'pagination',
	type: 'options',
	noDataExpression: true,
	options: PAGINATION_MODES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'offset',
	description: 'How to request the pages',
};

/** An option of lists whose paging is not documented. */
const PAGINATION_OPTION: INodeProperties = {
	displayName: 'Pagination',
	name: 'paging',
	description: 'How to request the list in pages, if the node does not get all of it',
	...groupCollection('Pagination', 'pages', [
		PAGINATION_MODE,
		PAGINATION_PLACE,
		POSITION_PARAMETER,
		FIRST_PAGE,
		CURSOR_AT,
		LIMIT_PARAMETER,
	]),
};

export const RECORDS_AT: INodeProperties = {
	displayName: 'Records At',
	name: 'recordsAt',
	type: 'string',
	default: '',
	placeholder: 'e.g. result.rows',
	description:
		'The path to the records in the response; data[].tasks for the tasks in all entries of data. A dot alone gives the whole response as one item.',
};

/** The options of lists with documented paging. They need no option 'Pagination'. */
export const pagedListApiDetails: readonly INodeProperties[] = [PAGE_SIZE, RECORDS_AT];

export const listApiDetails = [PAGINATION_OPTION, ...pagedListApiDetails];

const SET_PAGINATION =
	"To get the rest, set 'Pagination' in 'Options' → 'API Details' to the way in which the service pages.";

const RAISE_PAGE_SIZE =
	"To get the rest, raise 'Page Size' in 'Options' → 'API Details', or use n8n's HTTP Request node with the same credential, and its option 'Pagination'.";

/** Reads how to request a list. Documented paging overrides the option 'Pagination'. */
export function readListOptions(
	parameters: Parameters,
	documentedPaging?: Paging,
): Pick<ListQuery, 'paging' | 'pagingAdvice' | 'recordsAt'> {
	return {
		paging: documentedPaging ?? readPaging(parameters),
		pagingAdvice: documentedPaging === undefined ? SET_PAGINATION : RAISE_PAGE_SIZE,
		recordsAt: parameters.apiDetails.text(RECORDS_AT),
	};
}

/** Reads the option 'Pagination'. Returns `undefined` if the user has not added it. */
function readPaging({ apiDetails }: Parameters): Paging | undefined {
	if (!apiDetails.hasGroup(PAGINATION_OPTION)) return undefined;
	const group = apiDetails.group(PAGINATION_OPTION);
	const mode = group.choice(PAGINATION_MODE, PAGINATION_MODES);
	// These fields may be empty, but an expression that returns no value is a mistake.
	group.refuseEmptyExpression(LIMIT_PARAMETER);
	group.refuseEmptyExpression(POSITION_PARAMETER);
	return {
		kind: mode.value,
		place: group.choice(PAGINATION_PLACE, PAGINATION_PLACES).value,
		limit: group.text(LIMIT_PARAMETER),
		position: group.text(POSITION_PARAMETER) || mode.value,
		firstPage: mode.value === 'page' ? group.number(FIRST_PAGE) : undefined,
		cursorAt: mode.value === 'cursor' ? group.text(CURSOR_AT) || undefined : undefined,
	};
}
