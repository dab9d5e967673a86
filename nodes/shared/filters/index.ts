export { filterOptions, filtersField, sortField } from './fields';
export { filterBody } from './read';
export { searchMarkets, searchModels, searchPrompts, searchTags, searchTopics } from './search';
