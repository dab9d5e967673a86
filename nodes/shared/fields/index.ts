export { dateRangeFields, periodBefore, periodBody, readPeriod } from './dateRange';
export { filterOptions, filtersField, sortField } from './filterFields';
export { filterBody } from './filters';
export { listFields } from './limit';
export { additionalBodyFields, bodyWith, objectInput } from './objectFields';
export { mergeFields } from './mergeFields';
export {
	isSafeToRepeat,
	optionsField,
	PAGE_SIZE_OPTION,
	readOptions,
	type RunOptions,
	SAFE_TO_REPEAT,
	triggerOptionsField,
} from './options';
export { readOutput, RECORDS } from './output';
export { FLATTEN_OPTION, outputFields } from './outputFields';
export { Parameters } from './parameters';
export type { Period } from './period';
export { ALL_PROJECTS, projectField, projectsField } from './project';
