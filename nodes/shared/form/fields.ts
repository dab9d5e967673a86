import {
	FROM_AI_AUTO_GENERATED_MARKER,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { attempt } from '../base';
import type { Parameters } from './reader';
import type { KnownName } from './values';

/**
 * A pick list of the names that the API is known to take (public), with an option for others.
 *
 * @param label what is picked, in the plural, such as Dimensions
 * @param known what the list offers
 * @param start the names that a new node has
 * @param description what the names are for
 */
export function namesInput(
	label: string,
	known: readonly KnownName[],
	start: readonly string[],
	description: string,
) {
	const field: INodeProperties = {
		displayName: label,
		name: label.toLowerCase(),
		type: 'multiOptions',
		options: known.map(({ name, value }) => ({ name, value })),
		default: [...start],
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
		/** The option for names that are not in the list. */
		other,
		/** What the form calls the field that a name was entered in. */
		fieldOf: (name: string) =>
			known.some(({ value }) => value === name) ? label : other.displayName,
		/** @throws DescribedError if the pick list, or its expression, has a name that is not known */
		read(parameters: Parameters): string[] {
			const names = parameters.readerOf(field).choices(field, known, advice);
			return [...new Set([...names.map(({ value }) => value), ...parameters.options.texts(other)])];
		},
	};
}

/**
 * A field whose value is picked from a list, or entered in its other modes.
 *
 * @param one what is picked, such as `a project`
 * @param searchListMethod the search behind the list, as the nodes call it
 * @param field what else there is of it
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

/** A field for several names, separated by commas; those that are known are shown (public). */
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

/** What makes a field hold others in rows, which are named in the singular. */
export function rowsOf(displayName: string, name: string, values: INodeProperties[]) {
	return {
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		options: [{ displayName, name, values }],
	};
}

/** What makes a field hold others together, in one group that users add. */
export function groupOf(displayName: string, name: string, values: INodeProperties[]) {
	return {
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: false },
		placeholder: `Add ${displayName}`,
		default: { [name]: {} },
		options: [{ displayName, name, values }],
	};
}

/** What n8n itself may hand over beside the arguments. */
const OF_N8N = ['query', 'tool', 'toolCallId', 'toolParameters'];

/**
 * The arguments of a tool, and those that a model gave and that it does not have. n8n may hand over
 * arguments among the fields of the agent's input; of the two, `$fromAI` finds only arguments (read, 2.41).
 */
export function readArguments(context: IExecuteFunctions) {
	const stored = JSON.stringify(context.getNode().parameters);
	const known = [...stored.matchAll(/\$fromAI\(\s*\\?['"`]([\w-]+)/gi)].map(([, key = '']) => key);
	const isArgument = (name: string, item: number) => {
		const call = `{{ $fromAI('${name}', '', 'string', '') }}`;
		return (
			/^[\w-]+$/.test(name) && (attempt(() => context.evaluateExpression(call, item)) ?? '') !== ''
		);
	};
	const others = context.getInputData().flatMap(({ json }, item) => {
		const names = Object.keys(json).filter((name) => ![...known, ...OF_N8N].includes(name));
		return names.filter((name) => isArgument(name, item));
	});
	return { known: [...new Set(known)], unknown: [...new Set(others)] };
}

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
