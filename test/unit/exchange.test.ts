import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api/apis';
import { accessWith } from '../../nodes/shared/api/credential';
import { exchange, outgoing } from '../../nodes/shared/api/exchange';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { isObject } from '../../nodes/shared/base/paths';

const HOST = 'https://host.example';
const CREDENTIAL = { apiKey: 'key-1234' };

/** Whether `value` has what a request needs of n8n. */
function isCaller(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

/** An n8n whose requests are all answered with this. */
function callerOf(answer: unknown) {
	const sent: Array<{ options: IDataObject; name: string; additional: unknown }> = [];
	const caller: unknown = {
		getCredentials: () => Promise.resolve({}),
		helpers: {
			httpRequestWithAuthentication(name: string, options: IDataObject, additional: unknown) {
				sent.push({ options, name, additional });
				return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
			},
		},
	};
	if (!isCaller(caller)) throw new Error('This is no caller');
	return { caller, sent };
}

const POST: ApiRequest = {
	...{ api: 'geo', effect: 'once', method: 'POST', path: '/v2/geo/business/prompts' },
	...{ projectId: 'p-1', query: { a: 1 }, body: {} },
};
const WHOAMI: ApiRequest = {
	...{ api: 'agents', effect: 'read', method: 'GET', path: '/api/v1/business/whoami' },
};

const DONE = { statusCode: 200, headers: { 'content-type': 'a/b' }, body: '[]' };

const mask = (text: string) => text.replace('my-key', '*****');

/** Sends a request to a service that answers with this. */
async function exchanged(request: ApiRequest, answer: unknown, further = {}, isOver = false) {
	const { caller, sent } = callerOf(answer);
	const settings = { ...DEFAULT_SETTINGS, ...further };
	const controller = new AbortController();
	if (isOver) controller.abort();
	const { signal } = controller;
	const transport = { caller, credential: CREDENTIAL, settings, mask };
	const outcome = await exchange(transport, outgoing(request, HOST, settings), signal);
	return { outcome, sent, signal };
}

describe('A request', () => {
	it('goes out with its headers, its body as text, and the credential', async () => {
		const proxy = { protocol: 'http', host: 'proxy.example', port: 80 };
		const { sent, signal } = await exchanged(POST, DONE, { ignoreSsl: true, proxy });
		expect(sent).toEqual([
			{
				name: 'agentsGeoApi',
				options: {
					...{ method: 'POST', url: HOST + POST.path, qs: { a: 1 }, arrayFormat: 'repeat' },
					...{ body: '{}', abortSignal: signal },
					headers: {
						Accept: 'application/json',
						'Content-Type': 'application/json',
						'X-Project-Id': 'p-1',
					},
					...{ encoding: 'text', timeout: 60_000, skipSslCertificateValidation: true, proxy },
					...{ returnFullResponse: true, ignoreHttpStatusErrors: true },
					disableFollowRedirect: true,
				},
				additional: {
					credentialsDecrypted: { id: '', name: '', type: 'agentsGeoApi', data: CREDENTIAL },
				},
			},
		]);
	});

	it.each<[string, ApiRequest, object]>([
		['without a body', WHOAMI, { Accept: 'application/json' }],
		[
			'with a body',
			{ ...WHOAMI, body: null },
			{ Accept: 'application/json', 'Content-Type': 'application/json' },
		],
		[
			'to the GEO API',
			{ ...WHOAMI, api: 'geo' },
			{ Accept: 'application/json', 'Content-Type': 'application/json' },
		],
	])('%s has these headers', async (_what, request, headers) => {
		const { sent } = await exchanged(request, DONE);
		expect(sent[0]?.options.headers).toStrictEqual(headers);
		expect(sent[0]?.options.body).toBe(request.body === undefined ? undefined : 'null');
	});

	it.each<[unknown, object]>([
		[DONE, { body: [], headers: { 'content-type': 'a/b' }, size: 2 }],
		[
			{ statusCode: '204', body: null },
			{ body: undefined, headers: {}, size: 0 },
		],
	])('answered with %j gives %j', async (raw, answer) => {
		expect((await exchanged(WHOAMI, raw)).outcome).toEqual({ verdict: 'answered', answer });
	});

	it('answered with nothing of HTTP has failed', async () => {
		const { outcome } = await exchanged(WHOAMI, 'nothing');
		expect(outcome.error?.message).toContain('The Agents API refused the request');
	});

	it.each([301, 302, 303, 307, 308])('redirected with %i goes nowhere else', async (statusCode) => {
		const headers = { location: `${HOST}/v2/geo/business/prompts/` };
		const { outcome, sent } = await exchanged(
			{ ...POST, effect: 'read' },
			{ statusCode, headers, body: '' },
		);
		expect(outcome.error?.message).toContain('redirects to another address');
		expect(sent).toHaveLength(1);
	});

	it('that fails says what its code means, and that the run is over where it is', async () => {
		const lost = Object.assign(new Error('Failed'), { code: 'ECONNRESET' });
		const { outcome } = await exchanged(WHOAMI, lost);
		expect(outcome).toMatchObject({ verdict: 'failed', failure: { code: 'ECONNRESET' } });
		expect(outcome.error?.message).toContain('was closed before the response was complete');
		const over = await exchanged(WHOAMI, lost, {}, true);
		expect(over.outcome).toMatchObject({ verdict: 'failed', failure: {} });
		expect(over.outcome.error?.message).toBe('The request was cancelled');
		const { outcome: other } = await exchanged(WHOAMI, new Error('my-key'));
		expect(other.error?.message).toBe(
			'The Agents API cannot be reached at host.example: the connection failed (unknown)',
		);
	});
});

describe('The credential', () => {
	it('gives the key without blanks around it, both addresses, and a mask', () => {
		const agentsBaseUrl = 'https://a.example';
		const access = accessWith({
			apiKey: ' key-1234\n',
			agentsBaseUrl,
			geoBaseUrl: 5,
			other: 1,
		});
		expect(access.credential).toEqual({
			apiKey: 'key-1234',
			agentsBaseUrl,
			geoBaseUrl: 5,
			other: 1,
		});
		expect(access.baseUrls).toEqual({ agents: agentsBaseUrl, geo: '' });
		expect(access.mask('It is key-1234.')).toBe('It is *****.');
	});

	it.each([
		[{}, 'The credential has no API key'],
		[{ apiKey: ' ' }, 'The credential has no API key'],
		[{ apiKey: 'a b' }, /has blanks/],
		[{ apiKey: 'a\nb' }, /has blanks/],
		[{ apiKey: 'ä1' }, /has blanks/],
		[{ apiKey: '1ä' }, /has blanks/],
		[{ apiKey: 'key-123' }, /not complete: it has fewer than 8 characters/],
	])('%j is refused', (credential, message) => {
		expect(() => accessWith(credential)).toThrow(message);
	});
});
