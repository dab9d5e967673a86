import { createCallOperation, type Resource } from '../../shared/run';
import { whoAmI } from './identity/whoAmI';
import { getAll as getProjects } from './project/getAll';
import { query as queryTasks } from './task/query';

export const resources: readonly Resource[] = [
	{ name: 'Endpoint', value: 'endpoint', operations: [createCallOperation('agents')] },
	{ name: 'Identity', value: 'identity', operations: [whoAmI] },
	{ name: 'Project', value: 'project', operations: [getProjects] },
	{ name: 'Task', value: 'task', operations: [queryTasks] },
];
