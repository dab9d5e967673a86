import type { JsonValue } from 'n8n-workflow';
import { noListRemark } from '../../nodes/shared/records/readAnswer';

describe('A response without a list of records', () => {
	it.each<[JsonValue, 'gap' | 'note']>([
		[{}, 'gap'],
		[{ data: {} }, 'gap'],
		[{ score: 5 }, 'note'],
		[{ nested: { far: { away: [{ id: 1 }] } } }, 'note'],
	])('%j, where one has to be, is a %s', (body, kind) => {
		expect(noListRemark(body, 'list').kind).toBe(kind);
	});

	it('is no gap where the response may be one record', () => {
		expect(noListRemark({}, 'record').kind).toBe('note');
	});

	it.each<[JsonValue, RegExp]>([
		[{ score: 5 }, /found no list .* one item\.$/],
		[{ nested: { far: { away: [{ id: 1 }] } } }, /one item\. .*nested\.far\.away/],
		[{}, /there are no items\. ./],
	])('%j is told with advice, where there is something to do: %s', (body, words) => {
		expect(noListRemark(body, 'list').message).toMatch(words);
	});
});
