export { endpointCall } from './endpointCall';
export { resourceProperties, createSubtitle, operationSubtitle } from './pickers';
export type { Comparison, Operation, Plan, RequestPlan, Resource } from './plans';
export { readPlan } from './readPlan';
export {
	limitToFirstPage,
	periodsOf,
	planForProjects,
	refuseManyReads,
	withBodyMembers,
} from './planReads';
export { runOperations } from './run';
