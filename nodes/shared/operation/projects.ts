import type { Client, Effect } from '../api';
import { type Parameters, type ProjectChoice, readProjectChoice } from '../fields';
import { listProjects, type ProjectList } from '../records';
import type { Plan, ReadPlan } from './types';

/**
 * A plan for what the project picker says.
 *
 * @param planFor the plan for the project with an ID
 * @param effect what the plan does to the service
 */
export function projectPlan(
	parameters: Parameters,
	planFor: (projectId: string) => ReadPlan,
	effect: Effect = 'read',
): Plan {
	const projects = readProjectChoice(parameters);
	return projects.by === 'id' ? planFor(projects.id) : { projects, effect, forProject: planFor };
}

/** The projects of an API key. The service is asked for them once. */
export class ProjectDirectory {
	private all?: Promise<ProjectList>;

	constructor(private readonly client: Client) {}

	/**
	 * The projects that were chosen.
	 *
	 * @throws DescribedError if there is none, or the service does not list them
	 */
	async find(choice: ProjectChoice): Promise<ProjectList> {
		if (choice.by === 'id') return { projects: [{ id: choice.id, name: choice.id }], remarks: [] };
		this.all ??= listProjects(this.client);
		return await this.all;
	}
}
