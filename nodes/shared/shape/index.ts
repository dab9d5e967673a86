export { condenseRecords, excerpt } from './flatten';
export { columnsOf, toSheetRows } from './flatten';
export { type OutputChoice, type OutputMode, shapeRecords } from './shape';
