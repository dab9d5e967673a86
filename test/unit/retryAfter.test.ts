import fc from 'fast-check';
import { retryAfter } from '../../nodes/shared/api/retry';
import { samples } from '../samples';

const NOW = Date.UTC(2026, 10, 20, 12);

/** What the header is worth, by this machine's clock. */
const asked = (value: unknown) => retryAfter({ 'retry-after': value }, NOW);

/** Moments as an HTTP date can say them: whole seconds in years of four digits. */
const moment = fc
	.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2999, 0) })
	.map((time) => Math.floor(time / 1000) * 1000);

const dateOf = (time: number) => new Date(time).toUTCString();

describe('retryAfter', () => {
	it('takes any header for nothing or for a finite number from 0 up', () => {
		const digits = fc.stringMatching(/^[ 0-9.eE+-]{1,400}$/);
		const words = fc.stringMatching(/^[A-Za-z]{2,9}[ ,:-]{0,2}[0-9]{0,5}( GMT)?$/);
		const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), digits, words);
		fc.assert(
			fc.property(text, text, (value, date) => {
				const wait = retryAfter({ 'retry-after': value, date }, NOW);
				expect(wait === undefined || (Number.isFinite(wait) && wait >= 0)).toBe(true);
			}),
			{ numRuns: samples(200) },
		);
	});

	it('takes a number too large to count with for a finite one, or for nothing', () => {
		const wait = asked('9'.repeat(400));
		expect(wait === undefined || Number.isFinite(wait)).toBe(true);
	});

	it('takes anything but a text for nothing', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				fc.pre(typeof value !== 'string');
				expect(asked(value)).toBeUndefined();
			}),
		);
	});

	it('takes no other header for it', () => {
		for (const name of ['ratelimit-reset', 'x-ratelimit-reset', 'ratelimit']) {
			expect(retryAfter({ [name]: '5' }, NOW)).toBeUndefined();
		}
	});

	it('takes an answer without the header for nothing', () => {
		expect(retryAfter({ date: dateOf(NOW) }, NOW)).toBeUndefined();
	});

	it('gives whole seconds exactly, in milliseconds', () => {
		const blank = fc.constantFrom('', ' ', '\t');
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), blank, (seconds, around) => {
				expect(asked(`${around}${seconds}${around}`)).toBe(seconds * 1000);
			}),
		);
	});

	it('never gives less than the parts of a second that were asked for', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 99_999_999 }), (hundredths) => {
				const wait = asked((hundredths / 100).toFixed(2)) ?? NaN;
				expect(wait).toBeGreaterThanOrEqual(hundredths * 10);
				expect(wait).toBeLessThanOrEqual(hundredths * 10 + 1);
			}),
		);
	});

	it('counts a date from the date of the answer where there is one', () => {
		fc.assert(
			fc.property(moment, moment, (until, date) => {
				const headers = { 'retry-after': dateOf(until), date: dateOf(date) };
				expect(retryAfter(headers, NOW)).toBe(Math.max(0, until - date));
			}),
		);
	});

	it('counts a date from now where the answer has none, or one that is no date', () => {
		const noDate = fc.constantFrom(undefined, '', 'yesterday', 'soon', '5', 'Wed', 5, null);
		fc.assert(
			fc.property(moment, noDate, fc.nat(999), (until, date, part) => {
				const headers = { 'retry-after': dateOf(until), date };
				expect(retryAfter(headers, NOW + part)).toBe(Math.max(0, until - NOW - part));
			}),
		);
	});

	it('gives nothing to wait for a date that is over', () => {
		expect(asked('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(0);
	});

	it('reads a date in any case, with blanks around it', () => {
		const value = ' sun, 06 nov 1994 08:49:44 gmt ';
		const headers = { 'retry-after': value, date: 'Sun, 06 Nov 1994 08:49:37 GMT' };
		expect(retryAfter(headers, NOW)).toBe(7000);
	});

	it('takes negative numbers for nothing', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1 }), (seconds) => {
				expect(asked(`-${seconds}`)).toBeUndefined();
			}),
		);
	});

	it.each([
		'',
		' ',
		'never',
		'a while',
		'1e3',
		'0x10',
		'1,5',
		'5s',
		'5 seconds',
		'NaN',
		'Infinity',
		'Sun, 99 Foo 1994 08:49:44 GMT',
		'Sun, 06 Nov 1994 08:49:44 GMT or so',
		'At Sun, 06 Nov 1994 08:49:44 GMT',
	])('takes %j for nothing', (value) => expect(asked(value)).toBeUndefined());

	it('takes a word and a number for nothing, not for a date', () => {
		const word = fc.constantFrom(
			'in',
			'after',
			'wait',
			'soon',
			'about',
			'unknown',
			'foo-',
			'retry:',
		);
		fc.assert(
			fc.property(word, fc.nat(9999), (text, number) => {
				expect(asked(`${text} ${number}`)).toBeUndefined();
			}),
		);
	});
});
