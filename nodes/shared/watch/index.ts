export {
	EMIT_EXISTING,
	KEY_FIELDS,
	restartingNames,
	restartsWatch,
	SAVE_WITHOUT_EVENTS,
} from './fields';
export {
	byAmount,
	byPercent,
	changedMetric,
	crossed,
	type Direction,
	moved,
	type NameOf,
	numbersOf,
} from './metricDetectors';
export { pollWatch } from './poll';
export { changedRecords, newRecords } from './recordDetectors';
export type { Detector, Identity, Watch } from './types';
