import { listFields, optionsField, readLimit, RECORDS } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { NO_PROJECT_LIST, WHOAMI } from '../../../shared/records';

/** Project → Get Many: the `projects` of whoami (spec). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'Retrieve the projects that the API key may use, one item each',
	fields: [...listFields, optionsField()],
	plan: (parameters) => ({
		request: WHOAMI,
		shape: 'list',
		names: ['projects'],
		limit: readLimit(parameters),
		output: RECORDS,
		noList: NO_PROJECT_LIST,
	}),
};
