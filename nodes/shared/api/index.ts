export {
	type ApiName,
	type ApiRequest,
	APIS,
	type RequestEffect,
	endpointPath,
	createGeoReadRequest,
	addBodyProperties,
	addProject,
} from './apis';
export { type Client, Clients, createClient } from './client';
export { DEPENDS_ON_ITEM_FIELD, IGNORE_SSL_FIELD, CHARACTERS_REMOVED_FROM_KEY } from './credential';
export type { Answer } from './exchange';
export { OUTAGE_STATUSES, OUTAGE_STATUSES_TEXT, UNCLEAR_REFUSAL_STATUSES } from './failures';
export { errorMessagesIn, MAY_HAVE_RUN, createRefusalError, plainExcerpt } from './serviceErrors';
export { AUTOMATIC_CONCURRENCY, PICKER_SETTINGS, parseProxy, type Settings } from './settings';
