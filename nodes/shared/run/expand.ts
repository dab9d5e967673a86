import type { JsonObject } from 'n8n-workflow';
import type { ApiName, ApiRequest, Effect } from '../api';
import { asError, DescribedError, isObject, type Notice, noticeFor } from '../base';
import { type Parameters, readOneProject, readProjectChoice, RECORDS } from '../form';
import { type ReadEntries, resolveFilters } from '../pickers';
import { noticesOn, type ProjectChoice } from '../projects';
import { inPlace, noticesIn } from './marks';
import type { Reads } from './reads';
import type { Leaf, OneProjectPlan, Place, Plan, RequestPlan, SlicesPlan } from './types';

/** What a plan comes down to: all that is to be read for it, side by side. */
export interface Expansion {
	readonly leaves: readonly Leaf[];
	/** What failed instead of becoming leaves. */
	readonly errors: readonly Error[];
	/** What is to be known of the lists that slices are made of, and of the list of projects. */
	readonly notices: readonly Notice[];
	readonly aboutProjects: readonly Notice[];
}

/** More slices than these are worth a word about how many requests they are. */
const FEW = 31;

/**
 * The leaves of a plan: for each of its projects, each slice, each period. The projects and the
 * entries that slices are made of are read on the way.
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
		list.projects.map(async (project) => {
			const place: Place = isMarked ? { project } : {};
			try {
				return await expandOne(plan.forProject(project.id), place, reads);
			} catch (error) {
				return { ...NO_LEAVES, errors: [reads.settled(inPlace(asError(error), place))] };
			}
		}),
	);
	return {
		leaves: parts.flatMap(({ leaves }) => leaves),
		errors: parts.flatMap(({ errors }) => errors),
		notices: parts.flatMap(({ notices }) => notices),
		aboutProjects: noticesOn(list).map((notice) => noticeFor(notice, 'projects')),
	};
}

const NO_LEAVES: Expansion = { leaves: [], errors: [], notices: [], aboutProjects: [] };

async function expandOne(plan: OneProjectPlan, place: Place, reads: Reads): Promise<Expansion> {
	if (!('slicesOf' in plan)) return { ...NO_LEAVES, ...(await leavesOf(plan, place, reads)) };
	const { entries, label } = plan;
	const list = entries === undefined ? undefined : await reads.list(entries);
	// All of them, or none.
	if (list?.error !== undefined) throw list.error;
	const slices = plan.slicesOf(list?.records ?? []);
	const parts = await Promise.all(
		slices.map((slice) => leavesOf(slice.plan, { ...place, slice: { ...slice, label } }, reads)),
	);
	const leaves = parts.flatMap((part) => part.leaves);
	const notices = [
		...noticesIn(list?.notices ?? [], place),
		...parts.flatMap((part) => part.notices),
		...aboutSlices(plan, slices.length, reads.requestsOf(leaves)),
	];
	return { ...NO_LEAVES, leaves, notices };
}

/**
 * What is read for one place, with the IDs of what its filters name: two periods where they are
 * compared.
 */
async function leavesOf(
	named: RequestPlan,
	place: Place,
	reads: Reads,
): Promise<Pick<Expansion, 'leaves' | 'notices'>> {
	const { plan, notices: found } = await withIds(named, reads);
	const notices = noticesIn(found, place);
	const { compare, request } = plan;
	const read = { ...plan, limit: limitToRead(plan) };
	const now: Leaf = { place, plan, period: 'now', request: read };
	if (compare === undefined) return { leaves: [now], notices };
	const before = { ...read, request: withBody(request, compare.body) };
	return { leaves: [now, { place, plan, period: 'before', request: before }], notices };
}

/** Fewer records than these hardly show whether they come in the order of Sort. */
const LEAST_SORTED = 10;

/** How many records are read of those that a plan wants. */
function limitToRead({ limit, compare, sort = [], output }: RequestPlan): number {
	// With a limit, a row could miss the one that it is compared with.
	if (compare !== undefined) return Infinity;
	return sort.length > 0 && output.mode !== 'raw' ? Math.max(limit, LEAST_SORTED) : limit;
}

function aboutSlices({ label }: SlicesPlan, slices: number, requests: number): Notice[] {
	const about = (message: string) => [{ message: `One Row Per ${label}: ${message}` }];
	if (slices === 0) return about('The project has none, so there are no records.');
	if (slices <= FEW) return [];
	return about(`This took at least ${requests} requests for each project.`);
}

/**
 * A plan with the IDs of what its filters name.
 *
 * @throws DescribedError if a name is unknown or not unique
 */
async function withIds(plan: RequestPlan, reads: Reads) {
	const read: ReadEntries = async (asked) => {
		const { records, notices, error } = await reads.list({
			...{ ...asked, shape: 'list', limit: Infinity, output: RECORDS, noList: NO_LIST },
		});
		if (error !== undefined) throw error;
		const lack = notices.find(({ kind }) => kind === 'gap' || kind === 'doubt');
		return { records, lack: lack?.message };
	};
	const { namedFilters = [] } = plan;
	const { request, notices } = await resolveFilters(plan.request, namedFilters, read, reads.names);
	return { plan: { ...plan, request }, notices };
}

const NO_LIST = new DescribedError('The service returned no list', 'Use IDs in the filters.');

/** Gives the plan for the project with an ID. */
type PlanFor = (projectId: string) => OneProjectPlan;

/**
 * A plan for what the project picker says: one project, or all of them.
 *
 * @throws DescribedError if no project is chosen, or something that cannot be one
 */
export function projectPlan(parameters: Parameters, planFor: PlanFor): Plan {
	return planOf(readProjectChoice(parameters), planFor);
}

/**
 * The same where it has to be one project.
 *
 * @throws DescribedError also if all projects are chosen
 */
export function oneProjectPlan(parameters: Parameters, planFor: PlanFor): Plan {
	return planOf(readOneProject(parameters), planFor);
}

function planOf(projects: ProjectChoice, forProject: PlanFor): Plan {
	if (projects.by === 'id') return forProject(projects.id);
	// What is wrong in the other fields is said once, before anything is asked for.
	const plan = forProject(ANY_ID);
	return { projects, api: apiOf(plan), effect: effectOf(plan), forProject };
}

/** Stands for a project that is not known yet. */
const ANY_ID = 'any';

/** What a plan does to the service. */
export function effectOf(plan: Plan): Effect {
	if ('slicesOf' in plan) return 'read';
	return 'forProject' in plan ? plan.effect : plan.request.effect;
}

/** The API that a plan reads from; only the GEO API is read in slices. */
function apiOf(plan: OneProjectPlan): ApiName {
	return 'slicesOf' in plan ? 'geo' : plan.request.api;
}

/** The same request with these members in its body. */
export function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}
