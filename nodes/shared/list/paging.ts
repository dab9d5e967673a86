import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Next, Signs } from '../answer';
import type { ApiRequest } from '../api';
import { isObject } from '../base';

/** How the pages of a list are asked for. */
export interface Paging {
	/**
	 * - `offset`: by the number of records before the page
	 * - `page`: by the number of the page
	 * - `cursor`: by what the answer before has said
	 * - `url`: at the address that the answer before has said
	 */
	readonly kind: 'cursor' | 'offset' | 'page' | 'url';
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

/** `pagination: { limit, offset }` in the body (public). */
export const PAGINATION: Paging = {
	kind: 'offset',
	place: 'body',
	limit: 'pagination.limit',
	position: 'pagination.offset',
};

/** `limit` and `offset` themselves in the body (public: GEO projects). */
export const LIMIT_AND_OFFSET: Paging = {
	kind: 'offset',
	place: 'body',
	limit: 'limit',
	position: 'offset',
};

/** Where a page starts, and how many records are wanted. */
export interface PageAt {
	readonly limit: number;
	/** The offset, the page number or the cursor; none for the first page by cursor. */
	readonly position?: number | string;
}

/** The request for one page. */
export function pageRequest(request: ApiRequest, paging: Paging, { limit, position }: PageAt) {
	if (paging.kind === 'url') return position === undefined ? request : atUrl(request, position);
	const start =
		position === undefined ? request : withMember(request, paging, paging.position, position);
	return paging.limit === '' ? start : withMember(start, paging, paging.limit, limit);
}

/**
 * Other ways to ask for the next page, from what an answer shows: tried where the offset leads
 * nowhere, and kept only if they bring new records.
 */
export function otherPagings(request: ApiRequest, paging: Paging, signs: Signs): Paging[] {
	const { next, totalPages } = signs;
	if (next?.kind === 'url') return isSamePath(request, next) ? [{ ...paging, kind: 'url' }] : [];
	const isByPage = next === undefined ? totalPages !== undefined : next.kind === 'page';
	const kind = isByPage ? 'page' : 'cursor';
	const parameter = next?.parameter ?? 'page';
	if (next === undefined && !isByPage) return [];
	const [parent] = paging.limit.includes('.') ? paging.limit.split('.') : [];
	const names = [...(parent === undefined ? [] : [`${parent}.${parameter}`]), parameter];
	return names.map((position) => ({ ...paging, kind, position }));
}

/** The same request with this member in its body or query, in place of one of that name. */
function withMember(request: ApiRequest, { place }: Paging, path: string, value: JsonValue) {
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

function isSamePath(request: ApiRequest, { value }: Next): boolean {
	const base = `https://host${request.path}`;
	return (
		URL.canParse(String(value), base) &&
		new URL(String(value), base).pathname.endsWith(request.path)
	);
}

/** The request with the query of an address that the service gave for its next page. */
function atUrl(request: ApiRequest, url: number | string): ApiRequest {
	const { searchParams } = new URL(String(url), `https://host${request.path}`);
	return { ...request, query: { ...request.query, ...Object.fromEntries(searchParams) } };
}
