import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { filterSearches, projectSearches } from '../shared/pickers';
import { pollWatch } from '../shared/watch';
import { fields, readGeoWatch, searchNumbers, searchWebsites, subtitle } from './events';

export class GeoTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GEO Trigger',
		name: 'geoTrigger',
		icon: { light: 'file:../Geo/geo.svg', dark: 'file:../Geo/geo.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'See how your brand shows up in AI answers, or start the workflow when your visibility changes, a competitor overtakes you or there is a new citation, domain or prompt',
		defaults: { name: 'GEO Trigger' },
		builderHint: {
			searchHint:
				'Polls by itself, so it needs no Schedule Trigger. For a report at fixed times, use a Schedule Trigger and the GEO node. One trigger watches all clients: project "*".',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-agents-geo.geo', relationHint: 'Reads reports and lists' },
			],
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentsGeoApi', required: true }],
		properties: fields,
	};

	methods = {
		listSearch: { ...filterSearches, searchNumbers, searchWebsites, ...projectSearches('geo') },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollWatch(this, readGeoWatch);
	}
}
