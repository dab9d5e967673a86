export {
	entryId,
	FILTER_LISTS,
	type FilterList,
	listRequest,
	type NamedEntry,
	namedEntry,
} from './filterLists';
export { filterSearches } from './filterValues';
export { type KnownNames, type ReadEntries, resolveFilters } from './resolveFilters';
export { listSearch, matching, pickerSettings } from './listSearch';
export {
	searchAgentsProjects,
	searchAgentsProjectsOrAll,
	searchGeoProjects,
	searchGeoProjectsOrAll,
} from './projectPicker';
