import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { isObject } from '../base';

/** How to request the pages of a list. */
export interface Paging {
	/** Where a page starts: after a number of records, at a cursor of the previous answer, or at a page number. */
	readonly kind: 'cursor' | 'offset' | 'page';
	readonly place: 'body' | 'query';
	/** The name of the parameter for the page size; in a body, its path. Empty if the request has no page size. */
	readonly limit: string;
	/** The name of the parameter for the start of a page; in a body, its path. */
	readonly position: string;
	/** The number of the first page, if pages start at a page number. */
	readonly firstPage?: number;
	/** The path of the next cursor in an answer. Without a path, the node looks for names such as `next_cursor`. */
	readonly cursorAt?: string;
}

/** The paging by `pagination: { limit, offset }` in the body (public). */
export const GEO_PAGING: Paging = {
	kind: 'offset',
	place: 'body',
	limit: 'pagination.limit',
	position: 'pagination.offset',
};

/** The paging of GEO projects: by `limit` and `offset` in the body (public). */
export const GEO_PROJECTS_PAGING: Paging = { ...GEO_PAGING, limit: 'limit', position: 'offset' };

export interface PagePosition {
	/** The number of records before the page. */
	readonly offset: number;
	/** The number of pages before the page. */
	readonly page: number;
	readonly cursor?: number | string;
}

export function createPageRequest(
	request: ApiRequest,
	paging: Paging | undefined,
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
	const body = isObject(request.body) ? request.body : {};
	return { ...request, body: withValueAtPath(body, path.split('.'), value) };
}

function withValueAtPath(
	object: JsonObject,
	[name = '', ...rest]: string[],
	value: JsonValue,
): JsonObject {
	const inner = object[name];
	const member =
		rest.length === 0 ? value : withValueAtPath(isObject(inner) ? inner : {}, rest, value);
	return { ...object, [name]: member };
}

/** The answer that the node expects to a request. */
export interface ExpectedAnswer {
	/** The request without parameters for a page, such as its offset. */
	readonly request: ApiRequest;
	/** The kind of answer. With `any`, an object is a record unless it only wraps a list. */
	readonly answerKind: 'any' | 'list' | 'record';
	/** Possible names of the list in the answer, such as `prompts`. */
	readonly listNames: readonly string[];
	/** The path that the user entered in 'Records At'. */
	readonly recordsAt?: string;
}

export interface ListQuery extends ExpectedAnswer {
	/** How to request the pages. Without paging, the node requests one page. */
	readonly paging?: Paging;
	/** The fields under API Details that advice may name: Page Size, or Pagination, which includes Page Size. */
	readonly offers?: 'pageSize' | 'pagination';
	/** The maximum number of records; `Infinity` for all. */
	readonly limit: number;
	/** Possible names of the ID field of a record. */
	readonly idFields: readonly string[];
	/** The maximum page size that the service documents. */
	readonly maxPageSize?: number;
}

/** Whether the request may change data. */
export function isWrite({ request }: ExpectedAnswer): boolean {
	return request.effect !== 'read';
}
