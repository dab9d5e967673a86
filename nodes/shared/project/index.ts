export { listProjects } from './list';
export { ALL_PROJECTS, projectField, projectsField } from './locator';
export { GEO_PROJECTS, NO_PROJECT_LIST, WHOAMI, type Project } from './projects';
export { searchAgentsProjects, searchGeoProjects, searchGeoProjectsOrAll } from './search';
