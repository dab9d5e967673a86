import { json, type Json } from '../dev/json';

/** A project as the editor's picker keeps it. */
export interface ChosenProject {
	readonly id: string;
	readonly name: string;
}

/**
 * The parameters of a node with this project, if the node asks for one and none is chosen. Without
 * one, the editor marks the node as incomplete.
 */
export function withProject(parameters: Json, { id, name }: ChosenProject): Json {
	const project = json(parameters.project);
	if (project.__rl !== true || project.value !== '') return parameters;
	return {
		...parameters,
		project: { __rl: true, mode: 'list', value: id, cachedResultName: name },
	};
}
