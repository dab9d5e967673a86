export { comparisonNotices, compareRecords, isNumberField, otherPeriodText } from './compare';
export { toCell, pathValuesOf, flattenRecords, isPlainList, PATH_SEPARATOR } from './flatten';
export {
	IDENTIFIED_BY_ID,
	type IdentifyingFields,
	identifyingFieldsOfList,
	identifyingFieldsOfReport,
} from './identifyingFields';
export {
	isRankChange,
	mayLackTopRecords,
	MAX_SORTED_RECORDS,
	sortRows,
	UNSORTED_NOTICE,
} from './sort';
export { comparableText, parseConditions, countMismatches, filterRows } from './where';
export {
	asRecord,
	type RecordSelection,
	type NumberChange,
	CHANGE_FIELD_ENDINGS,
	parseChangedField,
	type ComparedPeriods,
	type WhereCondition,
	type PeriodDays,
	daysText,
	EMPTY_TABLE,
	addPlaceToError,
	joinTables,
	createProjectNamer,
	addProjectToNotices,
	type SplitPart,
	type ProjectAndPart,
	type Project,
	type ProjectTable,
	type Row,
	type SortBy,
	type Table,
	withUniqueProjectNames,
} from './table';
