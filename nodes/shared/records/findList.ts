import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { ownField } from './path';

/** Names that a list often has in an answer. `data` is that of the GEO projects (public). */
const COMMON_NAMES = ['data', 'items', 'results'];

/** Members that describe a list or the request, and belong to no record. */
const PAGING_MEMBERS = new Set(
	(
		'total count limit offset page size per_page page_size total_pages total_count has_more ' +
		'has_next next previous prev cursor next_cursor pagination paging meta links success ok'
	).split(' '),
);

/** A list found in an answer. */
export interface FoundList {
	readonly records: JsonValue[];
	/** How many records the service has in all, if the answer says so. */
	readonly total?: number;
}

/**
 * Finds the list in the answer of an endpoint that returns one: the answer itself, or a list under
 * one of the resource's names, `data`, `items` or `results`, at the top level or one object deeper.
 *
 * An object with an `id` is a record: what it has under `data`, `items` or `results` is part of it.
 *
 * @param body the answer
 * @param names the names of the resource, such as `prompts`
 * @returns `undefined` if there is no list
 */
export function findList(
	body: JsonValue | undefined,
	names: readonly string[],
): FoundList | undefined {
	return search(body, 1, (object) => ('id' in object ? names : [...names, ...COMMON_NAMES]));
}

/**
 * Finds the list in an answer of unknown form. An object that holds a list counts as its wrapper
 * only if the rest of it is about paging; any other object is a record, which may have lists itself.
 *
 * @param body the answer
 * @param names names that the list may have, such as the parts of the request's path
 * @returns `undefined` if there is no list
 */
export function findPlainList(
	body: JsonValue | undefined,
	names: readonly string[],
): FoundList | undefined {
	const known = [...names, ...COMMON_NAMES];
	return search(body, 1, (object) => {
		const [name, ...others] = Object.keys(object).filter((key) => !PAGING_MEMBERS.has(key));
		if (name === undefined || others.length > 0 || object[name] === null) return [];
		return known.includes(name) ? [name] : [];
	});
}

/**
 * Looks for a list in an answer, then in the objects inside it.
 *
 * @param depth how many levels of objects to go down
 * @param namesIn the names under which an object may hold the list, the most likely first
 */
function search(
	body: JsonValue | undefined,
	depth: number,
	namesIn: (object: Record<string, JsonValue>) => readonly string[],
): FoundList | undefined {
	if (Array.isArray(body)) return { records: body };
	if (!isObject(body)) return undefined;
	const members = namesIn(body).map((name) => ownField(body, name));
	const total = asCount(body.total);
	for (const member of members) {
		if (Array.isArray(member)) return { records: member, total };
		if (member === null && isEmptyWrapper(body)) return { records: [], total };
	}
	if (depth === 0) return undefined;
	for (const member of members) {
		const found = search(member, depth - 1, namesIn);
		if (found !== undefined) return { ...found, total: found.total ?? total };
	}
	return undefined;
}

/** Whether an object could wrap an empty list that the service wrote as `null`: it holds no record. */
function isEmptyWrapper(object: Record<string, JsonValue>): boolean {
	if (object.success === false || object.ok === false) return false;
	return Object.entries(object).every(
		([name, value]) => value === null || typeof value === 'number' || PAGING_MEMBERS.has(name),
	);
}

function asCount(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
