export type { ExpectedAnswer } from './findList';
export type { ListResult } from './listSoFar';
export { LIMIT_AND_OFFSET, type ListSource, PAGINATION, type Paging } from './paging';
export { PAGE_SIZE, readList, type ReadOptions } from './readList';
