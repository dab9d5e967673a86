import { messageOf } from '../../nodes/shared/message';
import { json, whole } from '../../sandbox/json';
import { Window } from './kit/browser';
import { installChromium } from './kit/debian';

const HOSTILE = '<img src="https://evil.example/a.png" onerror=alert(1)>"\'</td></table><script>';
const ABOUT = { locale: 'en', zone: 'Europe/Berlin' };

/** A row of a report that was compared with the week before. */
const platform = (name: string, now: number | null, before: number | null) => {
	const isSame = now !== null && before !== null;
	const _status = isSame ? 'kept' : before === null ? 'new' : 'gone';
	return {
		...{ _status, platform: name, share_of_voice: now, share_of_voice_previous: before },
		share_of_voice_change: isSame ? now - before : null,
		share_of_voice_change_percent: isSame ? (100 * (now - before)) / before : null,
	};
};
const PLATFORMS = [
	...[platform('ChatGPT', 42.5, 40), platform('Google AI Overviews', 18, 18)],
	...[platform('Gemini', 9.7, null), platform('Claude', 4, 5.5), platform('Copilot', null, 2)],
];

const QUESTION = 'What is the best project management tool for small agencies?';
const prompt = (words: string) => ({
	...{ prompt: words, topic: HOSTILE, visibility_score: 40, avg_rank: 2, mentions: 123456 },
});

/** Messages as they are sent, each with something else that needs room. */
const MESSAGES = {
	message: messageOf(PLATFORMS, {
		...{ ...ABOUT, title: 'Share of voice by AI platform' },
		period: { start: '2026-11-14', end: '2026-11-20' },
	}),
	prompts: messageOf([QUESTION, 'x'.repeat(300), HOSTILE].map(prompt), {
		...{ ...ABOUT, title: HOSTILE, notes: [HOSTILE] },
	}),
};

describe('A message in HTML', () => {
	let window: Window;

	beforeAll(async () => {
		await installChromium();
		window = await Window.open('messages');
	});
	afterAll(async () => await window.close());

	const cases = (['message', 'prompts'] as const).flatMap((name) =>
		(['light', 'dark'] as const).flatMap((scheme) =>
			[320, 800].map((width) => [name, scheme, width] as const),
		),
	);

	it.each(cases)('%s: fits a %s window %i wide', async (name, colorScheme, width) => {
		const { page } = window;
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 200 });
		await page.setContent(
			`<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:16px">${MESSAGES[name].html}`,
		);
		const seen: unknown = await page.evaluate(`({
			width: document.documentElement.scrollWidth,
			height: document.documentElement.scrollHeight,
			others: document.querySelectorAll('img, script, style, link, a').length,
			cells: [...document.querySelectorAll('td, th')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
		})`);
		expect(seen).toMatchObject({ width, others: 0, cells: 0 });
		await page.setViewportSize({ width, height: whole(json(seen).height) ?? 0 });
		await window.shoot(`${name}-${width}-${colorScheme}`);
	});

	it('shows the text of others as they wrote it', async () => {
		await window.page.setContent(MESSAGES.prompts.html);
		expect(await window.page.locator('h2').textContent()).toBe(HOSTILE);
	});
});
