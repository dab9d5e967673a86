import { inWords } from '../../nodes/shared/api/gate';

const HOUR = 3_600_000;

describe('A time in words', () => {
	it.each([
		[1, '1 second'],
		[1000, '1 second'],
		[61_000, '61 seconds'],
		[600_000, '600 seconds'],
		[600_001, '11 minutes'],
		[1.5 * HOUR, '90 minutes'],
		[2 * HOUR + 1, '3 hours'],
		[48 * HOUR, '48 hours'],
		[49 * HOUR, '3 days'],
		[365 * 24 * HOUR, '365 days'],
		[251_606_937_804_000, 'more than a year'],
		[Infinity, 'more than a year'],
	])('%d ms are %s', (ms, words) => {
		expect(inWords(ms)).toBe(words);
	});
});
