export { endpointCall } from './endpointCall';
export { pickerProperties, subtitleBy, subtitleOf } from './pickers';
export type { Comparison, Operation, Parts, Plan, Read, RequestPlan, Resource } from './plans';
export { readPlan } from './readPlan';
export { firstPageOf, projectPlan, withBody } from './readsOf';
export { runOperations } from './run';
