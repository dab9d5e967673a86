import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../base';
import type { Parameters } from './parameters';
import type { FieldReader } from './reader';

/** Shows a field only where the node is a tool of an AI agent. */
export const IN_TOOLS = { show: { '@tool': [true] } };

/** The forms of an answer, in the order of their names. */
const FORMS = [
	{
		name: 'List',
		value: 'list',
		description: 'One object per record, each with the names of its fields',
	},
	{
		name: 'Table',
		value: 'table',
		description:
			'The names of the fields once, then the values of each record. About half as long as a list.',
	},
] as const;

/** What an AI model gets in place of items. */
export interface AnswerChoice {
	readonly form: (typeof FORMS)[number]['value'];
	/** The most characters of the answer; `Infinity` for any number. */
	readonly size: number;
}

/** The smallest answer in which there is room for a record and for what has to be said of it. */
const SMALLEST = 1000;

/** A tool has it and the node has not: so the node knows which of the two it is. */
export const IS_TOOL: INodeProperties = {
	displayName: 'Is Tool',
	name: 'isTool',
	type: 'hidden',
	default: true,
	displayOptions: IN_TOOLS,
	description: 'What tells the tool of an AI agent from the node',
};

const FORM: INodeProperties = {
	displayName: 'Format',
	name: 'answerFormat',
	type: 'options',
	noDataExpression: true,
	options: FORMS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'table',
	displayOptions: IN_TOOLS,
	description: 'How the model gets the records',
};

const SIZE: INodeProperties = {
	displayName: 'Max Output Size',
	name: 'maxOutputSize',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 20000,
	displayOptions: IN_TOOLS,
	description:
		'The most characters that the model gets, 1,000 or more. Records that do not fit are left out, and the answer says how many. Set to 0 for no maximum.',
};

/** How long the answer may be, for operations that do not return lists. */
export const answerSizeField: readonly INodeProperties[] = [SIZE];

/** How the records reach the model, for operations that return lists. */
export const answerFields: readonly INodeProperties[] = [FORM, SIZE];

/**
 * How to answer an AI model; `undefined` if the node is no tool.
 *
 * @throws DescribedError if the size is not a whole number, or too small
 */
export function readAnswerChoice(parameters: Parameters): AnswerChoice | undefined {
	if (!parameters.flag(IS_TOOL)) return undefined;
	const form = parameters.text(FORM);
	return {
		form: FORMS.find(({ value }) => value === form)?.value ?? 'list',
		size: readSize(parameters),
	};
}

function readSize(reader: FieldReader): number {
	if (reader.text(SIZE) === '') return Infinity;
	const size = reader.number(SIZE);
	if (size === 0) return Infinity;
	if (size >= SMALLEST) return size;
	throw new DescribedError(
		`'${SIZE.displayName}' is too small for an answer`,
		`Enter ${SMALLEST} or more in '${SIZE.displayName}', or 0 for no maximum.`,
	);
}
