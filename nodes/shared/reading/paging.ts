import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Answer, ApiRequest } from '../api';
import { isObject } from '../base';
import type { ExpectedAnswer } from './findList';

/** How the pages of a list are asked for. */
export interface Paging {
	/**
	 * - `offset`: by the number of records before the page
	 * - `page`: by the number of the page
	 * - `cursor`: by what the answer before has said
	 */
	readonly kind: 'cursor' | 'offset' | 'page';
	readonly place: 'body' | 'query';
	/** The member that says how many records are wanted; empty to send none. In a body, a path. */
	readonly limit: string;
	/** The member that says where the page starts. In a body, a path. */
	readonly position: string;
	/** The number of the first page, for the kind `page`. */
	readonly firstPage?: number;
	/** Where the answer holds the next cursor; found if not said. */
	readonly cursorAt?: string;
}

/** A list to read. */
export interface ListSource {
	/** Sends a request, again if it failed and that may help; throws if it is not answered with success. */
	readonly send: (request: ApiRequest) => Promise<Answer>;
	/** The request, without the members for the page. */
	readonly request: ApiRequest;
	readonly expected: ExpectedAnswer;
	/** How its pages are asked for; without it, there is only one. */
	readonly paging?: Paging;
	/** Whether the user can say how, in the option Pagination. Only then may a notice name that option. */
	readonly offersPaging?: boolean;
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

/** Where a page starts. */
export interface Position {
	/** How many records, and how many pages, are before it. */
	readonly offset: number;
	readonly page: number;
	/** The cursor that the page before has given. */
	readonly cursor?: number | string;
}

/**
 * The request for one page; without a way to ask for pages, the only one.
 *
 * @param limit how many records are wanted
 */
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

/** The same request with this member in its body or query, in place of one of that name. */
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
