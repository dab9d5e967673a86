export * from './filterLists';
export * from './searches';
