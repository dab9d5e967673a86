import { getEventListeners } from 'node:events';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api/apis';
import { createClient } from '../../nodes/shared/api/client';
import { DEFAULT_SETTINGS, type Settings } from '../../nodes/shared/api/settings';
import { DescribedError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/paths';

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

/** A client of this base URL, whose requests are answered one after the other; the last one stays. */
async function clientOf(base: string, settings: Partial<Settings>, ...answers: object[]) {
	const sentAt: number[] = [];
	const caller: unknown = {
		getCredentials: () => Promise.resolve({ ...CREDENTIAL, geoBaseUrl: base }),
		helpers: {
			httpRequestWithAuthentication() {
				const answer = answers[Math.min(sentAt.length, answers.length - 1)];
				sentAt.push(performance.now());
				return Promise.resolve({ headers: {}, body: '{}', ...answer });
			},
		},
	};
	if (!isCaller(caller)) throw new Error('This is no caller');
	const client = await createClient(caller, { ...DEFAULT_SETTINGS, ...settings });
	const waits = (): number[] => sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
	return { client, sentAt, waits };
}

const OK = { statusCode: 200 };
const HOST = 'https://host.example';

describe('A client', () => {
	it.each([
		['http://host.example:8080', /^[^.]* unencrypted.*\(host\.example:8080\)\.$/],
		['https://host.example', /^$/],
		['http://localhost:8080', /^$/],
	])('for %s has these hints about the connection: %p', async (base, hints) => {
		const { client } = await clientOf(base, {}, OK);
		await client.send(READ);
		await client.send(READ);
		expect(client.hints.texts.join()).toMatch(hints);
	});

	it('offers an API of which the credential has a base URL', async () => {
		const { client } = await clientOf(' ', {}, OK);
		expect(client.offers('geo')).toBe(false);
		expect((await clientOf(HOST, {}, OK)).client.offers('geo')).toBe(true);
		expect((await clientOf(HOST, {}, OK)).client.offers('agents')).toBe(false);
	});

	it.each(['..', '.', '%2e%2E'])('sends nothing to a path with the step %s', async (step) => {
		const { client, sentAt } = await clientOf(HOST, {}, OK);
		const path = `/v2/geo/business/prompts/${step}/archive`;
		await expect(client.send({ ...READ, path })).rejects.toMatchObject({
			message: `The value '${step}' cannot be sent as a part of the URL`,
		});
		expect(sentAt).toEqual([]);
	});

	it('waits at least an eighth of a second after a refusal that says nothing', async () => {
		const { client, waits } = await clientOf(HOST, {}, { statusCode: 429 }, OK);
		await client.send(READ);
		expect(waits()).toEqual([expect.any(Number)]);
		expect(waits()[0]).toBeGreaterThan(120);
	});

	it('repeats what an outage ended as often as it is told to', async () => {
		const outage = { statusCode: 503, headers: { 'retry-after': '0.01' } };
		const { client, sentAt } = await clientOf(HOST, { maxRetries: 2 }, outage);
		await expect(client.send(READ)).rejects.toMatchObject({
			description: expect.stringMatching(/sent 3 times.*'Max Retries' under 'Options'/),
		});
		expect(sentAt).toHaveLength(3);
	});

	it.each([[{}], [{ 'retry-after': '0' }]])(
		'backs off after an outage that names no time to wait: %j',
		async (headers) => {
			jest.spyOn(Math, 'random').mockReturnValue(0.9);
			const { client, waits } = await clientOf(HOST, {}, { statusCode: 503, headers }, OK);
			await client.send(READ);
			jest.restoreAllMocks();
			expect(waits()[0]).toBeGreaterThan(400);
		},
	);

	it('leaves the wait that the service asks for to the gate, and adds none', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const outage = { statusCode: 503, headers: { 'retry-after': '0.01' } };
		const { client, waits } = await clientOf(HOST, {}, outage, outage, outage, outage, OK);
		await client.send(READ);
		jest.restoreAllMocks();
		// Its own would be half a second, one, two and four.
		expect(waits().reduce((sum, wait) => sum + wait, 0)).toBeLessThan(3_500);
	});
});

describe('The signal of an execution', () => {
	/** A client of an execution with this signal. */
	async function signalled(signal: AbortSignal) {
		let sent = 0;
		const caller: unknown = {
			getCredentials: () => Promise.resolve(CREDENTIAL),
			getExecutionCancelSignal: () => signal,
			helpers: {
				httpRequestWithAuthentication() {
					sent += 1;
					return Promise.resolve({ ...OK, headers: {}, body: '{}' });
				},
			},
		};
		if (!isCaller(caller)) throw new Error('This is no caller');
		return { client: await createClient(caller, DEFAULT_SETTINGS), sent: () => sent };
	}

	it('lets nothing more out when it is given, or was given before', async () => {
		const controller = new AbortController();
		const { client, sent } = await signalled(controller.signal);
		await client.send(READ);
		controller.abort();
		await expect(client.send(READ)).rejects.toThrow('The request was cancelled');
		expect(sent()).toBe(1);
		const late = await signalled(controller.signal);
		await expect(late.client.send(READ)).rejects.toThrow('The request was cancelled');
		expect(late.sent()).toBe(0);
	});

	it('has no listener left once the client is stopped', async () => {
		const { signal } = new AbortController();
		const listeners = () => getEventListeners(signal, 'abort').length;
		const { client } = await signalled(signal);
		expect(listeners()).toBe(1);
		client.stop();
		expect(listeners()).toBe(0);
	});
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
