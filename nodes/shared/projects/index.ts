export { KnownProjects, type OneProject, type ProjectChoice } from './knownProjects';
export { asName, distinct, nearestTo, someOf } from './names';
export {
	GEO_PROJECTS,
	isPart,
	listProjects,
	NO_PROJECT_LIST,
	noticesOn,
	type Project,
	type ProjectList,
	WHOAMI,
} from './readProjects';
