import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { CREDENTIAL } from '../dev/engine';
import { FLOOR } from './floor';
import { PROJECT, PROMPTS_PATH } from './service';
import { HTTP_REQUEST } from './stand';
import { placed } from '../dev/placed';

/** Records that each item asks for. */
const LIMIT = 10;

/** About where the concurrency of this node stops growing when its user sets no bound. */
export const AUTOMATIC = 100;

/** The version of HTTP Request that n8n 2.41 puts on the canvas. */
const HTTP_REQUEST_VERSION = 4.5;

/**
 * The batching option, which both nodes keep under the same names.
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
		resource: 'prompt',
		operation: 'getAll',
		project: { __rl: true, mode: 'id', value: PROJECT },
		limit: LIMIT,
		...placed({ additionalBodyJson: '={{ ({ note: $json.note }) }}', ...options }),
		...change,
	});
}

/**
 * n8n's HTTP Request with the same credential and body. With an interval it starts a batch each time,
 * whether or not the one before is answered: its batch size is no bound unless the interval is at
 * least as long as an answer takes. Without batching it starts all requests at once.
 *
 * @param options what the user added under Options: nothing, in a node just dropped on the canvas
 */
export function httpRequest(url: string, options: INodeParameters = {}): INode {
	const body = { project_id: PROJECT, note: '{{ $json.note }}' };
	const pagination = { limit: LIMIT, offset: 0 };
	return nodeOf(HTTP_REQUEST, HTTP_REQUEST_VERSION, {
		method: 'POST',
		url: `${url}${PROMPTS_PATH}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `=${JSON.stringify({ ...body, pagination }, undefined, 2)}`,
		options,
	});
}

/** The bare loop of n8n's helper: over items, with a field read for each, or over the pages of a list. */
export function floor(
	of: keyof typeof FLOOR,
	url: string,
	atOnce: number,
	limit: number = LIMIT,
): INode {
	return nodeOf(FLOOR[of], 1, { url, atOnce, limit, note: '={{ $json.note }}' });
}

/** Input items that all ask for something else. */
export function distinctItems(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ note: `note ${index}` }));
}

/** Input items that all ask for the same. */
export function identicalItems(count: number): IDataObject[] {
	return Array.from({ length: count }, () => ({ note: 'the same' }));
}

function nodeOf(type: string, typeVersion: number, parameters: INodeParameters): INode {
	return {
		id: 'measured',
		name: 'Measured',
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL]: { id: 'credential', name: 'Account' } },
	};
}
