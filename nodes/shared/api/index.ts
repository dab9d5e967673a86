export { DEPENDS_ON_ITEM } from './access';
export { type ApiName, type ApiRequest, APIS, type Effect } from './apis';
export { type Answer, type Client, createClient } from './client';
export { Clients } from './clients';
export { endpointPath } from './endpointPath';
export { AUTOMATIC, DEFAULT_SETTINGS, PICKER_SETTINGS, proxyOf, type Settings } from './settings';
export type { Concurrency } from './window';
