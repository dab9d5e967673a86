import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../base';
import { toSheetRows } from '../shape';

/** The most entries of a list that are named. */
const MOST_ENTRIES = 3;

/** The fields by which an entry of a list is named, best first. */
const NAMES = ['name', 'title', 'label', 'prompt', 'keyword', 'domain', 'url', 'id'];

/** Rows without objects and lists in them: objects become fields of the row, lists short texts. */
export function flatRows(rows: readonly JsonObject[]): JsonObject[] {
	return toSheetRows(rows.map(withShortLists));
}

function withShortLists(row: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shortened(value)]));
}

function shortened(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return listInWords(value);
	return isRow(value) ? withShortLists(value) : value;
}

function listInWords(list: readonly JsonValue[]): string {
	const more = list.length - MOST_ENTRIES;
	const entries = list.slice(0, MOST_ENTRIES).map(entryInWords);
	return [...entries, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** An entry of a list by its name, or by whatever it says first. */
function entryInWords(entry: JsonValue): string {
	if (Array.isArray(entry)) return listInWords(entry);
	if (!isRow(entry)) return String(entry);
	const isPlain = (value: JsonValue | undefined) =>
		typeof value === 'string' || typeof value === 'number';
	const values = [...NAMES.map((name) => entry[name]), ...Object.values(entry)];
	return String(values.find(isPlain) ?? '…');
}

function isRow(value: JsonValue | undefined): value is JsonObject {
	return isObject(value);
}
