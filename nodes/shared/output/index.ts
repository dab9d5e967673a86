export { asAnswer, asItems, asSheet, failedItem, type ItemResult, resultOf } from './items';
export {
	emptyFieldsNotices,
	lackingNotices,
	limitNotices,
	longCellNotices,
	noMatchNotices,
} from './notices';
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
