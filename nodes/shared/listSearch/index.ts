export { filterSearches } from './filterValues';
export { listSearch, matching } from './listSearch';
export { pickerSettings } from './pickerClient';
export { searchAgentsProjects, searchGeoProjects, searchGeoProjectsOrAll } from './projects';
