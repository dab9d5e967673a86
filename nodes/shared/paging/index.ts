export type { PageRequest } from './ahead';
export { PAGE_SIZE, readList, type ListAnswer } from './readList';
