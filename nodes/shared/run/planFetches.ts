import { addBodyProperties, addProject } from '../api';
import {
	adviceForPeople,
	asError,
	DescribedError,
	formatNameList,
	type Notice,
	addReaderTextToNotice,
} from '../base';
import {
	checkListedProject,
	findProjects,
	type ProjectChoice,
	type ProjectList,
	findProjectById,
	resolveFilterNames,
} from '../projects';
import { type Lists, DEFAULT_PAGE_SIZE } from '../reading';
import {
	addPlaceToError,
	addProjectToNotices,
	type ProjectAndSegment,
	type Project,
} from '../table';
import type { Fetch, Query } from './query';

export interface ProjectFetches {
	readonly reads: readonly Fetch[];
	/** The errors of projects that failed before their first read. */
	readonly errors: readonly Error[];
	/** Notices about the lists of projects and of filter values, which are read before the records. */
	readonly notices: readonly Notice[];
}

interface PlannedFetches extends ProjectFetches {
	/** The reads of each project. Empty for a query without projects, and for a project known by its ID alone. */
	readonly projects: ReadonlyArray<{ readonly project: Project } & ProjectFetches>;
}

/**
 * Returns the reads of a query: one for each project, and with 'Split By' for each day, week or month. May read the
 * list of projects first.
 *
 * @throws DescribedError if there are no projects
 * @throws DescribedError if a project fails and the run stops at errors
 */
export async function planFetches(
	query: Query,
	lists: Lists,
	isTool: boolean,
): Promise<PlannedFetches> {
	const { projects: choice, segments = [{}], output, selection } = query;
	if (choice === undefined) return { ...(await planReads(query, {}, lists)), projects: [] };
	if (choice.by === 'id' && output.message === undefined) {
		const own = { ...query, selection: { ...selection, project: choice.id } };
		return { ...(await planReads(own, {}, lists, choice.id)), projects: [] };
	}
	const { projects, notices } = await findChosenProjects(choice, query, lists);
	const periods = segments[0]?.compare === undefined ? 1 : 2;
	refuseManyReads({ projects: projects.length, parts: segments.length, periods }, isTool);
	// Records get the name of their project only if there may be several projects.
	const isNamed = choice.by === 'all' || projects.length > 1;
	const found = await Promise.all(
		projects.map(async (project) => {
			const place: ProjectAndSegment = isNamed ? { project } : {};
			try {
				checkListedProject(project);
				return { project, ...(await planReads(query, place, lists, project.id)) };
			} catch (error) {
				const placed = throwOrReturn(asError(error), { ...place, query }, lists);
				return { project, reads: [], errors: [placed], notices: [] };
			}
		}),
	);
	return {
		projects: found,
		reads: found.flatMap(({ reads }) => reads),
		errors: found.flatMap(({ errors }) => errors),
		notices: [
			...notices.map((notice) => addReaderTextToNotice(notice, 'projects')),
			...found.flatMap((one) => one.notices),
			...youngProjectNotices(projects, query),
		],
	};
}

/** Returns a notice with the projects that were created after the start of a period. */
function youngProjectNotices(
	projects: readonly Project[],
	{ selection: { period }, segments = [] }: Query,
): Notice[] {
	const starts = [period?.start, ...segments.map(({ compare }) => compare?.otherDays.start)];
	const [first] = starts.filter((start) => start !== undefined).sort();
	const young = projects.filter(({ createdOn }) => first && createdOn && createdOn > first);
	if (young.length === 0) return [];
	const names = young.map(({ name, createdOn }) => `${name} (${createdOn})`);
	const text = `A period starts on ${first}, before these projects were created: ${formatNameList(names, 5)}.`;
	return [{ kind: 'note', text }];
}

/** Finds the chosen projects. A project that was chosen by ID gets its name, for the title of a message. */
async function findChosenProjects(
	choice: ProjectChoice,
	{ request: { api }, output }: Query,
	lists: Lists,
): Promise<ProjectList> {
	if (choice.by !== 'id') return await findProjects(lists, api, choice);
	const { id } = choice;
	const name = output.message?.projectName;
	const project = name === undefined ? await findProjectById(id, lists, api) : { id, name };
	return { projects: [project], notices: [] };
}

/** @throws DescribedError if a name in a filter is unknown or not unique */
async function planReads(
	query: Query,
	place: ProjectAndSegment,
	lists: Lists,
	projectId?: string,
): Promise<ProjectFetches> {
	const { namedFilters = [], segments = [{}] } = query;
	const own = projectId === undefined ? query.request : addProject(query.request, projectId);
	const { request, notices } = await resolveFilterNames(lists, own, namedFilters);
	const reads = segments.map(({ body, ...segment }): Fetch => {
		const sent = body ? addBodyProperties(request, body) : request;
		return { ...segment, ...place, query, request: sent };
	});
	return { reads, errors: [], notices: addProjectToNotices(notices, place) };
}

/** The maximum number of reads for one query. */
const MAX_READS = 5000;
/** The same for a query of an AI model. It is lower, because somebody waits for the answer. */
const MAX_READS_OF_TOOL = 500;

/** The product of these numbers is the number of reads. */
interface ReadCounts {
	readonly projects?: number;
	readonly parts: number;
	/** 2 if two periods are compared, else 1. */
	readonly periods: number;
}

/** @throws DescribedError if a query would make too many reads */
export function refuseManyReads(counts: ReadCounts, isTool: boolean): void {
	const { projects = 1, parts, periods } = counts;
	const most = isTool ? MAX_READS_OF_TOOL : MAX_READS;
	const count = projects * parts * periods;
	if (count <= most) return;
	const factors = `projects ${projects} × parts ${parts} × periods ${periods}`;
	throw new DescribedError(
		`This would take ${count} reads, more than the ${most} of one call: ${factors}`,
		"Lower one of these numbers: fewer projects, a shorter 'Date Range', longer parts such as months, or no 'Compare With'.",
	);
}

export function limitToFirstPage(query: Query): Query {
	return { ...query, selection: { ...query.selection, limit: DEFAULT_PAGE_SIZE } };
}

const CONTINUE_ADVICE = adviceForPeople(
	"To get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.",
);

/**
 * Adds the project and the day or week to an error. Returns the error if the other reads go on, and otherwise throws
 * it.
 */
export function throwOrReturn(
	error: Error,
	read: ProjectAndSegment & Pick<Fetch, 'query'>,
	{ continuesOnError }: Lists,
	missing?: string,
	period?: string,
): Error {
	const { project, query } = read;
	const placed = addPlaceToError(error, read, missing, period);
	if (continuesOnError || (project && query.output.message)) return placed;
	if (project === undefined || !(placed instanceof DescribedError)) throw placed;
	throw placed.withAdvice(CONTINUE_ADVICE);
}
