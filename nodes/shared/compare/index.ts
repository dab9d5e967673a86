export { comparePeriods, STATUS } from './compare';
export { ADDED, isNoNumber, numberIn } from './figures';
export { sortRecords } from './sort';
export type { ChangeOrder, Comparison, Marked, SortBy } from './types';
