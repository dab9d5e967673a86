import {
	apiDetailsField,
	FLATTEN_OPTION,
	limitFields,
	optionsField,
	outputFields,
	readOrderAndConditions,
	readOutput,
	RECORDS_AT,
} from '../../../shared/form';
import type { Operation } from '../../../shared/run';
import { NO_PROJECT_LIST, WHOAMI_REQUEST } from '../../../shared/projects';
import { KEY_IS_ID } from '../../../shared/table';

/** The operation Project → Get Many. Returns the list `projects` in the response of `whoami` (our spec). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'Retrieve the projects that the API key may use, one item each',
	toolDescription:
		'Lists the projects that the API key may use, with their IDs. Use it to see which projects there are, or what a project is called. It has neither their tasks nor figures about them.',
	fields: [
		...limitFields,
		...outputFields,
		optionsField(FLATTEN_OPTION, apiDetailsField(RECORDS_AT)),
	],
	readQuery: (parameters) => ({
		request: WHOAMI_REQUEST,
		answerKind: 'list',
		recordsAt: parameters.apiDetails.text(RECORDS_AT),
		listNames: ['projects'],
		key: KEY_IS_ID,
		selection: readOrderAndConditions(parameters),
		output: readOutput(parameters, ['id', 'name']),
		noListError: NO_PROJECT_LIST,
	}),
};
