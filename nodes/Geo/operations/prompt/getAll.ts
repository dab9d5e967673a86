import {
	additionalBodyFields,
	bodyWith,
	listFields,
	optionsField,
	PAGE_SIZE_OPTION,
	type Operation,
} from '../../../shared/operation';
import { outputField } from '../../../shared/output';
import { projectField } from '../../../shared/project';

/**
 * Prompt → Get Many: `POST /v2/geo/business/prompts`. `project_id` alone is a valid body (spec);
 * `pagination` and what people may add are public.
 */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many prompts',
	description: 'Retrieve the prompts that a project tracks, with their analytics',
	fields: [
		projectField,
		...listFields,
		...additionalBodyFields,
		outputField,
		optionsField(PAGE_SIZE_OPTION),
	],
	plan: (parameters) => ({
		request: {
			api: 'geo',
			effect: 'read',
			method: 'POST',
			path: '/v2/geo/business/prompts',
			body: bodyWith(parameters, { project_id: parameters.projectId() }, ['pagination']),
		},
		shape: 'pages',
		names: ['prompts'],
		limit: parameters.limit(),
		output: parameters.output(),
	}),
};
