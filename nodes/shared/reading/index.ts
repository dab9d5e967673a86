export type { ExpectedAnswer } from './expectedAnswer';
export type { ListResult } from './listSoFar';
export { LIMIT_AND_OFFSET, PAGINATION, type Paging } from './paging';
export { readAnswer } from './readAnswer';
export { type ListSource, PAGE_SIZE, readList } from './readList';
