export {
	EMIT_EXISTING,
	KEY_FIELDS,
	readKeyFields,
	restartingNames,
	restartsWatch,
	SAVE_WITHOUT_EVENTS,
} from './fields';
export {
	byAmount,
	byPercent,
	crossedThreshold,
	type Direction,
	movedMetric,
	type NameOf,
	numbersOf,
} from './metricDetectors';
export { pollWatch } from './poll';
export { changedRecords, newRecords } from './recordDetectors';
export type { Detector, Identity, Watch } from './types';
