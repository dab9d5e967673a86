export {
	condenseRecords,
	excerpt,
	flattenRecords,
	type OutputChoice,
	type OutputMode,
	shapeRecords,
	toSheetRows,
} from './shape';
