export { endpointCall } from './endpointCall';
export { projectMark, withMarkInFront } from './marks';
export { pickerProperties, subtitleBy, subtitleOf } from './pickers';
export { projectPlan, withBody } from './expand';
export { Reads } from './reads';
export { runOperations } from './run';
export { readPlan } from './steps';
export type { Operation, Plan, RequestPlan, Resource, Slices } from './types';
