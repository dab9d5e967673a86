import {
	additionalBodyFields,
	bodyWith,
	optionsField,
	readOutput,
	type Operation,
} from '../../../shared/operation';
import { FLATTEN_OPTION, outputFields } from '../../../shared/output';
import { projectField } from '../../../shared/project';

/** Task → Query: `POST /tasks/query` with a `view` (spec; views other than `list` are unknown). */
export const query: Operation = {
	name: 'Query',
	value: 'query',
	action: 'Query tasks',
	description: 'Retrieve the tasks of a project as one of its views shows them',
	fields: [
		projectField,
		{
			displayName: 'View',
			name: 'view',
			type: 'string',
			required: true,
			default: 'list',
			placeholder: 'e.g. list',
			description: 'Name of the view to query. The one documented view is "list".',
		},
		...additionalBodyFields,
		...outputFields,
		optionsField(FLATTEN_OPTION),
	],
	plan: (parameters) => ({
		request: {
			api: 'agents',
			effect: 'read',
			method: 'POST',
			path: '/api/v1/business/tasks/query',
			projectId: parameters.projectId(),
			body: bodyWith(parameters, { view: parameters.requiredText('view', 'View') }),
		},
		shape: 'list',
		names: ['tasks'],
		limit: Infinity,
		output: readOutput(parameters, ['id', 'title', 'name', 'status']),
	}),
};
