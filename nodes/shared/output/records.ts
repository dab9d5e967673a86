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

/**
 * Finds the list in an answer, wherever the service put it: the answer itself, or under the
 * resource's own name, `data`, `items` or `results`, there or one object further in.
 *
 * An object with an `id` of its own is a record, even if it carries a list under one of the usual
 * names: taking that list for the answer would lose the record.
 *
 * @param body the answer
 * @param names the resource's own names, such as `prompts`
 * @param guesses names that are as likely those of a record's own members
 * @returns `undefined` if the answer is no list
 */
export function findList(
	body: JsonValue | undefined,
	names: readonly string[],
	guesses: readonly string[] = [],
): FoundList | undefined {
	return findIn(body, names, [...guesses, ...USUAL_PLACES], 1);
}

function findIn(
	body: JsonValue | undefined,
	names: readonly string[],
	usual: readonly string[],
	deeper: number,
): FoundList | undefined {
	if (Array.isArray(body)) return { records: body };
	if (!isObject(body)) return undefined;
	const places = 'id' in body ? names : [...names, ...usual];
	for (const place of places) {
		const records = memberOf(body, place);
		if (Array.isArray(records)) return { records, total: countOf(body.total) };
		if (records === null && isBare(body)) return { records: [], total: countOf(body.total) };
	}
	if (deeper === 0) return undefined;
	for (const place of places) {
		const found = findIn(memberOf(body, place), names, usual, deeper - 1);
		if (found !== undefined) return { ...found, total: found.total ?? countOf(body.total) };
	}
	return undefined;
}

/** A member of the object itself, so that no name reaches what every object inherits. */
function memberOf(body: Record<string, JsonValue>, name: string): JsonValue | undefined {
	return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Whether there are only numbers beside nothing: how some services write an empty list. */
function isBare(body: Record<string, JsonValue>): boolean {
	return Object.values(body).every((value) => value === null || typeof value === 'number');
}

function countOf(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
