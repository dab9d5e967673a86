export { projectField } from './locator';
export { NO_PROJECT_LIST, WHOAMI } from './projects';
export { searchAgentsProjects, searchGeoProjects } from './search';
