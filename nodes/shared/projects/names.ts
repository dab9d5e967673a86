/** The most names or IDs that an error or a notice lists. */
const MOST_NAMES = 10;

/** So many letters are the beginning of a word. */
const BEGINNING = 3;

/** A name as it is compared: without regard to case, to blanks, and to how accents are encoded. */
export function asName(text: string): string {
	return text.normalize('NFC').toUpperCase().normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A URL as it is compared: also without scheme, `www.` and slashes at its end. */
export function asAddress(text: string): string {
	return asName(text)
		.replace(/^[A-Z][A-Z0-9+.-]*:\/\//, '')
		.replace(/^WWW\./, '')
		.replace(/\/+$/, '');
}

/** The first entry with each ID, in their order. */
export function distinct<Entry extends { readonly id: number | string }>(
	entries: readonly Entry[],
): Entry[] {
	const byId = new Map<number | string, Entry>();
	for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry);
	return [...byId.values()];
}

/**
 * Which of the names are like a text, for an error or a notice: those that share a word or its beginning
 * with it, the ones that share most first.
 */
export function nearestTo(text: string, names: readonly string[]) {
	const wanted = beginningsIn(text);
	const shared = (name: string) =>
		[...beginningsIn(name)].filter((word) => wanted.has(word)).length;
	const all = [...new Set(names)];
	return {
		similar: all.filter((name) => shared(name) > 0).sort((a, b) => shared(b) - shared(a)),
		others: all.filter((name) => shared(name) === 0),
	};
}

/** Some names or IDs for an error, and how many more there are. */
export function someOf(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** How the words of a text begin; a short word is its own beginning. */
function beginningsIn(text: string): Set<string> {
	const words = asAddress(text).split(/[^\p{L}\p{N}]+/u);
	return new Set(words.filter((word) => word !== '').map((word) => word.slice(0, BEGINNING)));
}
