import type { INodeProperties } from 'n8n-workflow';

/** The project picker, the same in every operation that belongs to a project. */
export const projectField: INodeProperties = {
	displayName: 'Project',
	name: 'project',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The project that the request is about',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a project…',
			typeOptions: { searchListMethod: 'searchProjects', searchable: true },
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
