export { filterSearches } from './filterValues';
export { listSearch } from './listSearch';
export { searchAgentsProjects, searchGeoProjects, searchGeoProjectsOrAll } from './projects';
