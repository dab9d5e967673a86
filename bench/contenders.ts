import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { CREDENTIAL, project } from '../dev/engine';
import { placed } from '../dev/placed';
import { PROJECTS } from '../sandbox';
import { FLOOR } from './floor';
import { pageBody, PROMPTS_PATH } from './service';

/** One way to do the work. */
export interface Contender {
	readonly name: string;
	readonly node: INode;
	readonly items: readonly IDataObject[];
	/** The name of the contender whose time stands beside this one's, or milliseconds. */
	readonly beside: number | string;
	/** The goals: the most time and processor time against that. */
	readonly mostTime?: number;
	readonly mostCpu?: number;
	/** How many items have to come out. */
	readonly expected?: number;
}

/** Records that each input item asks for. */
export const LIMIT = 10;

/** About where the concurrency of this node stops growing when its user sets no bound. */
export const AUTOMATIC = 100;

/** n8n's name for its HTTP Request node, and the version that n8n 2.41 puts on the canvas. */
export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const HTTP_REQUEST_VERSION = 4.5;

/**
 * Returns the batching option, which both nodes keep under the same names.
 *
 * @param batchInterval milliseconds between two batches; 0 means none
 */
export function batches(batchSize: number, batchInterval = 0): INodeParameters {
	return { batching: { batch: { batchSize, batchInterval } } };
}

/**
 * GEO → Prompt → Get Many.
 *
 * @param options what the user added under Options: nothing, in a node just dropped on the canvas
 */
export function ownNode(options: INodeParameters = {}, change: INodeParameters = {}): INode {
	return nodeOf('n8n-nodes-agents-geo.geo', 1, {
		...{ resource: 'prompt', operation: 'getAll', project: project(PROJECTS.coffee), limit: LIMIT },
		// The others ask for no metrics, which are work for the service.
		...placed({ metrics: [], additionalBodyJson: '={{ ({ note: $json.note }) }}', ...options }),
		...change,
	});
}

/**
 * n8n's HTTP Request with the same credential and body. With an interval, it starts a batch each time,
 * even if the last one has not ended. Without batching, it starts all requests at once.
 */
export function httpRequest(url: string, options: INodeParameters = {}): INode {
	const body = pageBody(LIMIT, 0, { note: '{{ $json.note }}' });
	return nodeOf(HTTP_REQUEST, HTTP_REQUEST_VERSION, {
		...{ method: 'POST', url: `${url}${PROMPTS_PATH}`, options },
		...{ authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL },
		...{ sendBody: true, specifyBody: 'json', jsonBody: `=${JSON.stringify(body, null, 2)}` },
	});
}

/** The bare loop of n8n's helper: over the items, or over the pages of a list. */
export function floor(url: string, atOnce: number, limit = LIMIT, returnAll = false): INode {
	return nodeOf(FLOOR, 1, { setup: { url, atOnce, limit, returnAll } });
}

/** Returns input items that all ask for something else. */
export function distinctItems(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ note: `note ${index}` }));
}

function nodeOf(type: string, typeVersion: number, parameters: INodeParameters): INode {
	return {
		...{ id: 'measured', name: 'Measured', type, typeVersion, position: [0, 0], parameters },
		credentials: { [CREDENTIAL]: { id: 'credential', name: 'Account' } },
	};
}
