import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { lastWord } from '../lastWord';

/** A field of the rows: its name, or the names of an object and of a field in it. */
export type Path = readonly [name: string, inner?: string];

/** What the API may add to the name of a dimension. Of fields that are as good, the first counts. */
const ENDS = ['id', '', 'name', 'code', 'key'];

/** The last words of names that say what something is. */
const NAMING = ['id', 'name', 'code', 'key', 'title', 'label', 'url', 'domain'];

/** Whether a field says what a row is about, by its name. */
export function isNaming(name: string): boolean {
	return NAMING.includes(lastWord(name));
}

/**
 * The fields of the rows that may hold a dimension, such as `topic`, `topic_id` or `topic.name`.
 *
 * @param measures fields that were asked for as figures and so hold no dimension
 */
export function fieldsOf(
	dimension: string,
	rows: readonly JsonObject[],
	measures: readonly string[],
): Path[] {
	const wanted = plain(dimension);
	const stems = [wanted, wanted.replace(/s$/, '')];
	const endOf = (name: string) =>
		ENDS.findIndex((end) => stems.some((stem) => plain(name) === stem + end));
	const rankOf = ([name, inner]: Path) => {
		const rank = endOf(inner === undefined ? name : name + inner);
		if (rank >= 0 || inner === undefined || endOf(inner) < 0) return rank;
		return ENDS.length + endOf(inner);
	};
	const fields = pathsIn(rows).filter((path) => rankOf(path) >= 0 && !measures.includes(path[0]));
	// Of an object that holds an id or a name, the rest may change from one period to the other.
	const objects = new Set(fields.filter(({ length }) => length > 1).map(([name]) => name));
	return fields
		.filter(([name, inner]) => inner !== undefined || !objects.has(name))
		.sort((one, other) => rankOf(one) - rankOf(other));
}

function pathsIn(rows: readonly JsonObject[]): Path[] {
	const paths = new Map<string, Path>();
	for (const row of rows) {
		for (const [name, value] of Object.entries(row)) {
			paths.set(JSON.stringify([name]), [name]);
			if (!isObject(value)) continue;
			for (const inner of Object.keys(value)) {
				paths.set(JSON.stringify([name, inner]), [name, inner]);
			}
		}
	}
	return [...paths.values()];
}

/** The value of a field of a row; `undefined` if it has none. */
export function valueIn(row: JsonObject, [name, inner]: Path): JsonValue | undefined {
	const value = ownMember(row, name);
	return inner === undefined ? value : ownMember(value, inner);
}

function ownMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A name without capitals and signs: `topicId` and `topic_id` are the same. */
function plain(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
