export { endpointCall } from './endpointCall';
export { mapConcurrently } from './mapConcurrently';
export { pickerProperties } from './pickers';
export { PlanRunner } from './planRunner';
export { oneProjectPlan, ProjectDirectory, projectPlan } from './projects';
export { runOperations } from './run';
export type { Operation, Plan, ReadPlan, Resource } from './types';
