import type { Client } from '../api';
import { asError, DescribedError, isLack } from '../base';
import { containingField, type RunOptions } from '../form';
import { KnownProjects, type Project, type ProjectList } from '../projects';
import { readPlan, Reads, type RequestPlan } from '../run';
import { confirmed, evaluate, type Reading, type Watch } from './evaluate';
import { refuseGroups } from './identity';
import { failureOf, placeOf, type Polled, THE_LIST } from './polled';
import type { ProjectState, State } from './state';

/** What a poll reads with: one client, whose gate all its projects share. */
export interface Session {
	readonly watch: Watch;
	readonly client: Client;
	readonly options: RunOptions;
}

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
	const known = before[THE_LIST.id] ?? {};
	const lack = list.notices.find(isLack);
	const error = lack && new DescribedError('The service did not list all projects', lack.message);
	const found = [{ project: THE_LIST, known, error }, ...projects];
	for (const { project, error } of found) {
		if (error !== undefined) client.hints.add({ message: `${project.name}: ${error.message}` });
	}
	return found;
}

/**
 * The projects to watch as they are now.
 *
 * @param before the projects that are remembered: one whose name or URL is not known any more counts as
 * missing
 * @throws DescribedError if the service does not list them, or none has the text that was entered
 */
export async function projectsToWatch(
	{ client, watch }: Session,
	before: State = {},
): Promise<ProjectList> {
	const { api } = watch.planFor('any').request;
	const projects = new KnownProjects(client, api);
	const list = await projects.find(watch.projects, (id) => before[id] !== undefined);
	for (const { message } of list.notices) client.hints.add({ message });
	if (list.projects.length > 0) return list;
	// Else nobody would see that nothing is watched.
	const [why = 'There is no project to watch', ...more] = list.notices.map(
		({ message }) => message,
	);
	const todo = `If the text is wrong, correct '${containingField.displayName}'. A workflow that is active tries again with the next poll.`;
	throw new DescribedError(why, [...more, todo].join(' '));
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
	const { records, notices } = await readPlan(plan, new Reads(client, options));
	const gap = notices.find(({ kind }) => kind === 'gap');
	if (gap !== undefined) {
		throw new DescribedError(
			'The service did not return all records',
			`${gap.details ?? gap.message} The next poll tries again. ${IF_EVERY_TIME}`,
		);
	}
	const { keyFields: fields } = watch;
	// Who names key fields wants to watch the records as they are.
	if (fields.length === 0) refuseGroups(records, plan.names[0] ?? 'records');
	return { records, notices, identity: { ids: plan.output.ids, fields } };
}

const LOOK =
	"If it fails every time, use the Agents or GEO node with 'Output' set to 'Raw Response' to see what the service returns. " +
	"If all records are in the response, enter the path to them in 'Records At' under 'Options'.";

const IF_EVERY_TIME =
	`${LOOK} If some are missing, request fewer, for example with 'Filters'. ` +
	"If there are no others, the number that the service reports is wrong: tell the service's support, because the trigger cannot tell a wrong number from missing records.";

/** The error of a plan that cannot do without a list: the answer to it would be watched as one record. */
export const NO_LIST = new DescribedError(
	'The service returned no list of records',
	`The next poll tries again. ${LOOK} Of tasks, check 'View', too.`,
);
