import type { INodeParameterResourceLocator } from 'n8n-workflow';
import { json, type Json } from '../sandbox/json';

/** A project as the editor's picker shows it. */
export interface ShownProject {
	readonly id: string;
	readonly name: string;
}

/**
 * The `project` of a node that asks for one: this one, if none is chosen yet. Without one, the editor
 * marks the node as incomplete.
 *
 * @returns what to put over the parameters of the node; nothing to change if it is empty
 */
export function withProject(
	parameters: Json,
	{ id, name }: ShownProject,
): { project?: INodeParameterResourceLocator } {
	const project = json(parameters.project);
	if (project.__rl !== true || project.value !== '') return {};
	return { project: { __rl: true, mode: 'list', value: id, cachedResultName: name } };
}
