export { findList, findPlainList, type FoundList } from './findList';
export { listProjects, orFromGeo } from './listProjects';
export {
	GEO_PROJECTS,
	MAX_GEO_PAGE_SIZE,
	NO_PROJECT_LIST,
	NO_PROJECTS,
	projectChoices,
	projectList,
	projectsIn,
	WHOAMI,
} from './projects';
export { PAGE_SIZE, readList } from './readList';
export {
	columnsOf,
	fieldIn,
	flattenRecord,
	hasField,
	type OutputChoice,
	type OutputMode,
	shapeRecord,
	withColumns,
	withoutField,
} from './shape';
