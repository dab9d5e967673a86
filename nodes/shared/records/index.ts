export { condenseRecords } from './condense';
export { EndpointMemory } from './endpointMemory';
export { excerpt } from './excerpt';
export { columnsOf, toSheetRows } from './flatten';
export { groupedUnder } from './groups';
export { KnownProjects } from './knownProjects';
export { entryId, type NamedEntry, namedEntry } from './namedEntry';
export type { ListResult } from './pagedList';
export { LIMIT_AND_OFFSET, PAGINATION, type Paging } from './paging';
export { fieldIn, hasField, withoutField } from './path';
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
} from './projects';
export type { Remark } from './readAnswer';
export { type ListSource, PAGE_SIZE, readList } from './readList';
export { remarkAbout } from './remarks';
export { type OutputChoice, type OutputMode, shapeRecords } from './shape';
