import type { JsonObject } from 'n8n-workflow';
import {
	freeName,
	isObject,
	fieldNames,
	fieldText,
	type Notice,
	noticeFor,
	withPlace,
} from '../base';
import type { Marked } from '../compare';
import { type OutputChoice, shapeRecords } from '../shape';
import type { Place } from './types';

interface Row {
	readonly record: JsonObject;
	readonly mark: JsonObject;
}

/**
 * Shapes records or answers as the user chose, with their marks in front, which no form leaves out. A
 * record's own field with the name of a mark gets another name, such as `project_id_2`.
 */
export function shapeEntries(entries: readonly Marked[], output: OutputChoice): JsonObject[] {
	// A value that is no object becomes one.
	const name = output.mode === 'raw' ? 'data' : 'value';
	const rows = entries.map(({ value, mark }) => ({
		mark,
		record: isObject(value) ? value : { [name]: value },
	}));
	return shapeRecords(withMarks(rows), output, fieldNames(rows.map(({ mark }) => mark)));
}

/** Puts the mark in front of a record, and its own fields with these names behind. */
export function withMarkInFront(record: JsonObject, mark: JsonObject): JsonObject {
	const [marked = record] = withMarks([{ record, mark }]);
	return marked;
}

/** Renames a field in all records if one of them has something else there than its mark. */
function withMarks(rows: readonly Row[]): JsonObject[] {
	const names = fieldNames(rows.map(({ mark }) => mark));
	const taken = names.filter((name) => rows.some((row) => differs(row, name)));
	const isUsed = (name: string) => rows.some(({ record }) => Object.hasOwn(record, name));
	const free = new Map(taken.map((name) => [name, freeName(name, isUsed)]));
	const renamed = (record: JsonObject): JsonObject =>
		Object.fromEntries(
			Object.entries(record).map(([name, value]) => [free.get(name) ?? name, value]),
		);
	return rows.map(({ record, mark }) => {
		const own = free.size === 0 ? record : renamed(record);
		return names.length === 0 ? own : { ...mark, ...own, ...mark };
	});
}

/** Whether a record says something else than its mark. */
function differs({ record, mark }: Row, name: string): boolean {
	const value = fieldText(record[name]);
	return value !== '' && value !== fieldText(mark[name]);
}

/** Returns the members that name the project of a record. */
export function projectMark({ project }: Place): JsonObject {
	return project === undefined ? {} : { project_id: project.id, project_name: project.name };
}

/**
 * Adds to an error where it happened, and what is missing because of it.
 *
 * @param part the missing part, in words for the reader of a message; all of the place if not set
 * @param period the period in which it happened, where there are two
 */
export function inPlace(
	error: Error,
	{ slice, project }: Place,
	part?: string,
	period?: string,
): Error {
	const names = [part, slice?.name, project?.name].filter((name) => name !== undefined);
	const places = [
		period,
		slice && `'One Row Per' ${slice.label}: ${slice.name}`,
		project && `the project ${project.name} (${project.id})`,
	].filter((place) => place !== undefined);
	return places.reduce((placed, place) => withPlace(placed, place, names.join(' of ')), error);
}

/** Words the notices for a place so that readers understand them, too. */
export function noticesIn(notices: readonly Notice[], { project }: Place): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => noticeFor(notice, what));
}
