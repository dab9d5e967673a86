export {
	FILTER_LISTS,
	type FilterList,
	listQuery,
	type NamedEntry,
	namedEntries,
	readEntries,
} from './filterLists';
export { resolveNames } from './filterNames';
export { distinct } from './names';
export * from './projects';
