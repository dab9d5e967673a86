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
