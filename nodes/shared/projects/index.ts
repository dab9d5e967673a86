export {
	FILTER_LISTS,
	type FilterList,
	parseNamedEntry,
	readFilterEntries,
	resolveFilterNames,
} from './filterLists';
export { normalizeAddress, sortBySimilarity } from './names';
export * from './projects';
