export * from './filterLists';
export * from './projects';
