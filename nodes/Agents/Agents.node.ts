import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { projectSearches } from '../shared/pickers';
import { resourceProperties, runOperations, operationSubtitle } from '../shared/run';
import { resources } from './operations';

export class Agents implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agents',
		name: 'agents',
		icon: { light: 'file:agents.svg', dark: 'file:agents.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: operationSubtitle(resources),
		description: 'Query tasks, list projects and call any endpoint of the Agents API',
		defaults: { name: 'Agents' },
		builderHint: {
			searchHint:
				'Use task query for the tasks of a project, and endpoint call to create or change something. One node reads all clients: project "*".',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-agents-geo.agentsTrigger',
					relationHint: 'Starts a workflow when a task is new or has changed',
				},
			],
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentsGeoApi', required: true }],
		properties: resourceProperties(resources, 'task'),
	};

	methods = { listSearch: projectSearches('agents') };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, resources);
	}
}
