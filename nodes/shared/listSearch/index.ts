export {
	searchMarkets,
	searchModels,
	searchPrompts,
	searchTags,
	searchTopics,
} from './filterValues';
export { matching } from './matching';
export { searchAgentsProjects, searchGeoProjects, searchGeoProjectsOrAll } from './projects';
