export { APIS, type Api, type ApiName, type ApiRequest } from './api';
export { CREDENTIAL, createClient, type Caller, type Client } from './client';
export { endpointPath } from './endpointPath';
export { BASE_URL_END, endpointUrl } from './url';
