import type { JsonObject, JsonValue } from 'n8n-workflow';
import { getField, hasField, isObject, ownField } from '../base';
import { type ExpectedAnswer, isWrite } from './paging';
import { hasContent, isAnswerMember, recordMembersOf, WRAPPER_NAMES } from './signs';

/** Usual names of the list in an answer. The GEO projects are under `data` (public). */
const COMMON_LIST_NAMES = ['data', 'items', 'results', 'records', 'rows'];

/** Advice names only lists down to this depth in an answer. */
const MAX_PATH_DEPTH = 6;

export interface FoundList {
	readonly records: JsonValue[];
	/** The objects around the list, the outermost first. These objects may have the number of records. */
	readonly envelopes: readonly JsonObject[];
}

/**
 * Finds the list in an answer, in this order:
 *
 * 1. the answer itself;
 * 2. a list under an expected or usual name, in the answer or one object deeper;
 * 3. an empty list for a `null` under such a name, as services in Go write an empty list;
 * 4. if a list is expected, the only list of objects.
 *
 * With the answer kind `any`, an object with members beside the list is a record.
 */
export function findList(body: JsonValue, expected: ExpectedAnswer): FoundList | undefined {
	const { listNames, answerKind } = expected;
	if (answerKind === 'record') return undefined;
	if (Array.isArray(body)) return { records: body, envelopes: [] };
	if (!isObject(body)) return undefined;
	const under = (object: JsonObject, among: readonly string[]) =>
		among
			.filter(
				(name) => answerKind === 'list' || recordMembersOf(object).every((own) => own === name),
			)
			.map((name) => ownField(object, name));
	const candidates = (object: JsonObject) => under(object, [...listNames, ...COMMON_LIST_NAMES]);
	const inner = under(body, WRAPPER_NAMES).filter((value) => isObject(value));
	const places = [[body], ...inner.map((object) => [body, object])];
	const finders = [
		(object: JsonObject) => preferredList(candidates(object)),
		(object: JsonObject) =>
			!isWrite(expected) && candidates(object).includes(null) ? [] : undefined,
		(object: JsonObject) => (answerKind === 'list' ? onlyListOfObjects(object) : undefined),
	];
	for (const find of finders) {
		for (const envelopes of places) {
			const records = find(envelopes.at(-1) ?? {});
			if (records !== undefined) return { records, envelopes };
		}
	}
	return undefined;
}

/** Returns the first list with objects, or else the first list. */
function preferredList(values: ReadonlyArray<JsonValue | undefined>): JsonValue[] | undefined {
	const lists = values.filter((value) => Array.isArray(value));
	return lists.find((list) => list.some(isObject)) ?? lists[0];
}

/** Returns the list in an object that has one list of objects and no other content. Any other object is a record. */
function onlyListOfObjects(object: JsonObject): JsonValue[] | undefined {
	const own = Object.entries(object).filter(([name]) => !isAnswerMember(name));
	if (own.some(([, value]) => !Array.isArray(value) && hasContent(value))) return undefined;
	const lists = own.flatMap(([, list]) =>
		Array.isArray(list) && list.every((entry) => isObject(entry)) ? [list] : [],
	);
	const full = lists.filter(hasContent);
	return full.length > 1 ? undefined : (full[0] ?? lists[0]);
}

/** Returns the paths of all lists of objects, such as `result.rows` or `data[].tasks`. */
export function listPaths(body: JsonValue): string[] {
	return [...new Set(collectListPaths(body, '', MAX_PATH_DEPTH))];
}

function collectListPaths(value: JsonValue | undefined, path: string, depth: number): string[] {
	if (depth < 0) return [];
	if (Array.isArray(value)) {
		const objects = value.filter((value) => isObject(value));
		const inner = objects
			.slice(0, 3)
			.flatMap((entry) => collectListPaths(entry, `${path}[]`, depth - 1));
		return objects.length === 0 ? [] : [...(path === '' ? [] : [path]), ...inner];
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		collectListPaths(member, path === '' ? name : `${path}.${name}`, depth - 1),
	);
}

/**
 * Returns the list at a path that the user entered: `result.rows`, `data[].tasks` for the tasks in all entries,
 * or `edges[].node` for one object in each entry.
 */
export function findListAtPath(body: JsonValue, path: string): FoundList | undefined {
	const steps = path
		.replace(/\[\]$/, '')
		.split('[]')
		.map((step) => step.replace(/^\./, '').trim());
	let places: JsonValue[] = [body];
	for (const [index, step] of steps.entries()) {
		const values = places.map((place) => valueAtStep(place, step));
		// After `[]` in the path, an object counts as a record: `edges[].node`.
		const found = values.flatMap((value) =>
			Array.isArray(value) || (index > 0 && isObject(value)) ? [value] : [],
		);
		// In `data[].tasks`, some entries may lack tasks, and `null` may stand for an empty list.
		const isThere = found.length > 0 || values.includes(null);
		if (!isThere && places.length > 0) return undefined;
		places = found.flat();
	}
	const envelopes = isObject(body) ? envelopesAlongPath(body, steps[0] ?? '') : [];
	return { records: places, envelopes };
}

/** Returns the objects around the first list of a path. These objects may have the number of records. */
function envelopesAlongPath(body: JsonObject, step: string): JsonObject[] {
	const names = step.split('.');
	const inner = names.slice(0, -1).map((_, at) => getField(body, names.slice(0, at + 1).join('.')));
	return [body, ...inner.filter((value) => isObject(value))];
}

function valueAtStep(place: JsonValue, step: string): JsonValue | undefined {
	if (step === '') return place ?? undefined;
	return isObject(place) && hasField(place, step) ? getField(place, step) : undefined;
}
