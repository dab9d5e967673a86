import { DescribedError, ServiceError } from '../base';
import { ALL_PROJECTS } from '../form';
import type { Project } from '../projects';
import type { ProjectState } from './state';
import type { Watch } from './types';

/** A project of a poll. */
export interface Polled {
	readonly project: Project;
	/** What the state before the poll says of it. */
	readonly known: ProjectState;
}

/** A project that could not be read. */
export interface FailedProject extends Polled {
	readonly error: Error;
}

/** The most projects that the text of an error names. */
const MAX_NAMED = 5;

/**
 * The error to show for what is not watched from now on, while other projects are.
 *
 * @returns `undefined` if everything is
 */
export function reportOf(failed: readonly FailedProject[]): ServiceError | undefined {
	const [first, ...others] = failed;
	if (first === undefined) return undefined;
	const { project, error } = first;
	const isOne = others.length === 0;
	const title = isOne
		? `${titleOf(project)}: ${error.message}`
		: `${failed.length} projects cannot be watched at the moment`;
	const named = failed.slice(0, MAX_NAMED).map((one) => {
		return `${placeOf(one)}${isOne ? '' : `${one.error.message}. `}${todoAfter(one)}`;
	});
	const more = failed.length - named.length;
	const advice = [...named, ...(more === 0 ? [] : [`There are ${more} more.`]), ONCE].join('\n');
	return new ServiceError(title, advice, error instanceof ServiceError ? error.status : undefined);
}

function titleOf({ id, name }: Project): string {
	return id === ALL_PROJECTS
		? 'Some projects are not watched'
		: `The project ${name} cannot be watched at the moment`;
}

function placeOf({ project: { id, name } }: FailedProject): string {
	return id === ALL_PROJECTS ? '' : `${name} (${id}): `;
}

function todoAfter({ error }: FailedProject): string {
	return error instanceof DescribedError ? error.description : '';
}

/**
 * The error to show if none of the projects could be read.
 *
 * @returns `undefined` if none failed
 */
export function failureOf(
	failed: readonly FailedProject[],
	{ projects }: Pick<Watch, 'projects'>,
): Error | undefined {
	const [first] = failed;
	if (!(first?.error instanceof DescribedError) || projects.by === 'id') return first?.error;
	const { error, project } = first;
	const place = `This happened in the project ${project.name} (${project.id}).`;
	return error.with(failed.length === 1 ? place : `${place} All ${failed.length} projects failed.`);
}

const ONCE =
	'All other projects are watched. Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';
