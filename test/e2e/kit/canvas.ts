import type { Page } from 'playwright-core';
import { until } from '../../../dev/n8n';
import { boxAround, type Box } from './browser';

const THINGS = '.vue-flow__node';
/** The shape of a node or a note, the name below a node, and the text of a note. */
const PARTS =
	'[data-canvas-node-render-type], [class*=_description_], .n8n-sticky p, .n8n-sticky li';

const NOTE = '.n8n-sticky';
const NOTE_TEXT = '.n8n-sticky :is(h2, h3, p, li)';

/**
 * Finds what lies on something else on the canvas of the open workflow: nodes with their names,
 * notes with their text.
 *
 * @param count how many nodes and notes there have to be
 * @returns the IDs of each two that share a place
 * @throws when others than so many show
 */
export async function overlapsOn(page: Page, count: number): Promise<string[]> {
	const shown = page.locator(THINGS);
	const areThere = async () => (await shown.count()) === count || undefined;
	await until(`${count} nodes on the canvas`, areThere);
	const places = await Promise.all(
		(await shown.all()).map(async (thing) => ({
			id: (await thing.getAttribute('data-id')) ?? '',
			box: await boxAround(await thing.locator(PARTS).all()),
		})),
	);
	return places.flatMap((one, index) =>
		places
			.slice(index + 1)
			.filter((other) => share(one.box, other.box))
			.map((other) => `${one.id} and ${other.id}`),
	);
}

/**
 * How much room the notes of the open workflow have below their text, in pixels of the window: less
 * than nothing where text is cut off.
 */
export async function roomIn(page: Page): Promise<number[]> {
	const notes = await page.locator(THINGS, { has: page.locator(NOTE) }).all();
	return await Promise.all(
		notes.map(async (note) => {
			const paper = await boxAround(await note.locator(NOTE).all());
			const text = await boxAround(await note.locator(NOTE_TEXT).all());
			return paper.y + paper.height - text.y - text.height;
		}),
	);
}

/**
 * The part of the window that everything on the canvas takes, with a margin around it: a wide one on
 * the right, where the last nodes have a plus sign.
 */
export async function extentOf(page: Page, margin: number): Promise<Box> {
	const { x, y, width, height } = await boxAround(await page.locator(PARTS).all());
	return {
		...{ x: x - margin, y: y - margin },
		...{ width: width + 6 * margin, height: height + 2 * margin },
	};
}

function share(one: Box, other: Box): boolean {
	const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
	const isAbove = one.y + one.height <= other.y || other.y + other.height <= one.y;
	return !isBeside && !isAbove;
}
