import type { JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { asError, isObject, type Notice, noticeFor } from '../base';
import type { ProjectChoice } from '../projects';
import { inPlace, noticesIn } from './marks';
import type { Reads } from './reads';
import type { Leaf, Place, Plan, RequestPlan } from './types';

/** All that is to be read for a plan. */
interface Expansion {
	readonly leaves: readonly Leaf[];
	readonly errors: readonly Error[];
	/** Notices about the list of projects, the lists that slices are made of, and names. */
	readonly notices: readonly Notice[];
}

/**
 * Returns the leaves of a plan: for each of its projects, each slice. It reads the projects, and the
 * entries that slices are made of, on the way.
 *
 * @throws DescribedError if it finds no projects or, unless the others are to go on, no slices of one
 */
export async function expand(plan: Plan, reads: Reads): Promise<Expansion> {
	if (!('forProject' in plan)) return await expandOne(plan, {}, reads);
	const list = await reads.projectsOf(plan.request.api).find(plan.projects);
	// A project chosen by name returns the same records as one chosen by ID: without marks.
	const isMarked = plan.projects.by === 'all';
	const parts = await Promise.all(
		list.projects.map(async (project): Promise<Expansion> => {
			const place: Place = isMarked ? { project } : {};
			try {
				return await expandOne(plan.forProject(project.id), place, reads);
			} catch (error) {
				const placed = inPlace(asError(error), place);
				return { leaves: [], errors: [reads.settled(placed, place)], notices: [] };
			}
		}),
	);
	return {
		leaves: parts.flatMap(({ leaves }) => leaves),
		errors: parts.flatMap(({ errors }) => errors),
		notices: [
			...list.notices.map((notice) => noticeFor(notice, 'projects')),
			...parts.flatMap(({ notices }) => notices),
		],
	};
}

/**
 * Returns the leaves of one project, with IDs in place of names in filters.
 *
 * @throws DescribedError if the entries of the slices cannot be read whole, or a name in a filter is
 * unknown or not unique
 */
async function expandOne(plan: RequestPlan, place: Place, reads: Reads): Promise<Expansion> {
	const { slices } = plan;
	const list = slices?.entries && (await reads.list(slices.entries));
	if (list?.error !== undefined) throw list.error;
	const wanted = slices?.slicesOf(list?.records ?? []).map((slice) => ({
		...place,
		slice: { ...slice, label: slices.label },
		plan: slice.plan,
	}));
	const found = await Promise.all(
		(wanted ?? [{ ...place, plan }]).map(async (leaf) => {
			const { request, namedFilters = [] } = leaf.plan;
			const { notices, ...named } = await reads.filterNames.resolve(request, namedFilters);
			return { leaf: { ...leaf, plan: { ...leaf.plan, ...named } }, notices };
		}),
	);
	const notices = noticesIn(
		[list, ...found].flatMap((from) => from?.notices ?? []),
		place,
	);
	if (slices !== undefined && found.length === 0) notices.push(noEntries(slices.label));
	return { leaves: found.map(({ leaf }) => leaf), errors: [], notices };
}

function noEntries(label: string): Notice {
	return { message: `One Row Per ${label}: The project has none, so there are no records.` };
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

export function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}
