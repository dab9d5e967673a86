import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject } from '../base';
import type { FoundList } from './findList';

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
		const found = values.filter((value) => Array.isArray(value) || (index > 0 && isObject(value)));
		// An entry without the member counts as one with an empty list, if any other has it.
		const isThere = found.length > 0 || places.some((place) => isNullAt(place, step));
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

/** Whether the service has written `null` there, as some do for an empty list. */
function isNullAt(place: JsonValue, step: string): boolean {
	return isObject(place) && hasField(place, step) && fieldIn(place, step) === null;
}

function valueAt(place: JsonValue, step: string): JsonValue {
	if (step === '') return place;
	return isObject(place) ? fieldIn(place, step) : null;
}
