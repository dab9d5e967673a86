import type { Locator, Page } from 'playwright-core';
import { until } from '../../../dev/n8n';

const THINGS = '.vue-flow__node';
/** The shape of a node or a note, the name below a node, and the text of a note. */
const PARTS =
	'[data-canvas-node-render-type], [class*=_description_], .n8n-sticky p, .n8n-sticky li';

/** A place in the window. */
interface Box {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

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
	await until(
		`${count} nodes on the canvas`,
		async () => (await shown.count()) === count || undefined,
	);
	const things = await shown.all();
	const places = await Promise.all(
		things.map(async (thing) => ({
			id: (await thing.getAttribute('data-id')) ?? '',
			box: await boxAround(thing.locator(PARTS)),
		})),
	);
	return places.flatMap((one, index) =>
		places
			.slice(index + 1)
			.filter((other) => share(one.box, other.box))
			.map((other) => `${one.id} and ${other.id}`),
	);
}

async function boxAround(parts: Locator): Promise<Box> {
	const found = await Promise.all(
		(await parts.all()).map(async (part) => await part.boundingBox()),
	);
	const boxes = found.filter((box) => box !== null);
	return {
		left: Math.min(...boxes.map(({ x }) => x)),
		top: Math.min(...boxes.map(({ y }) => y)),
		right: Math.max(...boxes.map(({ x, width }) => x + width)),
		bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
	};
}

function share(one: Box, other: Box): boolean {
	const isBeside = one.right <= other.left || other.right <= one.left;
	const isAbove = one.bottom <= other.top || other.bottom <= one.top;
	return !isBeside && !isAbove;
}
