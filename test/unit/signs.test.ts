import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { readSigns } from '../../nodes/shared/answer/signs';
import { each } from './signNames';

const read = (holder: JsonObject, count = 100, headers: Record<string, unknown> = {}) =>
	readSigns([holder], headers, count);

describe('Whether more follow', () => {
	it.each(each('has_more has_next has_next_page more more_available'))('is said by %s', (name) => {
		expect(read({ [name]: true }).hasMore).toBe(true);
		expect(read({ [name]: 'true' }).hasMore).toBe(true);
		expect(read({ page_info: { [name]: false } }).hasMore).toBe(false);
		expect(read({ [name]: ' False ' }).hasMore).toBe(false);
	});

	it.each(each('is_last last is_last_page end_of_list'))('is said by %s, turned round', (name) => {
		expect(read({ [name]: true }).hasMore).toBe(false);
		expect(read({ meta: { [name]: 'false' } }).hasMore).toBe(true);
	});

	it.each<[string, JsonObject, boolean | undefined]>([
		['nothing', {}, undefined],
		['an empty word', { has_more: null }, undefined],
		['a number', { has_more: 1 }, true],
		['zero', { has_more: 0 }, false],
		['an address in the place of a flag', { meta: { has_next: '/prompts?offset=64' } }, true],
		['another word', { has_more: 'maybe' }, undefined],
		['an address of the last page', { links: { last: 'https://x.example/?page=3' } }, undefined],
		['no next', { next: null }, false],
		['an empty next', { next: '' }, false],
		['an empty object as next', { next: {} }, false],
		['next without an address', { links: { next: { href: null } } }, false],
		['next without a URL', { next: { url: null } }, false],
		['false as next', { next: false }, false],
		['true as next', { next: true }, true],
		['a next page', { next_page: 2 }, true],
		['a next cursor', { next_cursor: 'abc' }, true],
		['an address as next', { next: 'https://x.example/?page=2' }, true],
		['an address in next', { _links: { next: { href: '/prompts?page=2' } } }, true],
		['a cursor in next', { paging: { next: { after: 'abc' } } }, true],
		['an offset in next', { next: { offset: 100, limit: 100 } }, true],
		[
			'its own word against a cursor of the last record',
			{ has_more: false, cursor: 'x', end_cursor: 'x' },
			false,
		],
		['its own word against no cursor', { has_more: true, next_cursor: null }, true],
		['one of two words that say so', { has_more: false, page_info: { has_next_page: true } }, true],
		['one of two places that lead on', { next: null, next_cursor: 'abc' }, true],
		['two places that lead nowhere', { next: null, next_cursor: '' }, false],
	])('is told by %s', (_what, holder, hasMore) => {
		expect(read(holder).hasMore).toBe(hasMore);
	});

	it.each<[string, boolean | undefined]>([
		['<https://x.example/?page=2>; rel="next"', true],
		['<https://x.example/?page=1>; rel="prev", <https://x.example/?page=3>; rel="next"', true],
		['<https://x.example/?page=2>; rel=next', true],
		['<https://x.example/?page=2>; title="b"; rel="next"', true],
		['<https://x.example/?page=1>; rel="prev"', false],
		['<https://x.example/?page=1>; rel="first", <https://x.example/?page=3>; rel="last"', false],
		['<https://x.example/docs>; rel="help"', undefined],
		['', undefined],
	])('is told by the header Link: %s', (link, hasMore) => {
		expect(read({}, 100, { link }).hasMore).toBe(hasMore);
	});
});

describe('The next page', () => {
	it.each<[JsonObject, string, number | string, string]>([
		[{ next: 'abc' }, 'cursor', 'abc', 'cursor'],
		[{ next_cursor: 'abc' }, 'cursor', 'abc', 'cursor'],
		[{ nextCursor: 'abc' }, 'cursor', 'abc', 'cursor'],
		[{ next_cursor: 200 }, 'cursor', 200, 'cursor'],
		[{ next_page_token: 'abc' }, 'cursor', 'abc', 'page_token'],
		[{ nextPageToken: 'abc' }, 'cursor', 'abc', 'page_token'],
		[{ next_token: 'abc' }, 'cursor', 'abc', 'next_token'],
		[{ next_token: 7 }, 'cursor', 7, 'next_token'],
		[{ continuation_token: 'abc' }, 'cursor', 'abc', 'continuation_token'],
		[{ page_info: { end_cursor: 'abc' } }, 'cursor', 'abc', 'after'],
		[{ next_page: 2 }, 'page', 2, 'page'],
		[{ next: 2 }, 'page', 2, 'page'],
		[{ next_page: '2' }, 'cursor', '2', 'page'],
		[{ next: 'https://x.example/?page=2' }, 'url', 'https://x.example/?page=2', 'cursor'],
		[{ next: '/prompts?page=2' }, 'url', '/prompts?page=2', 'cursor'],
		[{ next: '?page=2' }, 'url', '?page=2', 'cursor'],
		[{ next_url: '?page=2' }, 'url', '?page=2', 'cursor'],
		[{ next_link: '?page=2' }, 'url', '?page=2', 'cursor'],
		[{ next_page_url: '?page=2' }, 'url', '?page=2', 'page'],
		[{ '@odata.nextLink': 'http://x.example/2' }, 'url', 'http://x.example/2', 'cursor'],
		[{ links: { next: '?page=2' } }, 'url', '?page=2', 'cursor'],
		[{ _links: { next: { href: '?page=2' } } }, 'url', '?page=2', 'cursor'],
		[{ next: { url: '?page=2' } }, 'url', '?page=2', 'cursor'],
		[{ next: null, next_cursor: 'abc' }, 'cursor', 'abc', 'cursor'],
	])('is where %j says', (holder, kind, value, parameter) => {
		expect(read(holder).next).toEqual({ kind, value, parameter });
	});

	it.each<[JsonObject]>([
		[{}],
		[{ next: null }],
		[{ next: '' }],
		[{ next: ' ' }],
		[{ next: true }],
		[{ next: { after: 'abc' } }],
		[{ next: { href: null } }],
		[{ cursor: 'abc' }],
		[{ previous: 'abc', prev_cursor: 'abc' }],
		[{ data: { next: 'abc' } }],
	])('is not told by %j', (holder) => {
		expect(read(holder).next).toBeUndefined();
	});

	it('is at the address in the header Link, if the answer says nothing', () => {
		const link = '<https://x.example/?page=1>; rel="prev", <https://x.example/?page=3>; rel="next"';
		const next = { kind: 'url', value: 'https://x.example/?page=3', parameter: 'cursor' };
		expect(read({}, 100, { link }).next).toEqual(next);
		expect(read({ next_cursor: 'abc' }, 100, { link }).next).toMatchObject({ value: 'abc' });
	});
});

describe('The signs of an answer', () => {
	it('are read from any JSON without a throw, and numbers are whole and not below zero', () => {
		const names = fc.constantFrom(
			...'total count has_more next next_cursor pages limit meta links href value last'.split(' '),
		);
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof(
				{ depthSize: 'medium' },
				fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null)),
				fc.array(tie('tree'), { maxLength: 2 }),
				fc.dictionary(names, tie('tree'), { maxKeys: 5 }),
			),
		}));
		const check = (value: unknown, count: number) => {
			const holder: JsonObject = JSON.parse(JSON.stringify({ meta: value }));
			const { total = 0, totalPages = 0, limit = 0, next, hasMore } = read(holder, count);
			for (const number of [total, totalPages, limit]) {
				expect(Number.isSafeInteger(number) && number >= 0).toBe(true);
			}
			// Where the next page is known, there is one, unless the service says otherwise itself.
			const flags = /"(has_more|last)"/.test(JSON.stringify(holder));
			if (next !== undefined && !flags) expect(hasMore).toBe(true);
		};
		fc.assert(fc.property(tree, fc.nat({ max: 200 }), check), { numRuns: 1000 });
	});
});
