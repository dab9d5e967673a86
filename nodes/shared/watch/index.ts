export { KEY_FIELDS, watchOptionsField } from './fields';
export {
	changedMetric,
	crossed,
	type Direction,
	moved,
	type NameOf,
	numbersOf,
} from './metricDetectors';
export { pollWatch } from './poll';
export { changedRecords, newRecords } from './recordDetectors';
export type { Detector, Watch } from './types';
