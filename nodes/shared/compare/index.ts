export { comparedNotices, comparePeriods, type Comparison, otherPeriodText } from './compare';
export { ADDED, figureNameIn, isFigure, STATUS } from './figures';
export { type Marked, mayLackFirst, MOST_SORTED, type SortBy, sortRecords, UNSORTED } from './sort';
