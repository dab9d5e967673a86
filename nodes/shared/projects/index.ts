export {
	FILTER_LISTS,
	type FilterList,
	filterListQuery,
	type NamedEntry,
	readNamedEntry,
	readNamedEntries,
	readFilterEntries,
	resolveFilterNames,
} from './filterLists';
export { normalizeAddress, distinctById, sortBySimilarity, firstNamesText } from './names';
export * from './projects';
