import type { INodeProperties } from 'n8n-workflow';
import type { OutputChoice, OutputMode } from '../shape';
import { answerFields, IN_TOOLS, NOT_IN_TOOLS } from './answerFields';
import type { FieldReader } from './reader';

/** The modes, in the order of their names. */
export const OUTPUT_MODES: ReadonlyArray<{ name: string; value: OutputMode; description: string }> =
	[
		{
			name: 'Raw Response',
			value: 'raw',
			description: 'The whole response as the service sent it, one item per page',
		},
		{
			name: 'Records',
			value: 'records',
			description: 'One item per record, with all its fields',
		},
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'One item per record, with its ID and the fields that you name',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description:
				'One item per record, with up to ten of its most useful fields. Lists become numbers and long texts are cut.',
		},
	];

const OUTPUT: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: OUTPUT_MODES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'records',
	description: 'What the node returns',
};

/** One text for people in place of the records, which a tool of an AI agent does not need. */
const MESSAGE = {
	name: 'Message',
	value: 'message',
	description:
		'One item with all records as a message: as plain text, for Slack, as Markdown and as HTML for an email',
};

/** Shows a field with the output Message. */
export const MESSAGE_CONDITION = { show: { '@tool': [false], output: [MESSAGE.value] } };

/** Whether the user wants a message. */
export function isMessage(reader: FieldReader): boolean {
	return reader.text(OUTPUT) === MESSAGE.value;
}

const SELECTED_FIELDS: INodeProperties = {
	displayName: 'Fields',
	name: 'outputFields',
	type: 'string',
	required: true,
	displayOptions: { show: { output: ['selected'] } },
	default: '',
	placeholder: 'e.g. prompt, avg_visibility_score, topic_name',
	description:
		'The fields to return after the ID, in this order, separated by commas. Use a dot for a field inside an object. A field that a record does not have is returned empty.',
};

/** The Output fields of every operation whose records are known: short ones in a tool. */
export const outputFields: readonly INodeProperties[] = [
	{ ...OUTPUT, options: [MESSAGE, ...(OUTPUT.options ?? [])], displayOptions: NOT_IN_TOOLS },
	{ ...OUTPUT, default: 'simplified', displayOptions: IN_TOOLS },
	SELECTED_FIELDS,
	...answerFields,
];

/** The same where nothing is known of the records: then nobody can say which fields matter. */
export const anyOutputFields: readonly INodeProperties[] = [
	OUTPUT,
	SELECTED_FIELDS,
	...answerFields,
];

/** The fields that the user has selected; none for another output. */
export function readSelectedFields(reader: FieldReader): string[] {
	return reader.text(OUTPUT) === 'selected' ? reader.texts(SELECTED_FIELDS) : [];
}

/** The option that makes rows for a sheet. */
export const FLATTEN_OPTION: INodeProperties = {
	displayName: 'Flatten for Sheets',
	name: 'flatten',
	type: 'boolean',
	default: false,
	description:
		'Whether to turn nested objects into columns such as topic_name, and lists into text. All items of the run get the same columns in the same order.',
};

/** Where the list lies in the answer, if the node does not find it. */
export const RECORDS_AT: INodeProperties = {
	displayName: 'Records At',
	name: 'recordsAt',
	type: 'string',
	default: '',
	placeholder: 'e.g. result.rows',
	description:
		'The path to the list of records in the response, such as result.rows. Use data[].tasks for the tasks in all entries of data. Leave empty to let the node find the list.',
};

/** Records as they came: for operations without Output fields. */
export const RECORDS: OutputChoice = { mode: 'records', fields: [], useful: [], ids: [] };

/**
 * How the user wants to see the records.
 *
 * @param useful the fields that matter most, for Simplified
 * @param ids the fields that may hold the ID of a record, the likeliest first
 * @throws DescribedError if fields are to be selected and none is named
 */
export function readOutput(
	reader: FieldReader,
	useful: readonly string[] = [],
	ids: readonly string[] = ['id'],
): OutputChoice {
	const chosen = reader.text(OUTPUT);
	const mode = OUTPUT_MODES.find(({ value }) => value === chosen)?.value ?? 'records';
	const fields = mode === 'selected' ? reader.texts(SELECTED_FIELDS) : [];
	if (mode === 'selected' && fields.length === 0) {
		const todo = "Name the fields in 'Fields', separated by commas.";
		throw reader.problem(SELECTED_FIELDS, "'Fields' is empty", todo);
	}
	return { mode, fields, useful, ids };
}
