import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api/apis';
import { createClient } from '../../nodes/shared/api/client';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { DescribedError } from '../../nodes/shared/errors';
import { isObject } from '../../nodes/shared/json';

const KEY = 'sk-0123456789abcdefghijklmnopqrstuvwxyz';

/** Whether `value` has what the client needs of n8n. */
function isCaller(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

const CREDENTIAL = { apiKey: KEY, agentsBaseUrl: '', geoBaseUrl: 'https://host.example' };

const READ: ApiRequest = {
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts', body: {} },
};

/** What the node would say about an answer of the service. */
async function saidAbout(statusCode: number, body: string, headers = {}): Promise<string> {
	const caller: unknown = {
		getCredentials: () => Promise.resolve(CREDENTIAL),
		helpers: {
			httpRequestWithAuthentication: () => Promise.resolve({ statusCode, headers, body }),
		},
	};
	if (!isCaller(caller)) throw new Error('This is no caller');
	const client = await createClient(caller, { ...DEFAULT_SETTINGS, maxRetries: 0 });
	try {
		await client.send(READ);
	} catch (error) {
		if (error instanceof DescribedError) return `${error.message}\n${error.description}`;
		throw error;
	}
	throw new Error('The answer was accepted');
}

describe('a failed request', () => {
	it.each([
		['a JSON message', 401, JSON.stringify({ message: `No such key: ${KEY}` })],
		['a JSON message with escapes', 401, `{"message":"No key ${KEY.replace('-', '\\u002d')}"}`],
		['a page', 502, `<h1>Failed with ${KEY}</h1>`],
		['a text instead of JSON', 200, `You sent ${KEY}`],
		['JSON that is cut off behind an escape', 200, `{"a":"${KEY.replace('-', '\\u002d')}`],
	])('never shows the key that %s repeats', async (_what, status, body) => {
		const said = await saidAbout(status, body);
		expect(said).toContain('*****');
		expect(said).not.toContain(KEY);
	});

	it.each([
		['a title is cut inside it', 401, JSON.stringify({ message: 'a'.repeat(162) + KEY })],
		['a page is cut inside it', 502, `<h1>${'a'.repeat(162)}${KEY}</h1>`],
		['a quote is cut inside it', 200, 'a'.repeat(63) + KEY],
	])('shows no part of the key where %s', async (_what, status, body) => {
		expect(await saidAbout(status, body)).not.toContain(KEY.slice(0, 8));
	});

	it.each(['/login/', `/${'a'.repeat(80)}`])(
		'shows no part of the key in a redirect',
		async (to) => {
			const said = await saidAbout(302, '', { location: to + KEY });
			expect(said).toMatch(/^The GEO API redirects to another address: /);
			expect(said).not.toContain(KEY.slice(0, 8));
		},
	);
});

describe('A client that is stopped', () => {
	it('ends every request that is under way, each by a signal of its own', async () => {
		const signals = new Set<unknown>();
		const caller: unknown = {
			getCredentials: () => Promise.resolve(CREDENTIAL),
			helpers: {
				httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) => {
					signals.add(options.abortSignal);
					await new Promise((_resolve, reject) => {
						options.abortSignal?.addEventListener?.('abort', () => reject(new Error('Aborted')));
					});
				},
			},
		};
		if (!isCaller(caller)) throw new Error('This is no caller');
		const concurrency = { start: 20, max: 20 };
		const client = await createClient(caller, { ...DEFAULT_SETTINGS, concurrency });
		const ends = Array.from({ length: 30 }, async () => await client.send(READ));
		const settled = Promise.allSettled(ends);
		await client.pause(1);
		expect(signals.size).toBe(20);
		client.stop();
		for (const end of await settled) {
			expect(end).toMatchObject({ reason: { message: 'The request was cancelled' } });
		}
		await expect(client.send(READ)).rejects.toThrow('The request was cancelled');
		expect(signals.size).toBe(20);
	});
});
