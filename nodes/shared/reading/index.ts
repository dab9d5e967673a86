export { Lists } from './lists';
export type { ListResult } from './listSoFar';
export { GEO_PROJECTS_PAGING, GEO_PAGING, type Paging } from './paging';
export type { ListQuery } from './paging';
export { DEFAULT_PAGE_SIZE } from './readList';
