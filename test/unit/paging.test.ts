import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import {
	LIMIT_AND_OFFSET,
	pageRequest,
	PAGINATION,
	type Paging,
} from '../../nodes/shared/reading/paging';

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

/** A page that starts at a position of any kind. */
const at = (position: number | string | undefined) => ({
	...{ offset: Number(position), page: Number(position) - 1, cursor: position },
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
		expect(pageRequest(REQUEST, paging, 50, at(position))).toEqual({ ...REQUEST, body });
	});

	it.each<[JsonValue | undefined, JsonValue]>([
		[undefined, { pagination: { limit: 50, offset: 0 } }],
		[[1], { pagination: { limit: 50, offset: 0 } }],
		[{ pagination: { sort: 'name' } }, { pagination: { sort: 'name', limit: 50, offset: 0 } }],
		[{ pagination: { limit: 7, offset: 3 } }, { pagination: { limit: 50, offset: 0 } }],
		[{ pagination: 'none' }, { pagination: { limit: 50, offset: 0 } }],
		[{ pagination: [1] }, { pagination: { limit: 50, offset: 0 } }],
	])('keeps what else the user has entered there: %j', (body, paged) => {
		const request = pageRequest({ ...REQUEST, body }, PAGINATION, 50, at(0));
		expect(request.body).toEqual(paged);
	});

	it('does not change what the user has entered', () => {
		const body = { pagination: { sort: 'name' } };
		pageRequest({ ...REQUEST, body }, PAGINATION, 50, at(0));
		expect(body).toEqual({ pagination: { sort: 'name' } });
	});

	it('has its members in the query, where names may have dots', () => {
		const request: ApiRequest = { ...REQUEST, body: undefined, query: { view: 'list', limit: 7 } };
		const paging = inQuery('offset', 'limit', 'page.offset');
		expect(pageRequest(request, paging, 50, at(100))).toEqual({
			...request,
			query: { view: 'list', limit: 50, 'page.offset': 100 },
		});
		const first = pageRequest(request, inQuery('cursor'), 50, at(undefined));
		expect(first.query).toEqual({ view: 'list', limit: 50 });
		expect(first.body).toBeUndefined();
	});
});
