export { endpointCall } from './endpointCall';
export { listFields } from './listFields';
export { additionalBodyFields, bodyWith, objectInput } from './objectFields';
export { optionsField, PAGE_SIZE_OPTION } from './options';
export { readOutput, RECORDS } from './output';
export type { Parameters } from './parameters';
export { pickerProperties } from './pickers';
export { runOperations } from './run';
export type { Operation, Plan, ReadPlan, Resource } from './types';
