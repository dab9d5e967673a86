export { condenseRecords } from './condense';
export { excerpt } from './excerpt';
export { columnsOf, toSheetRows } from './flatten';
export { type OutputChoice, type OutputMode, shapeRecords } from './shape';
