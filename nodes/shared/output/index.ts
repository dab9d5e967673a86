export { type EventSentence, sentenceAboutMove, writeEventSentence } from './eventSentence';
export {
	toToolItem,
	toItems,
	flattenResults,
	toErrorItem,
	type ItemResult,
	createItemResult,
} from './items';
export {
	emptyFieldsNotices,
	missingProjectNotices,
	limitNotices,
	longCellNotices,
	noMatchNotices,
} from './notices';
export { LocaleFormat } from './words';
export {
	isOneList,
	isRaw,
	type MessageChoice,
	type NumberFormat,
	type OutputChoice,
	type OutputMode,
	type OutputPlan,
	projectFields,
	toSheetRows,
	withFieldsInFront,
} from './records';
