export {
	asAnswer,
	asItems,
	asSheet,
	failedItem,
	isOneList,
	isRaw,
	type ItemResult,
	resultOf,
} from './items';
export { emptyFieldsNotices, limitNotices, longCellNotices, noMatchNotices } from './notices';
export type { MessageChoice, OutputChoice, OutputMode, OutputPlan } from './shape';
export { projectFields, withFieldsInFront } from './records';
export { toSheetRows } from './shape';
