import { Bench, project } from '../../dev/engine';
import { write } from '../unit/messages';
import { PROJECTS } from '../../sandbox';
import { json, text, whole } from '../../sandbox/json';
import { Window } from './kit/browser';
import { installChromium } from './kit/debian';
import { placed } from '../../dev/placed';

const HOSTILE = '<img src="https://evil.example/a.png" onerror=alert(1)>"\'</td></table><script>';
const ABOUT = { locale: 'en', zone: 'Europe/Berlin' };

const QUESTION = 'What is the best project management tool for small agencies?';
const prompt = (words: string) => ({
	...{ prompt: words, topic: HOSTILE, visibility_score: 40, avg_rank: 2, mentions: 123456 },
});

/** A message whose texts are long, or want to do harm. */
const PROMPTS = write([QUESTION, 'x'.repeat(300), HOSTILE].map(prompt), {
	...{ ...ABOUT, title: HOSTILE, notes: [HOSTILE] },
});

const CLIENT = { ...project(PROJECTS.coffee, 'list'), cachedResultName: 'Ember & Oak Coffee' };

/** A message as the node writes it: a report of the sandbox, compared with the week before. */
async function reportMessage(): Promise<string> {
	const bench = await new Bench().open();
	const { rows } = await bench.run('geo', {
		...{ resource: 'report', operation: 'getPerformance', project: CLIENT },
		...{ dimensions: ['model'], measures: ['share_of_voice'], dateRange: 'last7Days' },
		...{ output: 'message', ...placed({ compareWith: 'previousPeriod' }) },
	});
	await bench.close();
	return text(rows[0]?.html) ?? '';
}

describe('A message in HTML', () => {
	let window: Window;
	const html = { message: '', prompts: PROMPTS.html };

	beforeAll(async () => {
		html.message = await reportMessage();
		expect(html.message).toContain('ChatGPT');
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
			`<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:16px">${html[name]}`,
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
		await window.page.setContent(html.prompts);
		expect(await window.page.locator('h2').textContent()).toBe(HOSTILE);
	});
});
