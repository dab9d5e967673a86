export { type EventSentence, moveSentence, writeSentence } from './eventSentence';
export { asAnswer, asItems, asSheet, failedItem, type ItemResult, resultOf } from './items';
export {
	emptyFieldsNotices,
	lackingNotices,
	limitNotices,
	longCellNotices,
	noMatchNotices,
} from './notices';
export { LocaleFormat } from './words';
export { projectFields, withFieldsInFront } from './records';
export {
	isOneList,
	isRaw,
	type MessageChoice,
	type NumberFormat,
	type OutputChoice,
	type OutputMode,
	type OutputPlan,
	toSheetRows,
} from './shape';
