export { createCallOperation } from './endpointCall';
export { resourceProperties, createSubtitle, operationSubtitle } from './pickers';
export type { Comparison, Operation, Query, Resource, Segment } from './query';
export { fetchQuery } from './fetchQuery';
export { limitToFirstPage, refuseManyReads } from './planFetches';
export { runOperations } from './run';
