import type { JsonValue } from 'n8n-workflow';
import { type ApiRequest, DEFAULT_SETTINGS } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import type { RunOptions } from '../../nodes/shared/form';
import { isObject } from '../../nodes/shared/base/json';
import type { RequestPlan } from '../../nodes/shared/run/types';

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

type Answer = JsonValue | Error | undefined;

/** What a service answers to a request, or the error with which it fails. */
export type Reply = (request: ApiRequest) => Answer | Promise<Answer>;

/** A client whose service answers like this, and the requests that it got. */
export function clientOf(reply: Reply): { client: Client; asked: ApiRequest[] } {
	const asked: ApiRequest[] = [];
	const client: unknown = {
		offers: () => true,
		async send(request: ApiRequest) {
			asked.push(request);
			const body = await reply(request);
			if (body instanceof Error) throw body;
			return { body, headers: {}, size: 0 };
		},
	};
	if (!isClient(client)) throw new Error('This is no client');
	return { client, asked };
}

/** Options of a run that nobody has changed. */
export const OPTIONS: RunOptions = {
	...{ settings: DEFAULT_SETTINGS, batch: { size: Infinity, interval: 0 } },
	...{ reuse: true, flatten: false, pageSize: 100 },
};

/** A plan to read a list, unless these parts say otherwise. */
export function planOf(
	parts: Partial<RequestPlan> = {},
	request: Partial<ApiRequest> = {},
): RequestPlan {
	return {
		request: { api: 'geo', effect: 'read', method: 'POST', path: '/list', body: {}, ...request },
		...{ shape: 'list', names: [], limit: Infinity },
		output: { mode: 'records', fields: [], ids: ['id'], useful: [] },
		...parts,
	};
}
