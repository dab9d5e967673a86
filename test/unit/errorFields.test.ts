import type { JsonValue } from 'n8n-workflow';
import { errorLines } from '../../nodes/shared/api/errorText';

describe('The words of an error', () => {
	it.each<[string, JsonValue, string[]]>([
		[
			'a message among fields',
			{ errors: { message: 'Invalid', limit: 'Too high' } },
			['Invalid', 'limit: Too high'],
		],
		[
			'the field of an entry from the first member that names one',
			{ errors: [{ loc: [], field: null, param: ' limit ', path: 'body', reason: 'Too high' }] },
			['limit: Too high'],
		],
		['words under any other name', { statusText: 'Not Found' }, ['statusText: Not Found']],
		[
			'no codes, times and places, whatever they are called',
			{ errorCode: 'E1', Type: 'T', request_id: 'r', timestamp: 'now', Path: '/x', other: 'Bad' },
			['other: Bad'],
		],
	])('are %s', (_shape, body, lines) => {
		expect(errorLines(JSON.stringify(body), body)).toEqual(lines);
	});

	it('are looked for in each member once, however deep it is', () => {
		let reads = 0;
		const leaf = {
			get code() {
				reads += 1;
				return 1;
			},
		};
		const nested = Array.from({ length: 9 }).reduce<JsonValue>((inner) => ({ data: inner }), leaf);
		expect(errorLines('{}', nested)).toEqual(['{}']);
		// In each of three ways; read again on each level, it would be hundreds.
		expect(reads).toBeLessThan(10);
	});
});
