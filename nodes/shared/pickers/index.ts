export { filterSearches } from './filterValues';
export { listSearch, matching } from './listSearch';
export { pickerSettings } from './pickerClient';
export {
	searchAgentsProjects,
	searchAgentsProjectsOrAll,
	searchGeoProjects,
	searchGeoProjectsOrAll,
} from './projectPicker';
