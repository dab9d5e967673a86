export { readList, type ListAnswer, type PageRequest } from './readList';
