export {
	FILTER_LISTS,
	type FilterList,
	listQuery,
	type NamedEntry,
	namedEntry,
	namedEntries,
	readEntries,
} from './filterLists';
export { resolveNames } from './filterNames';
export { asAddress, distinct, nearestFirst, someOf } from './names';
export * from './projects';
