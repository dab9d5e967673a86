export { eventField, KEY_FIELDS, pollWatch, watchOptionsField } from './poll';
export { NO_LIST } from './projectPolls';
export {
	changedMetric,
	changedRecords,
	crossed,
	type Direction,
	moved,
	type NameOf,
	newRecords,
	numbersOf,
} from './detectors';
export type { Detector, Watch } from './evaluate';
