import type { JsonObject } from 'n8n-workflow';
import { asError, DescribedError, ServiceError } from '../base';
import { ALL_PROJECTS } from '../form';
import { KnownProjects, noticesOn, type Project, type ProjectList } from '../projects';
import { projectMark, readPlan, Reads, type RequestPlan, withMarkInFront } from '../run';
import { confirmed, evaluate, type Evaluation, type Reading } from './evaluate';
import { refuseGroups } from './identity';
import type { Session } from './session';
import type { ProjectState, State } from './state';
import type { Watch } from './types';

/** A project that was read. */
export interface ReadProject extends Polled {
	readonly evaluation: Evaluation;
}

/** What a poll has found, in the order in which the service lists the projects. */
export interface Found {
	readonly read: readonly ReadProject[];
	/** Before the projects, the list of projects itself if it may lack some. */
	readonly failed: readonly FailedProject[];
}

/** Stands for the list of projects where one is named that could not be read. */
export const THE_LIST: Project = { id: ALL_PROJECTS, name: 'the list of projects' };

/** Whether the list of projects may lack some. */
export function mayLackProjects({ failed }: Found): boolean {
	return failed.some(({ project }) => project.id === ALL_PROJECTS);
}

/**
 * Reads the projects of a watch, several at once. One that fails holds up no other.
 *
 * @param before the state before the poll; `undefined` at the start of a watch
 * @throws DescribedError if the service does not list the projects, or none of them can be read
 */
export async function pollProjects(session: Session, before: State | undefined): Promise<Found> {
	const { watch, hints } = session;
	const list = await projectsToWatch(session);
	const all = await Promise.all(
		list.projects.map((project) => settled(session, project, before?.get(project.id) ?? {})),
	);
	const read = all.filter((result) => 'evaluation' in result);
	const failed = all.filter((result) => 'error' in result);
	const failure = read.length === 0 ? failureOf(failed, watch) : undefined;
	if (failure !== undefined) throw failure;
	const gap = gapIn(list, before);
	if (gap !== undefined) {
		failed.unshift({ project: THE_LIST, known: before?.get(ALL_PROJECTS) ?? {}, error: gap });
	}
	for (const { project, error } of failed) hints.add(`${project.name}: ${error.message}`);
	return { read, failed };
}

/**
 * The projects to watch as they are now.
 *
 * @throws DescribedError if the service does not list them, or not in time
 */
export async function projectsToWatch({
	client,
	hints,
	inTime,
	watch,
}: Session): Promise<ProjectList> {
	const list = await inTime(
		new KnownProjects(client, watch.planFor('any').request.api).find(watch.projects),
	);
	for (const { message } of noticesOn(list)) hints.add(message);
	return list;
}

/**
 * Why the watch may lack projects. Those in doubt count as missing, but not if the key has no GEO API,
 * since no later poll would know more; unless one of them is remembered: it may come back with the
 * access. A project that was missing from a whole list is gone.
 */
export function gapIn(
	{ notices, inDoubt }: ProjectList,
	before: State | undefined,
): DescribedError | undefined {
	const part = notices.find(({ kind }) => kind === 'gap' || kind === 'doubt');
	const known = inDoubt?.ids.flatMap((id) => before?.get(id) ?? []) ?? [];
	const isWatched = known.some(({ missingSince }) => missingSince === undefined);
	const mayLack = inDoubt?.notice.kind === 'gap' || isWatched;
	const why = part ?? (mayLack ? inDoubt?.notice : undefined);
	if (why === undefined) return undefined;
	return new DescribedError(
		part === undefined
			? 'The names and URLs of some projects are not known'
			: 'The service lists only a part of the projects',
		`${why.message} The other projects are watched.`,
	);
}

async function settled(
	session: Session,
	project: Project,
	known: ProjectState,
): Promise<FailedProject | ReadProject> {
	try {
		return { project, known, evaluation: await session.inTime(evaluated(session, project, known)) };
	} catch (error) {
		return { project, known, error: asError(error) };
	}
}

/** What a reading of a project says that is not in doubt, or two that agree. */
async function evaluated(
	session: Session,
	{ id, name }: Project,
	{ records }: ProjectState,
): Promise<Evaluation> {
	const { watch, client, hints } = session;
	const plan = watch.planFor(id);
	const once = async () => evaluate(await read(session, plan), records, watch);
	const evaluation = await confirmed(once, async (ms) => await client.pause(ms));
	const place = watch.projects.by === 'id' ? '' : `${name} (${id}): `;
	for (const notice of evaluation.notices) hints.add(place + notice);
	return evaluation;
}

/**
 * Reads the records once.
 *
 * @throws DescribedError if they cannot be read, are groups of records, or some are missing: these
 * would be new once they come
 */
export async function read(
	{ client, options, watch }: Session,
	plan: RequestPlan,
): Promise<Reading> {
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
	// Who names key fields wants to watch the records as they are.
	if (watch.identity.fields.length === 0) refuseGroups(records, plan.names);
	return { records, notices };
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
export function eventsIn(
	{ events }: Evaluation,
	project: Project,
	{ projects }: Watch,
): JsonObject[] {
	const mark = projects.by === 'all' ? projectMark({ project }) : {};
	return [...events.values()].map((event) => withMarkInFront(event, mark));
}

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
