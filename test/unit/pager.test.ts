import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import { Pager } from '../../nodes/shared/list/pager';
import { LIMIT_AND_OFFSET, type Paging } from '../../nodes/shared/list/paging';
import type { Signs } from '../../nodes/shared/answer/signs';

const REQUEST: ApiRequest = {
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts', body: {} },
};

const CURSOR: Paging = {
	...{ kind: 'cursor', place: 'body', limit: 'limit', position: 'cursor', cursorAt: 'page.next' },
};

const REST = { records: [], isBlank: false, remarks: [] };

/** The pager after answers with these bodies, and what it says of the last of them. */
function after(paging: Paging, bodies: readonly JsonValue[], signs: Signs = {}) {
	const pager = new Pager(REQUEST, paging);
	const goOn = bodies.map((body) => pager.moveOn({ body, signs, ...REST }));
	return { pager, hasNext: goOn.at(-1) };
}

describe('The cursor at a path of the answer', () => {
	it.each<[JsonValue, boolean]>([
		['abc', true],
		[7, true],
		[0, true],
		['', false],
		[null, false],
		[true, false],
		[{ id: 'abc' }, false],
	])('%j leads to a next page: %s', (next, hasNext) => {
		expect(after(CURSOR, [{ page: { next } }]).hasNext).toBe(hasNext);
	});

	it.each<[JsonValue]>([[null], ['abc'], [[{ page: { next: 'abc' } }]], [{ page: 'abc' }]])(
		'is not in %j',
		(body) => {
			expect(after(CURSOR, [body]).hasNext).toBe(false);
		},
	);

	it('leads nowhere if it stays the same', () => {
		const body = (next: string) => ({ page: { next } });
		expect(after(CURSOR, [body('a'), body('b')]).hasNext).toBe(true);
		expect(after(CURSOR, [body('a'), body('a')]).hasNext).toBe(false);
	});

	it('is sent with the next request, and not with the first', () => {
		const { pager } = after(CURSOR, [{ page: { next: 'abc' } }]);
		const place = { offset: 50, pages: 1 };
		expect(pager.requestFor(50, place).body).toEqual({ cursor: 'abc', limit: 50 });
		expect(pager.firstRequest(50).body).toEqual({ limit: 50 });
	});
});

describe('Another way to the next page', () => {
	const next: Signs['next'] = { kind: 'cursor', value: 'abc', parameter: 'cursor' };

	it('is taken instead of the offset only', () => {
		expect(after(CURSOR, [{ page: { next: 'a' } }], { next }).pager.switchPaging(true)).toBe(false);
		expect(after(LIMIT_AND_OFFSET, [[]], { next }).pager.switchPaging(true)).toBe(true);
	});

	it('is taken only where the service says that there is more, or where it is', () => {
		const turned = (signs: Signs, hasGap: boolean) =>
			after(LIMIT_AND_OFFSET, [[]], signs).pager.switchPaging(hasGap);
		expect(turned({ totalPages: 3 }, false)).toBe(false);
		expect(turned({ totalPages: 3 }, true)).toBe(true);
		expect(turned({ next }, false)).toBe(true);
	});
});
