import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isIdName, isObject, ownField } from '../base';
import { hasContent, hasId, isAboutAnswer, isAboutPaging, ownMembers } from './members';

/** Names that a list often has in an answer. `data` is that of the GEO projects (public). */
const COMMON_NAMES = 'data items results rows records entries list edges nodes'.split(' ');

/** Names of objects that often wrap all of an answer. */
const WRAPPERS = ['result', 'response', 'payload'];

/** How many objects deep lists are looked for, and how deep to name them for the user. */
const DEEPEST = 3;
const DEEPEST_PATH = 6;

/** A list found in an answer. */
export interface FoundList {
	readonly records: JsonValue[];
	/** The objects that it lies in, the outermost first. They may say how long it is. */
	readonly holders: readonly JsonObject[];
	/** The objects that each hold a part of it, where there are several, with the length of the part. */
	readonly parts?: ReadonlyArray<{ readonly holder: JsonObject; readonly count: number }>;
}

/** Forms of one list that GraphQL services send side by side. */
const TWINS = ['edges', 'nodes'];

/** The names of the members under which an object may hold the list, the most likely first. */
type NamesIn = (object: JsonObject) => readonly string[];

/**
 * Finds the list in the answer of an endpoint that returns one: the answer itself, or a list under
 * one of the resource's names or a usual one, one object deeper, or under any name if there is no
 * other list and nothing else that could be a record. An object of records by their ids is a list,
 * too, and so are the `node` members of `edges`.
 *
 * An object with an `id` and further fields is a record: what it has under `data` is part of it.
 *
 * @param body the answer
 * @param names the names of the resource, such as `prompts`
 * @param kept the name under which an earlier page has it: of several lists, only that one counts
 * @returns `undefined` if there is no list
 */
export function findList(
	body: JsonValue | undefined,
	names: readonly string[],
	kept?: string,
): FoundList | undefined {
	const common = [...COMMON_NAMES, ...WRAPPERS];
	const namesIn: NamesIn = (object) => {
		const isKept = kept !== undefined && Array.isArray(ownField(object, kept));
		if (isKept) return [kept];
		return [...names, ...common.filter((name) => !('id' in object) || isAlone(object, name))];
	};
	return search(body, [], namesIn, 1) ?? onlyList(body);
}

/**
 * Finds the list in an answer of unknown form. An object that holds a list counts as its wrapper
 * only if all else in it is about the answer; any other object is a record, which may have lists
 * itself.
 *
 * @param body the answer
 * @param names names that the list may have, such as the parts of the request's path
 * @returns `undefined` if there is no list
 */
export function findPlainList(
	body: JsonValue | undefined,
	names: readonly string[],
): FoundList | undefined {
	const known = [...names, ...COMMON_NAMES, ...WRAPPERS];
	const namesIn: NamesIn = (object) => {
		if ('id' in object) return [];
		const isNamed = Object.keys(object).some(isAboutPaging);
		const candidates = isNamed ? Object.keys(object).filter((name) => !isAboutAnswer(name)) : known;
		return candidates.filter((name) => isAlone(object, name) && object[name] !== null);
	};
	return search(body, [], namesIn, 1);
}

/**
 * The name of a list in the object that holds it, and those of other lists beside it that it could have
 * been as well: with objects, other ones, under a name of the resource or a usual one.
 */
export function namesAround(
	{ records, holders }: FoundList,
	names: readonly string[],
): { readonly own?: string; readonly others: readonly string[] } {
	const holder = holders.at(-1) ?? {};
	const known = [...new Set([...names, ...COMMON_NAMES])];
	const lists = known.flatMap((name) => {
		const list = ownField(holder, name);
		return Array.isArray(list) ? [{ name, entries: nodesIn(list) }] : [];
	});
	const own = lists.find(({ entries }) => entries.length > 0 && entries[0] === records[0])?.name;
	const text = lists.length > 1 ? JSON.stringify(records) : '';
	const others = lists.filter(
		({ name, entries }) =>
			name !== own &&
			!(own !== undefined && TWINS.includes(own) && TWINS.includes(name)) &&
			entries.some((entry) => isObject(entry)) &&
			JSON.stringify(entries) !== text,
	);
	return { own, others: own === undefined ? [] : others.map(({ name }) => name) };
}

/** The paths of the lists of objects in an answer, such as `result.rows` or `data[].tasks`. */
export function listPaths(body: JsonValue | undefined): string[] {
	return [...new Set(pathsIn(body, '', DEEPEST_PATH))];
}

function search(
	body: JsonValue | undefined,
	holders: readonly JsonObject[],
	namesIn: NamesIn,
	depth: number,
): FoundList | undefined {
	if (Array.isArray(body)) return besideMeta(body) ?? { records: nodesIn(body), holders };
	if (!isObject(body)) return undefined;
	const inside = [...holders, body];
	const members = namesIn(body).map((name) => ownField(body, name));
	const list = likeliest(members.filter((member) => Array.isArray(member)));
	if (list !== undefined) return { records: nodesIn(list), holders: inside };
	const isEmpty = members.includes(null) && isEmptyWrapper(body);
	if (isEmpty) return { records: [], holders: inside };
	for (const member of depth === 0 ? [] : members) {
		const found = search(member, inside, namesIn, depth - 1);
		if (found !== undefined) return found;
	}
	const records = recordsById(body);
	return records === undefined ? undefined : { records, holders: inside };
}

/** Of several lists the first with objects, else the first that is not empty. */
function likeliest(lists: readonly JsonValue[][]): JsonValue[] | undefined {
	const full = lists.find((list) => list.some((entry) => isObject(entry)));
	return full ?? lists.find((list) => list.length > 0) ?? lists[0];
}

/** The list in an answer such as `[{ total: 257 }, […]]`, where all else in it is about the answer. */
function besideMeta(body: readonly JsonValue[]): FoundList | undefined {
	const holders = body.filter((entry) => isObject(entry));
	const [list, ...others] = body.filter((entry) => Array.isArray(entry));
	const isAbout = (object: JsonObject) => {
		const names = Object.keys(object);
		return names.some(isAboutPaging) && names.every(isAboutAnswer);
	};
	if (list === undefined || others.length > 0 || holders.length !== body.length - 1) {
		return undefined;
	}
	const isOfRecords = holders.length > 0 && list.every((entry) => isObject(entry));
	return isOfRecords && holders.every(isAbout) ? { records: nodesIn(list), holders } : undefined;
}

/** The list under any name, if it is the only one and all around it is about the answer. */
function onlyList(body: JsonValue | undefined): FoundList | undefined {
	const holders: JsonObject[] = [];
	let place: JsonValue | undefined = body;
	while (isObject(place) && !hasId(place) && holders.length < DEEPEST) {
		holders.push(place);
		const object: JsonObject = place;
		const inner = Object.keys(object).filter(
			(name) => !isAboutAnswer(name) && (hasContent(object[name]) || Array.isArray(object[name])),
		);
		place = inner.length === 1 ? object[inner[0] ?? ''] : undefined;
		if (Array.isArray(place) && place.every(isObject)) return { records: nodesIn(place), holders };
	}
	return undefined;
}

/** Whether an object says nothing of its own but for this member. */
function isAlone(object: JsonObject, name: string): boolean {
	return Object.hasOwn(object, name) && ownMembers(object).every((other) => other === name);
}

/** Whether an object could wrap an empty list that the service wrote as `null`: it holds no record. */
function isEmptyWrapper(object: JsonObject): boolean {
	return Object.entries(object).every(
		([name, value]) => value === null || typeof value === 'number' || isAboutPaging(name),
	);
}

/** The records of a connection as GraphQL has them: `edges`, each with a `node`. */
function nodesIn(list: JsonValue[]): JsonValue[] {
	const nodes = list.flatMap((edge) => {
		const isEdge = isObject(edge) && Object.keys(edge).every((key) => /^(node|cursor)$/.test(key));
		return isEdge && isObject(edge.node) ? [edge.node] : [];
	});
	return nodes.length === list.length ? nodes : list;
}

/** The values of an object whose names are the ids of its values. */
function recordsById(object: JsonObject): JsonValue[] | undefined {
	const isById = ([key, value]: [string, JsonValue]) =>
		isObject(value) &&
		Object.entries(value).some(
			([name, id]) => isIdName(name) && (id === key || (typeof id === 'number' && `${id}` === key)),
		);
	const entries = Object.entries(object).filter(
		(entry) => !isAboutAnswer(entry[0]) || isById(entry),
	);
	return entries.length > 0 && entries.every(isById)
		? entries.map(([, value]) => value)
		: undefined;
}

function pathsIn(value: JsonValue | undefined, path: string, depth: number): string[] {
	if (depth < 0) return [];
	if (Array.isArray(value)) {
		const objects = value.filter((entry) => isObject(entry));
		const inner = objects.slice(0, 3).flatMap((entry) => pathsIn(entry, `${path}[]`, depth - 1));
		return objects.length === 0 ? [] : [...(path === '' ? [] : [path]), ...inner];
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		pathsIn(member, path === '' ? name : `${path}.${name}`, depth - 1),
	);
}

/** The objects that speak of the list, or of its lack. */
export function holdersIn(list: FoundList | undefined, body: JsonValue): readonly JsonObject[] {
	return list?.holders ?? (isObject(body) ? [body] : []);
}
