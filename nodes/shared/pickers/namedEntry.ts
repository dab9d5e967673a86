import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';

/** An entry of a list with what it goes by. */
export interface NamedEntry {
	/** In the type in which it came: the service may tell 42 from "42". */
	readonly id: number | string;
	readonly name: string;
}

/**
 * The id and the name of an entry. Its fields are not documented, so both are looked for under usual
 * names.
 *
 * @param singular one entry, as the API names it in its fields: `topic` in `topic_id`
 * @returns `undefined` if it has neither
 */
export function namedEntry(entry: JsonValue, singular: string): NamedEntry | undefined {
	if (isScalar(entry)) return { id: entry, name: String(entry) };
	if (!isObject(entry)) return undefined;
	const found = (names: string[]) => names.map((name) => entry[name]).find(isScalar);
	const id = entryId(entry, singular);
	const place = [found(['country', 'country_code']), found(['language', 'language_code'])]
		.filter((part) => part !== undefined)
		.join(' · ');
	const label = found(['name', `${singular}_name`, singular, 'title', 'label']) ?? place;
	const name = label === '' ? id : label;
	// A name that was put together here is nothing that the service knows.
	if (id === undefined && label === place) return undefined;
	return name === undefined ? undefined : { id: id ?? name, name: String(name) };
}

/**
 * The id that an entry says of itself; `undefined` if it has only a name.
 *
 * @param singular as for `namedEntry`
 */
export function entryId(entry: JsonValue, singular: string): number | string | undefined {
	if (isScalar(entry)) return entry;
	if (!isObject(entry)) return undefined;
	return [`${singular}_id`, 'id'].map((name) => entry[name]).find(isScalar);
}

function isScalar(value: JsonValue | undefined): value is number | string {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}
