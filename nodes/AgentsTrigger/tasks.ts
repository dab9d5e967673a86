import type { INodeProperties } from 'n8n-workflow';
import { TASK_KEY, taskQuery, viewField } from '../Agents/operations/task/query';
import {
	projectsContainingField,
	listApiDetails,
	type Parameters,
	readProjectChoice,
	triggerRequestOptions,
	projectsField,
} from '../shared/form';
import { createSubtitle } from '../shared/run';
import {
	createChangeDetector,
	type ChangeDetector,
	eventField,
	type EventEntry,
	KEY_FIELDS,
	newRecordDetector,
	NO_LIST_TO_WATCH_ERROR,
	type Watch,
	watchOptionsField,
} from '../shared/watch';

interface AgentsTriggerEvent extends EventEntry {
	detector(parameters: Parameters): ChangeDetector;
}

const EVENTS: readonly AgentsTriggerEvent[] = [
	{
		name: 'Changed Task',
		value: 'changedTask',
		action: 'On changed task',
		description: 'An existing task has changed',
		detector: (parameters) => createChangeDetector(readComparedFields(parameters), false),
	},
	{
		name: 'New or Changed Task',
		value: 'newOrChangedTask',
		action: 'On new or changed task',
		description: 'A task was added, or an existing one has changed',
		detector: (parameters) => createChangeDetector(readComparedFields(parameters), true),
	},
	{
		name: 'New Task',
		value: 'newTask',
		action: 'On new task',
		description: 'A task was added',
		detector: () => newRecordDetector,
	},
];

const CHANGE_EVENTS = ['changedTask', 'newOrChangedTask'];
const NEW_EVENTS = ['newTask', 'newOrChangedTask'];

const EVENT = eventField(
	EVENTS,
	'newTask',
	'Returns each task as the service sends it, with summary, a sentence; newOrChangedTask with is_new.',
);

/** The line below the trigger's name, such as `New Task`. */
export const subtitle = createSubtitle({ event: EVENTS });

const WATCHED_FIELDS: INodeProperties = {
	displayName: 'Fields to Watch',
	name: 'watchedFields',
	type: 'string',
	displayOptions: { show: { event: CHANGE_EVENTS } },
	default: '',
	placeholder: 'e.g. status, assignee',
	description:
		'Names of the fields whose changes count, separated by commas. The event then says which have changed, and from what to what. Use a dot for a field inside an object. Leave empty to watch all fields.',
};

const IGNORED_FIELDS: INodeProperties = {
	displayName: 'Fields to Ignore',
	name: 'ignoredFields',
	type: 'string',
	displayOptions: { show: { '/event': CHANGE_EVENTS } },
	default: '',
	placeholder: 'e.g. updated_at',
	description:
		'Names of fields whose changes do not count, separated by commas. Useful if Fields to Watch is empty.',
};

export const fields: INodeProperties[] = [
	EVENT,
	projectsField,
	projectsContainingField,
	viewField,
	WATCHED_FIELDS,
	watchOptionsField(NEW_EVENTS, [IGNORED_FIELDS], listApiDetails),
	triggerRequestOptions,
];

const NO_TASKS_ERROR = NO_LIST_TO_WATCH_ERROR.withAdvice("Check 'View', too.");

export function readTaskWatch(parameters: Parameters): Watch {
	return {
		projects: readProjectChoice(parameters),
		query: { ...taskQuery(parameters), noListError: NO_TASKS_ERROR },
		detector: parameters.choice(EVENT, EVENTS).detector(parameters),
		keyFields: parameters.options.texts(KEY_FIELDS),
	};
}

/**
 * Returns which fields to compare. Leaves out the ID, because it may be a number in one poll and a text in the next.
 */
function readComparedFields(parameters: Parameters) {
	const { options } = parameters;
	const keyFields = options.texts(KEY_FIELDS);
	return {
		only: parameters.texts(WATCHED_FIELDS),
		except: [
			...options.texts(IGNORED_FIELDS),
			...(keyFields.length > 0 ? keyFields : TASK_KEY.fields.flat()),
		],
	};
}
