import { endpointCall } from '../../../shared/operation';

/** Endpoint → Call below `/api/v1/business/` (spec). */
export const call = endpointCall('agents');
