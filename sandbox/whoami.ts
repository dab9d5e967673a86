import type { Json } from './json';
import type { ProjectForm } from './behaviour';
import type { Project, Workspace } from './world';

const FORMS: Record<ProjectForm, (projects: readonly Project[]) => unknown> = {
	named: (projects) => projects.map(({ id, name }) => ({ id, name })),
	unnamed: (projects) => projects.map(({ id }) => ({ id })),
	numeric: (projects) => projects.map(({ number, name }) => ({ id: number, name })),
	object: (projects) => Object.fromEntries(projects.map(({ id, name }) => [id, { id, name }])),
	none: () => [],
};

/**
 * Answers whoami: identity information, a list of teams and `projects`, each with an `id` (spec).
 * How identity and teams are named is unknown, so `user`, `workspace` and `teams` are the sandbox's
 * own invention.
 */
export function whoami(workspace: Workspace, form: ProjectForm): Json {
	const { id, name, projects } = workspace;
	return {
		user: { id: `user-${id}`, name: 'Sam Sandbox', email: 'sam@sandbox.example' },
		workspace: { id, name },
		teams: [{ id: `team-${id}`, name: `${name} team` }],
		projects: FORMS[form](projects),
	};
}
