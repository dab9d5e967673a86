import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { filterSearches, projectSearches } from '../shared/pickers';
import { resourceProperties, runOperations, operationSubtitle } from '../shared/run';
import { resources } from './operations';
import { searchFields } from './operations/searchFields';

export class Geo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GEO',
		name: 'geo',
		icon: { light: 'file:geo.svg', dark: 'file:geo.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: operationSubtitle(resources),
		description:
			'See how your brand shows up in the answers of ChatGPT, Perplexity, Gemini and others',
		defaults: { name: 'GEO' },
		builderHint: {
			searchHint:
				'Use a report for figures over a period, such as share of voice by AI platform, topic, market or date, and getAll for single prompts, citations, domains and the like. Output message is one finished text for Slack or email. One node reads all clients: project "*". Rows of a report have a field for each dimension and measure, by its name, such as model and share_of_voice. As a tool, resource any with operation ask answers every question: leave out all other fields, since the model fills them in. An option that is left out is off.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-agents-geo.geoTrigger',
					relationHint: 'Starts a workflow when a record is new or a number has changed',
				},
			],
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentsGeoApi', required: true }],
		properties: resourceProperties(resources, 'prompt'),
	};

	methods = { listSearch: { ...filterSearches, searchFields, ...projectSearches('geo') } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, resources);
	}
}
