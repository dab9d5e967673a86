import { byName } from '../../shared/base';
import { createCallOperation, type Resource } from '../../shared/run';
import { ask } from './ask';
import { listResources } from './lists';
import { getAll as getProjects } from './project/getAll';
import { reportResource } from './reports';

export const resources: readonly Resource[] = [
	{ name: 'Any Data', value: 'any', operations: [ask], isOnlyInTools: true },
	...listResources,
	{ name: 'Endpoint', value: 'endpoint', operations: [createCallOperation('geo')] },
	{ name: 'Project', value: 'project', operations: [getProjects] },
	reportResource,
].sort(byName);
