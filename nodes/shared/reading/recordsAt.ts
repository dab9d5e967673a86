import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject, ownField } from '../base';
import { COMMON_NAMES, type FoundList, type Group } from './findList';
import { hasId } from './members';

/**
 * The list at a path that the user entered: `result.rows`, or `data[].tasks` for the tasks in all
 * entries of a list, or `edges[].node` for one object in each.
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
	let groups: readonly Group[] | undefined;
	for (const [index, step] of steps.entries()) {
		const values = places.map((place) => valueAt(place, step));
		// In the entries of a list, an object is a record of its own: `edges[].node`.
		const found = values.filter((value) => Array.isArray(value) || (index > 0 && isObject(value)));
		// An entry without the member counts as one with an empty list, if any other has it.
		const isThere = found.length > 0 || places.some((place) => isNullAt(place, step));
		if (!isThere && places.length > 0) return undefined;
		groups = index === 0 ? undefined : groupsOf(places, step);
		places = found.flat();
	}
	const envelopes = isObject(body) ? envelopesOn(body, steps[0] ?? '') : [];
	return { records: places, envelopes, groups };
}

/**
 * The name under which each record holds a list of objects, if that is rather what was asked for: it is
 * called so, or it has a usual name, and its entries have IDs and at least as many fields as what
 * holds them, such as the cards in the columns of a board.
 *
 * @param names the names of what was asked for, such as `tasks`
 * @returns `undefined` if the records are no groups
 */
export function groupedUnder(
	records: readonly JsonObject[],
	names: readonly string[],
): string | undefined {
	const isIn = (name: string) =>
		records.every((group) => Array.isArray(ownField(group, name))) &&
		records.some((group) => entryIn(group, name) !== undefined);
	return (
		names.find(isIn) ??
		['cards', ...COMMON_NAMES].find((name) => isIn(name) && areRicher(records, name))
	);
}

function areRicher(groups: readonly JsonObject[], name: string): boolean {
	return groups.every((group) => {
		const entry = entryIn(group, name);
		const isRicher = Object.keys(entry ?? {}).length >= Object.keys(group).length;
		return entry === undefined || (isRicher && hasId(entry));
	});
}

function entryIn(group: JsonObject, name: string): JsonObject | undefined {
	const list = ownField(group, name);
	return Array.isArray(list) ? list.find((entry) => isObject(entry)) : undefined;
}

/** The entries of a list with the length of the list that each of them holds. */
function groupsOf(places: readonly JsonValue[], step: string): Group[] {
	return places
		.filter((value) => isObject(value))
		.map((envelope) => ({ envelope, count: [valueAt(envelope, step)].flat().length }));
}

/** The objects on the way to the first list, which may say how long it is. */
function envelopesOn(body: JsonObject, step: string): JsonObject[] {
	const names = step.split('.');
	const inner = names.slice(0, -1).map((_, at) => fieldIn(body, names.slice(0, at + 1).join('.')));
	return [body, ...inner.filter((value) => isObject(value))];
}

/** Whether the service has written `null` there, as some do for an empty list. */
function isNullAt(place: JsonValue, step: string): boolean {
	return isObject(place) && hasField(place, step) && fieldIn(place, step) === null;
}

function valueAt(place: JsonValue, step: string): JsonValue {
	if (step === '') return place;
	return isObject(place) ? fieldIn(place, step) : null;
}
