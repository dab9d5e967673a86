import type { JsonValue } from 'n8n-workflow';
import { namedEntry } from '../../nodes/shared/records/namedEntry';

describe('An entry of a list of topics', () => {
	it.each<[JsonValue, number | string, string]>([
		[42, 42, '42'],
		['Coffee', 'Coffee', 'Coffee'],
		[{ id: 7, name: 'Coffee' }, 7, 'Coffee'],
		[{ id: '7', name: 7 }, '7', '7'],
		[{ id: 'other', topic_id: 't-1', topic_name: 'Coffee' }, 't-1', 'Coffee'],
		[{ id: 't-1', topic: 'Coffee' }, 't-1', 'Coffee'],
		[{ id: 't-1', title: 'Coffee' }, 't-1', 'Coffee'],
		[{ id: 't-1', label: 'Coffee' }, 't-1', 'Coffee'],
		[{ id: 't-1', name: ' ', label: 'Coffee' }, 't-1', 'Coffee'],
		[{ id: 't-1', name: null }, 't-1', 't-1'],
		[{ id: 't-1' }, 't-1', 't-1'],
		[{ name: 'Coffee' }, 'Coffee', 'Coffee'],
		[{ id: 'm-1', country: 'DE', language: 'de' }, 'm-1', 'DE · de'],
		[{ id: 'm-1', country_code: 'DE', language_code: 'de' }, 'm-1', 'DE · de'],
		[{ id: 'm-1', language: 'de' }, 'm-1', 'de'],
	])('like %j goes by %j as %j', (entry, id, name) => {
		expect(namedEntry(entry, 'topic')).toEqual({ id, name });
	});

	it.each<[JsonValue]>([
		[null],
		[true],
		[' '],
		[[]],
		[{}],
		[{ id: ' ' }],
		[{ country: 'DE', language: 'de' }],
	])('like %j goes by nothing', (entry) => {
		expect(namedEntry(entry, 'topic')).toBeUndefined();
	});
});
