import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject } from '../base';
import type { FoundList } from './findList';
import { isAboutAnswer } from './members';

/**
 * The list at a path that the user entered: `result.rows`, or `data[].tasks` for the tasks in all
 * entries of a list, or `edges[].node` for one object in each.
 *
 * @param body the answer
 * @returns `undefined` if the path leads to no list
 */
export function listAt(body: JsonValue | undefined, path: string): FoundList | undefined {
	const steps = path
		.replace(/\[\]$/, '')
		.split('[]')
		.map((step) => step.replace(/^\./, '').trim());
	let places: JsonValue[] = [body ?? null];
	let parts: FoundList['parts'];
	for (const [index, step] of steps.entries()) {
		const values = places.map((place) => valueAt(place, step));
		// In the entries of a list, an object is a record of its own: `edges[].node`.
		const found = values.filter((value) => Array.isArray(value) || (index > 0 && isObject(value)));
		// An entry without the member counts as one with an empty list, if any other has it.
		const isThere = found.length > 0 || places.some((place) => isNullAt(place, step));
		if (!isThere && places.length > 0) return undefined;
		parts = index === 0 ? undefined : partsOf(places, step);
		places = found.flat();
	}
	const holders = isObject(body) ? holdersOn(body, steps[0] ?? '') : [];
	return { records: places, holders, parts };
}

/**
 * Whether an answer without anything in it has an empty list elsewhere than at a path that leads to
 * none, so that the path is most likely wrong. Where `null` or an empty list is on the way, there is
 * nothing: some services write an object without members as a list.
 */
export function hasListBeside(body: JsonValue, path: string): boolean {
	let place = body;
	for (const name of path.split(/\[\]\.?|\./)) {
		if (isNothing(place)) return false;
		if (!isObject(place) || !hasField(place, name.trim())) break;
		place = fieldIn(place, name.trim());
	}
	return !isNothing(place) && hasEmptyList(body);
}

function isNothing(value: JsonValue): boolean {
	return value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether there is an empty list, not counting what is about the answer, such as `warnings`. */
function hasEmptyList(value: JsonValue): boolean {
	if (Array.isArray(value)) return value.length === 0;
	if (!isObject(value)) return false;
	const members = Object.entries(value).filter(([name]) => !isAboutAnswer(name));
	return members.some(([, member]) => hasEmptyList(member));
}

/** The entries of a list with the length of the list that each of them holds. */
function partsOf(places: readonly JsonValue[], step: string): NonNullable<FoundList['parts']> {
	return places
		.filter((place) => isObject(place))
		.map((holder) => ({ holder, count: [valueAt(holder, step)].flat().length }));
}

/** The objects on the way to the first list, which may say how long it is. */
function holdersOn(body: JsonObject, step: string): JsonObject[] {
	const names = step.split('.');
	const inner = names.slice(0, -1).map((_, at) => fieldIn(body, names.slice(0, at + 1).join('.')));
	return [body, ...inner.filter((place) => isObject(place))];
}

/** Whether the service has written `null` there, as some do for an empty list. */
function isNullAt(place: JsonValue, step: string): boolean {
	return isObject(place) && hasField(place, step) && fieldIn(place, step) === null;
}

function valueAt(place: JsonValue, step: string): JsonValue {
	if (step === '') return place;
	return isObject(place) ? fieldIn(place, step) : null;
}
