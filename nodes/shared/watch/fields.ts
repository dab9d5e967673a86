import type { INodeProperties } from 'n8n-workflow';
import {
	ADDITIONAL_BODY,
	FLATTEN_OPTION,
	PAGE_SIZE_OPTION,
	PAGINATION_OPTION,
	RECORDS_AT,
	triggerOptionsField,
} from '../form';

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

/**
 * The Options field of a trigger.
 *
 * @param withNew the events that new records are, by their values in the field Event
 * @param others the other events, for which new records only have to be remembered
 * @param own what only this trigger has
 */
export function watchOptionsField(
	withNew: string[],
	others: string[],
	own: readonly INodeProperties[],
): INodeProperties {
	return triggerOptionsField(
		ADDITIONAL_BODY,
		{ ...EMIT_EXISTING, displayOptions: { show: { '/event': withNew } } },
		FLATTEN_OPTION,
		KEY_FIELDS,
		PAGE_SIZE_OPTION,
		PAGINATION_OPTION,
		RECORDS_AT,
		{ ...SAVE_WITHOUT_EVENTS, displayOptions: { show: { '/event': others } } },
		...own,
	);
}
