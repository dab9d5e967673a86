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
 * @returns `undefined` if there are no problems
 */
export function reportOf(problems: readonly Problem[]): DescribedError | undefined {
	const [first, ...others] = problems;
	if (first === undefined) return undefined;
	if (others.length === 0) return reportOfOne(first);
	const named = problems.slice(0, MAX_NAMED).map(({ id, name, error }) => {
		return `${placeOf(id, name)}${error.message}. ${descriptionOf(error)}`;
	});
	const more = problems.length - named.length;
	return new DescribedError(
		`${problems.length} projects cannot be watched at the moment`,
		[...named, ...(more === 0 ? [] : [`There are ${more} more.`]), ONCE].join('\n'),
	);
}

function reportOfOne({ id, name, error }: Problem): DescribedError {
	const what =
		id === ALL_PROJECTS
			? 'Some projects are not watched'
			: `The project ${name} cannot be watched at the moment`;
	const message = `${what}: ${error.message}`;
	const advice = `${placeOf(id, name)}${descriptionOf(error)}\n${ONCE}`;
	return error instanceof ServiceError
		? new ServiceError(message, advice, error.status)
		: new DescribedError(message, advice);
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
	if (!(error instanceof DescribedError)) return error;
	const place = `This happened in the project ${project.name} (${project.id}).`;
	return error.with(failed.length === 1 ? place : `${place} All ${failed.length} projects failed.`);
}

function placeOf(id: string, name: string): string {
	return id === ALL_PROJECTS ? '' : `${name} (${id}): `;
}

function descriptionOf(error: Error): string {
	return error instanceof DescribedError ? error.description : '';
}

const ONCE =
	'All other projects are watched. Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';
