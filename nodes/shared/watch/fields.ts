import type { INodeProperties } from 'n8n-workflow';
import { entriesOf } from '../form';

/** The fields that identify a record, if an id does not. */
export const KEY_FIELDS: INodeProperties = {
	displayName: 'Key Fields',
	name: 'keyFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name',
	description:
		'Fields that together identify a record, separated by commas. Only needed if the records have no ID. Use a dot for a field inside an object, such as topic.name.',
};

/** Whether the records that exist at the start are events, too. */
export const EMIT_EXISTING: INodeProperties = {
	displayName: 'Emit Existing Records Once',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to output all existing records when the workflow is activated for the first time. When off, only records that come after that are output.',
};

/** Whether to make n8n save the state even if a poll has found no event. */
export const SAVE_WITHOUT_EVENTS: INodeProperties = {
	displayName: 'Save Without Events',
	name: 'saveWithoutEvents',
	type: 'boolean',
	default: true,
	description:
		'Whether to save right away what the trigger has seen, even if it is not an event, such as a new record when only changes are watched. n8n only saves with an execution, so this starts executions without items now and then. When off, the trigger saves with the next event, and may miss a change if n8n restarts before that.',
};

/** A symbol, so that the mark stays with copies of the field but never gets into the description. */
const RESTARTS_WATCH = Symbol('restartsWatch');

interface RestartingField extends INodeProperties {
	readonly [RESTARTS_WATCH]: true;
}

/** Marks a field of a trigger: with another value in it, the watch starts over. */
export function restartsWatch(field: INodeProperties): RestartingField {
	return { ...field, [RESTARTS_WATCH]: true };
}

/** The names of the marked fields, also of those in collections, in alphabetical order. */
export function restartingNames(fields: readonly INodeProperties[]): string[] {
	const marked = fields
		.flatMap((field) => [field, ...entriesOf(field)])
		.filter((field) => RESTARTS_WATCH in field);
	return [...new Set(marked.map(({ name }) => name))].sort();
}
