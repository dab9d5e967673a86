import type { JsonValue } from 'n8n-workflow';
import { namedEntry } from '../../nodes/shared/pickers';

describe('An entry of a list', () => {
	it.each<[JsonValue, object]>([
		['Coffee', { id: 'Coffee', name: 'Coffee' }],
		[42, { id: 42, name: '42' }],
		[
			{ id: 1, name: 'Coffee' },
			{ id: 1, name: 'Coffee' },
		],
		[
			{ id: 'a', topic_id: 'b', name: 'Coffee' },
			{ id: 'b', name: 'Coffee' },
		],
		[
			{ id: 1, topic_name: 'Coffee' },
			{ id: 1, name: 'Coffee' },
		],
		[
			{ id: 1, topic: 'Coffee' },
			{ id: 1, name: 'Coffee' },
		],
		[
			{ id: 1, title: 'Coffee' },
			{ id: 1, name: 'Coffee' },
		],
		[
			{ id: 1, label: 'Coffee' },
			{ id: 1, name: 'Coffee' },
		],
		[
			{ id: 1, name: ' ', title: 'Coffee' },
			{ id: 1, name: 'Coffee' },
		],
		[
			{ id: 1, name: 'A', topic_name: 'B', topic: 'C', title: 'D' },
			{ id: 1, name: 'A' },
		],
		[
			{ id: 1, name: null, country: 'DE' },
			{ id: 1, name: 'DE' },
		],
		[
			{ id: 1, country: 'DE', language: 'de' },
			{ id: 1, name: 'DE · de' },
		],
		[
			{ id: 1, country_code: 'DE', language_code: 'de' },
			{ id: 1, name: 'DE · de' },
		],
		[
			{ id: 1, language: 'de' },
			{ id: 1, name: 'de' },
		],
		[
			{ id: 1, name: 'A', country: 'DE' },
			{ id: 1, name: 'A' },
		],
		[{ id: 7 }, { id: 7, name: '7' }],
		[{ name: 'Coffee' }, { id: 'Coffee', name: 'Coffee' }],
		[{ name: 5 }, { id: 5, name: '5' }],
	])('%j goes by %j', (entry, named) => {
		expect(namedEntry(entry, 'topic')).toEqual(named);
	});

	it.each<[JsonValue]>([
		[null],
		[true],
		[' '],
		[['a']],
		[{}],
		[{ other: 'a' }],
		[{ id: {}, name: ['a'] }],
		// The service knows no market by a name that is put together here.
		[{ country: 'DE', language: 'de' }],
	])('%j goes by nothing', (entry) => {
		expect(namedEntry(entry, 'topic')).toBeUndefined();
	});
});
