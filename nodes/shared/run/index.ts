export { endpointCall } from './endpointCall';
export { mapConcurrently } from './mapConcurrently';
export { withMarkInFront } from './ownMembers';
export { pickerProperties, subtitleBy, subtitleOf } from './pickers';
export { withBody } from './planReader';
export { PlanRunner } from './planRunner';
export { oneProjectPlan, ProjectDirectory, projectPlan } from './projectsPlan';
export { runOperations } from './run';
export type { Operation, RequestPlan, Resource, Slice, SlicesPlan } from './types';
