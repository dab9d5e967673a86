export { KEY_FIELDS, pollWatch, watchOptionsField } from './poll';
export { NO_LIST } from './projectPolls';
export {
	changedMetric,
	crossed,
	type Direction,
	moved,
	type NameOf,
	numbersOf,
} from './metricDetectors';
export { changedRecords, newRecords } from './recordDetectors';
export type { Detector, Watch } from './evaluate';
