import type { Client } from '../api';
import {
	type OneProject,
	type Parameters,
	type ProjectChoice,
	readOneProject,
	readProjectChoice,
} from '../form';
import { KnownProjects, type ProjectList } from '../projects';
import { effectOf } from './effect';
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
	const effect = effectOf(forProject(ANY_ID));
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
