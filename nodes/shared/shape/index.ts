export { condenseRecords, excerpt, flattenRecords, toSheetRows } from './flatten';
export { type OutputChoice, type OutputMode, shapeRecords } from './shape';
