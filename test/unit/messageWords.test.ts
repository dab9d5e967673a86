import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { describeMove, writeEventSentence, LocaleFormat } from '../../nodes/shared/output';
import { type ComparedNumber, decimalsFor, toPlainLine } from '../../nodes/shared/output/words';
import { KEY_IS_ID } from '../../nodes/shared/table';
import { anyText, samples } from '../samples';
import { change, withUsualSpaces, write } from './messages';

const english = () => new LocaleFormat('en', 'UTC');
const berlin = () => new LocaleFormat('en', 'Europe/Berlin');

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
		['en', 0, 0, '0', '0%'],
		['en', 1234567.5, 1, '1,234,567.5', '1,234,567.5%'],
		['en', -2.5, 1, '−2.5', '−2.5%'],
		['en', 0.4, 0, '0.4', '0.4%'],
		['en', -0.0456, 1, '−0.046', '−0.046%'],
		['en', 1.2345, 9, '1.2345', '1.2345%'],
		['de', 1234.5, 1, '1.234,5', '1.234,5 %'],
		['pt-BR', 1234.5, 1, '1.234,5', '1.234,5%'],
		['tr', 7, 0, '7', '%7'],
	])('in the locale %s: %d with %d decimals is %j, in percent %j', (...given) => {
		const [locale, value, decimals, written, inPercent] = given;
		const format = new LocaleFormat(locale, 'UTC');
		expect(format.writeNumber(value, { decimals })).toBe(written);
		expect(withUsualSpaces(format.writeNumber(value, { decimals, isPercent: true }))).toBe(
			inPercent,
		);
	});

	const RANK = { isRank: true };

	it.each<[ComparedNumber, { isRank?: boolean; isPercent?: boolean }, string]>([
		[{ now: 5, before: 4, change: 1 }, {}, '▲ 1.0'],
		[{ now: 5, before: 4, change: 1 }, { isPercent: true }, '▲ 1.0 pts'],
		[{ now: 5, before: 5, change: 0 }, {}, 'unchanged'],
		[{ now: 5, before: 4.999, change: 0.001 }, {}, 'unchanged'],
		[{ now: 5, status: 'new' }, {}, 'new'],
		[{ now: 5, status: 'kept' }, {}, 'no value before'],
		[{ now: 2 ** 53, before: 5 }, {}, ''],
		[{}, {}, ''],
		[{ before: 5, status: 'gone' }, {}, 'gone, was 5.0'],
		[{ before: 5 }, {}, 'was 5.0'],
		[{ before: 5, status: 'gone' }, { isPercent: true }, 'gone, was 5.0%'],
		[{ now: 1, before: 3, change: -2 }, {}, '▼ 2.0'],
		[{ now: 2, before: 9, change: -7 }, RANK, '▲ better, was 9.0'],
		[{ now: 9, before: 2, change: 7 }, RANK, '▼ worse, was 2.0'],
		[{ now: 2, status: 'new' }, RANK, 'new'],
		[{ before: 2, status: 'gone' }, RANK, 'gone, was 2.0'],
	])('that has changed as %j, with %j: %j', (change, scale, words) => {
		const { arrow, text } = english().writeMove(change, { decimals: 1, ...scale }) ?? {};
		expect([arrow, text].filter((part) => part !== undefined).join(' ')).toBe(words);
	});

	it('has as many decimals as those of the other rows and their changes, and their percent sign', () => {
		const rows = [change('s', [20, 19.5, 0.5, 2.6]), { ...change('s', [5, 5, 0, 0]), s: '5 %' }];
		const named = rows.map((row, at) => ({ name: `A${at}`, ...row }));
		expect(write(named).markdown).toContain(
			'| A0 | 20.0% | ▲ 0.5 pts |\n| A1 | 5.0% | unchanged |',
		);
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
		expect(berlin().writeValue(text, 50)).toBe(words);
	});

	it('without a time is the same day in every time zone', () => {
		const format = new LocaleFormat('en', 'America/New_York');
		expect(format.writeValue('2026-11-14', 50)).toBe('Nov 14, 2026');
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
		['2026-11-14T12:00Z', '2026-11-14T14:30:00+01:00', 'Nov 14, 2026, 1:00 – 2:30 PM'],
		['2026-11-20', '2026-11-14', 'Nov 20, 2026 – Nov 14, 2026'],
		['2026-11-14', '2026-11-20T12:00Z', 'Nov 14, 2026 – Nov 20, 2026, 1:00 PM'],
	])('from %j to %j is %j', (start, end, words) => {
		expect(withUsualSpaces(berlin().writePeriod(start, end))).toBe(words);
	});
});

describe('Any text', () => {
	it.each([
		['  one \n\t two ', 20, 'one two'],
		['a\u0000\u001b[1mb', 20, 'a [1mb'],
		['a\u202eb\u200bc\u00add', 20, 'abcd'],
		['a\ud800b', 20, 'a\ufffdb'],
		['שלום', 20, '\u2068שלום\u2069'],
		['123 456', 5, '123…'],
		['123👍👍', 5, '123…'],
	])('such as %j is in one line of %d characters: %j', (text, longest, short) => {
		expect(toPlainLine(text, longest)).toBe(short);
	});
});

/** What others have written, in each place of a message where it may stand. */
function messageWith(text: string) {
	const row: JsonObject = { project_name: text, prompt: text, share: 4, [`about ${text}`]: text };
	const rows = [1, 2].map((at) => ({
		...row,
		prompt: `${text}${at}`,
		list: [text, { name: text }],
	}));
	return write(rows, { title: text, notes: [text] });
}

/** Texts that mean something to a mail program, to Slack or to Markdown, and any others. */
const PIECES = [
	...['<', '>', '&', '"', "'", '&lt;', '<!here>', '<!channel|x>', '<@U123>', '<#C1>', '<script>'],
	...['*', '_', '~', '`', '```', '**', '@here', '@channel', ':tada:', '<https://evil.example|x>'],
	...['|', '\\', '\\|', '[x](y)', '![x](http://y)', 'https://evil.example/a.png'],
	...['# ', '- ', '1. ', '\n', '\r\n', '\t', '\u0000', '\u001b[31m', '\u202e', '\u2066', '\u200b'],
	...['\u2028', '\ud800', ' ', 'a', 'word', 'שלום', 'مرحبا', '👩‍👩‍👧', '日本語', 'e\u0301'],
	...['--', '===', '{{ $json }}'],
];
const ADDRESSES = ['https://evil.example/a.png', 'http://x.example/?a=<b>&c="d"|e*f@g)'];
const mixed = fc
	.array(fc.oneof(fc.constantFrom(...PIECES), anyText()), { maxLength: 12 })
	.map((pieces) => pieces.join(''));
const hostile = fc.oneof({ weight: 9, arbitrary: mixed }, fc.constantFrom(...ADDRESSES));

/** The tags that a message may have, each with its attributes in this form. */
const TAG =
	/<(?:w?br|\/?(?:div|h2|p|table|tr|th|td|b|span)|(?:div|h2|p|table|tr|th|td|span)(?: (?:style|width|colspan|scope|role|cellpadding|cellspacing|border)="[\w\s:;,.%#-]*")+)>/g;

/** The links that a message makes of addresses, each with its text. */
const HTML_LINK = /<a href="(https?:[^"<>\s]+)">([^<>]*)<\/a>/g;
const SLACK_LINK = /<(https?:[^<>|\s]+)\|([^<>|]*)>/g;
const MARKDOWN_LINK = /(?<=\| )\[((?:\\.|[^\]])*)\]\(https?:[^()<>\s]+\)(?= \|)/g;

describe('Texts of others', () => {
	it.each<[string, (message: ReturnType<typeof write>, text: string) => void]>([
		[
			'are only text in HTML',
			({ html }) => {
				const rest = html.replace(TAG, '').replace(HTML_LINK, '$2');
				expect(rest).not.toMatch(/[<>]/);
				expect(rest.replace(/&(?:amp|lt|gt|nbsp);/g, '')).not.toContain('&');
				expect(html).not.toMatch(/ style="[^"]*(?:url|expression|position)/i);
			},
		],
		[
			'mention nobody, link nothing and format nothing in Slack',
			({ slack: linked }) => {
				const slack = linked.replace(SLACK_LINK, '$2');
				expect(slack).not.toMatch(/[<>]/);
				expect(slack.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
				const outside = slack.replace(/^```\n[^`]*\n```$/gm, '');
				expect(outside).not.toMatch(/[`~]|@(?!\u2060)|:\/\/|:[\w+-]+:|^&gt;/m);
				expect(outside.replace(/^(• )?\*(.*)\*($| – )/gm, '$2')).not.toContain('*');
				expect(outside).not.toMatch(/(^|[^\p{L}\p{N}])_|_([^\p{L}\p{N}]|$)/mu);
			},
		],
		[
			'are only text in Markdown, and leave a table as wide as it is',
			({ markdown: linked }) => {
				const markdown = linked.replace(MARKDOWN_LINK, '$1');
				expect(markdown.replace(/^> /gm, '')).not.toMatch(/[<>]/);
				const unescaped = markdown
					.replace(/\\[!-/:-@[-`{-~]/g, '')
					.replace(/^\|( ---:? \|)+$/gm, '')
					.replace(/^#+ /gm, '');
				expect(unescaped).not.toMatch(/[[\]`*_~]|@(?!\u2060)|https?:\/\/|www\./i);
				expect(markdown).not.toMatch(/^(?:[-+=]|\d+[.)]) /m);
				const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
				expect(rows).toHaveLength(4);
				// A bar ends a cell unless it is escaped.
				const counts = rows.map((row) => row.match(/(?<!\\)(?:\\\\)*\|/g)?.length);
				expect(new Set(counts).size).toBe(1);
			},
		],
		[
			'have no characters that turn the text around them',
			(message, text) => {
				for (const form of [message.text, message.slack, message.markdown, message.html]) {
					expect(form).not.toMatch(/[\u202a-\u202e\u2066\u2067\u200b\u2028]|(?!\n)\p{Cc}|\p{Cs}/u);
					const [starts, ends] = [/\u2068/g, /\u2069/g].map((mark) => form.match(mark)?.length);
					expect(starts).toBe(ends);
				}
				expect(message.rows[0]?.prompt).toBe(`${text}1`);
			},
		],
	])('%s', (_what, check) => {
		const property = fc.property(hostile, (text) => check(messageWith(text), text));
		fc.assert(property, { numRuns: samples(50) });
	});
});

it.each(['word', '&', '👩‍👩‍👧 '])('A long message is as long as arrives, with %s', (word) => {
	const name = word.repeat(100);
	const rows = Array.from({ length: 1000 }, (_, share): JsonObject => ({
		...{ prompt: `${name} ${share}`, share, topic: name, tag: name },
	}));
	const notes = Array.from({ length: 20 }, () => name);
	const message = write(rows, { title: name, notes });
	expect(message.slack.length).toBeLessThanOrEqual(3000);
	expect(message.text.length).toBeLessThanOrEqual(40_000);
	expect(message.markdown.length).toBeLessThanOrEqual(40_000);
	expect(Buffer.byteLength(message.html)).toBeLessThanOrEqual(90_000);
	for (const form of [message.text, message.slack, message.markdown, message.html]) {
		expect(form).toMatch(/\d+ of 1,000 (prompts|rows)/);
	}
	expect(messageWith(word.repeat(20_000)).text.length).toBeLessThan(1500);
});

it('An event keeps the digits of an ID, and calls what has no term as people would', () => {
	const format = new LocaleFormat('en', 'UTC');
	const project = { id: 'p', name: 'Tea' };
	const query = { selection: { limit: 1, recordNoun: 'brand_mention' }, key: KEY_IS_ID };
	const changed = {
		sentence: '{name}: {field} is now {after}, was {before}',
		values: { field: 'owner_id', before: 48101, after: 48213 },
	} as const;
	const of = { name: 'A', project, record: {}, ...query };
	expect(writeEventSentence(changed, of, format)).toBe('Tea: A: owner_id is now 48213, was 48101');
	const added = { sentence: 'new {thing}: {name}' } as const;
	expect(writeEventSentence(added, of, format)).toBe('Tea: new brand mention: A');
	const moved = describeMove('mentions', 48101, 48213);
	expect(writeEventSentence(moved, of, format)).toContain('from 48,101 to 48,213');
});

it('A change fits the numbers beside it, however they are rounded', () => {
	for (const [now, before] of [
		[33.55, 31.44],
		[30.94, 29.35],
	] as const) {
		const number = { now, before, change: now - before, status: 'kept' } as const;
		const scale = { decimals: 1 };
		const [to, from] = [now, before].map((value) => Number(english().writeNumber(value, scale)));
		const written = Number(english().writeMove(number, scale)?.text);
		expect(written).toBeCloseTo(Number(to) - Number(from), 9);
	}
});
