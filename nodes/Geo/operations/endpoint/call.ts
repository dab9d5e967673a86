import { endpointCall } from '../../../shared/operation';

/** Endpoint → Call below `/v2/geo/` (public). */
export const call = endpointCall('geo');
