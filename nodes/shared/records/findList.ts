import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';

/** Where services put lists. `data` is documented for GEO projects (public), the others are usual. */
const USUAL_PLACES = ['data', 'items', 'results'];

/** A list as it was found in an answer. */
export interface FoundList {
	readonly records: JsonValue[];
	/** How many records there are in all, where the answer says so beside the list. */
	readonly total?: number;
}

/** What stands beside a list and is not part of any record. */
const ABOUT_LISTS = new Set(
	(
		'total count limit offset page size per_page page_size total_pages total_count has_more ' +
		'has_next next previous prev cursor next_cursor pagination paging meta links success ok'
	).split(' '),
);

/**
 * Finds the list in an answer that should hold one, wherever the service put it: the answer itself,
 * or under the resource's own name, `data`, `items` or `results`, there or one object further in.
 *
 * An object with an `id` of its own is a record, even if it carries a list under one of the usual
 * names: taking that list for the answer would lose the record.
 *
 * @param body the answer
 * @param names the resource's own names, such as `prompts`
 * @returns `undefined` if the answer is no list
 */
export function findList(
	body: JsonValue | undefined,
	names: readonly string[],
): FoundList | undefined {
	return findIn(body, 1, (object) => ('id' in object ? names : [...names, ...USUAL_PLACES]));
}

/**
 * Finds the list in an answer of which nothing is known. Only an object that has nothing but the
 * list and what is about lists counts as a wrapper; anything else is a record, which may well carry
 * a list of its own.
 *
 * @param body the answer
 * @param names names that a list may have, such as the parts of the path
 * @returns `undefined` if the answer is no list
 */
export function findPlainList(
	body: JsonValue | undefined,
	names: readonly string[],
): FoundList | undefined {
	return findIn(body, 1, (object) => {
		const others = Object.keys(object).filter((name) => !ABOUT_LISTS.has(name));
		const isPlace = others.every((name) => [...names, ...USUAL_PLACES].includes(name));
		const [only] = others;
		return isPlace && others.length === 1 && only !== undefined && object[only] !== null
			? [only]
			: [];
	});
}

/** Looks in the places that `placesOf` names, then the same one object further in. */
function findIn(
	body: JsonValue | undefined,
	deeper: number,
	placesOf: (object: Record<string, JsonValue>) => readonly string[],
): FoundList | undefined {
	if (Array.isArray(body)) return { records: body };
	if (!isObject(body)) return undefined;
	const places = placesOf(body);
	for (const place of places) {
		const records = memberOf(body, place);
		if (Array.isArray(records)) return { records, total: countOf(body.total) };
		if (records === null && isBare(body)) return { records: [], total: countOf(body.total) };
	}
	if (deeper === 0) return undefined;
	for (const place of places) {
		const found = findIn(memberOf(body, place), deeper - 1, placesOf);
		if (found !== undefined) return { ...found, total: found.total ?? countOf(body.total) };
	}
	return undefined;
}

/** A member of the object itself, so that no name reaches what every object inherits. */
function memberOf(body: Record<string, JsonValue>, name: string): JsonValue | undefined {
	return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Whether there is nothing of a record beside the place: how some services write an empty list. */
function isBare(body: Record<string, JsonValue>): boolean {
	const isRefusal = body.success === false || body.ok === false;
	return (
		!isRefusal &&
		Object.entries(body).every(
			([name, value]) => value === null || typeof value === 'number' || ABOUT_LISTS.has(name),
		)
	);
}

function countOf(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
