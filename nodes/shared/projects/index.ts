export {
	FILTER_LISTS,
	type FilterList,
	readNamedEntry,
	readFilterEntries,
	resolveFilterNames,
} from './filterLists';
export { normalizeAddress, sortBySimilarity } from './names';
export * from './projects';
