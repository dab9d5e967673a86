import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import {
	LIMIT_AND_OFFSET,
	otherPagings,
	pageRequest,
	PAGINATION,
	type Paging,
} from '../../nodes/shared/list/paging';
import type { Signs } from '../../nodes/shared/answer/signs';

const REQUEST: ApiRequest = {
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
	body: { project_id: 'p' },
};

const inQuery = (kind: Paging['kind'], limit = 'limit', position = 'offset'): Paging => ({
	...{ kind, place: 'query', limit, position },
});

const inBody = (kind: Paging['kind'], limit: string, position: string): Paging => ({
	...{ kind, place: 'body', limit, position },
});

describe('The request for a page', () => {
	it.each<[string, Paging, number | string | undefined, JsonValue]>([
		[
			'an object of its own',
			PAGINATION,
			200,
			{ project_id: 'p', pagination: { limit: 50, offset: 200 } },
		],
		['the body itself', LIMIT_AND_OFFSET, 0, { project_id: 'p', limit: 50, offset: 0 }],
		[
			'two places',
			inBody('page', 'page_size', 'paging.number'),
			3,
			{ project_id: 'p', paging: { number: 3 }, page_size: 50 },
		],
		[
			'an object deep inside',
			inBody('offset', 'a.b.limit', 'a.b.from'),
			7,
			{ project_id: 'p', a: { b: { from: 7, limit: 50 } } },
		],
		['the position alone', inBody('page', '', 'page'), 2, { project_id: 'p', page: 2 }],
		[
			'the limit alone, before there is a cursor',
			inBody('cursor', 'limit', 'cursor'),
			undefined,
			{ project_id: 'p', limit: 50 },
		],
		[
			'the cursor',
			inBody('cursor', 'pagination.limit', 'pagination.cursor'),
			'abc',
			{ project_id: 'p', pagination: { cursor: 'abc', limit: 50 } },
		],
	])('has its members in %s', (_what, paging, position, body) => {
		expect(pageRequest(REQUEST, paging, { limit: 50, position })).toEqual({ ...REQUEST, body });
	});

	it.each<[JsonValue | undefined, JsonValue]>([
		[undefined, { pagination: { limit: 50, offset: 0 } }],
		[[1], { pagination: { limit: 50, offset: 0 } }],
		[{ pagination: { sort: 'name' } }, { pagination: { sort: 'name', limit: 50, offset: 0 } }],
		[{ pagination: { limit: 7, offset: 3 } }, { pagination: { limit: 50, offset: 0 } }],
		[{ pagination: 'none' }, { pagination: { limit: 50, offset: 0 } }],
		[{ pagination: [1] }, { pagination: { limit: 50, offset: 0 } }],
	])('keeps what else the user has entered there: %j', (body, paged) => {
		const request = pageRequest({ ...REQUEST, body }, PAGINATION, { limit: 50, position: 0 });
		expect(request.body).toEqual(paged);
	});

	it('does not change what the user has entered', () => {
		const body = { pagination: { sort: 'name' } };
		pageRequest({ ...REQUEST, body }, PAGINATION, { limit: 50, position: 0 });
		expect(body).toEqual({ pagination: { sort: 'name' } });
	});

	it('has its members in the query, where names may have dots', () => {
		const request: ApiRequest = { ...REQUEST, body: undefined, query: { view: 'list', limit: 7 } };
		const paging = inQuery('offset', 'limit', 'page.offset');
		expect(pageRequest(request, paging, { limit: 50, position: 100 })).toEqual({
			...request,
			query: { view: 'list', limit: 50, 'page.offset': 100 },
		});
		const first = pageRequest(request, inQuery('cursor'), { limit: 50 });
		expect(first.query).toEqual({ view: 'list', limit: 50 });
		expect(first.body).toBeUndefined();
	});

	it.each([
		['https://x.example/geo/v2/geo/business/prompts?page=2&view=all', { view: 'all', page: '2' }],
		['/v2/geo/business/prompts?page=2', { view: 'list', page: '2' }],
		['?page=2', { view: 'list', page: '2' }],
		['?q=a%20b%26c', { view: 'list', q: 'a b&c' }],
	])('has the query of the address %s', (position, query) => {
		const request = { ...REQUEST, query: { view: 'list' } };
		const paging: Paging = { ...PAGINATION, kind: 'url' };
		expect(pageRequest(request, paging, { limit: 50, position })).toEqual({ ...request, query });
		expect(pageRequest(request, paging, { limit: 50 })).toBe(request);
	});
});

describe('Other ways to the next page', () => {
	const ways = (signs: Signs, paging = PAGINATION) =>
		otherPagings(REQUEST, paging, signs).map(({ kind, place, limit, position }) => {
			const shown: JsonObject = { kind, place, limit };
			return kind === 'url' ? shown : { ...shown, position };
		});
	const next = (kind: 'cursor' | 'page' | 'url', value: number | string, parameter: string) => ({
		next: { kind, value, parameter },
	});

	it.each<[string, Signs]>([
		['nothing', {}],
		['a total', { total: 257 }],
		['that there is more', { hasMore: true }],
	])('are none where the answer says %s', (_what, signs) => {
		expect(ways(signs)).toEqual([]);
	});

	it('are cursors beside the limit, then at the top', () => {
		const rest = { kind: 'cursor', place: 'body', limit: 'pagination.limit' };
		expect(ways(next('cursor', 'abc', 'page_token'))).toEqual([
			{ ...rest, position: 'pagination.page_token' },
			{ ...rest, position: 'page_token' },
		]);
	});

	it('are cursors at the top where the limit is there', () => {
		const rest = { place: 'body', limit: 'limit' };
		expect(ways(next('cursor', 'abc', 'cursor'), LIMIT_AND_OFFSET)).toEqual([
			{ ...rest, kind: 'cursor', position: 'cursor' },
		]);
		expect(ways(next('cursor', 'abc', 'after'), inQuery('offset'))).toEqual([
			{ kind: 'cursor', place: 'query', limit: 'limit', position: 'after' },
		]);
	});

	it.each<[string, Signs]>([
		['the next page', next('page', 2, 'page')],
		['how many pages there are', { totalPages: 3 }],
		['both', { ...next('page', 2, 'page'), totalPages: 3 }],
	])('are page numbers where the answer says %s', (_what, signs) => {
		const rest = { kind: 'page', place: 'body', limit: 'pagination.limit' };
		expect(ways(signs)).toEqual([
			{ ...rest, position: 'pagination.page' },
			{ ...rest, position: 'page' },
		]);
	});

	it('are cursors rather than page numbers where the answer says both', () => {
		const signs = { ...next('cursor', 'abc', 'cursor'), totalPages: 3 };
		expect(ways(signs).map(({ kind }) => kind)).toEqual(['cursor', 'cursor']);
	});

	it.each([
		['https://x.example/v2/geo/business/prompts?page=2', 1],
		['https://x.example/base/v2/geo/business/prompts?page=2', 1],
		['/v2/geo/business/prompts?page=2', 1],
		['?page=2', 1],
		['https://x.example/v2/geo/business/topics?page=2', 0],
		['/prompts?page=2', 0],
		['https://x.example/', 0],
		['https://', 0],
		['//', 0],
	])('are the address %s only where it is that of the list', (url, count) => {
		const expected = [{ kind: 'url', place: 'body', limit: 'pagination.limit' }];
		expect(ways(next('url', url, 'cursor'))).toEqual(expected.slice(0, count));
	});
});
