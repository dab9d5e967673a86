import { type Notice, noticeFor, withPlace } from '../base';
import type { Place } from './table';

/**
 * Adds the place to an error.
 *
 * @param missing the unread data, for the reader of a message; by default, all of the place
 * @param period the name of the period, if two are compared
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

/** Tells the reader of a message which project the notices are about. */
export function noticesAt(notices: readonly Notice[], { project }: Place): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => noticeFor(notice, what));
}
