import type { JsonObject } from 'n8n-workflow';
import { type ApiRequest, APIS, MAY_HAVE_RUN } from '../api';
import { asError, DescribedError, isObject, type Notice, noticeFor, ServiceError } from '../base';
import { findProjects, type ProjectChoice, resolveNames } from '../projects';
import { type ListQuery, type ListResult, type Lists, PAGE_SIZE } from '../reading';
import { errorAt, noticesAt, type Place, type Project, type ProjectResult } from '../table';
import type { Plan, Read, RequestPlan } from './plans';

interface FoundReads {
	readonly reads: readonly Read[];
	readonly projects: readonly Project[];
	/** Projects that failed before their first read. */
	readonly failed: readonly ProjectResult[];
	/** About the list of projects, the lists that parts are made of, and names. */
	readonly notices: readonly Notice[];
}

/**
 * Returns the reads of a plan: one for each project and part. Requests the lists of projects and parts.
 *
 * @throws DescribedError if there are no projects or, unless the others go on, one cannot be read
 */
export async function readsOf(plan: Plan, lists: Lists): Promise<FoundReads> {
	if (!('forProject' in plan)) {
		return { ...(await readsIn(plan, {}, lists)), projects: [], failed: [] };
	}
	const { projects, notices } = await findProjects(lists, plan.request.api, plan.projects);
	// A single project does not add its name to records, whether chosen by name or by ID.
	const isNamed = plan.projects.by === 'all';
	const found = await Promise.all(
		projects.map(async (project) => {
			const place: Place = isNamed ? { project } : {};
			try {
				return { ...(await readsIn(plan.forProject(project.id), place, lists)), failed: [] };
			} catch (error) {
				const placed = errorAt(asError(error), place);
				const failed = [{ project, total: 0, error: throwOrKeep(placed, place, lists) }];
				return { reads: [], failed, notices: [] };
			}
		}),
	);
	return {
		reads: found.flatMap(({ reads }) => reads),
		projects,
		failed: found.flatMap(({ failed }) => failed),
		notices: [
			...notices.map((notice) => noticeFor(notice, 'projects')),
			...found.flatMap((one) => one.notices),
		],
	};
}

/** @throws DescribedError if the list of parts fails, or a name in a filter is unknown or not unique */
async function readsIn(
	plan: RequestPlan,
	place: Place,
	lists: Lists,
): Promise<Pick<FoundReads, 'notices' | 'reads'>> {
	const { parts } = plan;
	const list =
		parts?.entries && checkedList(await lists.read(parts.entries), parts.entries, parts.noEntries);
	if (list?.error !== undefined) throw list.error;
	const wanted = parts?.partsOf(list?.records ?? []) ?? [{ plan }];
	const found = await Promise.all(
		wanted.map(async (read) => {
			const { request, namedFilters = [] } = read.plan;
			const { notices, ...named } = await resolveNames(lists, request, namedFilters);
			return { read: { ...read, ...place, plan: { ...read.plan, ...named } }, notices };
		}),
	);
	const notices = noticesAt(
		[list, ...found].flatMap((from) => from?.notices ?? []),
		place,
	);
	if (parts !== undefined && found.length === 0) notices.push(noEntries(parts.label));
	return { reads: found.map(({ read }) => read), notices };
}

function noEntries(label: string): Notice {
	const text = `Split By ${label}: The project has none, so there are no records.`;
	return { kind: 'note', text };
}

export function projectPlan(
	projects: ProjectChoice,
	forProject: (projectId: string) => RequestPlan,
): Plan {
	if (projects.by === 'id') {
		const plan = forProject(projects.id);
		return { ...plan, asked: { ...plan.asked, project: projects.id } };
	}
	// Reports a mistake in the other fields before the first request.
	const { request } = forProject(ANY_ID);
	return { projects, request, forProject };
}

const ANY_ID = 'any';

/** Limits a plan to one page of records. */
export function firstPageOf(plan: RequestPlan): RequestPlan {
	return { ...plan, asked: { ...plan.asked, limit: PAGE_SIZE } };
}

export function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}

/** Adds an error to an unusable list, and `success: true` to an empty answer to a call. */
export function checkedList(
	list: ListResult,
	{ request, answerKind, paging }: Pick<ListQuery, 'answerKind' | 'paging' | 'request'>,
	noList?: DescribedError,
): ListResult {
	if (list.error !== undefined) return list;
	if (list.pages.length === 0) {
		const isSuccess = answerKind === 'any' && paging === undefined;
		if (!isSuccess) return { ...list, error: emptyError(request) };
		return { ...list, pages: [{ success: true }], records: [{ success: true }] };
	}
	const isMissing = list.isNoList === true && noList !== undefined;
	return isMissing ? { ...list, records: [], pages: [], notices: [], error: noList } : list;
}

function emptyError({ api, effect }: ApiRequest): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} returned an empty response`,
		effect === 'read'
			? `Run the workflow again. If this keeps happening, check '${baseUrlLabel}' in the credential.`
			: MAY_HAVE_RUN,
	);
}

const GO_ON =
	"To get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.";

/** Returns the error if other reads go on; otherwise throws it. */
export function throwOrKeep(error: Error, { project }: Place, { continuesOnError }: Lists): Error {
	if (continuesOnError) return error;
	throw project !== undefined && error instanceof DescribedError ? error.with(GO_ON) : error;
}
