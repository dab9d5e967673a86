export { type ApiName, type ApiRequest, APIS, type Effect } from './apis';
export { type Client, createClient } from './client';
export { endpointPath } from './endpointPath';
export { DEFAULT_SETTINGS, PICKER_SETTINGS, proxyOf, type Settings } from './settings';
export { BASE_URL_END } from './url';
