import { FROM_AI_AUTO_GENERATED_MARKER, type INodeProperties } from 'n8n-workflow';
import { isEmpty, scalarIn } from './values';

/** Shows a field only where the node is a tool of an AI agent. */
export const IN_TOOLS = { show: { '@tool': [true] } };

/**
 * A field for both variants of a node: once for nodes, and once for tools, where the model fills it in.
 * What it leaves out is what a new node has. A field has to be filled in if it is required and is a
 * choice or starts empty, or if what it starts with is no text, number or boolean.
 *
 * @param about what the field means, with its values or an example; no backticks or backslashes
 * @param as the field that takes its place in tools, if a model cannot fill this one
 */
export function filledByModel(
	field: INodeProperties,
	about: string,
	as = field,
): readonly INodeProperties[] {
	const { displayOptions } = field;
	return [onlyInNode(field), onlyInTools({ ...as, displayOptions }, about)];
}

/** A field that is there in tools only, and that the model fills in. */
export function onlyInTools(field: INodeProperties, about: string): INodeProperties {
	return shownIn('tool', { ...field, default: fromModel(field, about) });
}

/** A field that is not there in tools, as a model cannot fill it in, or does so elsewhere. */
export function onlyInNode(field: INodeProperties): INodeProperties {
	return shownIn('node', field);
}

/**
 * The field with what the model is told about an operation: what it answers, and when to use it. n8n
 * adds no field of its own for that if there is one with this name.
 */
export function toolDescriptionField(description: string): INodeProperties {
	return shownIn('tool', {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		required: true,
		default: description,
		description: 'Tell the AI model what the tool answers and when to use it',
	});
}

/**
 * Shows a field in one variant of a node. `@tool` has to come before every field that may be an
 * expression: n8n shows what depends on an expression, and looks no further (read).
 */
function shownIn(variant: 'node' | 'tool', field: INodeProperties): INodeProperties {
	const show = { '@tool': [variant === 'tool'], ...field.displayOptions?.show };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/**
 * What the editor shows as "Defined automatically by the model", and n8n makes the schema of. It asks
 * for texts only: n8n's own Execute Step ticks every boolean, sets every number to 0, and refuses one
 * that is typed where there is a default.
 */
function fromModel(field: INodeProperties, about: string) {
	const { displayName, type, required, default: start } = field;
	const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_');
	const otherwise = typeof start === 'string' ? start : JSON.stringify(start);
	const isOpen = start === '' || type === 'options';
	const isNeeded = typeof start === 'object' || (required === true && isOpen);
	const last = isNeeded ? '' : `, '${otherwise}'`;
	const call = `$fromAI('${key}', \`${about}\`, 'string'${last})`;
	const value = `={{ ${FROM_AI_AUTO_GENERATED_MARKER} ${call} }}`;
	return type === 'resourceLocator' ? { mode: 'name', value } : value;
}

/** What models write where they mean nothing. */
const NOTHING_IN_WORDS = ['none', 'null', 'undefined', 'not set', 'notset', 'unset', 'n/a'];

/** Whether the model fills in a stored value, or a part of it. */
export function isFromModel(stored: unknown): boolean {
	return JSON.stringify(stored ?? '').includes('$fromAI(');
}

/** Whether a model has left a field out, or said so in words. */
export function isLeftOut(value: unknown): boolean {
	return isEmpty(value) || NOTHING_IN_WORDS.includes(scalarIn(value)?.toLowerCase() ?? '');
}
