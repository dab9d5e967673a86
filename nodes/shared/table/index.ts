export { areSameRecords, compareRecords, isNumberField, otherPeriodText } from './compare';
export { toCell, pathValuesOf, flattenRecords, isPlainList, PATH_SEPARATOR } from './flatten';
export {
	areSorted,
	isRankChange,
	mayLackTopRecords,
	MAX_SORTED_RECORDS,
	sortRows,
	UNSORTED_NOTICE,
} from './sort';
export { mismatchNotices, parseConditions, filterRows } from './where';
export * from './key';
export * from './table';
