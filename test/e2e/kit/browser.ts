import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Locator, selectors, type Browser, type Page } from 'playwright-core';
import { until } from '../../../dev/n8n';
import { ARTIFACTS } from '../../../dev/paths';
import { CHROMIUM } from './debian';

const ARGUMENTS = [
	...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
	...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
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
	 * Takes a picture of what the window shows, with whatever moves or fades at its end.
	 *
	 * @param clip the part of it, default the whole
	 */
	async shoot(name: string, clip?: Box): Promise<void> {
		const path = join(this.pictures, `${name}.png`);
		await this.page.screenshot({ path, clip, animations: 'disabled' });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/** How long a part of the window has to stay as it is to be at rest. */
const REST_MS = 150;

/**
 * The place that parts of the window take together, once they are at rest.
 *
 * @throws when the window does not show them all, or they go on moving
 */
export async function placeOf(parts: readonly Locator[]): Promise<Box> {
	let last = '';
	return await until('parts of the window to be at rest', async () => {
		const boxes = await Promise.all(parts.map(async (part) => await part.boundingBox()));
		const seen = JSON.stringify(boxes);
		const isAtRest = seen === last && !boxes.includes(null);
		last = seen;
		await parts[0]?.page().waitForTimeout(REST_MS);
		return isAtRest ? await boxAround(parts) : undefined;
	});
}

/** The place that those parts of the window that show take together. */
export async function boxAround(parts: readonly Locator[]): Promise<Box> {
	const found = await Promise.all(parts.map(async (part) => await part.boundingBox()));
	const boxes = found.filter((box) => box !== null);
	const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	return { x, y, width: right - x, height: bottom - y };
}
