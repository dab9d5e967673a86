export { comparedNotices, compareRecords, isNumberField, otherPeriodText } from './compare';
export { asCell, cellsIn, flattenRecords, isPlainList, STEP } from './flatten';
export { BY_ID, type Identity, identityOfList, identityOfReport } from './identity';
export { isRankChange, mayLackFirst, MAX_SORTED, sortRows, UNSORTED } from './sort';
export { comparableText, conditionsIn, countOthers, rowsWhere } from './where';
export {
	asRecord,
	type Asked,
	type Change,
	CHANGE_NAMES,
	changedFieldIn,
	type ComparedWith,
	type Condition,
	type Days,
	daysText,
	EMPTY_TABLE,
	errorAt,
	joinTables,
	namesApart,
	noticesAt,
	type Part,
	type Place,
	type Project,
	type ProjectTable,
	type Row,
	type SortBy,
	type Table,
	withOwnNames,
} from './table';
