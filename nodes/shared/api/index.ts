export { DEPENDS_ON_ITEM } from './access';
export { type ApiName, type ApiRequest, APIS, type Effect } from './apis';
export { type Client, createClient } from './client';
export { Clients } from './clients';
export { endpointPath } from './endpointPath';
export type { Answer } from './outcome';
export { MAY_HAVE_RUN, refusedError } from './responseErrors';
export { OUTAGES, OUTAGES_IN_WORDS } from './retry';
export { AUTOMATIC, DEFAULT_SETTINGS, PICKER_SETTINGS, proxyOf, type Settings } from './settings';
