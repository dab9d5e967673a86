export { eventField, type EventEntry, KEY_FIELDS, pollWatch, watchOptionsField } from './poll';
export { NO_LIST_TO_WATCH_ERROR } from './projects';
export * from './detectors';
export type { Detector, RecordNamer, Watch } from './diff';
