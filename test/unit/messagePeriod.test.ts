import { Writer } from '../../nodes/shared/message/numbers';
import { periodInWords } from '../../nodes/shared/message/period';

const berlin = new Writer('en', 'Europe/Berlin');

/** A period in words, with usual spaces. */
const inWords = (start?: string, end?: string, isCompared = false, isSplit = false) =>
	periodInWords({ start, end }, isCompared, isSplit, berlin).replace(/[\u2009\u202f]/g, ' ');

describe('A period', () => {
	it.each([
		[undefined, undefined, ''],
		['', ' ', ''],
		['2026-11-14', undefined, 'since Nov 14, 2026'],
		['2026-11-14T23:30:00Z', '', 'since Nov 15, 2026, 12:30 AM'],
		[' 2026-11-14 ', ' ', 'since Nov 14, 2026'],
		['Last week', undefined, 'Last week'],
		[undefined, '2026-11-14', 'until Nov 14, 2026'],
		['', '2026-11-14 23:30:00+00:00', 'until Nov 15, 2026, 12:30 AM'],
		[undefined, 'Today', 'Today'],
		['2026-11-14', '2026-11-14', 'Nov 14, 2026'],
		['Today', 'Today', 'Today'],
		['2026-11-14', '2026-11-20', 'Nov 14 – 20, 2026'],
		['2026-10-31', '2026-11-20', 'Oct 31 – Nov 20, 2026'],
		[
			'2026-11-14T12:00:00Z',
			'2026-11-20T12:00:00Z',
			'Nov 14, 2026, 1:00 PM – Nov 20, 2026, 1:00 PM',
		],
		['2026-11-14T12:00:00Z', '2026-11-14T14:30:00+01:00', 'Nov 14, 2026, 1:00 – 2:30 PM'],
		['2026-11-14T12:00:00Z', '2026-11-14T13:00:00+01:00', 'Nov 14, 2026, 1:00 PM'],
		['2026-11-20', '2026-11-14', 'Nov 20, 2026 – Nov 14, 2026'],
		['2026-11-14', '2026-11-20T12:00:00Z', 'Nov 14, 2026 – Nov 20, 2026, 1:00 PM'],
		['2026-11-14', 'now', 'Nov 14, 2026 – now'],
		['Monday', '2026-11-20', 'Monday – Nov 20, 2026'],
		['one\ntwo', 'three', 'one two – three'],
		['x'.repeat(60), undefined, 'x'.repeat(60)],
		['x'.repeat(61), undefined, `${'x'.repeat(59)}…`],
		[undefined, 'x'.repeat(61), `${'x'.repeat(59)}…`],
		['x'.repeat(61), 'y'.repeat(61), `${'x'.repeat(59)}… – ${'y'.repeat(59)}…`],
	])('from %j to %j is %j', (start, end, words) => {
		expect(inWords(start, end)).toBe(words);
	});

	it.each([
		[undefined, undefined, 'the period before'],
		['2026-11-14', undefined, 'the period before'],
		[undefined, '2026-11-14', 'the period before'],
		['2026-11-14', '2026-11-14', 'the day before'],
		['2026-11-14', '2026-11-15', 'the 2 days before'],
		['2026-11-14', '2026-11-20', 'the 7 days before'],
		['2026-03-28', '2026-03-30', 'the 3 days before'],
		['2026-11-14', '2026-11-20T17:00:00Z', 'the period before'],
		['2026-11-14T09:00:00Z', '2026-11-20', 'the period before'],
		['2026-11-14T10:00:00Z', '2026-11-14T12:00:00Z', 'the period before'],
		['2026-11-20', '2026-11-14', 'the period before'],
		['2026-11-14', '2026-11-13', 'the period before'],
		['1', '3', 'the period before'],
		['1', '2026-11-14', 'the period before'],
		['2026-11-14', '2027', 'the period before'],
		['week of 2026-11-14', '2026-11-20', 'the period before'],
		['2026-11-14', '2026-11-20x', 'the period before'],
	])('from %j to %j was compared with %s', (start, end, other) => {
		const words = inWords(start, end);
		const expected = `${words}${words === '' ? '' : ', '}compared with ${other}`;
		expect(inWords(start, end, true)).toBe(expected);
	});

	it('may be another one in each row', () => {
		const each = 'each compared with the period before it';
		expect(inWords('2026-11-14', '2026-11-15', true, true)).toBe(`Nov 14 – 15, 2026, ${each}`);
		expect(inWords(undefined, undefined, true, true)).toBe(each);
		expect(inWords('2026-11-14', '2026-11-15', false, true)).toBe('Nov 14 – 15, 2026');
	});
});

describe('A date', () => {
	it.each([
		['2026-11-14', 'Nov 14, 2026'],
		['2026-11-14T23:30:00Z', 'Nov 15, 2026'],
		['2026-11-14 23:30Z', 'Nov 15, 2026'],
		['2026-11-14T23:30:00.123456Z', 'Nov 15, 2026'],
		['2026-11-14T23:30:00+01:00', 'Nov 14, 2026'],
		['2026-11-14T23:30:00-0200', 'Nov 15, 2026'],
		['2026-11-14T23:30:00', undefined],
		['2026-11-14T23', undefined],
		['2026-13-14', undefined],
		['2026-11', undefined],
		['12026-11-14', undefined],
		['2026-11-14x', undefined],
		['x2026-11-14', undefined],
		['x2026-11-14T23:30:00Z', undefined],
		['2026-11-14T23:30:00Zx', undefined],
		['5', undefined],
		['', undefined],
	])('%j is %j', (text, words) => {
		expect(berlin.date(text)).toBe(words);
	});
});
