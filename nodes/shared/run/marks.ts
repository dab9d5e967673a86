import type { JsonObject, JsonValue } from 'n8n-workflow';
import { freeName, isObject } from '../base';
import { type OutputChoice, shapeRecords } from '../shape';
import type { Entry } from './types';

/**
 * Records or answers in the form that the user chose, with their marks in front, which no form leaves
 * out. Nothing is overwritten: what a record has itself under a name of the project gets another name,
 * such as `project_id_2`, and of the other marks, the name gives way: `_status_2`.
 */
export function shapeEntries(entries: readonly Entry[], output: OutputChoice): JsonObject[] {
	// What is no object becomes one, whole answers under another name than single values.
	const name = output.mode === 'raw' ? 'data' : 'value';
	const records = entries.map(({ value }) => (isObject(value) ? value : { [name]: value }));
	const projects = entries.map(({ project }) => project);
	const freed = withFreeNames(records, entries);
	const marks = freed.map((mark, place) => ({ ...projects[place], ...mark }));
	const own = keepingOwn(records, projects);
	const marked = own.map((record, place) => inFront(marks[place], record));
	const always = [...new Set(marks.flatMap((mark) => Object.keys(mark)))];
	return shapeRecords(marked, output, always).map((record, place) =>
		withMissing(marks[place], record),
	);
}

/** A record with the mark in front, and what it has itself under these names behind. */
export function withMarkInFront(record: JsonObject, mark: JsonObject): JsonObject {
	const [kept = record] = keepingOwn([record], [mark]);
	return inFront(mark, kept);
}

function inFront(mark: JsonObject = {}, record: JsonObject): JsonObject {
	return Object.keys(mark).length === 0 ? record : { ...mark, ...record, ...mark };
}

/** A record in its final shape with what of the mark the shape has left out. */
function withMissing(mark: JsonObject = {}, record: JsonObject): JsonObject {
	const missing = Object.entries(mark).filter(([name]) => !Object.hasOwn(record, name));
	return missing.length === 0 ? record : { ...Object.fromEntries(missing), ...record };
}

/** The marks with names that no record has for something else, the same in all of them. */
function withFreeNames(records: readonly JsonObject[], entries: readonly Entry[]): JsonObject[] {
	const names = new Set(entries.flatMap(({ mark }) => Object.keys(mark)));
	const isTaken = (wanted: string, name: string) =>
		records.some(
			(record, place) =>
				Object.hasOwn(record, wanted) && record[wanted] !== entries[place]?.mark[name],
		);
	const free = new Map(
		[...names].map((name) => [name, freeName(name, (wanted) => isTaken(wanted, name))]),
	);
	return entries.map(({ mark }) => renamed(mark, (name) => free.get(name) ?? name));
}

/** Records with other names for what they have themselves under the names of their projects. */
function keepingOwn(
	records: readonly JsonObject[],
	projects: readonly JsonObject[],
): readonly JsonObject[] {
	const names = [...new Set(projects.flatMap((project) => Object.keys(project)))];
	const isOwn = (name: string, place: number) =>
		differs(records[place]?.[name], projects[place]?.[name]);
	const taken = names.filter((name) => records.some((_, place) => isOwn(name, place)));
	if (taken.length === 0) return records;
	const isUsed = (name: string) => records.some((record) => Object.hasOwn(record, name));
	const free = new Map(taken.map((name) => [name, freeName(name, isUsed)]));
	return records.map((record, place) =>
		renamed(record, (name) => (isOwn(name, place) ? (free.get(name) ?? name) : name)),
	);
}

function renamed(members: JsonObject, nameOf: (name: string) => string): JsonObject {
	return Object.fromEntries(
		Object.entries(members).map(([name, member]) => [nameOf(name), member]),
	);
}

/** Whether a value says something else than the mark: 42 is the same as "42", and empty is nothing. */
function differs(value: JsonValue | undefined, marked: JsonValue | undefined): boolean {
	if (value === undefined || marked === undefined) return false;
	const text = textOf(value);
	return text !== '' && text !== textOf(marked);
}

function textOf(value: JsonValue): string {
	if (value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}
