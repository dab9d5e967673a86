import { decimalsFor, LocaleFormat } from '../../nodes/shared/message/localeFormat';
import { plain, widthOf } from '../../nodes/shared/message/words';
import { change, write } from './messages';

const english = () => new LocaleFormat('en', 'UTC');
const berlin = () => new LocaleFormat('en', 'Europe/Berlin');

/** Usual spaces for those that differ between versions of Node. */
const usual = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

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
		[[1e21, 2.5], 0],
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
		expect(english().figure(value, { decimals })).toBe(written);
	});

	it.each([
		['en', 40.5, 1, '40.5%'],
		['en', -0.5, 1, '−0.5%'],
		['de', 1234.5, 1, '1.234,5 %'],
		['tr', 7, 0, '%7'],
	])('in percent is as people of the language %s write it', (locale, value, decimals, written) => {
		const text = new LocaleFormat(locale, 'UTC').figure(value, { decimals, isPercent: true });
		expect(usual(text)).toBe(written);
	});

	it.each<[ReadonlyArray<number | undefined>, string]>([
		[[5, 4, 1, 25], '▲ +1.0 (+25%)'],
		[[4, 5, -1, -20], '▼ −1.0 (−20%)'],
		[[5, 0, 5], '▲ +5.0'],
		[[5, 5, 0, 0], '–'],
		[[5], 'new'],
		[[undefined, 5], 'gone (was 5.0)'],
		[[], ''],
		[[5, 4], ''],
		[[1234, 1, 1233, 123300], '▲ +1,233.0 (+123,300%)'],
		[[1, 3, -2, -66.67], '▼ −2.0 (−66.7%)'],
	])('that has changed as %j: %j', ([now, previous, change, percent], words) => {
		expect(english().change({ now, previous, change, percent }, { decimals: 1 })).toBe(words);
	});

	it.each<[ReadonlyArray<number | undefined>, string]>([
		[[2, 9, -7, -77.78], '▲ better (was 9.0)'],
		[[9, 2, 7, 350], '▼ worse (was 2.0)'],
		[[2, 2, 0, 0], '–'],
		[[2], 'new'],
		[[undefined, 2], 'gone (was 2.0)'],
	])('that is a rank and has changed as %j: %j', ([now, previous, change, percent], words) => {
		const scale = { decimals: 1, isRank: true };
		expect(english().change({ now, previous, change, percent }, scale)).toBe(words);
	});

	it.each([
		['en', '| A | 12,345 | 42.5 | ▲ +2.5 (+6.3%) |', 'Nov 14 – 20, 2026'],
		['de', '| A | 12.345 | 42,5 | ▲ +2,5 (+6,3 %) |', '14.–20.11.2026'],
		['fr', '| A | 12 345 | 42,5 | ▲ +2,5 (+6,3 %) |', '14–20 nov. 2026'],
	])('and a date are those of the language %s', (locale, row, words) => {
		const period = { start: '2026-11-14', end: '2026-11-20' };
		const share = change('share', [42.5, 40, 2.5, 6.25]);
		const message = write([{ model: 'A', mentions: 12345, ...share }], { locale, period });
		expect(usual(message.markdown)).toContain(row);
		expect(usual(message.period)).toBe(`${words}, compared with the 7 days before`);
	});

	it('is written in a language that there is', () => {
		expect(() => write([], { locale: 'no_such' })).toThrow("There is no language 'no_such'");
	});

	it('keeps the percent sign of the service, also if it is gone', () => {
		const rows = [
			{ model: 'A', ...change('s', [null, 40, 5, 12.5]), s: '45 %' },
			{ model: 'B', ...change('s', [null, 12, null, null]) },
		];
		expect(write(rows).markdown).toContain(
			'| A | 45% | ▲ +5 (+12.5%) |\n| B | – | gone (was 12%) |',
		);
	});

	it('has as many decimals as those of the other rows and their changes', () => {
		const rows = [20, 40, 80.5].map((score) => ({ name: 'A', score }));
		expect(write(rows).markdown).toContain('| A | 20.0 |\n| A | 40.0 |\n| A | 80.5 |');
		const row = { name: 'A', s: 20, s_previous: 19.5, s_change: 0.5, s_change_percent: 2.6 };
		expect(write([row]).markdown).toContain('| A | 20.0 | ▲ +0.5 (+2.6%) |');
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
		...[
			...['2026-11-14T23:30:00', '2026-11-14T23', '2026-13-14', '2026-11', '12026-11-14'],
			...['2026-11-14x', 'x2026-11-14', 'x2026-11-14T23:30:00Z', '2026-11-14T23:30:00Zx', '5'],
		].map((text) => [text, text]),
	])('%j is %j', (text, words) => {
		expect(berlin().inWords(text, 50)).toBe(words);
	});
});

describe('A period', () => {
	it.each([
		[undefined, undefined, ''],
		['Last week', 'Today', ''],
		['2026-11-14', undefined, 'since Nov 14, 2026'],
		['2026-11-14T23:30:00Z', '', 'since Nov 15, 2026, 12:30 AM'],
		[undefined, '2026-11-14', 'until Nov 14, 2026'],
		['', '2026-11-14 23:30:00+00:00', 'until Nov 15, 2026, 12:30 AM'],
		['2026-11-14', '2026-11-14', 'Nov 14, 2026'],
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
	])('from %j to %j is %j', (start, end, words) => {
		expect(usual(berlin().range(start, end))).toBe(words);
	});

	it.each([
		[undefined, undefined, 'the period before'],
		['2026-11-14', undefined, 'the period before'],
		[undefined, '2026-11-14', 'the period before'],
		['2026-11-14', '2026-11-14', 'the day before'],
		['2026-11-14', '2026-11-15', 'the 2 days before'],
		['2026-03-28', '2026-03-30', 'the 3 days before'],
		['2026-11-14', '2026-11-20T17:00:00Z', 'the period before'],
		['2026-11-14T10:00:00Z', '2026-11-14', 'the period before'],
		['2026-11-20', '2026-11-14', 'the period before'],
	])('from %j to %j was compared with %s', (start, end, other) => {
		const row = { model: 'A', s: 5, s_previous: 4, s_change: 1, s_change_percent: 25 };
		const { period } = write([row], { period: { start, end }, zone: 'Europe/Berlin' });
		const range = berlin().range(start, end);
		expect(period).toBe(`${range}${range === '' ? '' : ', '}compared with ${other}`);
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
