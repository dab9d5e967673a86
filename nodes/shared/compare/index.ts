export { comparePeriods, STATUS } from './compare';
export { ADDED, isNoNumber, numberIn } from './figures';
export type { ChangeOrder, Comparison, Marked } from './types';
