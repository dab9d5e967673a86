import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { CREDENTIAL } from '../dev/engine';
import { FLOOR } from './floor';
import { PROJECT, PROMPTS_PATH } from './service';
import { HTTP_REQUEST } from './stand';

/** Records that each item asks for. */
const LIMIT = 10;

/** GEO → Prompt → Get Many. */
export function ownNode(atOnce?: number, change: INodeParameters = {}): INode {
	const batching = { batch: { batchSize: atOnce ?? 5 } };
	return nodeOf('n8n-nodes-agents-geo.geo', 1, {
		resource: 'prompt',
		operation: 'getAll',
		project: { __rl: true, mode: 'id', value: PROJECT },
		limit: LIMIT,
		additionalBodyFields: { field: [{ name: 'note', type: 'text', value: '={{ $json.note }}' }] },
		options: atOnce === undefined ? {} : { batching },
		...change,
	});
}

/**
 * n8n's HTTP Request with the same credential and body. It starts a batch each interval, whether or
 * not the one before is answered: its batch size is no bound unless the interval is at least as long
 * as an answer takes. One millisecond is the shortest interval, zero switches batching off.
 */
export function httpRequest(url: string, batchSize: number, batchInterval: number): INode {
	const body = { project_id: PROJECT, note: '{{ $json.note }}' };
	const pagination = { limit: LIMIT, offset: 0 };
	return nodeOf(HTTP_REQUEST, 4.3, {
		method: 'POST',
		url: `${url}${PROMPTS_PATH}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `=${JSON.stringify({ ...body, pagination }, undefined, 2)}`,
		options: { batching: { batch: { batchSize, batchInterval } } },
	});
}

/** The bare loop of n8n's helper, over items or over the pages of one list. */
export function floor(
	of: keyof typeof FLOOR,
	url: string,
	atOnce: number,
	limit: number = LIMIT,
): INode {
	return nodeOf(FLOOR[of], 1, { url, atOnce, limit });
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
