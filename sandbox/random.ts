/** Gives the same 32-bit number for the same text every time (FNV-1a). */
export function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) {
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
	}
	return value >>> 0;
}

/**
 * Gives a generator of numbers from 0 (included) to 1 (excluded) that repeats for the same seed
 * (mulberry32).
 */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** Gives a number from 0 (included) to 1 (excluded) that depends on the text alone. */
export function fraction(text: string): number {
	return seeded(hash(text))();
}

/** Gives entry `index` of a list, starting over at its end; throws for an empty list. */
export function cycle<T>(entries: readonly T[], index: number): T {
	const entry = entries[index % entries.length];
	if (entry === undefined) throw new Error('The list has no entries.');
	return entry;
}
