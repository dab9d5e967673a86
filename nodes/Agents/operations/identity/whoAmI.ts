import { maxOutputSizeField, readOutput } from '../../../shared/form';
import type { Operation } from '../../../shared/run';
import { WHOAMI_REQUEST } from '../../../shared/projects';
import { KEY_IS_ID } from '../../../shared/table';

/** The operation Identity → Who Am I. It returns the whole response. Our specification documents the endpoint. */
export const whoAmI: Operation = {
	name: 'Who Am I',
	value: 'whoAmI',
	action: 'Get identity (who am I)',
	description: 'Retrieve the identity, teams and projects of the API key',
	toolDescription:
		'Tells whose API key is in use: the identity behind it, its teams and its projects. Use it to answer who is signed in or what the key has access to. It has neither tasks nor figures.',
	fields: maxOutputSizeField,
	readQuery: (parameters) => ({
		request: WHOAMI_REQUEST,
		answerKind: 'record',
		listNames: [],
		key: KEY_IS_ID,
		selection: { limit: Infinity },
		output: readOutput(parameters),
	}),
};
