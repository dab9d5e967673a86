import type { JsonObject } from 'n8n-workflow';
import { type Notice, noticeFor, withPlace } from '../base';
import type { Place } from './types';

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
	const places = [
		...(slice === undefined
			? []
			: [{ name: slice.name, where: `'One Row Per' ${slice.label}: ${slice.name}` }]),
		...(project === undefined
			? []
			: [{ name: project.name, where: `the project ${project.name} (${project.id})` }]),
	];
	let [placed, missing] = [error, part];
	for (const { name, where } of places) {
		missing = missing === undefined ? name : `${missing} of ${name}`;
		placed = withPlace(placed, where, missing);
	}
	return placed;
}

/** Notices on what the service sent for a place, in words for all who have to know. */
export function noticesIn(notices: readonly Notice[], { project }: Place): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => noticeFor(notice, what));
}
