import { byName } from '../../shared/base';
import { endpointCall, type Resource } from '../../shared/run';
import { listResources } from './lists';
import { getAll as getProjects } from './project/getAll';
import { reportResource } from './reports';

export const resources: readonly Resource[] = [
	...listResources,
	{ name: 'Endpoint', value: 'endpoint', operations: [endpointCall('geo')] },
	{ name: 'Project', value: 'project', operations: [getProjects] },
	reportResource,
].sort(byName);
