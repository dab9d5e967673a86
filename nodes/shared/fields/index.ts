export { type AnswerChoice, answerSizeField, IS_TOOL, readAnswerChoice } from './answer';
export { additionalBodyFields, bodyWith, objectInput } from './bodyFields';
export { dateRangeFields, periodBefore, periodBody, readPeriod } from './dateRange';
export { filterBody, filterByField, filterOptions, filtersField } from './filters';
export { listFields, readLimit } from './limit';
export { mergeFields } from './mergeFields';
export {
	isSafeToRepeat,
	optionsField,
	PAGE_SIZE_OPTION,
	readConnection,
	readOptions,
	type RunOptions,
	SAFE_TO_REPEAT,
	triggerOptionsField,
} from './options';
export {
	anyOutputFields,
	FLATTEN_OPTION,
	outputFields,
	readOutput,
	readRecordsAt,
	readSelectedFields,
	RECORDS,
	RECORDS_AT,
} from './output';
export {
	pagedOnly,
	paginationFields,
	PAGINATION_OPTION,
	readPaging,
	readPagingOption,
} from './pagination';
export { Parameters } from './parameters';
export type { Period } from './period';
export { messageFields, readMessage } from './message';
export {
	ABOUT_PROJECTS,
	ALL_PROJECTS,
	BY_NAME,
	containingField,
	type OneProject,
	type ProjectChoice,
	projectField,
	projectsField,
	readOneProject,
	readProjectChoice,
	watchedProjectsField,
} from './project';
export { restartingNames, restartsWatch } from './restartsWatch';
export { sortBody, sortField } from './sort';
export { daysIn, daysOf, type PeriodUnit, splitPeriod } from './splitPeriod';
export { filledByModel, notInTools, withToolFields } from './toolFields';
