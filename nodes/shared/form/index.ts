export { type AnswerChoice, answerSizeField, IS_TOOL, readAnswerChoice } from './output';
export { ADDITIONAL_BODY, bodyWith, objectField, readRows, rowsField } from './bodyFields';
export {
	DATE_RANGE_OPTION,
	dateRangeFields,
	datesIn,
	readPeriod,
	readReportPeriod,
	reportRangeFields,
} from './dateRange';
export {
	filterBody,
	filterByField,
	filterOptions,
	filtersField,
	namedFilters,
	operatorNotice,
} from './filters';
export {
	isLimitOfAll,
	LIMIT_OPTION,
	LIMIT_SCOPE_OPTION,
	limitsInTools,
	listFields,
	readLimit,
	withoutLimit,
} from './limit';
export { entriesOf, mergeFields, mergeForms } from './mergeForms';
export { type KnownName, namesField, namesInput, type NamesInput } from './names';
export {
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
	messageFields,
	outputFields,
	readMessage,
	readOutput,
	readSelectedFields,
	RECORDS,
	RECORDS_AT,
} from './output';
export { PAGINATION_OPTION, readPaging } from './pagination';
export { Parameters } from './parameters';
export {
	edgeText,
	type ClosedPeriod,
	type Period,
	periodBefore,
	periodLastYear,
	periodBody,
	periodText,
	type PeriodUnit,
	splitPeriod,
} from './period';
export {
	ABOUT_PROJECT,
	ABOUT_PROJECTS,
	ALL_PROJECTS,
	UNLISTED,
	BY_NAME,
	containingField,
	projectField,
	projectsField,
	readOneProject,
	readProjectChoice,
	watchedProjectsField,
} from './project';
export { readSort, SORT_OPTION, sortBody, sortInTools } from './sort';
export { filledByModel, onlyInNode, onlyInTools, toolDescriptionField } from './toolFields';
