export { type ApiName, type ApiRequest, APIS, type Effect, endpointPath, geoRead } from './apis';
export { type Client, Clients, createClient } from './client';
export { DEPENDS_ON_ITEM, REMOVED_FROM_KEY } from './credential';
export type { Answer } from './exchange';
export { OUTAGES, OUTAGES_IN_WORDS } from './failures';
export { errorLines, MAY_HAVE_RUN, refusedError, shortened } from './serviceErrors';
export {
	AUTOMATIC_CONCURRENCY,
	DEFAULT_SETTINGS,
	PICKER_SETTINGS,
	proxyOf,
	type Settings,
} from './settings';
