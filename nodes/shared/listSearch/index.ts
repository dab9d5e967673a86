export {
	searchMarkets,
	searchModels,
	searchPrompts,
	searchTags,
	searchTopics,
} from './filterValues';
export { listSearch } from './listSearch';
export { searchAgentsProjects, searchGeoProjects, searchGeoProjectsOrAll } from './projects';
