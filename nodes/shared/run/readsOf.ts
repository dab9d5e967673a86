import type { JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { asError, isObject, type Notice, noticeFor } from '../base';
import { findProjects, type ProjectChoice, resolveNames } from '../projects';
import { type Lists, PAGE_SIZE } from '../reading';
import { errorAt, noticesAt, type Place } from '../table';
import { checkedList, throwOrKeep } from './answers';
import type { Plan, Read, RequestPlan } from './plans';

/** The reads of a plan. */
interface FoundReads {
	readonly reads: readonly Read[];
	readonly errors: readonly Error[];
	/** About the list of projects, the lists that parts are made of, and names. */
	readonly notices: readonly Notice[];
}

/**
 * Returns the reads of a plan: for each of its projects, each part. It asks for the projects, and for the
 * entries that parts are made of, on the way.
 *
 * @throws DescribedError if it finds no projects or, unless the others are to go on, no parts of one
 */
export async function readsOf(plan: Plan, lists: Lists): Promise<FoundReads> {
	if (!('forProject' in plan)) return await readsIn(plan, {}, lists);
	const { projects, notices } = await findProjects(lists, plan.request.api, plan.projects);
	// A project chosen by name returns the same records as one chosen by ID: without its name.
	const isNamed = plan.projects.by === 'all';
	const found = await Promise.all(
		projects.map(async (project): Promise<FoundReads> => {
			const place: Place = isNamed ? { project } : {};
			try {
				return await readsIn(plan.forProject(project.id), place, lists);
			} catch (error) {
				const placed = errorAt(asError(error), place);
				return { reads: [], errors: [throwOrKeep(placed, place, lists)], notices: [] };
			}
		}),
	);
	return {
		reads: found.flatMap(({ reads }) => reads),
		errors: found.flatMap(({ errors }) => errors),
		notices: [
			...notices.map((notice) => noticeFor(notice, 'projects')),
			...found.flatMap((one) => one.notices),
		],
	};
}

/**
 * Returns the reads of one project, with IDs in place of names in filters.
 *
 * @throws DescribedError if the entries of the parts cannot be read whole, or a name in a filter is unknown
 * or not unique
 */
async function readsIn(plan: RequestPlan, place: Place, lists: Lists): Promise<FoundReads> {
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
	return { reads: found.map(({ read }) => read), errors: [], notices };
}

function noEntries(label: string): Notice {
	const text = `One Row Per ${label}: The project has none, so there are no records.`;
	return { kind: 'note', text };
}

/** Returns the plan for the chosen projects. */
export function projectPlan(
	projects: ProjectChoice,
	forProject: (projectId: string) => RequestPlan,
): Plan {
	if (projects.by === 'id') return forProject(projects.id);
	// A mistake in the other fields is reported once, before the first request.
	const { request } = forProject(ANY_ID);
	return { projects, request, forProject };
}

/** Stands for a project that is not known yet. */
const ANY_ID = 'any';

/** Returns the plan with one page of records as its limit. */
export function firstPageOf(plan: RequestPlan): RequestPlan {
	return { ...plan, asked: { ...plan.asked, limit: PAGE_SIZE } };
}

/** Adds members to the body of a request. */
export function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}
