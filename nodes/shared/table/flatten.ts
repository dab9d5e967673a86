import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldNames, findFreeName, isObject } from '../base';

/** The separator between names in a path. No field name contains it. */
export const PATH_SEPARATOR = '\u0000';

type PathValue = readonly [path: string, value: JsonValue];

/**
 * Turns nested objects into columns: `{ topic: { name } }` → `topic_name`. If a record already has a field
 * `topic_name`, the column is called `topic_name_2`.
 *
 * @param cellOf changes each value, by default with {@link toCell}
 */
export function flattenRecords(
	records: readonly JsonObject[],
	cellOf: (value: PathValue) => PathValue = ([path, value]) => [path, toCell(value)],
): JsonObject[] {
	const taken = new Set(fieldNames(records));
	const columns = new Map([...taken].map((name) => [name, name]));
	const columnAt = (path: string) => {
		const known = columns.get(path);
		if (known !== undefined) return known;
		const name = findFreeName(path.replaceAll(PATH_SEPARATOR, '_'), (wanted) => taken.has(wanted));
		taken.add(name);
		columns.set(path, name);
		return name;
	};
	const cells = records.map((record) => pathValuesOf(record));
	const dropped = emptyObjectPaths(cells);
	return cells.map((own) => {
		const kept = own.filter(([path]) => !dropped.has(path)).map(cellOf);
		return Object.fromEntries(kept.map(([path, value]) => [columnAt(path), value]));
	});
}

/** Returns the paths at which records have objects at most. Only the members of these become columns. */
function emptyObjectPaths(cells: ReadonlyArray<readonly PathValue[]>): Set<string> {
	const [objects, filled] = [new Set<string>(), new Set<string>()];
	for (const own of cells) {
		for (const [path, value] of own) {
			const steps = path.split(PATH_SEPARATOR);
			for (let depth = 1; depth < steps.length; depth++) {
				objects.add(steps.slice(0, depth).join(PATH_SEPARATOR));
			}
			if (value !== null && !isObject(value)) filled.add(path);
		}
	}
	return new Set([...objects].filter((path) => !filled.has(path)));
}

/** Lists all values with their paths. An empty object counts as a value. */
export function pathValuesOf(object: JsonObject, path = ''): PathValue[] {
	return Object.entries(object).flatMap(([name, value]): PathValue[] => {
		const isBranch = isObject(value) && Object.keys(value).length > 0;
		return isBranch ? pathValuesOf(value, path + name + PATH_SEPARATOR) : [[path + name, value]];
	});
}

export function isPlainList(values: readonly JsonValue[]): boolean {
	return values.every((value) => typeof value !== 'object');
}

/** `['a', 'b']` → `a, b`, a list with objects → JSON, an empty object → `null` */
export function toCell(value: JsonValue): JsonValue {
	if (isObject(value)) return null;
	if (!Array.isArray(value)) return value;
	return isPlainList(value) ? value.map(String).join(', ') : JSON.stringify(value);
}
