import type { INodeProperties } from 'n8n-workflow';
import type { Parameters } from '../fields';

/** What tells records apart, where an id does not. */
export const KEY_FIELDS: INodeProperties = {
	displayName: 'Key Fields',
	name: 'keyFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name',
	description:
		'Names of the fields that together tell the records apart, separated by commas. Needed only where records have no ID of their own; a dot leads into an object.',
};

/** Whether what is there at the start is handed over, too. */
export const EMIT_EXISTING: INodeProperties = {
	displayName: 'Emit Existing Records Once',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to hand over all records that are there when the workflow is activated for the first time. When off, only what comes after that is an event.',
};

/** Whether to make n8n save what is no event. */
export const SAVE_WITHOUT_EVENTS: INodeProperties = {
	displayName: 'Save Without Events',
	name: 'saveWithoutEvents',
	type: 'boolean',
	default: true,
	description:
		'Whether to save at once what the trigger saw even if it is no event, such as a new record while only changes are watched. n8n saves with executions only, so this makes one without items. When off, it is saved with the next event; if n8n restarts before that, a change may be missed.',
};

/** How a watch hands over what it found. */
export interface WatchOptions {
	readonly emitExisting: boolean;
	readonly saveWithoutEvents: boolean;
}

/** Reads the options of a watch. */
export function readWatchOptions(parameters: Parameters): WatchOptions {
	return {
		emitExisting: parameters.options.flag(EMIT_EXISTING),
		saveWithoutEvents: parameters.options.flag(SAVE_WITHOUT_EVENTS),
	};
}

/** The names under Options → Key Fields; none if the option was not added. */
export function readKeyFields(parameters: Parameters): string[] {
	return parameters.options.texts(KEY_FIELDS);
}
