export { eventField, type EventEntry, KEY_FIELDS, pollWatch, watchOptionsField } from './poll';
export { NO_LIST } from './projects';
export * from './detectors';
export type { Detector, NameOf, Watch } from './evaluate';
