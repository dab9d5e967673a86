import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { isObject } from '../base';
import type { KeyFields } from '../table';

export interface Paging {
	/**
	 * How a request names a page:
	 *
	 * - `cursor`: by the cursor in the previous response
	 * - `offset`: by the number of records before the page
	 * - `page`: by the number of the page
	 */
	readonly kind: 'cursor' | 'offset' | 'page';
	readonly place: 'body' | 'query';
	/** The parameter for the page size. In a body, it is a path: `pagination.limit`. If empty, no page size is sent. */
	readonly limit: string;
	/** The parameter for the start of a page. In a body, it is a path: `pagination.offset`. */
	readonly position: string;
	readonly firstPage?: number;
	/** The path to the cursor in a response. By default, the node looks for names such as `next_cursor`. */
	readonly cursorAt?: string;
}

/** The GEO API expects `pagination: { limit, offset }` in the body (public docs). */
export const GEO_PAGING: Paging = {
	kind: 'offset',
	place: 'body',
	limit: 'pagination.limit',
	position: 'pagination.offset',
};

/** The list of projects expects `limit` and `offset` in the body (public docs). */
export const GEO_PROJECTS_PAGING: Paging = { ...GEO_PAGING, limit: 'limit', position: 'offset' };

export interface PagePosition {
	/** The number of records before the page. */
	readonly offset: number;
	/** The number of pages before the page. */
	readonly page: number;
	readonly cursor?: number | string;
}

export function createPageRequest(
	{ request, paging }: ListQuery,
	limit: number,
	{ offset, page, cursor }: PagePosition,
): ApiRequest {
	if (paging === undefined) return request;
	const position = { offset, page: (paging.firstPage ?? 1) + page, cursor }[paging.kind];
	const start =
		position === undefined ? request : setRequestMember(request, paging, paging.position, position);
	return paging.limit === '' ? start : setRequestMember(start, paging, paging.limit, limit);
}

function setRequestMember(
	request: ApiRequest,
	{ place }: Paging,
	path: string,
	value: JsonValue,
): ApiRequest {
	if (place === 'query') return { ...request, query: { ...request.query, [path]: value } };
	return { ...request, body: setValueAtPath(request.body, path.split('.'), value) };
}

function setValueAtPath(
	before: JsonValue | undefined,
	[name = '', ...rest]: string[],
	value: JsonValue,
): JsonObject {
	const object = isObject(before) ? before : {};
	const member = rest.length === 0 ? value : setValueAtPath(object[name], rest, value);
	return { ...object, [name]: member };
}

export interface ListQuery {
	/** The request for the list, without parameters of a page such as its offset. */
	readonly request: ApiRequest;
	/**
	 * What the response has:
	 *
	 * - `list`: a list. Any other response is an error.
	 * - `record`: one record. A response with nothing but a list is read as a list.
	 * - `any`: like `record`, but an empty response is a success.
	 */
	readonly answerKind: 'any' | 'list' | 'record';
	/** Possible names of the list in the response, such as `prompts`. */
	readonly listNames: readonly string[];
	/** The error for a response without a list. By default, the error names the fields of the response. */
	readonly noListError?: Error;
	readonly recordsAt?: string;
	/** Without paging, the node requests one page. */
	readonly paging?: Paging;
	/** Tells the user how to get the other pages if the node does not read them. */
	readonly pagingAdvice?: string;
	/** The maximum number of records, or `Infinity` for all. */
	readonly limit: number;
	readonly key: KeyFields;
	readonly maxPageSize?: number;
}

export function isWrite({ request }: Pick<ListQuery, 'request'>): boolean {
	return request.effect !== 'safe';
}
