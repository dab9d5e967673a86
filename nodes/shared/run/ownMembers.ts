import type { JsonObject, JsonValue } from 'n8n-workflow';
import { freeName, isObject } from '../base';

/** What records have themselves under the names of a mark, by these names: what it is called beside it. */
type OwnNames = ReadonlyMap<string, string>;

/**
 * Other names for what records have themselves under the names of a mark, such as the `project_id` of
 * another project: `project_id_2`, or the next one that no record has.
 */
export function ownNames(records: readonly JsonValue[], mark: JsonObject): OwnNames {
	const taken = Object.keys(mark).filter((name) =>
		records.some((record) => differs(record, name, mark)),
	);
	const isUsed = (name: string) =>
		records.some((record) => isObject(record) && Object.hasOwn(record, name));
	return new Map(taken.map((name) => [name, freeName(name, isUsed)]));
}

/** A record with other names for its own members, so that the mark replaces none of them. */
export function keepingOwn(record: JsonValue, mark: JsonObject, names: OwnNames): JsonValue {
	if (names.size === 0 || !isObject(record)) return record;
	const nameOf = (name: string) => (differs(record, name, mark) ? (names.get(name) ?? name) : name);
	return Object.fromEntries(Object.entries(record).map(([name, member]) => [nameOf(name), member]));
}

/** A record with the mark in front, and what it has itself under these names behind. */
export function withMarkInFront(record: JsonObject, mark: JsonObject): JsonObject {
	const kept = keepingOwn(record, mark, ownNames([record], mark));
	return { ...mark, ...(isObject(kept) ? kept : {}), ...mark };
}

/** Whether a record says something else than the mark: 42 is the same as "42", and empty is nothing. */
function differs(record: JsonValue, name: string, mark: JsonObject): boolean {
	if (!isObject(record) || !Object.hasOwn(record, name) || !Object.hasOwn(mark, name)) return false;
	const [value, marked] = [textOf(record[name]), textOf(mark[name])];
	return value !== '' && value !== marked;
}

function textOf(value: JsonValue = null): string {
	if (value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}
