import type { JsonObject } from 'n8n-workflow';
import type { ApiRequest, Effect } from '../api';
import { asError, isObject, type Notice, noticeFor } from '../base';
import { noticesOn, type ProjectChoice } from '../projects';
import { inPlace, noticesIn } from './marks';
import { isRaw, type Reads } from './reads';
import type { Leaf, Place, Plan, RequestPlan } from './types';

/** What a plan comes down to: all that is to be read for it, side by side. */
interface Expansion {
	readonly leaves: readonly Leaf[];
	/** What failed instead of becoming leaves. */
	readonly errors: readonly Error[];
	/** What is to be known of the list of projects, of those that slices are made of, and of names. */
	readonly notices: readonly Notice[];
}

/** More slices than these are worth a word about how many requests they are. */
const FEW = 31;

/**
 * The leaves of a plan: for each of its projects, each slice. The projects and the entries that slices
 * are made of are read on the way.
 *
 * @throws DescribedError if the projects or, unless the others are to go on, the slices of one of
 * them are not to be found
 */
export async function expand(plan: Plan, reads: Reads): Promise<Expansion> {
	if (!('forProject' in plan)) return await expandOne(plan, {}, reads);
	const list = await reads.projectsOf(plan.api).find(plan.projects);
	// A project chosen by name returns the same records as one chosen by ID: without marks.
	const isMarked = plan.projects.by === 'all';
	const parts = await Promise.all(
		list.projects.map(async (project): Promise<Expansion> => {
			const place: Place = isMarked ? { project } : {};
			try {
				return await expandOne(plan.forProject(project.id), place, reads);
			} catch (error) {
				const placed = inPlace(asError(error), place);
				return { leaves: [], errors: [reads.settled(placed)], notices: [] };
			}
		}),
	);
	const aboutProjects = noticesOn(list).map((notice) => noticeFor(notice, PROJECTS));
	return together(parts, aboutProjects);
}

/** What may be missing of a list of projects, in words for readers. */
export const PROJECTS = 'projects';

/** Several expansions as one. @param first what is to be known before all else */
function together(parts: readonly Expansion[], first: readonly Notice[]): Expansion {
	return {
		leaves: parts.flatMap(({ leaves }) => leaves),
		errors: parts.flatMap(({ errors }) => errors),
		notices: [...first, ...parts.flatMap(({ notices }) => notices)],
	};
}

async function expandOne(plan: RequestPlan, place: Place, reads: Reads): Promise<Expansion> {
	if (plan.slices === undefined) return await leafOf(plan, place, reads);
	const { entries, label, slicesOf } = plan.slices;
	const list = entries === undefined ? undefined : await reads.list(entries);
	// All of them, or none.
	if (list?.error !== undefined) throw list.error;
	const slices = slicesOf(list?.records ?? []);
	const parts = await Promise.all(
		slices.map((slice) => leafOf(slice.plan, { ...place, slice: { ...slice, label } }, reads)),
	);
	const found = together(parts, noticesIn(list?.notices ?? [], place));
	return { ...found, notices: [...found.notices, ...aboutSlices(label, found.leaves, reads)] };
}

/**
 * What is read for one place, with the IDs of what its filters name.
 *
 * @throws DescribedError if a name is unknown or not unique
 */
async function leafOf(plan: RequestPlan, place: Place, reads: Reads): Promise<Expansion> {
	const { namedFilters = [] } = plan;
	const { request, notices } = await reads.filterNames.resolve(plan.request, namedFilters);
	const leaf = { ...place, plan: { ...plan, request } };
	return { leaves: [leaf], errors: [], notices: noticesIn(notices, place) };
}

/** Fewer records than these hardly show whether they come in the order of Sort. */
const LEAST_SORTED = 10;

/** What is sent for a plan: its request, and the same for the other period where both are compared. */
export function requestsOf(plan: RequestPlan): readonly [RequestPlan, ...RequestPlan[]] {
	const { request, compare, limit, sort = [] } = plan;
	const least = sort.length > 0 && !isRaw(plan) ? LEAST_SORTED : 0;
	if (compare === undefined) return [{ ...plan, limit: Math.max(limit, least) }];
	// With a limit, a row could miss the one that it is compared with.
	const now = { ...plan, limit: Infinity };
	return [now, { ...now, request: withBody(request, compare.body) }];
}

function aboutSlices(label: string, leaves: readonly Leaf[], reads: Reads): Notice[] {
	const about = (message: string) => [{ message: `One Row Per ${label}: ${message}` }];
	if (leaves.length === 0) return about('The project has none, so there are no records.');
	if (leaves.length <= FEW) return [];
	const requests = reads.countOf(leaves.flatMap(({ plan }) => requestsOf(plan)));
	return about(`This took at least ${requests} requests for each project.`);
}

/**
 * A plan for the projects that were chosen.
 *
 * @param forProject gives the plan for the project with an ID
 */
export function projectPlan(
	projects: ProjectChoice,
	forProject: (projectId: string) => RequestPlan,
): Plan {
	if (projects.by === 'id') return forProject(projects.id);
	// What is wrong in the other fields is said once, before anything is asked for.
	const plan = forProject(ANY_ID);
	return { projects, api: plan.request.api, effect: effectOf(plan), forProject };
}

/** Stands for a project that is not known yet. */
const ANY_ID = 'any';

/** What a plan does to the service. */
export function effectOf(plan: Plan): Effect {
	return 'forProject' in plan ? plan.effect : plan.request.effect;
}

/** The same request with these members in its body. */
export function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}
