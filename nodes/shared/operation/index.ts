export { STATUS } from './compare';
export { endpointCall } from './endpointCall';
export { ADDED } from './figures';
export { pickerProperties } from './pickers';
export { withBody } from './planReader';
export { PlanRunner } from './planRunner';
export { oneProjectPlan, ProjectDirectory, projectPlan } from './projects';
export { runOperations } from './run';
export type { ChangeOrder, Operation, Plan, ReadPlan, Resource, Slice, SlicesPlan } from './types';
