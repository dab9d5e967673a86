import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { projectSearches } from '../shared/pickers';
import { pollWatch } from '../shared/watch';
import { fields, readTaskWatch, subtitle } from './tasks';

export class AgentsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agents Trigger',
		name: 'agentsTrigger',
		icon: { light: 'file:../Agents/agents.svg', dark: 'file:../Agents/agents.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'Query tasks and call any endpoint of the Agents API, or start the workflow when a task is new or has changed',
		defaults: { name: 'Agents Trigger' },
		builderHint: {
			searchHint:
				'Polls by itself, so it needs no Schedule Trigger. One trigger watches the tasks of all clients: project "*".',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-agents-geo.agents', relationHint: 'Reads and changes tasks' },
			],
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentsGeoApi', required: true }],
		properties: fields,
	};

	methods = { listSearch: projectSearches('agents') };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollWatch(this, readTaskWatch);
	}
}
