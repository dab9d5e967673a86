export * from './filterLists';
export {
	distinct,
	GEO_PROJECTS,
	hasText,
	KnownProjects,
	NO_PROJECT_LIST,
	type OneProject,
	type Project,
	type ProjectChoice,
	type ProjectList,
	WHOAMI,
} from './projects';
