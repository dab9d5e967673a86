import { type Notice, noticeFor, withPlace } from '../base';
import type { Place } from './table';

/**
 * Adds to an error where it happened, and what is missing because of it.
 *
 * @param missing the missing part, in words for the reader of a message; all of the place if not set
 * @param period the period in which it happened, where there are two
 */
export function errorAt(
	error: Error,
	{ part, project }: Place,
	missing?: string,
	period?: string,
): Error {
	const names = [missing, part?.name, project?.name].filter((name) => name !== undefined);
	const places = [
		period,
		part && `'One Row Per' ${part.label}: ${part.name}`,
		project && `the project ${project.name} (${project.id})`,
	].filter((place) => place !== undefined);
	return places.reduce((placed, place) => withPlace(placed, place, names.join(' of ')), error);
}

/** Adds what the reader of a message has to know to the notices for a place. */
export function noticesAt(notices: readonly Notice[], { project }: Place): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => noticeFor(notice, what));
}
