import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject, ownField } from '../base';
import { hasId } from './members';

/** Names that a list in a group often has, such as that of the cards in a column of a board. */
const USUAL_NAMES =
	'cards items issues tickets todos children records rows entries results data list nodes'.split(
		' ',
	);

/**
 * The name under which each record holds a list, if that is rather what was asked for: it is called
 * so, or it has a usual name, and its entries have IDs and more fields than what holds them.
 *
 * @param names the names of what was asked for, such as `tasks`
 * @param isList whether a list of it was asked for; of other records nothing else is known
 * @returns `undefined` if the records are no groups
 */
export function groupedUnder(
	records: readonly JsonValue[],
	names: readonly string[],
	isList: boolean,
): string | undefined {
	const groups = records.filter((record) => isObject(record));
	const isIn = (name: string) =>
		groups.every((group) => Array.isArray(ownField(group, name))) &&
		groups.some((group) => entryIn(group, name) !== undefined);
	if (groups.length < records.length) return undefined;
	const own = names.find(isIn);
	if (own !== undefined || !isList) return own;
	return USUAL_NAMES.find((name) => isIn(name) && areRicher(groups, name));
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
