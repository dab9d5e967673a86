import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiName } from '../api';
import { fieldIn, hasField, isObject, ownField } from '../base';
import { hasContent, isAboutAnswer, ownMembers, WRAPPERS } from './signs';

/** Names that a list often has in an answer. `data` is that of the GEO projects (public). */
const COMMON_NAMES = ['data', 'items', 'results', 'records', 'rows'];

/** How many objects deep lists are named for the user. */
const DEEPEST_PATH = 6;

/** A list found in an answer. */
export interface FoundList {
	readonly records: JsonValue[];
	/** The objects that it lies in, the outermost first. They may say how long it is. */
	readonly envelopes: readonly JsonObject[];
}

/**
 * Finds the list in an answer. It is, whichever comes first:
 *
 * 1. the answer itself, if that is a list;
 * 2. a list under a name of the resource or a usual one, in the answer or one object deeper;
 * 3. an empty one, if there is `null` under such a name (services in Go write it so);
 * 4. where a list was asked for, the only list of objects there.
 *
 * Of an endpoint that returns anything, an object with anything of its own beside the list is a record,
 * which may have lists itself.
 *
 * @returns `undefined` if there is no list
 */
export function findList(body: JsonValue, expected: ExpectedAnswer): FoundList | undefined {
	const { names, kind, isWrite = false } = expected;
	if (kind === 'record') return undefined;
	if (Array.isArray(body)) return { records: body, envelopes: [] };
	if (!isObject(body)) return undefined;
	const under = (object: JsonObject, among: readonly string[]) =>
		among
			.filter((name) => kind === 'list' || ownMembers(object).every((own) => own === name))
			.map((name) => ownField(object, name));
	const known = (object: JsonObject) => under(object, [...names, ...COMMON_NAMES]);
	const inner = under(body, WRAPPERS).filter((value) => isObject(value));
	const places = [[body], ...inner.map((object) => [body, object])];
	const finders = [
		(object: JsonObject) => knownList(known(object)),
		(object: JsonObject) => (!isWrite && known(object).includes(null) ? [] : undefined),
		(object: JsonObject) => (kind === 'list' ? onlyList(object) : undefined),
	];
	for (const find of finders) {
		for (const envelopes of places) {
			const records = find(envelopes.at(-1) ?? {});
			if (records !== undefined) return { records, envelopes };
		}
	}
	return undefined;
}

/** Of several lists under known names the first with objects, else the first. */
function knownList(values: ReadonlyArray<JsonValue | undefined>): JsonValue[] | undefined {
	const lists = values.filter((value) => Array.isArray(value));
	return lists.find((list) => list.some(isObject)) ?? lists[0];
}

/** The only list of objects, where there is nothing else but what is about the answer, and other lists. */
function onlyList(object: JsonObject): JsonValue[] | undefined {
	const own = Object.entries(object).filter(([name]) => !isAboutAnswer(name));
	if (own.some(([, value]) => !Array.isArray(value) && hasContent(value))) return undefined;
	const lists = own.flatMap(([, list]) =>
		Array.isArray(list) && list.every((entry) => isObject(entry)) ? [list] : [],
	);
	const full = lists.filter(hasContent);
	return full.length > 1 ? undefined : (full[0] ?? lists[0]);
}

/** The paths of the lists of objects in an answer, such as `result.rows` or `data[].tasks`. */
export function listPaths(body: JsonValue): string[] {
	return [...new Set(pathsIn(body, '', DEEPEST_PATH))];
}

function pathsIn(value: JsonValue | undefined, path: string, depth: number): string[] {
	if (depth < 0) return [];
	if (Array.isArray(value)) {
		const objects = value.filter((value) => isObject(value));
		const inner = objects.slice(0, 3).flatMap((entry) => pathsIn(entry, `${path}[]`, depth - 1));
		return objects.length === 0 ? [] : [...(path === '' ? [] : [path]), ...inner];
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		pathsIn(member, path === '' ? name : `${path}.${name}`, depth - 1),
	);
}

/**
 * The list at a path that the user entered: `result.rows`, or `data[].tasks` for the tasks in all
 * entries of a list, or `edges[].node` for one object in each. What an entry says of the length of its
 * own list is not read.
 *
 * @param body the answer
 * @returns `undefined` if the path leads to no list
 */
export function listAt(body: JsonValue, path: string): FoundList | undefined {
	const steps = path
		.replace(/\[\]$/, '')
		.split('[]')
		.map((step) => step.replace(/^\./, '').trim());
	let places: JsonValue[] = [body];
	for (const [index, step] of steps.entries()) {
		const values = places.map((place) => valueAt(place, step));
		// In the entries of a list, an object is a record of its own: `edges[].node`.
		const found = values.flatMap((value) =>
			Array.isArray(value) || (index > 0 && isObject(value)) ? [value] : [],
		);
		// An entry without the member counts as one with an empty list, if any other has it. Some services
		// write `null` for an empty list.
		const isThere = found.length > 0 || values.includes(null);
		if (!isThere && places.length > 0) return undefined;
		places = found.flat();
	}
	const envelopes = isObject(body) ? envelopesOn(body, steps[0] ?? '') : [];
	return { records: places, envelopes };
}

/** The objects on the way to the first list, which may say how long it is. */
function envelopesOn(body: JsonObject, step: string): JsonObject[] {
	const names = step.split('.');
	const inner = names.slice(0, -1).map((_, at) => fieldIn(body, names.slice(0, at + 1).join('.')));
	return [body, ...inner.filter((value) => isObject(value))];
}

function valueAt(place: JsonValue, step: string): JsonValue | undefined {
	if (step === '') return place ?? undefined;
	return isObject(place) && hasField(place, step) ? fieldIn(place, step) : undefined;
}

/** What the answer to a request is expected to be. */
export interface ExpectedAnswer {
	readonly api: ApiName;
	/** The names under which the service may have put the list, such as `prompts`. */
	readonly names: readonly string[];
	/** The path that the user entered in 'Records At'; empty to find the list. */
	readonly at: string;
	/**
	 * What the endpoint returns: a `list`; one `record`, whatever is in it; or, if that is not known,
	 * `any`: then an object is a record unless it does nothing but hold a list.
	 */
	readonly kind: 'any' | 'list' | 'record';
	/** Whether the request may have changed something. */
	readonly isWrite?: boolean;
}
