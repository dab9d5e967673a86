export { comparedNotices, comparePeriods, otherPeriodText } from './compare';
export { ADDED, figureNameIn, isFigure, STATUS } from './figures';
export { mayLackFirst, MOST_SORTED, sortRecords, UNSORTED } from './sort';
export type { Comparison } from './compare';
export type { Marked, SortBy } from './sort';
