export { APIS, type Api, type ApiName, type ApiRequest, type Effect } from './api';
export { CREDENTIAL, type Caller } from './caller';
export { createClient, type Client } from './client';
export { endpointPath } from './endpointPath';
export { DEFAULT_SETTINGS, PICKER_SETTINGS, proxyOf, type Settings } from './settings';
export { BASE_URL_END, endpointUrl } from './url';
