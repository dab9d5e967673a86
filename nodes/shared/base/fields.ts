import type { JsonObject, JsonValue } from 'n8n-workflow';

/** Whether a value is an object: neither `null` nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field by its name or by a path with dots, such as `topic.name`; `null` if it is missing. */
export function fieldIn(record: JsonObject, path: string): JsonValue {
	return resolve(record, path) ?? null;
}

/** Whether a record has a field of this name or path, even if its value is `null`. */
export function hasField(record: JsonObject, path: string): boolean {
	return resolve(record, path) !== undefined;
}

/** The names of the fields in a record; of those in nested objects, their paths. */
export function fieldPaths(record: JsonObject): string[] {
	return Object.entries(record).flatMap(([name, value]) =>
		isObject(value) ? fieldPaths(value).map((path) => `${name}.${path}`) : [name],
	);
}

/** What a field holds as text, without blanks around it: 42 is the same as "42", and empty is nothing. */
export function fieldText(value: JsonValue = null): string {
	if (value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

/** A copy of the record without the field of this name or path. */
export function withoutField(record: JsonObject, path: string): JsonObject {
	const [name, rest] = splitPath(record, path);
	if (rest === undefined) {
		return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
	}
	const inner = ownField(record, name);
	return isObject(inner) ? { ...record, [name]: withoutField(inner, rest) } : record;
}

/** A field of the record itself: a name such as `constructor` must not find an inherited one. */
export function ownField(record: JsonObject, name: string): JsonValue | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

function resolve(record: JsonObject, path: string): JsonValue | undefined {
	const [name, rest] = splitPath(record, path);
	const value = ownField(record, name);
	if (rest === undefined) return value;
	return isObject(value) ? resolve(value, rest) : undefined;
}

/**
 * Splits a path into its first field and the rest, if there is one. Names may have dots themselves,
 * such as `gpt-4.1`: the shortest name that leads to an object in this record is the first field.
 */
function splitPath(record: JsonObject, path: string): readonly [name: string, rest?: string] {
	if (Object.hasOwn(record, path)) return [path];
	const dots = [...path.matchAll(/\./g)].map(({ index }) => index);
	const dot = dots.find((at) => isObject(ownField(record, path.slice(0, at))));
	return dot === undefined ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
}

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

/** The start of a text, with an ellipsis if there is more. No character is cut in half. */
export function excerpt(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
	return `${start.trimEnd()}…`;
}

/** The names of the fields of all records, in the order in which they first appear. */
export function fieldNames(records: readonly JsonObject[]): string[] {
	const names = new Set<string>();
	for (const record of records) for (const name of Object.keys(record)) names.add(name);
	return [...names];
}

/** Entries by what they have in common, in the order in which that first appears. */
export function groupedBy<Entry, Key>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => Key,
): Map<Key, Entry[]> {
	const groups = new Map<Key, Entry[]>();
	for (const entry of entries) knownOrMade(groups, keyOf(entry), () => []).push(entry);
	return groups;
}

/** What is known under a key; made, and known from then on, if nothing is. */
export function knownOrMade<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value) {
	const value = known.get(key) ?? make();
	known.set(key, value);
	return value;
}

/** The name that was wanted or, if it is taken, with the first number at its end that makes it free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
	let name = wanted;
	for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
	return name;
}

/** The names of this name and of those that {@link freeName} made of it, the last one of these last. */
export function numberedNames(wanted: string, names: readonly string[]): string[] {
	return names
		.filter((name) => name.startsWith(wanted) && /^(_\d+)?$/.test(name.slice(wanted.length)))
		.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
}

/** `id`, `prompt_id`, `PROMPT-ID`, `uuid`. */
const APART = /(^|[^a-z])([ug]u)?id$/i;

/** `promptId`, `projectID`, `projectUuid`. */
const IN_CAMEL_CASE = /[a-z\d](ID|[UG]UID|[UG]uid)$|[a-zA-Z\d]Id$/;

/** Whether a field holds an ID, by its name. Words that only end like one do not count: `paid`, `grid`. */
export function isIdName(name: string): boolean {
	return APART.test(name) || IN_CAMEL_CASE.test(name);
}

/** Words for how many there are, and those that may stand between them and a place. */
const AMOUNT = /^(count|num|number|pct|percent|percentage|rate|ratio|share)$/;
const LINK = /^(at|first|in|of|on|the|top|\d+(st)?)$/;

/**
 * Whether a field holds a rank, by its name: such a number is better when it falls. How often something
 * has a place, such as `share_first_position`, is none; `share_of_voice_rank` is one.
 */
export function isRankName(name: string): boolean {
	const words = wordsIn(name);
	const last = words.pop() ?? '';
	const at = words.findLastIndex((word) => !LINK.test(word));
	const isAmount = AMOUNT.test(words[at] ?? '') && (at === 0 || at < words.length - 1);
	return ['position', 'rank'].includes(last) && !isAmount;
}

/**
 * The last word of a name, in lower case: `postal_code`, `postalCode` and `Postal Code` end in `code`,
 * `barcode` does not.
 */
export function lastWord(name: string): string {
	return wordsIn(name).at(-1) ?? '';
}

/** The words of a name, in lower case: `clickRate` → `click`, `rate`. */
export function wordsIn(name: string): string[] {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\d]+/u);
	return words.map((word) => word.toLowerCase());
}
