import type { JsonObject, JsonValue } from 'n8n-workflow';
import { freeName, isObject, fieldNames, type Notice, noticeFor, withPlace } from '../base';
import { type OutputChoice, shapeRecords } from '../shape';
import type { Entry, Place } from './types';

/** A record with the marks that it is to get. */
interface Row extends Pick<Entry, 'mark' | 'project'> {
	readonly record: JsonObject;
}

/**
 * Records or answers in the form that the user chose, with their marks in front, which no form leaves
 * out. Nothing is overwritten: what a record has itself under a name of the project gets another name,
 * such as `project_id_2`; of the other marks, the name gives way, such as `_status_2`.
 */
export function shapeEntries(entries: readonly Entry[], output: OutputChoice): JsonObject[] {
	// What is no object becomes one.
	const name = output.mode === 'raw' ? 'data' : 'value';
	const rows = entries.map(({ value, project, mark }): Row => {
		return { project, mark, record: isObject(value) ? value : { [name]: value } };
	});
	const named = withOwnNames(withFreeNames(rows));
	const marks = named.map(({ project, mark }) => ({ ...project, ...mark }));
	const records = named.map(({ record }, at) => inFront(marks[at], record));
	const shaped = shapeRecords(records, output, fieldNames(marks));
	return shaped.map((record, at) => withMissing(marks[at], record));
}

/** A record with the mark in front, and what it has itself under these names behind. */
export function withMarkInFront(record: JsonObject, mark: JsonObject): JsonObject {
	const [row] = withOwnNames([{ record, project: mark, mark: {} }]);
	return inFront(mark, row?.record ?? record);
}

function inFront(mark: JsonObject = {}, record: JsonObject): JsonObject {
	return Object.keys(mark).length === 0 ? record : { ...mark, ...record, ...mark };
}

/** A record in its final shape with what of the mark the shape has left out. */
function withMissing(mark: JsonObject = {}, record: JsonObject): JsonObject {
	const missing = Object.entries(mark).filter(([name]) => !Object.hasOwn(record, name));
	return missing.length === 0 ? record : { ...Object.fromEntries(missing), ...record };
}

/** The rows with marks by names that no record has for something else. */
function withFreeNames(rows: readonly Row[]): readonly Row[] {
	const isTaken = (wanted: string, name: string) =>
		rows.some(({ record, mark }) => Object.hasOwn(record, wanted) && record[wanted] !== mark[name]);
	const names = fieldNames(rows.map(({ mark }) => mark)).map((name): [string, string] => [
		name,
		freeName(name, (wanted) => isTaken(wanted, name)),
	]);
	const free = new Map(names.filter(([name, other]) => name !== other));
	if (free.size === 0) return rows;
	return rows.map((row) => ({ ...row, mark: renamed(row.mark, (name) => free.get(name)) }));
}

/** The rows with other names for what records have themselves under the names of their project. */
function withOwnNames(rows: readonly Row[]): readonly Row[] {
	const names = fieldNames(rows.map(({ project }) => project));
	const isUsed = (name: string) => rows.some(({ record }) => Object.hasOwn(record, name));
	const taken = names.filter((name) => rows.some((row) => differs(row, name)));
	const free = new Map(taken.map((name) => [name, freeName(name, isUsed)]));
	if (free.size === 0) return rows;
	return rows.map((row) => ({
		...row,
		record: renamed(row.record, (name) => (differs(row, name) ? free.get(name) : name)),
	}));
}

function renamed(members: JsonObject, nameOf: (name: string) => string | undefined): JsonObject {
	const entries = Object.entries(members);
	return Object.fromEntries(entries.map(([name, member]) => [nameOf(name) ?? name, member]));
}

/** Whether a record says something else than its project: 42 is the same as "42", and empty is nothing. */
function differs({ record, project }: Row, name: string): boolean {
	const [value, marked] = [textOf(record[name]), textOf(project[name])];
	return value !== '' && value !== marked;
}

function textOf(value: JsonValue = null): string {
	if (value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

/** The members that the records of a place get for their project. */
export function projectMark({ project }: Place): JsonObject {
	return project === undefined ? {} : { project_id: project.id, project_name: project.name };
}

/**
 * The same error with where it happened, and with what is missing because of it.
 *
 * @param part what is missing of the place, in words for the reader of a message; none if all of it is
 */
export function inPlace(error: Error, { slice, project }: Place, part?: string): Error {
	const names = [part, slice?.name, project?.name].filter((name) => name !== undefined);
	const missing = names.join(' of ');
	const placed =
		slice === undefined
			? error
			: withPlace(error, `'One Row Per' ${slice.label}: ${slice.name}`, missing);
	return project === undefined
		? placed
		: withPlace(placed, `the project ${project.name} (${project.id})`, missing);
}

/** Notices on what the service sent for a place, in words for all who have to know. */
export function noticesIn(notices: readonly Notice[], { project }: Place): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => noticeFor(notice, what));
}
