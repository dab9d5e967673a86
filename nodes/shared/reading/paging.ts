import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { isObject } from '../base';

/** How to ask for the pages of a list. */
export interface Paging {
	/** `offset` is the number of records before the page; a `cursor` comes from the answer before. */
	readonly kind: 'cursor' | 'offset' | 'page';
	readonly place: 'body' | 'query';
	/** The member with the number of records; empty to send none. In a body, a path. */
	readonly limit: string;
	/** The member with the start of the page. In a body, a path. */
	readonly position: string;
	/** For the kind `page`. */
	readonly firstPage?: number;
	/** The path of the next cursor in the answer; found if not set. */
	readonly cursorAt?: string;
}

/** `pagination: { limit, offset }` in the body (public). */
export const PAGINATION: Paging = {
	kind: 'offset',
	place: 'body',
	limit: 'pagination.limit',
	position: 'pagination.offset',
};

/** `limit` and `offset` themselves in the body (public: GEO projects). */
export const LIMIT_AND_OFFSET: Paging = { ...PAGINATION, limit: 'limit', position: 'offset' };

export interface Position {
	/** The number of records, and of pages, before the page. */
	readonly offset: number;
	readonly page: number;
	/** From the page before. */
	readonly cursor?: number | string;
}

/** Returns the request for one page of `limit` records; without paging, for the only one. */
export function pageRequest(
	request: ApiRequest,
	paging: Paging | undefined,
	limit: number,
	{ offset, page, cursor }: Position,
): ApiRequest {
	if (paging === undefined) return request;
	const position = { offset, page: (paging.firstPage ?? 1) + page, cursor }[paging.kind];
	const start =
		position === undefined ? request : withMember(request, paging, paging.position, position);
	return paging.limit === '' ? start : withMember(start, paging, paging.limit, limit);
}

/** Sets a member in the body or query. */
function withMember(
	request: ApiRequest,
	{ place }: Paging,
	path: string,
	value: JsonValue,
): ApiRequest {
	if (place === 'query') return { ...request, query: { ...request.query, [path]: value } };
	const body = isObject(request.body) ? request.body : {};
	return { ...request, body: withPath(body, path.split('.'), value) };
}

function withPath(
	object: JsonObject,
	[name = '', ...rest]: string[],
	value: JsonValue,
): JsonObject {
	const inner = object[name];
	const member = rest.length === 0 ? value : withPath(isObject(inner) ? inner : {}, rest, value);
	return { ...object, [name]: member };
}
