export * from './searches';
