import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ARTIFACTS } from '../../../dev/paths';
import type { Locator } from 'playwright-core';
import { placeOf, type Window } from './browser';

/** The windows in which people work: on a laptop, and on a small one. */
const SIZES = [
	{ width: 1440, height: 900 },
	{ width: 1024, height: 768 },
] as const;

/** The window in which to open what is to be on a sheet. */
export const [FIRST_SIZE] = SIZES;

const SCHEMES = ['light', 'dark'] as const;

const THUMBNAIL_WIDTH = 300;
const COLUMNS = 7;
const GAP = 12;

/** Many pictures on one page, for a person to look through. */
export class ContactSheet {
	private readonly files = new Map<string, string[]>();

	/** @param folder where the pictures are, below the artefacts */
	constructor(private readonly folder: string) {}

	/**
	 * Takes pictures of the same thing in light and dark, in a large and in a small window.
	 *
	 * @param show makes the window show it, again whenever its size has changed; gives what to take
	 */
	async shoot(
		window: Window,
		title: string,
		show: () => readonly Locator[] | Promise<readonly Locator[]>,
	): Promise<void> {
		const { page } = window;
		for (const size of SIZES) {
			await page.setViewportSize(size);
			const parts = await show();
			for (const colorScheme of SCHEMES) {
				await page.emulateMedia({ colorScheme });
				const view = `${colorScheme}-${size.width}`;
				const file = `${title.replace(/\W+/g, '-')}-${view}`;
				await window.shoot(file, await placeOf(parts));
				this.files.set(view, [...(this.files.get(view) ?? []), file]);
			}
		}
		await page.setViewportSize(FIRST_SIZE);
	}

	/** Writes `index.html` with all pictures beside them, and a picture of the page for each view. */
	async print({ page }: Window): Promise<void> {
		await page.setViewportSize({ width: COLUMNS * (THUMBNAIL_WIDTH + GAP) + GAP, height: 1000 });
		for (const [view, files] of this.files) await this.printPage(page, `sheet-${view}`, files);
		this.write('index', [...this.files.values()].flat());
	}

	private async printPage(page: Window['page'], name: string, files: readonly string[]) {
		await page.goto(pathToFileURL(this.write(name, files)).href);
		await page.screenshot({ path: join(ARTIFACTS, this.folder, `${name}.png`), fullPage: true });
	}

	private write(name: string, files: readonly string[]): string {
		const file = join(ARTIFACTS, this.folder, `${name}.html`);
		const style = `img{width:${THUMBNAIL_WIDTH}px;display:block}body{display:grid;grid-template-columns:repeat(${COLUMNS},${THUMBNAIL_WIDTH}px);gap:${GAP}px;margin:${GAP}px}`;
		const pictures = files.map(
			(one) => `<figure style="margin:0">${one}<img src="${one}.png"></figure>`,
		);
		writeFileSync(file, `<!doctype html><style>${style}</style>${pictures.join('')}`);
		return file;
	}
}
