export {
	entryId,
	FILTER_LISTS,
	type FilterList,
	listRequest,
	type NamedEntry,
	namedEntry,
} from './filterLists';
export { type KnownNames, type ReadEntries, resolveFilters } from './resolveFilters';
export {
	filterSearches,
	listSearch,
	matching,
	pickerSettings,
	searchAgentsProjects,
	searchAgentsProjectsOrAll,
	searchGeoProjects,
	searchGeoProjectsOrAll,
} from './searches';
