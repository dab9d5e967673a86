import { messageOf } from '../../nodes/shared/message';
import { comparePeriods } from '../../nodes/shared/compare/compare';
import { isObject } from '../../nodes/shared/base/paths';
import type { JsonObject } from 'n8n-workflow';
import { installChromium } from './kit/chromium';
import { Window } from './kit/browser';

const NOW = {
	ChatGPT: 42.5,
	Perplexity: 31.2,
	'Google AI Overviews': 18,
	Gemini: 9.7,
	Claude: 4.1,
};
const BEFORE = {
	ChatGPT: 40,
	Perplexity: 33.4,
	'Google AI Overviews': 18,
	Claude: 5.5,
	Copilot: 2,
};

const ABOUT = { locale: 'en', zone: 'Europe/Berlin' };
const HOSTILE = '<img src="https://evil.example/a.png" onerror=alert(1)>"\'</td></table><script>';

/** Messages as they are sent, each with something else that needs room. */
const MESSAGES = {
	message: messageOf(platforms(), {
		...ABOUT,
		title: 'Share of voice by AI platform',
		period: { start: '2026-11-14', end: '2026-11-20' },
	}),
	prompts: messageOf(
		['What is the best project management tool for small agencies?', 'x'.repeat(300), HOSTILE].map(
			(prompt) => ({ prompt, topic: HOSTILE, visibility_score: 40, avg_rank: 2, mentions: 123456 }),
		),
		{ ...ABOUT, title: HOSTILE, notes: [HOSTILE] },
	),
};

describe('A message in HTML', () => {
	let window: Window;

	beforeAll(async () => {
		await installChromium();
		window = await Window.open('messages');
	});

	afterAll(async () => {
		await window.close();
	});

	const cases = Object.keys(MESSAGES).flatMap((name) =>
		['light', 'dark'].flatMap((scheme) =>
			[320, 800].map((width) => [name, scheme, width] as const),
		),
	);

	it.each(cases)('%s: fits a %s window %i wide', async (name, scheme, width) => {
		const { html = '' } = Object.entries(MESSAGES).find(([key]) => key === name)?.[1] ?? {};
		const { page } = window;
		await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light' });
		await page.setViewportSize({ width, height: 200 });
		await page.setContent(
			`<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:16px">${html}`,
		);
		const seen: unknown = await page.evaluate(`({
			width: document.documentElement.scrollWidth,
			height: document.documentElement.scrollHeight,
			others: document.querySelectorAll('img, script, style, link, a').length,
			cells: [...document.querySelectorAll('td, th')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
		})`);
		expect(seen).toMatchObject({ width, others: 0, cells: 0 });
		const height = isObject(seen) && typeof seen.height === 'number' ? seen.height : 0;
		await page.setViewportSize({ width, height });
		await window.shoot(`${name}-${width}-${scheme}`);
	});

	it('shows the text of others as they wrote it', async () => {
		await window.page.setContent(MESSAGES.prompts.html);
		expect(await window.page.locator('h2').textContent()).toBe(HOSTILE);
	});
});

/** Rows of a report by platform, joined with those of the week before. */
function platforms(): JsonObject[] {
	const rowsOf = (shares: Readonly<Record<string, number>>) =>
		Object.entries(shares).map(([platform, share_of_voice]) => ({ platform, share_of_voice }));
	const { rows } = comparePeriods(rowsOf(NOW), rowsOf(BEFORE), {
		body: {},
		called: 'before',
		days: 'now',
		otherDays: { start: 'x', end: 'y' },
		dimensions: ['platform'],
		measures: ['share_of_voice'],
	});
	return rows.map(({ value, mark }) => ({ ...mark, ...(isObject(value) ? value : {}) }));
}
