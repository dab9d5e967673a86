export { FLATTEN_OPTION, OUTPUT_MODES, outputFields, type OutputMode } from './field';
export { findList, findPlainList, type FoundList } from './records';
export {
	columnsOf,
	fieldIn,
	flattened,
	hasField,
	shaped,
	withColumns,
	withoutField,
	type OutputChoice,
} from './shape';
