export { Lists } from './lists';
export type { ListResult } from './listSoFar';
export { LIMIT_AND_OFFSET, PAGINATION, type Paging } from './paging';
export type { ListQuery } from './paging';
export { PAGE_SIZE } from './readList';
