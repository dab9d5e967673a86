import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { type Message, messageOf } from '../../nodes/shared/message';
import { decimalsFor, LocaleFormat, plain, widthOf } from '../../nodes/shared/message/words';
import { samples } from '../samples';
import { change, write } from './messages';

const english = () => new LocaleFormat('en', 'UTC');
const berlin = () => new LocaleFormat('en', 'Europe/Berlin');

/** Usual spaces for those that differ between versions of Node. */
const usual = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

describe('A number', () => {
	it.each([
		[[], 0],
		[[9.994], 2],
		[[9.5, 9.25], 2],
		[[10, 0.25], 1],
		[[1000, 0.25], 0],
		[[1e21, 2.5], 0],
	])('of %j needs %d decimals', (values, decimals) => {
		expect(decimalsFor(values)).toBe(decimals);
	});

	it.each([
		[0, 0, '0'],
		[1234567.5, 1, '1,234,567.5'],
		[-2.5, 1, '−2.5'],
		[0.4, 0, '0.4'],
		[-0.0456, 1, '−0.046'],
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
		[[5, 0, 5], '▲ +5.0'],
		[[5, 5, 0, 0], '–'],
		[[5], 'new'],
		[[undefined, 5], 'gone (was 5.0)'],
		[[5, 4], ''],
		[[1, 3, -2, -66.67], '▼ −2.0 (−66.7%)'],
	])('that has changed as %j: %j', ([now, previous, change, percent], words) => {
		expect(english().change({ now, previous, change, percent }, { decimals: 1 })).toBe(words);
	});

	it.each<[ReadonlyArray<number | undefined>, string]>([
		[[2, 9, -7, -77.78], '▲ better (was 9.0)'],
		[[9, 2, 7, 350], '▼ worse (was 2.0)'],
		[[2], 'new'],
		[[undefined, 2], 'gone (was 2.0)'],
	])('that is a rank and has changed as %j: %j', ([now, previous, change, percent], words) => {
		const scale = { decimals: 1, isRank: true };
		expect(english().change({ now, previous, change, percent }, scale)).toBe(words);
	});

	it.each([
		['en', '| A | 12,345 | 42.5 | ▲ +2.5 (+6.3%) |', 'Nov 14 – 20, 2026', 'Nov 7 – 13, 2026'],
		['fr', '| A | 12 345 | 42,5 | ▲ +2,5 (+6,3 %) |', '14–20 nov. 2026', '7–13 nov. 2026'],
	])('and a date are those of the language %s', (locale, row, words, other) => {
		const period = { start: '2026-11-14', end: '2026-11-20' };
		const share = change('share', [42.5, 40, 2.5, 6.25]);
		const comparedWith = { start: '2026-11-07', end: '2026-11-13', called: 'the period before' };
		const shown = { model: 'A', mentions: 12345, ...share };
		const message = write([shown], { locale, period, comparedWith });
		expect(usual(message.markdown)).toContain(row);
		expect(usual(message.period)).toBe(`${words}, compared with ${other}`);
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
		['Last week', 'Today', ''],
		['2026-11-14', undefined, 'since Nov 14, 2026'],
		['2026-11-14T23:30:00Z', '', 'since Nov 15, 2026, 12:30 AM'],
		[undefined, '2026-11-14', 'until Nov 14, 2026'],
		['2026-11-14', '2026-11-14', 'Nov 14, 2026'],
		['2026-10-31', '2026-11-20', 'Oct 31 – Nov 20, 2026'],
		[
			'2026-11-14T12:00:00Z',
			'2026-11-20T12:00:00Z',
			'Nov 14, 2026, 1:00 PM – Nov 20, 2026, 1:00 PM',
		],
		['2026-11-14T12:00:00Z', '2026-11-14T14:30:00+01:00', 'Nov 14, 2026, 1:00 – 2:30 PM'],
		['2026-11-20', '2026-11-14', 'Nov 20, 2026 – Nov 14, 2026'],
		['2026-11-14', '2026-11-20T12:00:00Z', 'Nov 14, 2026 – Nov 20, 2026, 1:00 PM'],
	])('from %j to %j is %j', (start, end, words) => {
		expect(usual(berlin().range(start, end))).toBe(words);
	});

	it.each([
		['2026-11-13', '2026-11-13', 'Nov 13, 2026'],
		['2025-11-14', '2025-11-20', 'Nov 14 – 20, 2025'],
		['2026-11-13T23:30:00Z', '2026-11-14', 'Nov 14, 2026, 12:30 AM – Nov 14, 2026'],
	])('was compared with that from %s to %s: %s', (start, end, other) => {
		const { period } = write([{ model: 'A', ...change('s', [5, 4, 1, 25]) }], {
			...{ period: { start: '2026-11-14', end: '2026-11-20' }, zone: 'Europe/Berlin' },
			comparedWith: { start, end, called: 'the period before' },
		});
		expect(usual(period)).toBe(`Nov 14 – 20, 2026, compared with ${other}`);
	});

	it('was compared with another, where its dates are not known', () => {
		const { period } = write([{ model: 'A', ...change('s', [5, 4, 1, 25]) }]);
		expect(period).toBe('compared with the period before');
	});
});

describe('Any text', () => {
	it.each([
		['  one \n\t two ', 'one two'],
		['a\u0000\u001b[1mb', 'a [1mb'],
		['a\u202eb\u200bc\u00add', 'abcd'],
		['a\ud800b', 'a\ufffdb'],
		['שלום', '\u2068שלום\u2069'],
	])('such as %j is in one line: %j', (text, line) => {
		expect(plain(text, 20)).toBe(line);
	});

	it.each([
		['123 456', 5, '123…'],
		['123👍👍', 5, '123…'],
		[`${' '.repeat(250)}a`, 5, ''],
		[`${' '.repeat(249)}a`, 5, 'a'],
	])('such as %j is cut to %d characters: %j', (text, longest, short) => {
		expect(plain(text, longest)).toBe(short);
	});

	it.each([
		['a b~', 4],
		['e\u0301', 1],
		['日本', 4],
		['👍', 2],
		['❤\ufe0f', 2],
		['\u2068שלום\u2069', 4],
	])('such as %j is %d wide', (text, width) => {
		expect(widthOf(text)).toBe(width);
	});
});

const ABOUT = { title: 'Report', locale: 'en', zone: 'UTC' };

/** What others have written, in each place of a message where it may stand. */
function messageWith(text: string, count = 2): Message {
	const rows = Array.from({ length: count }, (): JsonObject => ({
		project_name: text,
		prompt: text,
		share: 4,
		[`about ${text}`]: text,
		list: [text, { name: text }],
	}));
	return messageOf(rows, { ...ABOUT, title: text, notes: [text] });
}

/** Texts that mean something to a mail program, to Slack or to Markdown, and any others. */
const PIECES = [
	...['<', '>', '&', '"', "'", '&lt;', '<!here>', '<!channel|x>', '<@U123>', '<#C1>', '<script>'],
	...['*', '_', '~', '`', '```', '**', '@here', '@channel', ':tada:', '<https://evil.example|x>'],
	...[
		'|',
		'\\',
		'\\|',
		'[x](y)',
		'![x](http://y)',
		'https://evil.example/a.png',
		'# ',
		'- ',
		'1. ',
	],
	...['\n', '\r\n', '\t', '\u0000', '\u001b[31m', '\u202e', '\u2066', '\u200b', '\u2028', '\ud800'],
	...[' ', 'a', 'word', 'שלום', 'مرحبا', '👩‍👩‍👧', '日本語', 'e\u0301', '--', '===', '{{ $json }}'],
];
const hostile = fc
	.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), { maxLength: 12 })
	.map((pieces) => pieces.join(''));

/** Runs a check on messages with hostile texts. */
const onHostile = (check: (message: Message, text: string) => void) =>
	fc.assert(
		fc.property(hostile, (text) => check(messageWith(text), text)),
		{ numRuns: samples(50) },
	);

/** The tags that a message may have, each with its attributes in this form. */
const TAG =
	/<(?:\/?(?:div|h2|p|table|tr|th|td|b|span)|(?:div|h2|p|table|tr|th|td|span)(?: (?:style|width|colspan|scope|role|cellpadding|cellspacing|border)="[\w\s:;,.%#-]*")+)>/g;

describe('Texts of others', () => {
	it('are only text in HTML', () => {
		onHostile(({ html }) => {
			const rest = html.replace(TAG, '');
			expect(rest).not.toMatch(/[<>"']/);
			expect(rest.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, '')).not.toContain('&');
			expect(html).not.toMatch(/ style="[^"]*(?:url|expression|position)/i);
		});
	});

	it('mention nobody and link nothing in Slack', () => {
		onHostile(({ slack }) => {
			expect(slack).not.toMatch(/[<>]/);
			expect(slack.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
			const outside = slack.replace(/^```\n[^`]*\n```$/gm, '');
			expect(outside).not.toMatch(/[`~]|@(?!\u2060)|:\/\/|:[\w+-]+:/);
		});
	});

	it('format nothing in Slack', () => {
		onHostile(({ slack }) => {
			const lines = slack.replace(/^```\n[^`]*\n```$/gm, '').split('\n');
			for (const line of lines) {
				expect(line.replace(/^(• )?\*(.*)\*$/, '$2')).not.toContain('*');
				expect(line).not.toMatch(/(^|[^\p{L}\p{N}])_|_([^\p{L}\p{N}]|$)/u);
				expect(line).not.toMatch(/^&gt;/);
			}
		});
	});

	it('leave a Markdown table as wide as it is', () => {
		onHostile(({ markdown }) => {
			const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
			expect(rows).toHaveLength(4);
			expect(new Set(rows.map((row) => cellsOf(row).length)).size).toBe(1);
		});
	});

	it('are only text in Markdown', () => {
		onHostile(({ markdown }) => {
			expect(markdown.replace(/^> /gm, '')).not.toMatch(/[<>]/);
			const unescaped = markdown
				.replace(/\\[!-/:-@[-`{-~]/g, '')
				.replace(/^\|( ---:? \|)+$/gm, '')
				.replace(/^#+ /gm, '');
			expect(unescaped).not.toMatch(/[[\]`*_~]|@(?!\u2060)|https?:\/\/|www\./i);
			expect(markdown).not.toMatch(/^(?:[-+=]|\d+[.)]) /m);
		});
	});

	it('have no characters that turn the text around them', () => {
		onHostile((message, text) => {
			for (const form of [message.text, message.slack, message.markdown, message.html]) {
				expect(form).not.toMatch(/[\u202a-\u202e\u2066\u2067\u200b\u2028]|(?!\n)\p{Cc}|\p{Cs}/u);
				const [starts, ends] = [/\u2068/g, /\u2069/g].map((mark) => form.match(mark)?.length);
				expect(starts).toBe(ends);
			}
			expect(message.rows[0]?.prompt).toBe(text);
		});
	});

	it('are aligned however wide their characters are', () => {
		const names = ['plain', '日本語', '👩‍👩‍👧', 'e\u0301t\u0301', 'שלום'];
		const { text } = messageOf(
			names.map((name) => ({ name, share: 1 })),
			ABOUT,
		);
		expect(text.split('\n').slice(-5)).toEqual([
			'plain       1',
			'日本語      1',
			'👩‍👩‍👧          1',
			'e\u0301t\u0301          1',
			'\u2068שלום\u2069        1',
		]);
	});
});

describe('A long message', () => {
	const rows = (count: number, name: string): JsonObject[] =>
		Array.from({ length: count }, (_, index) => ({
			prompt: `${name} ${index}`,
			share: index,
			topic: name,
			tag: name,
		}));

	it.each(['word', '&', '👩‍👩‍👧 '])('is as long as arrives, with %s', (word) => {
		const name = word.repeat(100);
		const notes = Array.from({ length: 20 }, () => name);
		const about = { ...ABOUT, title: name, notes };
		const message = messageOf(rows(1000, name), about);
		expect(message.slack.length).toBeLessThanOrEqual(3000);
		expect(message.text.length).toBeLessThanOrEqual(40_000);
		expect(message.markdown.length).toBeLessThanOrEqual(40_000);
		expect(Buffer.byteLength(message.html)).toBeLessThanOrEqual(90_000);
		for (const form of [message.text, message.slack, message.markdown, message.html]) {
			expect(form).toMatch(/and \d+ more|1000 rows, too long to show here/);
		}
	});

	it('takes texts of any length', () => {
		const { text } = messageWith('x'.repeat(5_000_000), 1);
		expect(text.length).toBeLessThan(1500);
	});
});

/** The cells of a row of a table, as GitHub's Markdown reads it: a bar ends one unless escaped. */
function cellsOf(row: string): string[] {
	return [...row.slice(1).matchAll(/((?:\\.|[^\\|])*)\|/gs)].map(([, cell = '']) => cell);
}
