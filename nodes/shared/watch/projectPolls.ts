import type { JsonObject } from 'n8n-workflow';
import type { Client } from '../api';
import { asError, DescribedError, ServiceError } from '../base';
import { ALL_PROJECTS, type RunOptions } from '../form';
import { KnownProjects, noticesOn, type Project, type ProjectList } from '../projects';
import { projectMark, readPlan, Reads, type RequestPlan, withMarkInFront } from '../run';
import { confirmed, evaluate, type Evaluation, type Reading } from './evaluate';
import { refuseGroups } from './identity';
import type { PolledProject, ProjectState, State } from './state';
import type { Watch } from './types';

/** What a poll reads with: one client, whose gate all its projects share. */
export interface Session {
	readonly watch: Watch;
	readonly client: Client;
	readonly options: RunOptions;
}

/** What became of a project in a poll, with its name and its events. */
export interface Polled extends PolledProject {
	readonly project: Project;
	readonly evaluation?: Evaluation;
}

/** Stands for the list of projects. It has an error if it may lack some. */
export const THE_LIST: Project = { id: ALL_PROJECTS, name: 'the list of projects' };

/**
 * Reads the projects of a watch, several at once. One that fails holds up no other.
 *
 * @param before the state before the poll
 * @param start what is known of a project that is not in it
 * @returns the list of projects, then its projects
 * @throws DescribedError if the service does not list the projects, or none of them can be read
 */
export async function pollProjects(
	session: Session,
	before: State,
	start: ProjectState,
): Promise<Polled[]> {
	const { watch, client } = session;
	const list = await projectsToWatch(session, before);
	const projects = await Promise.all(
		list.projects.map((project) => pollProject(session, project, before[project.id] ?? start)),
	);
	const failure = failureOf(projects, watch);
	if (failure !== undefined) throw failure;
	const known = before[ALL_PROJECTS] ?? {};
	const found = [{ project: THE_LIST, known, error: gapIn(list) }, ...projects];
	for (const { project, error } of found) {
		if (error !== undefined) client.hints.add({ message: `${project.name}: ${error.message}` });
	}
	return found;
}

/**
 * The projects to watch as they are now.
 *
 * @param before the projects that are remembered. One that was missing from a whole list is gone; any
 * other may come back, so that it counts as missing where its name or URL is not known any more
 * @throws DescribedError if the service does not list them
 */
export async function projectsToWatch(
	{ client, watch }: Session,
	before: State = {},
): Promise<ProjectList> {
	const { api } = watch.planFor('any').request;
	const isWatched = (id: string) =>
		before[id] !== undefined && before[id].missingSince === undefined;
	const list = await new KnownProjects(client, api).find(watch.projects, isWatched);
	for (const { message } of noticesOn(list)) client.hints.add({ message });
	return list;
}

/** Why the watch may lack projects. */
export function gapIn({ notices, unknown }: ProjectList): DescribedError | undefined {
	const part = notices.find(({ kind }) => kind === 'gap' || kind === 'doubt');
	const why = part ?? (unknown?.kind === 'gap' ? unknown : undefined);
	if (why === undefined) return undefined;
	return new DescribedError(
		part === undefined
			? 'The names and URLs of some projects are not known'
			: 'The service lists only a part of the projects',
		`${why.message} The other projects are watched.`,
	);
}

/** What a reading of a project says that is not in doubt, or two that agree; or why there is none. */
export async function pollProject(
	session: Session,
	project: Project,
	known: ProjectState,
): Promise<Polled> {
	const { watch, client } = session;
	try {
		const plan = watch.planFor(project.id);
		const once = async () => evaluate(await read(session, plan), known.records, watch.detector);
		const evaluation = await confirmed(once, async (ms) => await client.pause(ms));
		const place = watch.projects.by === 'id' ? '' : placeOf(project);
		for (const notice of evaluation.notices) client.hints.add({ message: place + notice });
		return { project, known, evaluation };
	} catch (error) {
		return { project, known, error: asError(error) };
	}
}

/**
 * Reads the records once.
 *
 * @throws DescribedError if they cannot be read, are groups of records, or some are missing: these
 * would be new once they come
 */
async function read({ client, options, watch }: Session, plan: RequestPlan): Promise<Reading> {
	const { records, notices, errors } = await readPlan(plan, new Reads(client, options));
	const [error] = errors;
	if (error !== undefined) throw error;
	const gap = notices.find(({ kind }) => kind === 'gap');
	if (gap !== undefined) {
		throw new DescribedError(
			'The service did not return all records',
			`${gap.details ?? gap.message} The next poll tries again. ${IF_EVERY_TIME}`,
		);
	}
	const { keyFields: fields } = watch;
	// Who names key fields wants to watch the records as they are.
	if (fields.length === 0) refuseGroups(records, plan.names);
	return { records, notices, identity: { ids: plan.output.ids, fields } };
}

const IF_EVERY_TIME =
	"If it fails every time, use the Agents or GEO node with 'Output' set to 'Raw Response' to see what the service returns. " +
	"If all records are in the response, enter the path to them in 'Records At' under 'Options'. " +
	"If some are missing, request fewer, for example with 'Filters'. " +
	"If there are no others, the number that the service reports is wrong: tell the service's support, because the trigger cannot tell a wrong number from missing records.";

/**
 * Events of a project, each with the project in front if all are watched. What the record has itself
 * under the same names gets another name, as everywhere.
 */
export function eventsOf({ evaluation, project }: Polled, { projects }: Watch): JsonObject[] {
	const mark = projects.by === 'all' ? projectMark({ project }) : {};
	return [...(evaluation?.events.values() ?? [])].map((event) => withMarkInFront(event, mark));
}

/** The most projects that the text of an error names. */
const MAX_NAMED = 5;

/**
 * The error to show for what is not watched from now on, while other projects are. What was shown by an
 * earlier poll is only in the log.
 *
 * @returns `undefined` if there is nothing to show
 */
export function reportOf(found: readonly Polled[]): ServiceError | undefined {
	const failed = found.flatMap(({ project, known, error }) =>
		error === undefined || known.isReported === true ? [] : [{ project, error }],
	);
	const [first] = failed;
	if (first === undefined) return undefined;
	const isOne = failed.length === 1;
	const title = isOne
		? `${titleOf(first.project)}: ${first.error.message}`
		: `${failed.length} projects cannot be watched at the moment`;
	const lines = failed.slice(0, MAX_NAMED).map(({ project, error }) => {
		const place = project.id === ALL_PROJECTS ? '' : placeOf(project);
		const todo = error instanceof DescribedError ? error.description : '';
		return `${place}${isOne ? '' : `${error.message}. `}${todo}`;
	});
	if (failed.length > MAX_NAMED) lines.push(`There are ${failed.length - MAX_NAMED} more.`);
	const status = first.error instanceof ServiceError ? first.error.status : undefined;
	return new ServiceError(title, [...lines, ONCE].join('\n'), status);
}

function titleOf({ id, name }: Project): string {
	return id === ALL_PROJECTS
		? 'Some projects are not watched'
		: `The project ${name} cannot be watched at the moment`;
}

function placeOf({ id, name }: Project): string {
	return `${name} (${id}): `;
}

/**
 * The error to show if none of the projects could be read.
 *
 * @returns `undefined` if one could, or there are none
 */
export function failureOf(
	polled: readonly Polled[],
	{ projects }: Pick<Watch, 'projects'>,
): Error | undefined {
	const [first] = polled;
	if (first === undefined || polled.some(({ error }) => error === undefined)) return undefined;
	const { error, project } = first;
	if (!(error instanceof DescribedError) || projects.by === 'id') return error;
	const place = `This happened in the project ${project.name} (${project.id}).`;
	return error.with(polled.length === 1 ? place : `${place} All ${polled.length} projects failed.`);
}

const ONCE =
	'All other projects are watched. Nothing is lost of a project that was read before: its events come with the first poll that can read it again. One that was never read is watched from then on. This is reported once, and again only if it fails after it could be read again.';
