export { eventField, type EventEntry, KEY_FIELDS, pollWatch, watchOptionsField } from './poll';
export { NO_LIST_TO_WATCH_ERROR } from './projects';
export * from './changeDetectors';
export { recordNameOf } from './recordKeys';
export type { ChangeDetector, Watch } from './diff';
