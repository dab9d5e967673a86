import type { JsonObject } from 'n8n-workflow';
import type { ApiName, ApiRequest, Effect } from '../api';
import { isObject } from '../base';
import { type Parameters, readOneProject, readProjectChoice } from '../form';
import type { ProjectChoice } from '../projects';
import type { OneProjectPlan, Plan } from './types';

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
