export { outputField, type OutputChoice } from './field';
export { findList, findPlainList, type FoundList } from './records';
