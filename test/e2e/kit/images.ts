import type { Locator } from 'playwright-core';
import { text, whole } from '../../../sandbox/json';
import { until } from '../../../dev/n8n';

/** What an image on the page shows. */
export interface ImageSeen {
	readonly source: string;
	/** 0 when the image did not load. */
	readonly width: number;
	/** The file itself. */
	readonly content: string;
}

/**
 * Reads an image of the page.
 *
 * @throws when it has neither loaded nor failed in time
 */
export async function imageOf(image: Locator): Promise<ImageSeen> {
	const handle = await image.elementHandle();
	const read = async (name: string): Promise<unknown> =>
		await (await handle.getProperty(name)).jsonValue();
	await until('an image to load', async () => (await read('complete')) === true || undefined);
	const source = text(await read('src')) ?? '';
	const response = await image.page().request.get(source);
	return { source, width: whole(await read('naturalWidth')) ?? 0, content: await response.text() };
}
