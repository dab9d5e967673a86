import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { type ApiRequest, AUTOMATIC_CONCURRENCY, type Settings } from '../../nodes/shared/api';
import { isObject } from '../../nodes/shared/base';

export const HOST = 'https://host.example';
export const KEY = 'sk-0123456789abcdefghijklmnopqrstuvwxyz';

/** The defaults of 'Request Options'. */
export const SETTINGS: Settings = {
	...{ concurrency: AUTOMATIC_CONCURRENCY, maxRetries: 5, maxWait: 180_000 },
	...{ timeout: 60_000, ignoreSsl: false },
};

/** A read of the GEO API. */
export const READ: ApiRequest = {
	...{ api: 'geo', effect: 'safe', method: 'POST', path: '/v2/geo/business/prompts', body: {} },
};

/** What a request ends with: parts of an answer, or the error that n8n throws. */
export type End = Error | { statusCode?: number | string; headers?: object; body?: string | null };

/** A connection that is lost, or was never made. */
export const lost = (code: string) => Object.assign(new Error('Failed'), { code });

function isCaller(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

/** A stream of one chunk, in less time than one of Node.js. */
const streamOf = (text: string) => ({ [Symbol.asyncIterator]: () => [Buffer.from(text)].values() });

/** What requests need of n8n, with a service behind its HTTP helper. */
export function callerOf(
	serve: (options: IDataObject, name: string, additional: unknown) => unknown,
	further: object = {},
): IExecuteFunctions {
	const caller: unknown = {
		getCredentials: () => Promise.resolve({ apiKey: KEY, agentsBaseUrl: '', geoBaseUrl: HOST }),
		helpers: {
			async httpRequestWithAuthentication(name: string, options: IDataObject, more: unknown) {
				const end = await Promise.resolve(serve(options, name, more));
				if (end instanceof Error) throw end;
				if (!isObject(end)) return end;
				const { body = '{}', ...status } = end;
				const bytes = typeof body === 'string' ? streamOf(body) : body;
				return { statusCode: 200, headers: {}, ...status, body: bytes };
			},
		},
		...further,
	};
	if (!isCaller(caller)) throw new Error('This is no caller');
	return caller;
}

/** A service with these ends, one for each request; the last one stays. */
export function endsOf(...ends: readonly End[]) {
	const sentAt: number[] = [];
	const serve = () => {
		sentAt.push(performance.now());
		return ends[Math.min(sentAt.length, ends.length) - 1];
	};
	return { serve, sentAt };
}
