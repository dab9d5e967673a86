import { decimalsFor, Writer } from '../../nodes/shared/message/numbers';
import { plain, widthOf } from '../../nodes/shared/message/plain';

const english = new Writer('en', 'UTC');

describe('A number', () => {
	it.each([
		[[], 0],
		[[5, 20], 0],
		[[9.994], 2],
		[[9.999], 0],
		[[9.5, 9.25], 2],
		[[10, 0.25], 1],
		[[-10, 0.25], 1],
		[[999.25], 1],
		[[1000, 0.25], 0],
		[[-1000, 0.25], 0],
		[[0.001], 0],
		[[100.0, 2.5], 1],
		[[10.5, 20.0], 1],
	])('of %j needs %d decimals', (values, decimals) => {
		expect(decimalsFor(values)).toBe(decimals);
	});

	it.each([
		[0, 0, '0'],
		[0, 2, '0.00'],
		[1234567.5, 1, '1,234,567.5'],
		[-2.5, 1, '−2.5'],
		[0.4, 0, '0.4'],
		[0.5, 0, '1'],
		[0.05, 1, '0.1'],
		[0.0456, 1, '0.046'],
		[-0.0456, 1, '−0.046'],
		[-0.4, 0, '−0.4'],
		[1.2345, 9, '1.2'],
	])('such as %d with %d decimals is %j', (value, decimals, written) => {
		expect(english.number(value, decimals)).toBe(written);
	});

	it.each([
		['en', 40.5, 1, '40.5%'],
		['en', -0.5, 1, '−0.5%'],
		['de', 1234.5, 1, '1.234,5 %'],
		['tr', 7, 0, '%7'],
	])('in percent is as people of the language %s write it', (locale, value, decimals, written) => {
		const text = new Writer(locale, 'UTC').figure(value, { decimals, isPercent: true });
		expect(text.replace('\u00a0', ' ')).toBe(written);
	});

	it('has as many decimals as it needs if told nothing else', () => {
		expect([5, 5.25, 55.25].map((value) => english.number(value))).toEqual(['5', '5.25', '55.3']);
	});

	it.each<[ReadonlyArray<number | null>, string | undefined, string, string]>([
		[[5, 4, 1, 25], undefined, '▲ +1.0 (+25%)', '▲ +1.0'],
		[[4, 5, -1, -20], 'same', '▼ −1.0 (−20%)', '▼ −1.0'],
		[[5, 0, 5, null], undefined, '▲ +5.0', '▲ +5.0'],
		[[5, 5, 0, 0], undefined, '–', '–'],
		[[5, null, null, null], undefined, 'new', 'new'],
		[[null, 5, null, null], undefined, 'gone (was 5.0)', 'gone'],
		[[null, null, null, null], undefined, '', ''],
		[[5, 4, null, null], undefined, '', ''],
		[[5, 4, 1, 25], 'new', 'new', 'new'],
		[[5, 4, 1, 25], 'gone', 'gone (was 4.0)', 'gone'],
		[[null, null, null, null], 'gone', 'gone', 'gone'],
		[[null, null, null, null], 'new', 'new', 'new'],
		[[1234, 1, 1233, 123300], undefined, '▲ +1,233.0 (+123,300%)', '▲ +1,233.0'],
		[[1, 3, -2, -66.67], undefined, '▼ −2.0 (−66.7%)', '▼ −2.0'],
	])('that has changed as %j, %j', (values, status, long, short) => {
		const [now = null, previous = null, change = null, percent = null] = values;
		const compared = { now, previous, change, percent, status };
		expect(english.change(compared, { decimals: 1 })).toBe(long);
		expect(english.change(compared, { decimals: 1 }, true)).toBe(short);
	});

	it.each([
		[[2, 9, -7, -77.78], undefined, '▲ better (was 9.0)', '▲ was 9.0'],
		[[9, 2, 7, 350], 'same', '▼ worse (was 2.0)', '▼ was 2.0'],
		[[2, 2, 0, 0], 'same', '–', '–'],
		[[2, null, null, null], 'new', 'new', 'new'],
		[[null, 2, null, null], 'gone', 'gone (was 2.0)', 'gone'],
	])('that is a rank and has changed as %j, %j', (values, status, long, short) => {
		const [now = null, previous = null, change = null, percent = null] = values;
		const compared = { now, previous, change, percent, status };
		const scale = { decimals: 1, isRank: true };
		expect(english.change(compared, scale)).toBe(long);
		expect(english.change(compared, scale, true)).toBe(short);
	});
});

describe('Any text', () => {
	it.each([
		['  one \n\t two ', 'one two'],
		['a\u0000\u001b[1mb', 'a [1mb'],
		['a\u202eb\u200bc\u00add', 'abcd'],
		['a\u200db\u200cc', 'a\u200db\u200cc'],
		['❤\ufe0f❤\ufe0e', '❤\ufe0f❤\ufe0e'],
		['a\ud800b', 'a\ufffdb'],
		['a\ufff9b', 'a b'],
		['שלום', '\u2068שלום\u2069'],
		['a نموذج b', '\u2068a نموذج b\u2069'],
		['日本語', '日本語'],
		['', ''],
	])('such as %j is in one line: %j', (text, line) => {
		expect(plain(text, 20)).toBe(line);
	});

	it.each([
		['12345', 5, '12345'],
		['123456', 5, '1234…'],
		['123 456', 5, '123…'],
		['1234 ', 4, '1234'],
		['12👍👍', 5, '12👍…'],
		['123👍👍', 5, '123…'],
		[`${' '.repeat(250)}a`, 5, ''],
		[`${' '.repeat(249)}a`, 5, 'a'],
	])('such as %j is cut to %d characters: %j', (text, longest, short) => {
		expect(plain(text, longest)).toBe(short);
	});

	it.each([
		['', 0],
		['a b~', 4],
		['é', 1],
		['e\u0301', 1],
		['日本', 4],
		['👍', 2],
		['❤\ufe0f', 2],
		['❤', 1],
		['\u2068שלום\u2069', 4],
		['a\u200c', 1],
		['−2.5', 4],
		['한a', 3],
	])('such as %j is %d wide', (text, width) => {
		expect(widthOf(text)).toBe(width);
	});
});
