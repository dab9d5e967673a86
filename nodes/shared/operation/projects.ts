import type { Client, Effect } from '../api';
import {
	type OneProject,
	type Parameters,
	type ProjectChoice,
	readOneProject,
	readProjectChoice,
} from '../fields';
import { KnownProjects, type ProjectList } from '../records';
import type { OneProjectPlan, Plan } from './types';

/** Gives the plan for the project with an ID. */
type PlanFor = (projectId: string) => OneProjectPlan;

/**
 * A plan to read from what the project picker says: one project, or all of them.
 *
 * @throws DescribedError if no project is chosen, or something that cannot be one
 */
export function projectPlan(parameters: Parameters, planFor: PlanFor): Plan {
	return planOf(readProjectChoice(parameters), planFor, 'read');
}

/**
 * The same where it has to be one project.
 *
 * @param effect what the plan does to the service
 * @throws DescribedError also if all projects are chosen
 */
export function oneProjectPlan(parameters: Parameters, planFor: PlanFor, effect: Effect): Plan {
	return planOf(readOneProject(parameters), planFor, effect);
}

function planOf(projects: ProjectChoice, forProject: PlanFor, effect: Effect): Plan {
	if (projects.by === 'id') return forProject(projects.id);
	// What is wrong in the other fields is said once, before anything is asked for.
	forProject(ANY_ID);
	return { projects, effect, forProject };
}

/** Stands for a project that is not known yet. */
const ANY_ID = 'any';

/** The projects that are chosen in a run. The service is asked for them once. */
export class ProjectDirectory {
	private readonly known: KnownProjects;

	constructor(client: Client) {
		this.known = new KnownProjects(client);
	}

	/**
	 * The projects that were chosen: exactly one, unless all are.
	 *
	 * @throws DescribedError if there is none, several have the name, or the service does not list them
	 */
	async find(choice: ProjectChoice): Promise<ProjectList> {
		if (choice.by !== 'all') return await this.findOne(choice);
		const { containing } = choice;
		return await (containing === undefined ? this.known.all() : this.known.containing(containing));
	}

	private async findOne(choice: OneProject): Promise<ProjectList> {
		if (choice.by === 'name') return await this.known.named(choice.name);
		return { projects: [{ id: choice.id, name: choice.id }], remarks: [] };
	}
}
