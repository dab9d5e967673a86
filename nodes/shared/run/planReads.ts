import type { JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import {
	onlyForPeople,
	asError,
	DescribedError,
	isObject,
	type Notice,
	noticeForReader,
} from '../base';
import {
	findProjects,
	type ProjectChoice,
	type ProjectList,
	findProjectById,
	resolveFilterNames,
} from '../projects';
import { type Lists, DEFAULT_PAGE_SIZE } from '../reading';
import { addPlaceToError, addProjectToNotices, type ProjectAndPart, type Project } from '../table';
import type { Plan, ProjectsPlan, PlannedRead, ReadCounts, RequestPlan } from './plans';

interface ProjectReads {
	readonly reads: readonly PlannedRead[];
	/** The errors of projects that failed before their first read. */
	readonly errors: readonly Error[];
	/** Notices about the lists that are read before the records: projects, and names in filters. */
	readonly notices: readonly Notice[];
}

interface PlannedReads extends ProjectReads {
	/** Empty if the plan names no project, or only the ID of one project. */
	readonly projects: ReadonlyArray<{ readonly project: Project } & ProjectReads>;
}

/**
 * Returns the reads of a plan, one for each project and part. Reads the list of projects for that.
 *
 * @throws DescribedError if there are no projects, or if a project fails and the other reads should not go on
 */
export async function planReads(plan: Plan, lists: Lists, isTool: boolean): Promise<PlannedReads> {
	if (!('forProject' in plan)) return { ...(await readsOfProject(plan, {}, lists)), projects: [] };
	const { projects, notices } = await findPlannedProjects(plan, lists);
	refuseManyReads({ projects: projects.length, ...plan.ofEach }, isTool);
	// Records get the name of their project only if there may be several projects.
	const isNamed = plan.projects.by === 'all' || projects.length > 1;
	const found = await Promise.all(
		projects.map(async (project) => {
			const place: ProjectAndPart = isNamed ? { project } : {};
			const own = plan.forProject(project.id);
			try {
				return { project, ...(await readsOfProject(own, place, lists)) };
			} catch (error) {
				const placed = throwOrKeep(asError(error), { ...place, plan: own }, lists);
				return { project, reads: [], errors: [placed], notices: [] };
			}
		}),
	);
	return {
		projects: found,
		reads: found.flatMap(({ reads }) => reads),
		errors: found.flatMap(({ errors }) => errors),
		notices: [
			...notices.map((notice) => noticeForReader(notice, 'projects')),
			...found.flatMap((one) => one.notices),
		],
	};
}

/** A project that was chosen by ID gets its name, for the title of a message. */
async function findPlannedProjects(
	{ projects, request: { api }, forProject }: ProjectsPlan,
	lists: Lists,
): Promise<ProjectList> {
	if (projects.by !== 'id') return await findProjects(lists, api, projects);
	const { id } = projects;
	const name = forProject(id).output.message?.projectName;
	const project = name === undefined ? await findProjectById(id, lists, api) : { id, name };
	return { projects: [project], notices: [] };
}

/** @throws DescribedError if a name in a filter is unknown or not unique */
async function readsOfProject(
	plan: RequestPlan,
	place: ProjectAndPart,
	lists: Lists,
): Promise<ProjectReads> {
	const found = await Promise.all(
		(plan.parts ?? [{ plan }]).map(async (read) => {
			const { request, namedFilters = [] } = read.plan;
			const { notices, ...named } = await resolveFilterNames(lists, request, namedFilters);
			return { read: { ...read, ...place, plan: { ...read.plan, ...named } }, notices };
		}),
	);
	const notices = addProjectToNotices(
		found.flatMap((one) => one.notices),
		place,
	);
	return { reads: found.map(({ read }) => read), errors: [], notices };
}

export function planForProjects(
	projects: ProjectChoice,
	forProject: (projectId: string) => RequestPlan,
): Plan {
	// Makes a plan before the first request, so that mistakes in the fields are reported at once.
	const plan = forProject(projects.by === 'id' ? projects.id : PLACEHOLDER_ID);
	if (projects.by === 'id' && plan.output.message === undefined) {
		return { ...plan, selection: { ...plan.selection, project: projects.id } };
	}
	const ofEach = { parts: plan.parts?.length ?? 1, periods: periodsOf(plan) };
	return { projects, request: plan.request, forProject, ofEach };
}

const PLACEHOLDER_ID = 'any';

/** How often one call may read a list or a report. */
const MAX_READS = 5000;
/** A user waits for the answer of a tool. */
const MAX_READS_OF_TOOL = 500;

export function periodsOf({ compare }: RequestPlan): number {
	return compare === undefined ? 1 : 2;
}

/** @throws DescribedError if one call would make too many reads */
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

export function limitToFirstPage(plan: RequestPlan): RequestPlan {
	return { ...plan, selection: { ...plan.selection, limit: DEFAULT_PAGE_SIZE } };
}

export function withBodyMembers(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}

const CONTINUE_ADVICE = onlyForPeople(
	"To get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.",
);

/**
 * Adds the project and the part to an error, as {@link addPlaceToError} does. Returns the error if the other reads go
 * on, as in a message of several projects. Otherwise, throws it.
 */
export function throwOrKeep(
	error: Error,
	read: PlannedRead,
	{ continuesOnError }: Lists,
	missing?: string,
	period?: string,
): Error {
	const { project, plan } = read;
	const placed = addPlaceToError(error, read, missing, period);
	if (continuesOnError || (project && plan.output.message)) return placed;
	throw project !== undefined && placed instanceof DescribedError
		? placed.withAdvice(CONTINUE_ADVICE)
		: placed;
}
