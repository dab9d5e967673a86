export {
	FILTER_LISTS,
	type FilterList,
	filterListQuery,
	type NamedEntry,
	readNamedEntry,
	readNamedEntries,
	readFilterEntries,
} from './filterLists';
export { resolveFilterNames } from './filterNames';
export { normalizeAddress, distinctById, sortBySimilarity, firstNamesText } from './names';
export * from './projects';
