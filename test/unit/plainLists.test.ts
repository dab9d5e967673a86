import type { JsonObject, JsonValue } from 'n8n-workflow';
import { findList, findPlainList } from '../../nodes/shared/answer/findList';

describe('An answer of which nothing is known', () => {
	it.each<[string, JsonValue, ...JsonObject[]]>([
		['the list itself', [1]],
		['a list in the usual place', { data: [1] }, { data: [1] }],
		[
			'a list under a name of its own',
			{ prompts: [1], total: 7, has_more: true },
			{ prompts: [1], total: 7, has_more: true },
		],
		[
			'a list under any name beside a total',
			{ playbooks: [1], total: 7 },
			{ playbooks: [1], total: 7 },
		],
		[
			'a list one object further in',
			{ data: { items: [1], total: 5 } },
			{ data: { items: [1], total: 5 } },
			{ items: [1], total: 5 },
		],
	])('is a list where it is %s', (_what, body, ...holders) => {
		expect(findPlainList(body, ['prompts'])).toEqual({ records: [1], holders });
	});

	it.each<[string, JsonValue]>([
		['has other members', { data: [1], summary: 'S' }],
		['has other members beside a total', { data: [1], summary: 'S', total: 1 }],
		['has an id', { id: 'r', data: [1] }],
		['has its list two objects further in', { result: { data: { items: [1] } } }],
		['has its list under another name', { playbooks: [1] }],
		['has two lists', { data: [1], items: [2] }],
		['has null for a list', { data: null }],
		['has nothing but what is about lists', { total: 3 }],
		['has a text in the place', { data: 'none' }],
		['is empty', {}],
	])('is a record where it %s', (_what, body) => {
		expect(findPlainList(body, ['prompts'])).toBeUndefined();
	});
});

/** Names of members that say how long a list is, where it goes on, or how the call went. */
const ABOUT =
	'total total_count total_records total_items total_results total_rows total_hits total_elements ' +
	'num_found record_count result_count count limit offset page pages size per_page page_size ' +
	'total_pages page_count num_pages last_page has_more has_next has_next_page more more_available ' +
	'is_last is_last_page end_of_list next previous prev next_page next_url next_link ' +
	'@odata.nextLink next_page_url cursor cursors next_cursor next_page_token next_token ' +
	'continuation_token end_cursor pagination paging page_info pageInfo meta metadata links _links ' +
	'first last success ok error_code error_description code status statusCode message msg detail ' +
	'details reason title type instance warning warnings request_id trace_id timestamp ' +
	'time took duration version apiVersion';

describe('A list beside what is about the answer', () => {
	it.each(ABOUT.split(' '))('is the list, not a part of a record: %s', (name) => {
		const rows = [{ a: 1 }, { a: 2 }];
		expect(findPlainList({ data: rows, [name]: 7 }, [])?.records).toBe(rows);
		expect(findPlainList({ id: 'r', data: rows, [name]: 7 }, [])).toBeUndefined();
		expect(findList({ teams: rows, [name]: 7 }, [])?.records).toBe(rows);
		expect(findList({ id: 'r', data: rows, [name]: 7 }, [])?.records).toBe(rows);
	});

	it.each(['name', 'summary', 'totals', 'cost', 'owner_id', 'created_at'])(
		'is a part of a record beside %s',
		(name) => {
			const rows = [{ a: 1 }, { a: 2 }];
			expect(findPlainList({ data: rows, [name]: 7 }, [])).toBeUndefined();
			expect(findList({ teams: rows, [name]: 7 }, [])).toBeUndefined();
			expect(findList({ id: 'r', data: rows, [name]: 7 }, [])).toBeUndefined();
		},
	);
});

describe('A list in a list', () => {
	const rows = [{ id: 'a' }];

	it('makes what is beside it count', () => {
		const meta = { total: 257 };
		expect(findPlainList([meta, rows], [])).toEqual({ records: rows, holders: [meta] });
		expect(findList([{ total: 0 }, []], [])).toEqual({ records: [], holders: [{ total: 0 }] });
	});

	it.each<[string, JsonValue[]]>([
		['records', [{ id: 'a' }, rows]],
		['a name', [{ name: 'A' }, rows]],
		['another list', [{ total: 2 }, rows, rows]],
		['a text', ['total', rows]],
		['a text and what is about it', [{ total: 2 }, rows, 'more']],
		['nothing', [rows]],
		['plain values in it', [{ total: 2 }, [1, 2]]],
	])('is a record beside %s', (_what, body) => {
		expect(findPlainList(body, [])?.records).toBe(body);
	});
});

describe('A list written as null', () => {
	it.each<[JsonValue]>([
		[{ success: true, data: null }],
		[{ ok: true, data: null, links: { next: null }, page_size: 10 }],
		[{ data: null, hits: 0, took: null }],
	])('is empty in %j', (body) => {
		expect(findList(body, [])?.records).toEqual([]);
	});

	it.each<[JsonValue]>([
		[{ title: 'T', data: null }],
		[{ data: null, message: 'deleted' }],
		[{ data: null, ready: true }],
	])('is none in %j', (body) => {
		expect(findList(body, [])).toBeUndefined();
	});
});
