import type { JsonObject, JsonValue } from 'n8n-workflow';

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a field by name or path, such as `topic.name`. Returns `null` if it is missing. */
export function getField(record: JsonObject, path: string): JsonValue {
	return findField(record, path) ?? null;
}

/** Returns whether a record has a field of this name or path. A field with the value `null` counts, too. */
export function hasField(record: JsonObject, path: string): boolean {
	return findField(record, path) !== undefined;
}

/** `{ id, topic: { name } }` → `id`, `topic.name` */
export function fieldPaths(record: JsonObject): string[] {
	return Object.entries(record).flatMap(([name, value]) =>
		isObject(value) ? fieldPaths(value).map((path) => `${name}.${path}`) : [name],
	);
}

/** Returns a value as trimmed text: 42 → `'42'`, `null` → `''`. */
export function fieldText(value: JsonValue = null): string {
	if (value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

export function withoutField(record: JsonObject, path: string): JsonObject {
	const [name, rest] = splitPath(record, path);
	if (rest === undefined) {
		return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
	}
	const inner = ownField(record, name);
	return isObject(inner) ? { ...record, [name]: withoutField(inner, rest) } : record;
}

/** Reads a property of the object itself. Returns `undefined` for an inherited one, such as `constructor`. */
export function ownField(record: JsonObject, name: string): JsonValue | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Reads a field by name or path, such as `topic.name`. Returns `undefined` if it is missing. */
export function findField(value: JsonValue | undefined, path: string): JsonValue | undefined {
	if (!isObject(value)) return undefined;
	const [name, rest] = splitPath(value, path);
	const own = ownField(value, name);
	return rest === undefined ? own : findField(own, rest);
}

/** A longer path is read as a single name. Trying each of thousands of dots would take long. */
const MAX_PATH_LENGTH = 300;

/** Splits off the first name of a path. A name may contain dots: `gpt-4.1.score` → `gpt-4.1` and `score`. */
function splitPath(record: JsonObject, path: string): readonly [name: string, rest?: string] {
	if (Object.hasOwn(record, path) || path.length > MAX_PATH_LENGTH) return [path];
	let at = path.indexOf('.');
	while (at >= 0 && !isObject(ownField(record, path.slice(0, at)))) at = path.indexOf('.', at + 1);
	return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)];
}

/** Compares two names for sorting. `localeCompare` would load language data and make n8n start later. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
	if (one.name === other.name) return 0;
	return one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1;
}

/** `' a  b '` → `'a b'` */
export function collapseWhitespace(text: string): string {
	return text.trim().replace(/\s+/g, ' ');
}

export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Shortens a text to this length, with `…` at the end. Keeps emoji whole. */
export function excerpt(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
	return `${start.trimEnd()}…`;
}

/** Puts a text from outside in quotation marks, so that it stands out from the words of the node. */
export function quoted(text: string, length = 80): string {
	return JSON.stringify(excerpt(text, length));
}

/** Writes the start of a list: `A, B and 3 more`. Long names are shortened. */
export function formatNameList(
	names: readonly string[],
	most = 10,
	write: (name: string) => string = (name) => excerpt(name, 80),
): string {
	const more = names.length - most;
	const first = names.slice(0, most).map((name) => write(name));
	return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const MAX_FIELD_NAMES = 50;

export function fieldNamesText(names: Iterable<string>): string {
	return formatNameList([...names], MAX_FIELD_NAMES);
}

export function fieldNames(records: readonly JsonObject[]): string[] {
	const names = new Set<string>();
	for (const record of records) for (const name of Object.keys(record)) names.add(name);
	return [...names];
}

/** Groups entries by a key. The groups come in the order in which their keys first appear. */
export function groupBy<Entry, Key>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => Key,
): Map<Key, Entry[]> {
	const groups = new Map<Key, Entry[]>();
	for (const entry of entries) getOrCreate(groups, keyOf(entry), () => []).push(entry);
	return groups;
}

export function getOrCreate<Key, Value>(entries: Map<Key, Value>, key: Key, make: () => Value) {
	const value = entries.get(key) ?? make();
	entries.set(key, value);
	return value;
}

/** Adds a number to a name that is already taken: `name` → `name_2`. */
export function findFreeName(wanted: string, isTaken: (name: string) => boolean): string {
	let name = wanted;
	for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
	return name;
}

/** Matches `id`, `prompt_id`, `PROMPT-ID`, `uuid`. */
const SEPARATE_ID = /(^|[^a-z])([ug]u)?id$/i;

/** Matches `promptId`, `projectID`, `projectUuid`. */
const CAMEL_CASE_ID = /[a-z\d](ID|[UG]UID|[UG]uid)$|[a-zA-Z\d]Id$/;

/** Returns whether a name looks like the name of an ID: `prompt_id` does, `paid` does not. */
export function isIdName(name: string): boolean {
	return SEPARATE_ID.test(name) || CAMEL_CASE_ID.test(name);
}

/** Names of fields that are ranks or shares (public docs). All other numbers are plain numbers. */
const RANKS = ['avg_rank', 'rank'];
const SHARES = [
	'avg_visibility_score',
	'citation_share',
	'share_of_voice',
	'visibility',
	'visibility_score',
];

/** Returns whether a field is a rank. A lower rank is better. */
export function isRankField(name: string): boolean {
	return RANKS.includes(name);
}

/** Returns whether a field is a share. A share may be a fraction (0.5) or a percentage (50). */
export function isShareField(name: string): boolean {
	return SHARES.includes(name);
}
