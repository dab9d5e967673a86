export {
	entryId,
	FILTER_LISTS,
	type FilterList,
	listRequest,
	type NamedEntry,
	namedEntry,
} from './filterLists';
export { filterSearches } from './searches';
export { type KnownNames, type ReadEntries, resolveFilters } from './resolveFilters';
export { listSearch, matching, pickerSettings } from './searches';
export {
	searchAgentsProjects,
	searchAgentsProjectsOrAll,
	searchGeoProjects,
	searchGeoProjectsOrAll,
} from './searches';
