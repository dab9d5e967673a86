export { outputField, type OutputChoice } from './field';
export { findList, type FoundList } from './records';
