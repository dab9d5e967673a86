export { EndpointMemory } from './endpointMemory';
export type { ListResult } from './pagedList';
export { LIMIT_AND_OFFSET, PAGINATION, type Paging } from './paging';
export { type ListSource, PAGE_SIZE, readList } from './readList';
