export { findList, findPlainList, type FoundList } from './findList';
export { toSheetRows } from './flatten';
export { fieldIn, hasField, withoutField } from './path';
export {
	GEO_PROJECTS,
	listProjects,
	MAX_GEO_PAGE_SIZE,
	NO_PROJECT_LIST,
	NO_PROJECTS,
	orFromGeo,
	type Project,
	projectChoices,
	projectList,
	projectsIn,
	WHOAMI,
} from './projects';
export { PAGE_SIZE, readList } from './readList';
export { type OutputChoice, type OutputMode, shapeRecord } from './shape';
