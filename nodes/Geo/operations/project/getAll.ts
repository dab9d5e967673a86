import type { INodeProperties, JsonObject } from 'n8n-workflow';
import {
	apiDetailsField,
	FLATTEN_OPTION,
	limitFields,
	optionsField,
	outputFields,
	pagedListApiDetails,
	readListOptions,
	readOutput,
	readOrderAndConditions,
} from '../../../shared/form';
import { GEO_PROJECTS_PAGING } from '../../../shared/reading';
import type { Operation } from '../../../shared/run';
import { GEO_PROJECTS_REQUEST } from '../../../shared/projects';
import { KEY_IS_ID } from '../../../shared/table';

const SEARCH: INodeProperties = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. coffee',
	description:
		'Text to find in the name or URL of the projects. Upper and lower case are the same.',
};

/** The operation Project → Get Many. The request and the response are completely documented (public docs). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'Retrieve the projects that the API key may use, one item each',
	toolDescription:
		'Lists the projects with name, URL and ID. Each project tracks one brand in the answers of AI assistants. Use it to see which brands there are, or what a project is called. It has no figures about them.',
	fields: [
		SEARCH,
		...limitFields,
		...outputFields,
		optionsField(FLATTEN_OPTION, apiDetailsField(...pagedListApiDetails)),
	],
	readQuery(parameters) {
		const query = parameters.text(SEARCH);
		// An empty search finds the projects of all clients. So an expression without a value is an error.
		parameters.refuseEmptyExpression(SEARCH);
		const body: JsonObject = query === '' ? {} : { query };
		return {
			request: { ...GEO_PROJECTS_REQUEST, body },
			answerKind: 'list',
			...readListOptions(parameters, GEO_PROJECTS_PAGING),
			listNames: ['projects'],
			key: KEY_IS_ID,
			selection: { ...readOrderAndConditions(parameters), dataName: 'Projects' },
			output: readOutput(parameters, ['id', 'name', 'url', 'created_at', 'type']),
		};
	},
};
