import type { IDataObject, IHttpRequestMethods, JsonValue } from 'n8n-workflow';

/** The two APIs of the service. They share one key and differ in address, headers and words. */
export type ApiName = 'agents' | 'geo';

/** What is known of one API. */
export interface Api {
	/** How people call it. */
	readonly title: string;
	/** The credential field that holds its base URL, as stored and as shown. */
	readonly baseUrlField: 'agentsBaseUrl' | 'geoBaseUrl';
	readonly baseUrlLabel: string;
	/** The path every endpoint starts with (spec); Endpoint → Call can never leave it. */
	readonly root: string;
	/** The rest of the path of an endpoint, which shows what one looks like. */
	readonly examplePath: string;
	/** The end of a base URL that the package adds by itself, so that it does no harm if pasted. */
	readonly baseUrlEnd: RegExp;
}

/** The facts of both APIs: the paths are `spec`. */
export const APIS: Readonly<Record<ApiName, Api>> = {
	agents: {
		title: 'Agents API',
		baseUrlField: 'agentsBaseUrl',
		baseUrlLabel: 'Agents API Base URL',
		root: '/api/v1/business/',
		examplePath: 'tasks/query',
		baseUrlEnd: /(\/api\/v1\/business)?[\s/]*$/i,
	},
	geo: {
		title: 'GEO API',
		baseUrlField: 'geoBaseUrl',
		baseUrlLabel: 'GEO API Base URL',
		root: '/v2/geo/',
		examplePath: 'business/prompts',
		baseUrlEnd: /(\/v2\/geo(\/(business|reports))?)?[\s/]*$/i,
	},
};

/**
 * What a request does, and so when it may be sent again:
 *
 * - `read`: changes nothing
 * - `repeatable`: may change something, but neither a second time nor the order matters
 * - `once`: a second time may change something a second time
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** One request as an operation means it: no host, no key, nothing about how it travels. */
export interface ApiRequest {
	readonly api: ApiName;
	readonly effect: Effect;
	readonly method: IHttpRequestMethods;
	/** The path from the host on, for example `/api/v1/business/whoami`. */
	readonly path: string;
	/** Sent as `X-Project-Id` (spec: every Agents endpoint except whoami). */
	readonly projectId?: string;
	readonly query?: IDataObject;
	readonly body?: JsonValue;
	/** Whether the answer to a read may be the state of something that is not finished (202). */
	readonly mayBePending?: boolean;
}
