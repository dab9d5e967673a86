import type { INodeProperties, JsonObject } from 'n8n-workflow';
import {
	ADDITIONAL_BODY,
	apiDetailsField,
	addUserBodyFields,
	maxOutputSizeField,
	optionsField,
	projectField,
	readOneProject,
	readOutput,
} from '../../nodes/shared/form';
import type { Operation } from '../../nodes/shared/run';
import { KEY_IS_ID } from '../../nodes/shared/table';

/** Which playbook is run (spec). */
const PLAYBOOK_ID: INodeProperties = {
	displayName: 'Playbook ID',
	name: 'playbookId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. playbook-001',
	description: 'The ID of the playbook to run',
};

/** How thoroughly a playbook runs (spec). */
const DEPTHS = [
	{ name: 'Full', value: 'full' },
	{ name: 'Quick', value: 'quick' },
] as const;

/** How thoroughly the playbook is to run (spec). */
const DEPTH: INodeProperties = {
	displayName: 'Depth',
	name: 'depth',
	type: 'options',
	required: true,
	options: [...DEPTHS],
	default: 'full',
	description: 'How thoroughly to run the playbook',
};

/** What is noted with the run (spec). */
const NOTE: INodeProperties = {
	displayName: 'Note',
	name: 'note',
	type: 'string',
	default: '',
	placeholder: 'e.g. Before the launch',
	description: 'What to note with the run. Leave empty for no note.',
};

/** Playbook → Run: `POST /playbooks/{playbook_id}/run` (spec). */
export const run: Operation = {
	name: 'Run',
	value: 'run',
	action: 'Run playbook',
	description: 'Run a playbook of a project',
	toolDescription:
		'Runs one playbook of a project and returns what the service answers. Use it only if the user asks for exactly that, and never twice for the same thing. It can neither list nor change playbooks.',
	fields: [
		projectField,
		PLAYBOOK_ID,
		DEPTH,
		...maxOutputSizeField,
		optionsField(apiDetailsField(ADDITIONAL_BODY), NOTE),
	],
	readQuery: (parameters) => {
		const playbookId = encodeURIComponent(parameters.requiredText(PLAYBOOK_ID));
		const body: JsonObject = { depth: parameters.choice(DEPTH, DEPTHS).value };
		const note = parameters.options.text(NOTE);
		if (note !== '') body.note = note;
		return {
			projects: readOneProject(parameters),
			request: {
				api: 'agents',
				effect: 'unsafe',
				method: 'POST',
				path: `/api/v1/business/playbooks/${playbookId}/run`,
				body: addUserBodyFields(parameters, body),
			},
			answerKind: 'any',
			listNames: [],
			key: KEY_IS_ID,
			selection: { limit: Infinity },
			output: readOutput(parameters),
		};
	},
};
