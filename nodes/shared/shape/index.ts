export { condenseRecords, excerpt, toSheetRows } from './flatten';
export { type OutputChoice, type OutputMode, shapeRecords } from './shape';
