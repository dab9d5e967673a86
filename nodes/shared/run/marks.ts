import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Marked } from '../compare';
import { freeName, isObject } from '../base';
import { type OutputChoice, shapeRecords } from '../shape';
import { keepingOwn, ownNames } from './ownMembers';

/** Values without a mark. */
export function unmarked(values: readonly JsonValue[]): Marked[] {
	return values.map((value) => ({ value, mark: NO_MARK }));
}

const NO_MARK: JsonObject = {};

/** What was read, each part of it marked. */
interface MarkedReading {
	readonly pages: readonly Marked[];
	readonly records: readonly Marked[];
}

/**
 * Marked records, or answers, in the form that the user chose, which loses none of the marks.
 *
 * @param own members that each of them gets in front of its own mark. They keep their names: what a
 * record has itself under one of them gets another
 */
export function shapeMarked(
	{ pages, records }: MarkedReading,
	own: JsonObject,
	output: OutputChoice,
): JsonObject[] {
	return output.mode === 'raw'
		? rawMarked(withFreeNames(pages), own)
		: recordsMarked(withFreeNames(records), own, output);
}

/** The same with names that no record has for something else: `_status` may become `_status_2`. */
function withFreeNames(entries: readonly Marked[]): readonly Marked[] {
	const names = new Set(entries.flatMap(({ mark }) => Object.keys(mark)));
	if (names.size === 0) return entries;
	const freeOf = (name: string) => freeName(name, (wanted) => isTaken(wanted, name, entries));
	const free = new Map([...names].map((name) => [name, freeOf(name)]));
	return entries.map(({ value, mark }) => ({
		value,
		mark: Object.fromEntries(
			Object.entries(mark).map(([name, member]) => [free.get(name) ?? name, member]),
		),
	}));
}

/** Whether a record has a member of this name itself, with another value than its mark has. */
function isTaken(wanted: string, name: string, entries: readonly Marked[]): boolean {
	return entries.some(
		({ value, mark }) =>
			isObject(value) && Object.hasOwn(value, wanted) && value[wanted] !== mark[name],
	);
}

function recordsMarked(
	entries: readonly Marked[],
	own: JsonObject,
	output: OutputChoice,
): JsonObject[] {
	const marks = entries.map(({ mark }) => ({ ...own, ...mark }));
	const markOf = (place: number) => marks[place] ?? own;
	const names = [...new Set(marks.flatMap((mark) => Object.keys(mark)))];
	const others = ownNames(valuesOf(entries), own);
	const records = entries.map(({ value }, place) =>
		marked(keepingOwn(value, own, others), markOf(place)),
	);
	return shapeRecords(records, output, names).map((record, place) =>
		withMark(record, markOf(place)),
	);
}

/** Marked answers as they came. */
function rawMarked(pages: readonly Marked[], own: JsonObject): JsonObject[] {
	const others = ownNames(valuesOf(pages), own);
	return pages.map(({ value, mark }) => {
		const all = { ...own, ...mark };
		const page = keepingOwn(value, own, others);
		return { ...all, ...(isObject(page) ? page : { data: page }), ...all };
	});
}

function valuesOf(entries: readonly Marked[]): JsonValue[] {
	return entries.map(({ value }) => value);
}

/** A record with the mark in front; one that is no object becomes one only if there is a mark. */
function marked(record: JsonValue, mark: JsonObject): JsonValue {
	if (Object.keys(mark).length === 0) return record;
	return { ...mark, ...(isObject(record) ? record : { value: record }), ...mark };
}

/** A record in its final shape with what of the mark the shape has left out. */
function withMark(record: JsonObject, mark: JsonObject): JsonObject {
	const missing = Object.entries(mark).filter(([name]) => !Object.hasOwn(record, name));
	return missing.length === 0 ? record : { ...Object.fromEntries(missing), ...record };
}
