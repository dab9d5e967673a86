export { STATUS } from './compare';
export { endpointCall } from './endpointCall';
export { mapConcurrently } from './mapConcurrently';
export { ADDED } from './figures';
export { withMarkInFront } from './ownMembers';
export { pickerProperties, subtitleBy, subtitleOf } from './pickers';
export { withBody } from './planReader';
export { PlanRunner } from './planRunner';
export { oneProjectPlan, ProjectDirectory, projectPlan } from './projectsPlan';
export { runOperations } from './run';
export type {
	ChangeOrder,
	Comparison,
	Operation,
	RequestPlan,
	Resource,
	Slice,
	SlicesPlan,
} from './types';
