export { dateRangeFields, periodBefore, periodBody, readPeriod } from './fields';
export type { Period } from './period';
