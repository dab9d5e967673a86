export * from './eventSentence';
export * from './items';
export * from './notices';
export { LocaleFormat } from './words';
export {
	condenseRecords,
	hasSharedLimit,
	type MessageChoice,
	type NumberFormat,
	type OutputChoice,
	type OutputMode,
	type OutputQuery,
	projectFields,
	fillMissingColumns,
	addFieldsInFront,
} from './records';
