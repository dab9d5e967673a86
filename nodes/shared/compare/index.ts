export {
	ADDED,
	comparedNotices,
	comparePeriods,
	type Comparison,
	figureNameIn,
	formsOfDimension,
	isFigure,
	otherPeriodText,
	STATUS,
} from './compare';
export { type Marked, mayLackFirst, MOST_SORTED, type SortBy, sortRecords, UNSORTED } from './sort';
