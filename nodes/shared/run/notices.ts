import type { JsonObject } from 'n8n-workflow';
import type { Notice } from '../base';
import type { Entry, PlaceOutcome } from './types';

/** The least records that say something: projects may share a single one by chance, such as the row of a report in which nothing was counted. */
const LEAST = { ofProjects: 2, ofSlices: 1 };

/**
 * What to say where all projects, or all slices of one, have the same records, as if the service did
 * not look at what they differ in.
 *
 * @param isShared whether projects may honestly have the same
 */
export function aboutSameRecords(places: readonly PlaceOutcome[], isShared: boolean): Notice[] {
	const projects = [...new Set(places.map(({ place }) => place.project))].map((project) =>
		places.filter(({ place }) => place.project === project),
	);
	const label = places[0]?.place.slice?.label ?? '';
	const read = projects.filter((slices) => slices.every(({ errors }) => errors.length === 0));
	const ofProjects = read.map((slices) => slices.flatMap(({ records }) => records));
	const ofSlices = projects.map((slices) => slices.map(({ records }) => records));
	return [
		...(ofSlices.some((lists) => areAllSame(lists, LEAST.ofSlices))
			? [{ message: `One Row Per ${label}: ${SAME_SLICES}` }]
			: []),
		...(!isShared && areAllSame(ofProjects, LEAST.ofProjects) ? [{ message: SAME_PROJECTS }] : []),
	];
}

const SAME_PROJECTS =
	'The service returned the same records for all projects, so it may not be able to return them separately.';

const SAME_SLICES =
	'The service returned the same records for each of them, so it may not be able to return them separately.';

/** Whether there are several lists, all with the same values in the same order. */
function areAllSame(lists: ReadonlyArray<readonly Entry[]>, least: number): boolean {
	const [first = [], ...others] = lists;
	const isSame = (list: readonly Entry[]) =>
		list.length === first.length &&
		list.every(({ value }, at) => JSON.stringify(value) === JSON.stringify(first[at]?.value));
	return first.length >= least && others.length > 0 && others.every(isSame);
}

/**
 * What to say of fields that the user has selected and that are empty in all records, as a misspelt
 * name is.
 *
 * @param records all records of a run, in the form that the user chose
 */
export function emptyFieldsNotice(
	records: readonly JsonObject[],
	fields: readonly string[],
): Notice | undefined {
	if (records.length === 0) return undefined;
	const empty = fields.filter((name) => records.every((record) => (record[name] ?? null) === null));
	if (empty.length === 0) return undefined;
	const message = `No record has a value in ${empty.map((name) => `'${name}'`).join(', ')}.`;
	const details = "Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.";
	return { message, details };
}
