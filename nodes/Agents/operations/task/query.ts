import type { INodeProperties } from 'n8n-workflow';
import {
	additionalBodyFields,
	bodyWith,
	filledByModel,
	FLATTEN_OPTION,
	optionsField,
	outputFields,
	PAGE_SIZE_OPTION,
	PAGINATION_OPTION,
	type Parameters,
	projectField,
	readOutput,
	readPagingOption,
	readProjectId,
	readRecordsAt,
	RECORDS_AT,
} from '../../../shared/fields';
import type { Operation, ReadPlan } from '../../../shared/operation';

/** Which tasks, and in which form (spec; views other than `list` are unknown). */
export const viewField: INodeProperties = {
	displayName: 'View',
	name: 'view',
	type: 'string',
	required: true,
	default: 'list',
	placeholder: 'e.g. list',
	description: 'Name of the view to query. The only documented view is "list".',
};

/** Task → Query: `POST /tasks/query` with a `view` (spec). */
export const query: Operation = {
	name: 'Query',
	value: 'query',
	action: 'Query tasks',
	description: 'Retrieve the tasks in a view of a project',
	toolDescription:
		'Lists the tasks of one project, such as pages to write or to improve, with their title and status. Use it to answer what there is to do and how far it is. It can neither create nor change tasks.',
	fields: [
		filledByModel(
			projectField,
			'The name of the project, such as Acme Coffee, or its ID. An unknown name gives an error with the names that come near',
		),
		filledByModel(
			viewField,
			'The name of the view to query. The only documented view is list, which is the default',
		),
		...additionalBodyFields,
		...outputFields,
		optionsField(FLATTEN_OPTION, PAGE_SIZE_OPTION, PAGINATION_OPTION, RECORDS_AT),
	],
	plan: (parameters) => taskPlan(parameters, Infinity),
};

/**
 * What is read of the tasks of a project.
 *
 * @param limit the most tasks wanted, `Infinity` for all
 */
export function taskPlan(parameters: Parameters, limit: number): ReadPlan {
	return {
		request: {
			api: 'agents',
			effect: 'read',
			method: 'POST',
			path: '/api/v1/business/tasks/query',
			projectId: readProjectId(parameters),
			body: bodyWith(parameters, { view: parameters.requiredText(viewField) }),
		},
		shape: 'list',
		paging: readPagingOption(parameters),
		recordsAt: readRecordsAt(parameters),
		names: ['tasks'],
		limit,
		output: readOutput(parameters, ['id', 'title', 'name', 'status']),
	};
}
