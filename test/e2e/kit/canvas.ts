import type { Locator, Page } from 'playwright-core';
import { until } from '../../../dev/n8n';
import type { Box as PartOfWindow } from './browser';

const THINGS = '.vue-flow__node';
/** The shape of a node or a note, the name below a node, and the text of a note. */
const PARTS =
	'[data-canvas-node-render-type], [class*=_description_], .n8n-sticky p, .n8n-sticky li';

const NOTE = '.n8n-sticky';
const NOTE_TEXT = '.n8n-sticky :is(h2, h3, p, li)';

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

/**
 * How much room the notes of the open workflow have below their text, by the IDs of the notes: less
 * than nothing where text is cut off.
 */
export async function roomIn(page: Page): Promise<Record<string, number>> {
	const notes = await page.locator(THINGS, { has: page.locator(NOTE) }).all();
	const rooms = await Promise.all(
		notes.map(async (note) => {
			const paper = await boxAround(note.locator(NOTE));
			const text = await boxAround(note.locator(NOTE_TEXT));
			return [(await note.getAttribute('data-id')) ?? '', paper.bottom - text.bottom] as const;
		}),
	);
	return Object.fromEntries(rooms);
}

/**
 * The part of the window that everything on the canvas takes, with a margin around it: a wide one on
 * the right, where the last nodes have a plus sign.
 */
export async function extentOf(page: Page, margin: number): Promise<PartOfWindow> {
	const { left, top, right, bottom } = await boxAround(page.locator(PARTS));
	return {
		x: left - margin,
		y: top - margin,
		width: right - left + 6 * margin,
		height: bottom - top + 2 * margin,
	};
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
