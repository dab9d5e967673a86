export * from './eventSentence';
export * from './items';
export * from './notices';
export { LocaleFormat } from './words';
export {
	condenseRecords,
	isOneList,
	type MessageChoice,
	type NumberFormat,
	type OutputChoice,
	type OutputMode,
	type OutputQuery,
	projectFields,
	withAllColumns,
	withFieldsInFront,
} from './records';
