import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../errors';
import type { Parameters } from './parameters';
import { isEmpty, isExact, isLost, nameOf } from './values';

/** The value of the project picker that means every project of the API key. */
export const ALL_PROJECTS = '*';

/** The project picker, the same in every operation that belongs to a project. */
export const projectField: INodeProperties = projectPicker('searchProjects', 'The project to use');

/** The project picker of reads that can cover the whole workspace. */
export const projectsField: INodeProperties = projectPicker(
	'searchProjectsOrAll',
	`The project to read from. Choose All Projects at the top of the list (By ID: ${ALL_PROJECTS}) to read from every project of the API key: each record then comes with project_id and project_name, and Limit applies to each project.`,
);

/** The project picker of triggers. */
export const watchedProjectsField: INodeProperties = projectPicker(
	'searchProjectsOrAll',
	'The project to watch. Choose All Projects at the top of the list to watch every project of the API key: each event then comes with project_id and project_name.',
);

function projectPicker(searchListMethod: string, description: string): INodeProperties {
	return {
		displayName: 'Project',
		name: 'project',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a project…',
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 7f3c2a10',
				hint: 'Project → Get Many returns the IDs of your projects',
			},
		],
	};
}

/** Which projects the user has chosen: one by its ID, or all of the API key. */
export type ProjectChoice = { readonly by: 'all' } | { readonly by: 'id'; readonly id: string };

/**
 * What the project picker says.
 *
 * @throws DescribedError if nothing is chosen, or something that cannot be a project
 */
export function readProjectChoice(parameters: Parameters): ProjectChoice {
	const value = parameters.value(projectField);
	const isAll = typeof value === 'string' && value.trim() === ALL_PROJECTS;
	return isAll ? { by: 'all' } : { by: 'id', id: readProjectId(parameters) };
}

/**
 * The ID of the chosen project: text without blanks or line breaks (spec: `id`).
 *
 * @throws DescribedError if there is none, if it cannot be an ID, or if it means all projects
 */
export function readProjectId(parameters: Parameters): string {
	const value = parameters.value(projectField);
	if (isEmpty(value)) throw new DescribedError('No project is chosen', CHOOSE_PROJECT);
	const id = idIn(value);
	if (id === undefined) {
		throw new DescribedError(`'Project' is not an ID, but ${nameOf(value)}`, CHOOSE_PROJECT);
	}
	if (id === ALL_PROJECTS) {
		throw new DescribedError('This operation takes one project, not all of them', CHOOSE_PROJECT);
	}
	if (/^[\x21-\x7e]+$/.test(id)) return id;
	throw new DescribedError(
		'The project ID has characters that an ID cannot have',
		"Correct 'Project': an ID has no blanks, line breaks or accented letters.",
	);
}

/** An ID as text; `undefined` for what an expression gives when it goes wrong, such as NaN. */
function idIn(value: unknown): string | undefined {
	if (typeof value === 'number') return isExact(value) ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const id = value.trim();
	return WRONG.includes(id) || isLost(id) ? undefined : id;
}

/** What expressions make text of where there is nothing. */
const WRONG = ['NaN', 'Infinity', '-Infinity', 'undefined', 'null'];

const CHOOSE_PROJECT = "Choose one from the list of 'Project', or enter its ID.";
