import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';
import { ARTIFACTS } from '../../../dev/paths';
import { CHROMIUM } from './chromium';

const ARGUMENTS = [
	'--headless=new',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
/** The size of the window: that of the pictures in the README. */
export const VIEWPORT = { width: 1100, height: 760 };
const WAIT_MS = 30_000;

/** A part of the window. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A Chromium with one page, which takes pictures. */
export class Window {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly pictures: string,
	) {}

	/**
	 * Opens a browser with an empty profile.
	 *
	 * @param name the folder of its pictures, below the artefacts
	 */
	static async open(name: string): Promise<Window> {
		const pictures = join(ARTIFACTS, name);
		rmSync(pictures, { recursive: true, force: true });
		mkdirSync(pictures, { recursive: true });
		selectors.setTestIdAttribute('data-test-id');
		const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
		const page = await browser.newPage({ viewport: VIEWPORT });
		page.setDefaultTimeout(WAIT_MS);
		return new Window(browser, page, pictures);
	}

	/**
	 * Takes a picture of what the window shows.
	 *
	 * @param clip the part of it, default the whole
	 */
	async shoot(name: string, clip?: Box): Promise<void> {
		await this.page.screenshot({ path: join(this.pictures, `${name}.png`), clip });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
