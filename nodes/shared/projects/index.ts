export { KnownProjects } from './knownProjects';
export {
	type Doubt,
	GEO_PROJECTS,
	NO_PROJECT_LIST,
	orFromGeo,
	type Project,
	projectChoices,
	type ProjectList,
	readProjects,
	remarksOn,
	WHOAMI,
} from './readProjects';
