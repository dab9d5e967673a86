import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { isObject } from '../base';
import type { KeyFields } from '../table';

export interface Paging {
	/**
	 * How a request names a page: by a cursor from the previous response, by the number of records before it, or by a
	 * page number.
	 */
	readonly kind: 'cursor' | 'offset' | 'page';
	readonly place: 'body' | 'query';
	/** The parameter for the page size. In a body, this is a path: `pagination.limit`. Empty if there is none. */
	readonly limit: string;
	/** The parameter for the start of a page. In a body, this is a path: `pagination.offset`. */
	readonly position: string;
	readonly firstPage?: number;
	/** The path of the cursor in a response. If missing, the node looks for names such as `next_cursor`. */
	readonly cursorAt?: string;
}

/** `pagination: { limit, offset }` in the body (public docs) */
export const GEO_PAGING: Paging = {
	kind: 'offset',
	place: 'body',
	limit: 'pagination.limit',
	position: 'pagination.offset',
};

/** `limit` and `offset` in the body (public docs) */
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
		position === undefined
			? request
			: withRequestMember(request, paging, paging.position, position);
	return paging.limit === '' ? start : withRequestMember(start, paging, paging.limit, limit);
}

function withRequestMember(
	request: ApiRequest,
	{ place }: Paging,
	path: string,
	value: JsonValue,
): ApiRequest {
	if (place === 'query') return { ...request, query: { ...request.query, [path]: value } };
	return { ...request, body: withValueAtPath(request.body, path.split('.'), value) };
}

function withValueAtPath(
	before: JsonValue | undefined,
	[name = '', ...rest]: string[],
	value: JsonValue,
): JsonObject {
	const object = isObject(before) ? before : {};
	const member = rest.length === 0 ? value : withValueAtPath(object[name], rest, value);
	return { ...object, [name]: member };
}

export interface ListQuery {
	/** The request for the whole list, without parameters for a page such as its offset. */
	readonly request: ApiRequest;
	/**
	 * - `list`: a response without a list is an error.
	 * - `record`: the response is one record, unless it is nothing but a list.
	 * - `any`: like `record`. An empty response is a success.
	 */
	readonly answerKind: 'any' | 'list' | 'record';
	/** Possible names of the list in the response, such as `prompts`. */
	readonly listNames: readonly string[];
	/** The error for a response without a list. If missing, the error names the lists that there are. */
	readonly noListError?: Error;
	readonly recordsAt?: string;
	/** Without paging, the node requests one page. */
	readonly paging?: Paging;
	/** Tells the user how to get the other pages, if the node did not get them. */
	readonly pagingAdvice?: string;
	/** The maximum number of records; `Infinity` for all. */
	readonly limit: number;
	readonly key: KeyFields;
	readonly maxPageSize?: number;
}

export function isWrite({ request }: Pick<ListQuery, 'request'>): boolean {
	return request.effect !== 'safe';
}
