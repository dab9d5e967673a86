import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { isObject } from '../base';

/** How to ask for the pages of a list. */
export interface Paging {
	/** `offset` is the number of records before the page; a `cursor` comes from the answer before. */
	readonly kind: 'cursor' | 'offset' | 'page';
	readonly place: 'body' | 'query';
	/** The field for the page size, in a body a path; empty to send none. */
	readonly limit: string;
	/** The field for the start of the page, in a body a path. */
	readonly position: string;
	/** For the kind `page`. */
	readonly firstPage?: number;
	/** The path of the next cursor in the answer. By default, the node looks for it. */
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
	/** The number of records before the page, and of pages. */
	readonly offset: number;
	readonly page: number;
	readonly cursor?: number | string;
}

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

/** The form of an answer, known before the request. */
export interface ExpectedAnswer {
	/** Without the fields for the page. */
	readonly request: ApiRequest;
	/** With `any`, an object is a record unless it only wraps a list. */
	readonly answerKind: 'any' | 'list' | 'record';
	/** Names that the list may have in the answer, such as `prompts`. */
	readonly listNames: readonly string[];
	/** The path that the user entered in 'Records At'. */
	readonly recordsAt?: string;
}

export interface ListQuery extends ExpectedAnswer {
	/** Without it, the node requests one page. */
	readonly paging?: Paging;
	/** The API details that the form has, so that a notice may name them. Page Size is in both. */
	readonly offers?: 'pageSize' | 'pagination';
	/** The most records; `Infinity` for all. */
	readonly limit: number;
	/** The names that the ID of a record may have. */
	readonly idFields: readonly string[];
	/** The documented maximum of the service. */
	readonly maxPageSize?: number;
}

/** Whether the request may change data. */
export function isWrite({ request }: ExpectedAnswer): boolean {
	return request.effect !== 'read';
}
