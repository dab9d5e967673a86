import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { type Message, messageOf } from '../../nodes/shared/message';
import { samples } from '../samples';

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

	it('say the same in HTML as they do without it', () => {
		expect(messageWith('Fish & <b>"chips"</b>').html).toContain(
			'Fish &amp; &lt;b&gt;&quot;chips&quot;&lt;/b&gt;',
		);
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

	it('stay readable in Slack', () => {
		const { slack } = messageWith('my_brand: *best* _of_ `all` @here <!here> https://a.example/b');
		expect(slack).toContain("*my_brand: ∗best∗ ˍofˍ 'all' @\u2060here &lt;!here&gt; a.example/b*");
	});

	it('end no block in Slack', () => {
		const { slack } = messageOf([{ name: '``` <!here>', share: 3 }], ABOUT);
		expect(slack).toContain("\n```\n''' &lt;!here&gt;  3\n```");
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

	it('stay readable in Markdown', () => {
		expect(messageWith('a|b\\|c [x](y) 2.5').markdown).toContain(
			'## a\\|b\\\\\\|c \\[x\\](y) 2.5\n',
		);
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

	it('keep their lines in plain text', () => {
		const { text } = messageOf([{ prompt: 'one\ntwo\u0007', share: 1 }], ABOUT);
		expect(text.split('\n').at(-1)).toBe('one two      1');
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

	it('are cut between characters', () => {
		const { title } = messageOf([], { ...ABOUT, title: '👍'.repeat(100) });
		expect(title).toBe(`${'👍'.repeat(74)}…`);
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

	it('shows 25 rows and says how many more there are', () => {
		const message = messageOf(rows(1000, 'best crm'), ABOUT);
		for (const form of [message.text, message.markdown, message.html]) {
			expect(form).toContain('best crm 24');
			expect(form).not.toContain('best crm 25');
			expect(form).toContain('and 975 more');
		}
		expect(message.rows).toHaveLength(1000);
	});

	it.each(['word', '&', '日', '👩‍👩‍👧 '])('is as long as arrives, with %s', (word) => {
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
