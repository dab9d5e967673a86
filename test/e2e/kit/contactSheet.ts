import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ARTIFACTS } from '../../../dev/paths';
import type { Window } from './browser';

const THUMBNAIL_WIDTH = 300;
const COLUMNS = 7;
const GAP = 12;

/** Many pictures on one page, for a person to look through. */
export class ContactSheet {
	private readonly files = new Map<string, string[]>();

	/** @param folder where the pictures are, below the artefacts */
	constructor(private readonly folder: string) {}

	/** Adds a picture of a view, such as `dark-1024`, by the name of its file. */
	add(view: string, file: string): void {
		this.files.set(view, [...(this.files.get(view) ?? []), file]);
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
