/**
 * Sorts by name. Without `localeCompare`, which would load the language data of ICU, and so cost
 * milliseconds, when n8n starts.
 */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
	if (one.name === other.name) return 0;
	return one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1;
}

/** A text with a capital at its beginning. */
export function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name that was wanted or, if it is taken, with the first number at its end that makes it free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
	let name = wanted;
	for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
	return name;
}

/** `id`, `prompt_id`, `PROMPT-ID`, `uuid`. */
const APART = /(^|[^a-z])([ug]u)?id$/i;

/** `promptId`, `projectID`, `projectUuid`. */
const IN_CAMEL_CASE = /[a-z\d](ID|[UG]UID|[UG]uid)$|[a-zA-Z\d]Id$/;

/** Whether a field holds an ID, by its name. Words that only end like one do not count: `paid`, `grid`. */
export function isIdName(name: string): boolean {
	return APART.test(name) || IN_CAMEL_CASE.test(name);
}

/** Whether a field holds a rank, by its name: such a number is better when it falls. */
export function isRankName(name: string): boolean {
	return ['position', 'rank'].includes(lastWord(name));
}

/**
 * The last word of a name, in lower case: `postal_code`, `postalCode` and `Postal Code` end in `code`,
 * `barcode` does not.
 */
export function lastWord(name: string): string {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\d]+/u);
	return (words.at(-1) ?? '').toLowerCase();
}
