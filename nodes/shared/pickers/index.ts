export { filterSearches } from './filterValues';
export { listSearch, matching, pickerSettings } from './listSearch';
export {
	searchAgentsProjects,
	searchAgentsProjectsOrAll,
	searchGeoProjects,
	searchGeoProjectsOrAll,
} from './projectPicker';
