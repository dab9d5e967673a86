import type { INodeProperties } from 'n8n-workflow';
import type { OutputMode } from '../records';

/** The modes, in the order of their names. */
export const OUTPUT_MODES: ReadonlyArray<{ name: string; value: OutputMode; description: string }> =
	[
		{
			name: 'Raw Response',
			value: 'raw',
			description: 'The whole answer as the service sent it, one item for each page',
		},
		{
			name: 'Records',
			value: 'records',
			description: 'One item for each record that the service sent',
		},
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'One item for each record, with the fields that you name',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'One item for each record, with up to ten fields, the most useful ones first',
		},
	];

/** The Output fields of every operation that gives records. */
export const outputFields: readonly INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: OUTPUT_MODES.map(({ name, value, description }) => ({ name, value, description })),
		default: 'records',
		description: 'What the node gives to the next node',
	},
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'string',
		required: true,
		displayOptions: { show: { output: ['selected'] } },
		default: '',
		placeholder: 'e.g. prompt, visibility_score, topic.name',
		description:
			'Names of the fields to give, separated by commas, in that order. A dot leads into an object. A field that a record does not have comes out empty.',
	},
];

/** The option that makes rows for a sheet. */
export const FLATTEN_OPTION: INodeProperties = {
	displayName: 'Flatten for Sheets',
	name: 'flatten',
	type: 'boolean',
	default: false,
	description:
		'Whether to turn nested objects into columns such as topic_name and lists into text, with the same columns in the same order for every item of the run',
};
