import { DescribedError, ServiceError } from '../base';
import { ALL_PROJECTS } from '../form';
import type { FailedProject, Found } from './projectPolls';

/** The most projects that the text of an error names. */
const MAX_NAMED = 5;

/** Something that is not watched at the moment. */
export interface Problem {
	/** The ID of the project; ALL_PROJECTS for the list of projects itself. */
	readonly id: string;
	readonly name: string;
	readonly error: Error;
}

/** What a poll could not read, while it has read something. */
export function problemsIn({ failed, gap }: Found): Problem[] {
	const own = failed.map(({ project: { id, name }, error }) => ({ id, name, error }));
	if (gap === undefined) return own;
	return [{ id: ALL_PROJECTS, name: 'the list of projects', error: gap }, ...own];
}

/**
 * The error to show for what is not watched from now on, while other projects are.
 *
 * @param problems at least one
 */
export function reportOf(problems: readonly Problem[]): DescribedError {
	const [first] = problems;
	const named = problems.slice(0, MAX_NAMED);
	const more = problems.length - named.length;
	const message =
		problems.length === 1 && first !== undefined
			? `${aboutOne(first)}: ${first.error.message}`
			: `${problems.length} projects cannot be watched at the moment`;
	const lines = [
		...named.map((problem) => detailsOf(problem, problems.length)),
		...(more === 0 ? [] : [`There are ${more} more.`]),
		ONCE,
	];
	return withStatus(message, lines.join('\n'), problems);
}

/**
 * The error to show if none of the projects could be read.
 *
 * @param isChoice whether the projects were listed, rather than one chosen by its ID
 * @returns `undefined` if none failed
 */
export function failureOf(failed: readonly FailedProject[], isChoice: boolean): Error | undefined {
	const [first] = failed;
	if (first === undefined || !isChoice) return first?.error;
	const { error, project } = first;
	const place = `This happened in the project ${project.name} (${project.id}).`;
	const all = failed.length === 1 ? place : `${place} All ${failed.length} projects failed.`;
	return withStatus(error.message, joined(descriptionOf(error), all), [{ error }]);
}

function aboutOne({ id, name }: Problem): string {
	return id === ALL_PROJECTS
		? 'Some projects are not watched'
		: `The project ${name} cannot be watched at the moment`;
}

function detailsOf({ id, name, error }: Problem, count: number): string {
	const about = count === 1 ? '' : `${error.message}. `;
	const place = id === ALL_PROJECTS ? '' : `${name} (${id}): `;
	return place + about + descriptionOf(error);
}

/** The status is the same for n8n only if all have it. */
function withStatus(
	message: string,
	description: string,
	causes: ReadonlyArray<{ readonly error: Error }>,
): DescribedError {
	const statuses = new Set(causes.map(({ error }) => statusOf(error)));
	const [status] = statuses;
	return statuses.size === 1 && status !== undefined
		? new ServiceError(message, description, status)
		: new DescribedError(message, description);
}

function statusOf(error: Error): number | undefined {
	return error instanceof ServiceError ? error.status : undefined;
}

function descriptionOf(error: Error): string {
	return error instanceof DescribedError ? error.description : '';
}

function joined(...lines: string[]): string {
	return lines.filter((line) => line !== '').join('\n');
}

const ONCE =
	'All other projects are watched. Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';
