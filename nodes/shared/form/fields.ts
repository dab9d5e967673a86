import {
	FROM_AI_AUTO_GENERATED_MARKER,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { attempt } from '../base';
import type { Parameters } from './reader';
import type { KnownName } from './values';

/**
 * Returns a pick list of the names that the API is known to take (public), with an option for others.
 *
 * @param label names the list in the plural, such as Dimensions
 * @param defaultNames the names in a new node
 */
export function namesPickList(
	label: string,
	known: readonly KnownName[],
	defaultNames: readonly string[],
	description: string,
) {
	const field: INodeProperties = {
		displayName: label,
		name: label.toLowerCase(),
		type: 'multiOptions',
		options: known.map(({ name, value }) => ({ name, value })),
		default: [...defaultNames],
		description,
	};
	const other: INodeProperties = {
		displayName: `Other ${label}`,
		name: `other${label}`,
		type: 'string',
		default: '',
		description: `Names that ${label} does not list, as the API spells them, separated by commas. They are sent as they are.`,
	};
	const values = known.map(({ value }) => value).join(', ');
	const advice = `Use ${values} in '${label}'. For another name, add the option 'Other ${label}'.`;
	return {
		field,
		other,
		/** Returns the display name of the field that a name was entered in. */
		fieldOf: (name: string) =>
			known.some(({ value }) => value === name) ? label : other.displayName,
		/** @throws DescribedError if the pick list, or its expression, has an unknown name */
		read(parameters: Parameters): string[] {
			const names = parameters.readerOf(field).choices(field, known, advice);
			return [...new Set([...names.map(({ value }) => value), ...parameters.options.texts(other)])];
		},
	};
}

/**
 * Returns a field whose value is picked from a list, or entered in its other modes.
 *
 * @param one an entry, such as `a project`
 * @param searchListMethod the search behind the list, as the nodes call it
 */
export function pickedField(
	one: string,
	searchListMethod: string,
	field: Omit<INodeProperties, 'default' | 'type'>,
): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${one}…`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...(field.modes ?? []),
		],
	};
}

/** Returns a field for several names, separated by commas; it shows those that are known (public). */
export function namesField(
	displayName: string,
	name: string,
	known: readonly string[],
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${known.join(', ') || 'score'}`,
		hint: known.length === 0 ? undefined : `Known: ${known.join(', ')}`,
		description: `${description}. Enter the names that the API uses, separated by commas.`,
	};
}

/** Makes a field of rows, each with these values. */
export function rowsCollection(displayName: string, name: string, values: INodeProperties[]) {
	return {
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		options: [{ displayName, name, values }],
	};
}

/** Makes a field of one group that users add. */
export function groupCollection(displayName: string, name: string, values: INodeProperties[]) {
	return {
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: false },
		placeholder: `Add ${displayName}`,
		default: { [name]: {} },
		options: [{ displayName, name, values }],
	};
}

/** n8n itself may hand these over beside the arguments. */
const N8N_ARGUMENTS = ['query', 'tool', 'toolCallId', 'toolParameters'];

/**
 * Returns the arguments of a tool, and those that a model gave and the tool does not have. n8n may hand
 * arguments over among the fields of the agent's input; `$fromAI` finds only arguments (read, 2.41).
 */
export function readArguments(context: IExecuteFunctions) {
	const saved = JSON.stringify(context.getNode().parameters);
	const known = [...saved.matchAll(/\$fromAI\(\s*\\?['"`]([\w-]+)/gi)].map(([, key = '']) => key);
	const unknown = context.getInputData().flatMap(({ json }, item) =>
		Object.keys(json).filter((name) => {
			if ([...known, ...N8N_ARGUMENTS].includes(name) || !/^[\w-]+$/.test(name)) return false;
			const call = `{{ $fromAI('${name}', '', 'string', '') }}`;
			return (attempt(() => context.evaluateExpression(call, item)) ?? '') !== '';
		}),
	);
	return { known: [...new Set(known)], unknown: [...new Set(unknown)] };
}

export const SHOWN_IN_TOOLS = { show: { '@tool': [true] } };

/**
 * Returns a field for the node, and one for its tool, where the model fills it in. If the model leaves it
 * out, it is as in a new node. The model has to fill it in if it is required and is a choice or starts
 * empty, or if its default is no text, number or boolean.
 *
 * @param modelDescription describes the field, with its values or an example; no backticks or backslashes
 * @param toolField replaces the field in tools, if a model cannot fill this one
 */
export function filledByModel(
	field: INodeProperties,
	modelDescription: string,
	toolField = field,
): readonly INodeProperties[] {
	const { displayOptions } = field;
	return [onlyInNode(field), onlyInTools({ ...toolField, displayOptions }, modelDescription)];
}

/** Shows a field in tools only, where the model fills it in. */
export function onlyInTools(field: INodeProperties, modelDescription: string): INodeProperties {
	return shownIn('tool', { ...field, default: fromAiExpression(field, modelDescription) });
}

/** Hides a field in tools: a model cannot fill it in, or does so in another field. */
export function onlyInNode(field: INodeProperties): INodeProperties {
	return shownIn('node', field);
}

/**
 * Returns the field that tells the model what a tool answers, and when to use it. With a field of this
 * name, n8n adds none of its own.
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
 * The editor shows this as "Defined automatically by the model", and n8n makes the schema of it. It asks
 * for texts only: n8n's own Execute Step ticks every boolean, sets every number to 0, and refuses a typed
 * number if there is a default.
 */
function fromAiExpression(field: INodeProperties, modelDescription: string) {
	const { displayName, type, required, default: defaultValue } = field;
	const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_');
	const fallback = typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue);
	const needsChoice = defaultValue === '' || type === 'options';
	const isRequired = typeof defaultValue === 'object' || (required === true && needsChoice);
	const fallbackArgument = isRequired ? '' : `, '${fallback}'`;
	const call = `$fromAI('${key}', \`${modelDescription}\`, 'string'${fallbackArgument})`;
	const value = `={{ ${FROM_AI_AUTO_GENERATED_MARKER} ${call} }}`;
	return type === 'resourceLocator' ? { mode: 'name', value } : value;
}
