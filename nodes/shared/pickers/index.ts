export { FILTER_LISTS, type FilterList, listRequest } from './filterLists';
export { filterSearches } from './filterValues';
export { type KnownNames, type ReadEntries, resolveFilters } from './resolveFilters';
export { listSearch, matching, pickerSettings } from './listSearch';
export { entryId, type NamedEntry, namedEntry } from './namedEntry';
export {
	searchAgentsProjects,
	searchAgentsProjectsOrAll,
	searchGeoProjects,
	searchGeoProjectsOrAll,
} from './projectPicker';
