import { groupBy } from '../base';

/** Two words count as similar if they have this many first letters in common. */
const BEGINNING_LENGTH = 3;

/** The first characters of a name are enough to tell whether it is similar. */
const LOOKED_AT_LENGTH = 200;

/** Makes names comparable: `' Café  Bar'` → `'CAFÉ BAR'`. Both Unicode forms of `É` become the same. */
export function normalizeName(text: string): string {
	return text.normalize('NFC').toUpperCase().normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** `https://www.acme.com/` → `ACME.COM` */
export function normalizeAddress(text: string): string {
	return normalizeName(text)
		.replace(/^[A-Z][A-Z0-9+.-]*:\/\//, '')
		.replace(/^WWW\./, '')
		.replace(/(?<!\/)\/+$/, '');
}

/** Returns the first entry for each ID. */
export function distinctById<Entry extends { readonly id: number | string }>(
	entries: readonly Entry[],
): Entry[] {
	return [...groupBy(entries, ({ id }) => id).values()].flatMap((same) => same.slice(0, 1));
}

/** Sorts names by similarity to a text, the most similar first. Similar names have words that begin in the same way. */
export function sortBySimilarity(text: string, names: readonly string[]): string[] {
	const wanted = wordBeginningsIn(text);
	const shared = (name: string) =>
		[...wordBeginningsIn(name.slice(0, LOOKED_AT_LENGTH))].filter((word) => wanted.has(word))
			.length;
	const counts = new Map(names.map((name) => [name, shared(name)]));
	return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

export function wordsIn(text: string): string[] {
	return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function wordBeginningsIn(text: string): Set<string> {
	return new Set(wordsIn(normalizeAddress(text)).map((word) => word.slice(0, BEGINNING_LENGTH)));
}
