import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readAccess } from '../../nodes/shared/api/access';
import type { ApiRequest, Effect } from '../../nodes/shared/api/apis';
import { exchange, trailOf } from '../../nodes/shared/api/exchange';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { exactNumber } from '../../nodes/shared/base/exactNumbers';
import { isObject } from '../../nodes/shared/base/json';

const HOST = 'https://host.example';
const CREDENTIAL = { apiKey: 'key-1234' };

/** Whether `value` has what a request needs of n8n. */
function isCaller(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

/** n8n with this credential, whose requests are answered one after the other; the last one stays. */
function callerOf(credential: IDataObject, answers: readonly unknown[] = []) {
	const sent: Array<{ options: IDataObject; name: string; additional: unknown }> = [];
	const caller: unknown = {
		getCredentials: () => Promise.resolve(credential),
		helpers: {
			httpRequestWithAuthentication(name: string, options: IDataObject, additional: unknown) {
				sent.push({ options, name, additional });
				return Promise.resolve(answers[Math.min(sent.length, answers.length) - 1]);
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

const redirectTo = (location: unknown, statusCode = 307) => ({ statusCode, headers: { location } });
const DONE = { statusCode: 200, headers: { 'content-type': 'a/b' }, body: '[]' };

const { signal } = new AbortController();
const mask = (text: string) => text.replace('next', '*****');

/** A request to a service at this base URL, which answers one after the other; the last one stays. */
function start(request: ApiRequest, answers: readonly unknown[], baseUrl = HOST) {
	const { caller, sent } = callerOf({}, answers);
	const trail = trailOf(request, baseUrl);
	const transport = { caller, credential: CREDENTIAL, settings: DEFAULT_SETTINGS, mask };
	return { sent, trail, exchanged: exchange(transport, trail, signal) };
}

async function exchanged(request: ApiRequest, ...answers: unknown[]) {
	const { sent, trail, exchanged: done } = start(request, answers);
	return { answer: await done, sent, trail };
}

describe('A request', () => {
	it('goes out with its headers, its body as text, and the credential', async () => {
		const proxy = { protocol: 'http', host: 'proxy.example', port: 80 };
		const { caller, sent } = callerOf({}, [DONE]);
		const settings = { ...DEFAULT_SETTINGS, ignoreSsl: true, proxy };
		const transport = { caller, credential: CREDENTIAL, settings, mask };
		await exchange(transport, trailOf(POST, HOST), signal);
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

	it('carries the digits of a number that JavaScript cannot hold', async () => {
		const body = { id: exactNumber('12345678901234567890'), ids: [exactNumber('-1e999')] };
		const { sent } = await exchanged({ ...POST, body }, DONE);
		expect(sent[0]?.options.body).toBe('{"id":12345678901234567890,"ids":[-1e999]}');
	});

	it.each<[unknown, object]>([
		[DONE, { status: 200, headers: { 'content-type': 'a/b' }, text: '[]' }],
		[
			{ statusCode: '204', body: null },
			{ status: 204, headers: {}, text: '' },
		],
		['nothing', { status: NaN, headers: {}, text: '' }],
	])('answered with %j is read as %j', async (raw, answer) => {
		expect((await exchanged(WHOAMI, raw)).answer).toEqual(answer);
	});
});

describe('A redirect', () => {
	it.each<[Effect, number[]]>([
		['read', [301, 302, 307, 308]],
		['repeatable', [307, 308]],
		['once', [307, 308]],
	])('of a request with the effect %s sends the same again after %j', async (effect, kept) => {
		for (const status of kept) {
			const request = { ...POST, effect };
			const next = redirectTo('/v2/geo/other?b=2', status);
			const { answer, sent, trail } = await exchanged(request, next, DONE);
			expect(answer.text).toBe('[]');
			expect(sent[1]?.options).toMatchObject({
				...{ method: 'POST', url: `${HOST}/v2/geo/other?b=2`, qs: undefined, body: '{}' },
				headers: { 'X-Project-Id': 'p-1' },
			});
			expect(trail.hop.request).toEqual({ ...request, query: undefined });
			expect(trail.resultAfter).toBeUndefined();
		}
	});

	it.each<[Effect, number[]]>([
		['read', [303]],
		['repeatable', [301, 302, 303]],
		['once', [301, 302, 303]],
	])('of a request with the effect %s only reads the result after %j', async (effect, read) => {
		for (const status of read) {
			const next = redirectTo('/v2/geo/result', status);
			const { sent, trail } = await exchanged({ ...POST, effect }, next, DONE);
			expect(sent[1]?.options).toMatchObject({ method: 'GET', qs: undefined, body: undefined });
			expect(sent).toHaveLength(2);
			expect(trail.hop).toMatchObject({
				...{ url: `${HOST}/v2/geo/result`, request: { effect: 'read', method: 'GET' } },
			});
			expect(trail.resultAfter).toBe(status);
		}
	});

	it('keeps the first status after which only the result is read', async () => {
		const answers = [redirectTo('/v2/geo/a', 302), redirectTo('/v2/geo/b', 303), DONE];
		const { trail } = await exchanged(POST, ...answers);
		expect(trail.resultAfter).toBe(302);
	});

	it.each([
		['a status that is no redirect', redirectTo('/v2/geo/other', 304)],
		['no address', redirectTo(undefined)],
		['an address that is none', redirectTo('https://')],
	])('with %s is the answer', async (_what, redirect) => {
		const { answer, sent } = await exchanged(POST, redirect, DONE);
		expect(answer.status).toBe(redirect.statusCode);
		expect(sent).toHaveLength(1);
	});

	it('is followed five times', async () => {
		const { answer, sent } = await exchanged(POST, redirectTo('/v2/geo/again'));
		expect(answer.status).toBe(307);
		expect(sent).toHaveLength(6);
	});

	it.each([
		['another host', 'https://other.example/v2/geo/x', 'https://other.example'],
		['another port', 'https://host.example:8443/v2/geo/x', 'https://host.example:8443'],
		['another protocol', 'http://host.example/v2/geo/x', 'http://host.example'],
		['a place outside the API', '/login?next=/v2/geo/', '/login'],
		['a place with the root further on', '/other/v2/geo/x', '/other/v2/geo/x'],
		['a place outside by steps', '/v2/geo/../../login', '/login'],
		['a place with the key in it', '/next/login', '/*****/login'],
	])('to %s is not followed', async (_what, location, place) => {
		const { exchanged: done, sent } = start(POST, [redirectTo(location), DONE]);
		await expect(done).rejects.toMatchObject({
			message: `The GEO API redirects to another address: ${place}`,
			status: 307,
		});
		expect(sent).toHaveLength(1);
	});

	it.each([
		['/gateway/v2/geo/x', true],
		['/v2/geo/x', false],
		['/Gateway/v2/geo/x', false],
		['/gateway2/v2/geo/x', false],
		['/other/gateway/v2/geo/x', false],
	])('to %s below a base URL with a path is followed: %s', async (location, isInside) => {
		const answers = [redirectTo(location), DONE];
		const { exchanged: done, sent } = start(POST, answers, `${HOST}/gateway`);
		await (isInside ? done : expect(done).rejects.toMatchObject({ status: 307 }));
		expect(sent).toHaveLength(isInside ? 2 : 1);
	});
});

describe('The credential', () => {
	const accessOf = (credential: IDataObject) => readAccess(callerOf(credential).caller);

	it('gives the key without blanks around it, both addresses, and a mask', async () => {
		const agentsBaseUrl = 'https://a.example';
		const access = await accessOf({
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
	])('%j is refused', async (credential, message) => {
		await expect(accessOf(credential)).rejects.toThrow(message);
	});
});
