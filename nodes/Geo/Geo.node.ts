import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { filterSearches, projectSearches } from '../shared/pickers';
import { pickerProperties, runOperations, subtitleOf } from '../shared/run';
import { resources } from './operations';

export class Geo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GEO',
		name: 'geo',
		icon: { light: 'file:geo.svg', dark: 'file:geo.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			'See how your brand shows up in the answers of ChatGPT, Perplexity, Gemini and others',
		defaults: { name: 'GEO' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentsGeoApi', required: true }],
		properties: pickerProperties(resources, 'prompt'),
	};

	methods = { listSearch: { ...filterSearches, ...projectSearches('geo') } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, resources);
	}
}
