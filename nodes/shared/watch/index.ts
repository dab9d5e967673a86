export { eventField, type EventEntry, KEY_FIELDS, pollWatch, watchOptionsField } from './poll';
export { NO_LIST_TO_WATCH_ERROR } from './projects';
export * from './detectors';
export { recordNameOf } from './recordKeys';
export type { Detector, Watch } from './diff';
