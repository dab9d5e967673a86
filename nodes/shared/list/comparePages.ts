import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';

/**
 * The fields of the first record that have the same values in both pages, record by record; none if
 * the other page is shorter.
 */
export function equalColumns(page: readonly JsonValue[], other: readonly JsonValue[]): string[] {
	const [record] = page.length > other.length ? [] : page;
	return Object.keys(isObject(record) ? record : {}).filter((name) =>
		page.every((_, index) => isEqual(valueAt(page, index, name), valueAt(other, index, name))),
	);
}

/**
 * Whether a column of one page has most of its values in another place of the other, as if records
 * had been added or deleted.
 */
export function hasShifted(page: readonly JsonValue[], other: readonly JsonValue[]): boolean {
	const [record] = page;
	return Object.keys(isObject(record) ? record : {}).some((name) => {
		if (equalColumns(page, other).includes(name)) return false;
		const known = new Set(page.map((one) => keyBy(one, [name])));
		const found = other.filter((one) => known.has(keyBy(one, [name])));
		return found.length > page.length / 2;
	});
}

/** Whether no two records have the same values in these fields. */
export function isUniqueBy(page: readonly JsonValue[], names: readonly string[]): boolean {
	const keys = new Set<string>();
	return page.every((record) => keys.size < keys.add(keyBy(record, names)).size);
}

/** The values of a record in these fields as one text. */
export function keyBy(record: JsonValue, names: readonly string[]): string {
	return JSON.stringify(names.map((name) => (isObject(record) ? (record[name] ?? null) : null)));
}

/**
 * Whether a page is another one once more.
 *
 * @param again the other one, requested a second time: the fields that differ then change by themselves
 */
export function isSamePage(
	page: readonly JsonValue[],
	other: readonly JsonValue[],
	again: readonly JsonValue[],
): boolean {
	const lasting = equalColumns(other, again);
	const equal = equalColumns(other.slice(0, page.length), page);
	return page.length > 0 && lasting.every((name) => equal.includes(name));
}

function valueAt(page: readonly JsonValue[], index: number, name: string): JsonValue | undefined {
	const record = page[index];
	return isObject(record) ? record[name] : undefined;
}

function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
	return (
		one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
	);
}
