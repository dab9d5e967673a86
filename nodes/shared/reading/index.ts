export { DEFAULT_PAGE_SIZE, Lists } from './lists';
export type { ListResult } from './collector';
export { GEO_PROJECTS_PAGING, GEO_PAGING, type ListQuery, type Paging } from './paging';
