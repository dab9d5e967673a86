import type { JsonValue } from 'n8n-workflow';
import { findList, findPlainList } from '../../nodes/shared/records/findList';

describe('An answer of which nothing is known', () => {
	it.each<[string, JsonValue, number | undefined]>([
		['the list itself', [1], undefined],
		['a list in the usual place', { data: [1] }, undefined],
		['a list under a name of its own', { prompts: [1], total: 7, has_more: true }, 7],
		['a list one object further in', { data: { items: [1], total: 5 } }, 5],
	])('is a list where it is %s', (_what, body, total) => {
		expect(findPlainList(body, ['prompts'])).toEqual({ records: [1], total });
	});

	it.each<[string, JsonValue]>([
		['has other members', { data: [1], title: 'T' }],
		['has its list under another name', { rows: [1] }],
		['has two lists', { data: [1], items: [2] }],
		['has null for a list', { data: null }],
		['has nothing but what is about lists', { total: 3 }],
		['has a text in the place', { data: 'none' }],
		['is empty', {}],
	])('is a record where it %s', (_what, body) => {
		expect(findPlainList(body, ['prompts'])).toBeUndefined();
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
		[{ success: false, data: null }],
		[{ ok: false, data: null }],
		[{ title: 'T', data: null }],
	])('is none in %j', (body) => {
		expect(findList(body, [])).toBeUndefined();
	});
});
