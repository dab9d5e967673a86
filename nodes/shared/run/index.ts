export { endpointCall } from './endpointCall';
export { resourceProperties, createSubtitle, operationSubtitle } from './pickers';
export type { Comparison, Operation, Query, Resource, Segment } from './plans';
export { readPlan } from './readPlan';
export { limitToFirstPage, refuseManyReads } from './planReads';
export { runOperations } from './run';
