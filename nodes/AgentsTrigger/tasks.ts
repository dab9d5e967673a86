import type { INodeProperties } from 'n8n-workflow';
import { taskPlan, viewField } from '../Agents/operations/task/query';
import { DescribedError } from '../shared/errors';
import {
	additionalBodyFields,
	FLATTEN_OPTION,
	type Parameters,
	projectField,
	triggerOptionsField,
} from '../shared/fields';
import {
	changedRecords,
	type Detector,
	EMIT_EXISTING,
	KEY_FIELDS,
	newRecords,
	readKeyFields,
	SAVE_WITHOUT_EVENTS,
	type Watch,
} from '../shared/watch';

/** An entry of the field Event. */
interface TaskEvent {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	detector(parameters: Parameters): Detector;
}

const EVENTS: readonly TaskEvent[] = [
	{
		name: 'Changed Task',
		value: 'changedTask',
		description: 'A task that was there before has changed',
		detector: (parameters) => changedRecords(watchedFields(parameters), false),
	},
	{
		name: 'New or Changed Task',
		value: 'newOrChangedTask',
		description: 'A task has come up, or one that was there before has changed',
		detector: (parameters) => changedRecords(watchedFields(parameters), true),
	},
	{
		name: 'New Task',
		value: 'newTask',
		description: 'A task has come up that was not there before',
		detector: () => newRecords,
	},
];

const WITH_CHANGES = ['changedTask', 'newOrChangedTask'];
const WITH_NEW = ['newTask', 'newOrChangedTask'];

const ignoredFields: INodeProperties = {
	displayName: 'Fields to Ignore',
	name: 'ignoredFields',
	type: 'string',
	displayOptions: { show: { '/event': WITH_CHANGES } },
	default: '',
	placeholder: 'e.g. updated_at',
	description:
		'Names of fields that may change without this being an event, separated by commas. Useful where Fields to Watch is empty.',
};

/** The fields of the trigger. */
export const fields: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENTS.map(({ name, value, description }) => ({ name, value, description })),
		default: 'newTask',
		description: 'What starts the workflow',
	},
	projectField,
	viewField,
	{
		displayName: 'Fields to Watch',
		name: 'watchedFields',
		type: 'string',
		displayOptions: { show: { event: WITH_CHANGES } },
		default: '',
		placeholder: 'e.g. status, assignee',
		description:
			'Names of the fields whose changes count, separated by commas; a dot leads into an object. Empty for any field.',
	},
	...additionalBodyFields,
	triggerOptionsField(
		{ ...EMIT_EXISTING, displayOptions: { show: { '/event': WITH_NEW } } },
		FLATTEN_OPTION,
		ignoredFields,
		KEY_FIELDS,
		{ ...SAVE_WITHOUT_EVENTS, displayOptions: { show: { '/event': ['changedTask'] } } },
	),
];

/** What to say when the answer to the query holds no tasks. */
const NO_TASKS = new DescribedError(
	'The service sent no list of tasks',
	"Check 'View'. Agents → Task → Query with 'Output' → 'Raw Response' shows what the service sends.",
);

/**
 * What the fields of the trigger say.
 *
 * @param limit the most tasks wanted, `Infinity` for all
 * @throws DescribedError if a field is missing or unusable
 */
export function readTaskWatch(parameters: Parameters, limit: number): Watch {
	const chosen = parameters.text('event', 'Event');
	const event = EVENTS.find(({ value }) => value === chosen);
	if (event === undefined) {
		throw new DescribedError(
			`There is no event '${chosen}'`,
			"Choose one from the list of 'Event'.",
		);
	}
	return {
		plan: { ...taskPlan(parameters, limit), noList: NO_TASKS },
		detector: event.detector(parameters),
		identity: { ids: ['id', 'task_id'], fields: readKeyFields(parameters) },
		projectId: parameters.projectId(),
		scope: SCOPE,
	};
}

const SCOPE = [
	...['event', 'view', 'watchedFields', 'ignoredFields', 'keyFields'],
	...additionalBodyFields.map(({ name }) => name),
];

function watchedFields(parameters: Parameters) {
	return {
		only: parameters.texts('watchedFields', 'Fields to Watch'),
		except: parameters.optionTexts('ignoredFields', 'Fields to Ignore'),
		label: 'Fields to Watch',
	};
}
