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

/** Gives entry `index` of a list that is never empty, starting over at its end. */
export function cycle<T>(entries: readonly [T, ...T[]], index: number): T {
	return entries[index % entries.length] ?? entries[0];
}
