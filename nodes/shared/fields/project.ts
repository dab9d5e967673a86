import type { INodeProperties } from 'n8n-workflow';

/** The value of the project picker that means every project of the API key. */
export const ALL_PROJECTS = '*';

/** The project picker, the same in every operation that belongs to a project. */
export const projectField: INodeProperties = projectPicker(
	'searchProjects',
	'The project that the request is about',
);

/** The project picker of reads that can cover the whole workspace. */
export const projectsField: INodeProperties = projectPicker(
	'searchProjectsOrAll',
	`The project that the records belong to. All Projects, at the top of the list (By ID: ${ALL_PROJECTS}), reads those of every project of the API key and marks each record with project_id and project_name; Limit then holds for each project.`,
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
				hint: 'The id of a project, as Project → Get Many gives it',
			},
		],
	};
}
