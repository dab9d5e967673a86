export { condenseRecords, excerpt } from './condense';
export { columnsOf, toSheetRows } from './flatten';
export { type OutputChoice, type OutputMode, shapeRecords } from './shape';
