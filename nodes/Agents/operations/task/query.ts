import type { INodeProperties } from 'n8n-workflow';
import {
	ADDITIONAL_BODY,
	apiDetailsField,
	addUserBodyFields,
	projectsContainingField,
	FLATTEN_OPTION,
	listApiDetails,
	optionsField,
	outputFields,
	type Parameters,
	projectsField,
	readConditions,
	readListOptions,
	readOutput,
	readProjectChoice,
	TASK_WHERE_OPTION,
} from '../../../shared/form';
import type { Operation, Query } from '../../../shared/run';
import { keyFieldsOfList } from '../../../shared/table';

/** The only known view is `list` (our spec). */
export const viewField: INodeProperties = {
	displayName: 'View',
	name: 'view',
	type: 'string',
	required: true,
	default: 'list',
	placeholder: 'e.g. list',
	description:
		'Which view of the tasks to read. The only documented one is "list": keep it unless you know the name of another.',
};

/** The ID of a task is in `id` or `task_id`. */
export const TASK_KEY = keyFieldsOfList('task', 'title');

/** The operation Task → Query. Sends `POST /tasks/query` with a `view` (our spec). */
export const query: Operation = {
	name: 'Query',
	value: 'query',
	action: 'Query tasks',
	description: 'Retrieve the tasks in a view of a project, or of all projects',
	toolDescription:
		'Lists the tasks of a project, such as pages to write or to improve, with their title and status. Use it to answer what there is to do and how far it is. It can neither create nor change tasks.',
	fields: [
		projectsField,
		projectsContainingField,
		viewField,
		...outputFields,
		optionsField(
			FLATTEN_OPTION,
			apiDetailsField(ADDITIONAL_BODY, ...listApiDetails),
			TASK_WHERE_OPTION,
		),
	],
	readQuery: (parameters) => ({
		projects: readProjectChoice(parameters),
		...taskQuery(parameters),
	}),
};

export function taskQuery(
	parameters: Parameters,
	view = parameters.requiredText(viewField),
): Query {
	return {
		request: {
			api: 'agents',
			effect: 'safe',
			method: 'POST',
			path: '/api/v1/business/tasks/query',
			body: addUserBodyFields(parameters, { view }),
		},
		answerKind: 'list',
		...readListOptions(parameters),
		listNames: ['tasks'],
		key: TASK_KEY,
		selection: { limit: Infinity, recordNoun: 'task', ...readConditions(parameters) },
		output: readOutput(parameters, ['id', 'title', 'name', 'status']),
	};
}
