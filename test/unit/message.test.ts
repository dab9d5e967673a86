import type { JsonObject } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/json';
import { comparePeriods } from '../../nodes/shared/compare/compare';
import { linesOf, write } from './messages';

/** Rows of share of voice, joined with those of the period before. */
type Shares = Record<string, number | string>;

function compared(now: Shares, before: Shares): JsonObject[] {
	const rowsOf = (shares: Shares) =>
		Object.entries(shares).map(([model, share_of_voice]) => ({ model, share_of_voice }));
	const dimensions = ['model'];
	const measures = ['share_of_voice'];
	const { rows } = comparePeriods(rowsOf(now), rowsOf(before), {
		body: {},
		period: 'before',
		dimensions,
		measures,
	});
	return rows.map(({ value, mark }) => ({ ...mark, ...(isObject(value) ? value : {}) }));
}

const PLATFORMS = compared(
	{ ChatGPT: 42.5, Perplexity: 31.2, 'Google AI Overviews': 18, Gemini: 9.7, Copilot: 0 },
	{ ChatGPT: 40, Perplexity: 33.4, 'Google AI Overviews': 18, Claude: 12, Copilot: 0.4 },
);

describe('A report that was compared', () => {
	const message = write(PLATFORMS, { period: { start: '2026-11-14', end: '2026-11-20' } });

	it('is a table in plain text', () => {
		expect(message.text.replace(/\u2009/g, ' ')).toBe(
			[
				'Share of voice',
				'Nov 14 – 20, 2026, compared with the 7 days before',
				'',
				'AI platform          Share of voice  Change',
				'-'.repeat(52),
				'ChatGPT                        42.5  ▲ +2.5 (+6.3%)',
				'Perplexity                     31.2  ▼ −2.2 (−6.6%)',
				'Google AI Overviews            18.0  –',
				'Gemini                          9.7  new',
				'Copilot                         0.0  ▼ −0.4 (−100%)',
				'Claude                            –  gone (was 12.0)',
			].join('\n'),
		);
	});

	it('is a block in Slack that a phone has room for', () => {
		const block = message.slack.split('```')[1] ?? '';
		expect(message.slack).toContain('*Share of voice*\n');
		expect(linesOf(block)).toEqual([
			'ChatGPT 42.5 ▲ +2.5',
			'Perplexity 31.2 ▼ −2.2',
			'Google AI Overviews 18.0 –',
			'Gemini 9.7 new',
			'Copilot 0.0 ▼ −0.4',
			'Claude – gone',
		]);
		expect(Math.max(...block.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
	});

	it('is a table in Markdown', () => {
		expect(linesOf(message.markdown).slice(2, 6)).toEqual([
			'| AI platform | Share of voice | Change |',
			'| --- | ---: | --- |',
			'| ChatGPT | 42.5 | ▲ +2.5 (+6.3%) |',
			'| Perplexity | 31.2 | ▼ −2.2 (−6.6%) |',
		]);
	});

	it('has a bar for each share in HTML, no colour that judges, and the rows as they are', () => {
		const bars = [...message.html.matchAll(/<td width="(\d+)%" style="padding:0;border-top:/g)];
		expect(bars.map(([, width]) => width)).toEqual(['100', '73', '42', '23']);
		expect(new Set(message.html.match(/#[\da-f]{6}/g))).toEqual(
			new Set(['#808080', '#a0a0a0', '#4a7ebb']),
		);
		expect(message.html).toContain('(no change)');
		expect(message.html).toContain('gone (was 12.0)');
		expect(message.rows).toEqual(PLATFORMS);
	});

	it('finds the fields of a comparison that have a number at the end', () => {
		const { markdown } = write([
			{ model: 'A', score: 5, score_previous_2: 4, score_change: 1, score_change_percent: 25 },
		]);
		expect(markdown).toContain('| A | 5 | ▲ +1 (+25%) |');
	});

	it('keeps the percent sign of the service, also of what is gone', () => {
		const rows = compared({ A: '45%', C: '7%' }, { A: '40%', B: '12%' });
		expect(write(rows).markdown).toContain('| A | 45% | ▲ +5 (+12.5%) |');
		expect(write(rows).markdown).toContain('| B | – | gone (was 12%) |');
	});

	it('has no percent where there is none', () => {
		expect(write(compared({ A: 5 }, { A: 0 })).text).toMatch(/5 {2}▲ \+5$/);
	});
});

describe('Numbers and dates', () => {
	it.each([
		['en', '| A | 12,345 | 42.5 | ▲ +2.5 (+6.3%) |', 'Nov 14 – 20, 2026'],
		['de', '| A | 12.345 | 42,5 | ▲ +2,5 (+6,3 %) |', '14.–20.11.2026'],
		['fr', '| A | 12 345 | 42,5 | ▲ +2,5 (+6,3 %) |', '14–20 nov. 2026'],
	])('are those of the language %s', (locale, row, words) => {
		const period = { start: '2026-11-14', end: '2026-11-20' };
		const rows = compared({ A: 42.5 }, { A: 40 }).map(({ model = '', ...share }) => ({
			model,
			mentions: 12345,
			...share,
		}));
		const { markdown, period: written } = write(rows, { locale, period });
		const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ');
		expect(plain(markdown)).toContain(row);
		expect(plain(written)).toBe(`${words}, compared with the 7 days before`);
	});

	it.each<[number[], string[]]>([
		[
			[1, 20, 300],
			['1', '20', '300'],
		],
		[
			[42.5, 18, 9.75],
			['42.5', '18.0', '9.8'],
		],
		[
			[5.25, 1],
			['5.25', '1.00'],
		],
		[
			[1234.56, 2.5],
			['1,235', '3'],
		],
		[
			[0, 0.004567, 30.5],
			['0.0', '0.0046', '30.5'],
		],
		[[-2.5], ['−2.5']],
	])('%j have as many decimals as they need together', (values, written) => {
		const { markdown } = write(values.map((score, index) => ({ name: `n${index}`, score })));
		const cells = [...markdown.matchAll(/^\| n\d \| (.*) \|$/gm)].map(([, cell]) => cell);
		expect(cells).toEqual(written);
	});

	it('come as text, too, unless they are codes', () => {
		const { markdown } = write([{ name: 'A', score: '42.5', zip: '00420' }]);
		expect(markdown).toContain('| A | 42.5 | 00420 |');
	});

	it('are days in the zone of the workflow, or of the calendar', () => {
		const row = { prompt: 'A', created_at: '2026-11-20T23:30:00Z', day: '2026-11-20' };
		const { markdown } = write([row], { zone: 'Asia/Tokyo' });
		expect(markdown).toContain('| A | Nov 21, 2026 | Nov 20, 2026 |');
	});

	it('are in a language that there is', () => {
		expect(() => write([], { locale: 'no_such' })).toThrow("There is no language 'no_such'");
	});
});
