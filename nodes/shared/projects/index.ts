export {
	FILTER_LISTS,
	type FilterList,
	readNamedEntry,
	readFilterEntries,
	resolveFilterNames,
} from './filterLists';
export { normalizeAddress, sortBySimilarity, firstNamesText } from './names';
export * from './projects';
