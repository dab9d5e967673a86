import type { INodeProperties } from 'n8n-workflow';

/** What a node gives: one item per record, or the answer as it came. */
export type OutputChoice = 'records' | 'raw';

/** The Output field of every operation that can give a list. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Records',
			value: 'records',
			description: 'One item for each record that the service sent',
		},
		{
			name: 'Raw Response',
			value: 'raw',
			description: 'The whole answer as the service sent it, one item for each page',
		},
	],
	default: 'records',
	description: 'What the node gives to the next node',
};
