import type { JsonObject } from 'n8n-workflow';
import { asError, DescribedError } from '../base';
import { type Doubt, KnownProjects, noticesOn, type Project, type ProjectList } from '../projects';
import { withMarkInFront } from '../run';
import { confirmed, evaluate, type Evaluation } from './evaluate';
import { read, READ_AGAIN_AFTER, type Session } from './session';
import type { KnownRecords, State } from './state';
import type { Watch } from './types';

/** A project that was read. */
export interface ReadProject {
	readonly project: Project;
	readonly evaluation: Evaluation;
}

/** A project that could not be read. */
export interface FailedProject {
	readonly project: Project;
	readonly error: Error;
}

/** What a poll has found, in the order in which the service lists the projects. */
export interface Found {
	readonly read: readonly ReadProject[];
	readonly failed: readonly FailedProject[];
	/** Why the watch may lack projects, if it may. */
	readonly gap?: DescribedError;
}

/**
 * Reads the projects of a watch, several at once. One that fails holds up no other.
 *
 * @param stored the state before the poll; `undefined` at the start of a watch
 * @throws DescribedError if the service does not list the projects
 */
export async function pollProjects(
	session: Session,
	watch: Watch,
	stored: State | undefined,
): Promise<Found> {
	const list = await findProjects(session, watch);
	const { projects } = list;
	const all = await Promise.all(
		projects.map((project) => settled(session, watch, project, stored?.get(project.id)?.records)),
	);
	return {
		read: all.filter((result) => 'evaluation' in result),
		failed: all.filter((result) => 'error' in result),
		gap: gapIn(list, stored),
	};
}

/**
 * Why the watch may lack projects.
 *
 * @param stored the state before the poll
 */
export function gapIn(
	{ notices, inDoubt }: ProjectList,
	stored: State | undefined,
): DescribedError | undefined {
	const gap = notices.find(({ kind }) => kind === 'gap');
	if (gap !== undefined) {
		return gapError('The service lists only a part of the projects', gap.message);
	}
	if (notices.some(({ kind }) => kind === 'doubt')) {
		return gapError(
			'The list of projects changed while it was read',
			'The next poll reads it again.',
		);
	}
	return inDoubt !== undefined && mayLack(inDoubt, stored)
		? gapError('The names and URLs of some projects are not known', inDoubt.notice.message)
		: undefined;
}

function gapError(title: string, why: string): DescribedError {
	return new DescribedError(title, `${why} The other projects are watched.`);
}

/**
 * Whether projects in doubt count as missing. A key without the GEO API will never know more, so that
 * alone is no gap; but one of them that is remembered may come back with the access. A project that
 * was missing from a whole list is gone.
 */
function mayLack({ ids, notice }: Doubt, stored: State | undefined): boolean {
	if (notice.kind === 'gap') return true;
	return ids.some((id) => {
		const state = stored?.get(id);
		return state !== undefined && state.missingSince === undefined;
	});
}

/**
 * The projects to watch as they are now.
 *
 * @throws DescribedError if the service does not list them, or not in time
 */
export async function findProjects(
	{ client, hints, inTime }: Session,
	{ projects, planFor }: Watch,
): Promise<ProjectList> {
	const { api } = planFor('any').request;
	const list = await inTime(new KnownProjects(client, api).find(projects));
	for (const { message } of noticesOn(list)) hints.add(message);
	return list;
}

/**
 * An event with its project in front, if all projects are watched. What the record has itself under
 * the same names gets another name, as everywhere.
 */
export function withProject(event: JsonObject, { id, name }: Project, watch: Watch): JsonObject {
	if (watch.projects.by !== 'all') return event;
	return withMarkInFront(event, { project_id: id, project_name: name });
}

async function settled(
	session: Session,
	watch: Watch,
	project: Project,
	stored: KnownRecords | undefined,
): Promise<FailedProject | ReadProject> {
	try {
		const evaluation = await session.inTime(evaluated(session, watch, project, stored));
		return { project, evaluation };
	} catch (error) {
		return { project, error: asError(error) };
	}
}

async function evaluated(
	session: Session,
	watch: Watch,
	{ id }: Project,
	stored: KnownRecords | undefined,
): Promise<Evaluation> {
	const plan = watch.planFor(id);
	const once = async () => evaluate(await read(session, plan), stored, { ...watch, plan });
	return await confirmed(once, async () => await session.client.pause(READ_AGAIN_AFTER));
}
