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
