import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import { Clients, type ApiRequest, createClient, type Settings } from '../../nodes/shared/api';
import { sendOnce, prepareRequest } from '../../nodes/shared/api/exchange';
import { noticeText } from '../../nodes/shared/base';
import { callerOf, type End, endsOf, HOST, KEY, lost, READ, SETTINGS } from './caller';
import { rejectionOf } from './thrown';

const CREDENTIAL = { apiKey: 'key-1234' };
const POST: ApiRequest = {
	...{ api: 'geo', effect: 'unsafe', method: 'POST', path: '/v2/geo/business/prompts' },
	...{ projectId: 'p-1', query: { a: 1 }, body: {} },
};
const WHOAMI: ApiRequest = {
	...{ api: 'agents', effect: 'safe', method: 'GET', path: '/api/v1/business/whoami' },
};

const mask = (text: string) => text.replace('my-key', '*****');

/** Sends a request to a service that answers with this. */
async function exchanged(request: ApiRequest, answer: unknown, further = {}, isOver = false) {
	const sent: unknown[] = [];
	const caller = callerOf((options, name, additional) => {
		sent.push({ options, name, additional });
		return answer;
	});
	const settings = { ...SETTINGS, ...further };
	const controller = new AbortController();
	if (isOver) controller.abort();
	const { signal } = controller;
	const transport = { caller, credential: CREDENTIAL, settings, mask };
	const outcome = await sendOnce(transport, prepareRequest(request, HOST, settings), signal);
	return { outcome, sent, signal };
}

describe('A request', () => {
	it('goes out with its headers, its body as text, and the credential', async () => {
		const proxy = { protocol: 'http', host: 'proxy.example', port: 80 };
		const { sent } = await exchanged(POST, {}, { ignoreSsl: true, proxy });
		expect(sent).toEqual([
			{
				name: 'agentsGeoApi',
				options: {
					...{ method: 'POST', url: HOST + POST.path, qs: { a: 1 }, arrayFormat: 'repeat' },
					...{ body: '{}', abortSignal: expect.any(AbortSignal) },
					headers: {
						Accept: 'application/json',
						'Content-Type': 'application/json',
						'X-Project-Id': 'p-1',
					},
					...{ encoding: 'stream', timeout: 60_000, skipSslCertificateValidation: true, proxy },
					...{ returnFullResponse: true, ignoreHttpStatusErrors: true },
					disableFollowRedirect: true,
				},
				additional: {
					credentialsDecrypted: { id: '', name: '', type: 'agentsGeoApi', data: CREDENTIAL },
				},
			},
		]);
	});

	const TYPE = { 'Content-Type': 'application/json' };

	it.each<[string, ApiRequest, string | undefined, object]>([
		['without a body', WHOAMI, undefined, {}],
		['with a body', { ...WHOAMI, body: null }, 'null', TYPE],
		['to the GEO API', { ...WHOAMI, api: 'geo' }, undefined, TYPE],
	])('%s has this body and these headers', async (_what, request, body, further) => {
		const { sent } = await exchanged(request, {});
		expect(sent).toMatchObject([{ options: { body } }]);
		expect(sent).toHaveProperty('0.options.headers', { Accept: 'application/json', ...further });
	});

	it.each<[object, JsonValue | undefined, number]>([
		[{ body: '[]', headers: { a: 'b' } }, [], 2],
		[{ statusCode: '204', body: null }, undefined, 0],
	])('answered with %j gives %j, %i', async (raw, body, size) => {
		const answer = { body, size, isGarbled: false };
		expect((await exchanged(WHOAMI, raw)).outcome).toEqual({ verdict: 'answered', answer });
	});

	it('that fails says what its code means, and that the run is over where it is', async () => {
		const { outcome } = await exchanged(WHOAMI, lost('ECONNRESET'));
		expect(outcome).toMatchObject({ verdict: 'failed', failure: { code: 'ECONNRESET' } });
		expect(outcome.error?.message).toContain('was closed before the response was complete');
		const over = await exchanged(WHOAMI, lost('ECONNRESET'), {}, true);
		expect(over.outcome).toMatchObject({ verdict: 'failed', failure: {} });
		expect(over.outcome.error?.message).toBe('The request was cancelled');
		const { outcome: other } = await exchanged(WHOAMI, new Error('my-key'));
		expect(other.error?.message).toMatch(/cannot be reached at host\.example: .* \(unknown\)$/);
		const { outcome: none } = await exchanged(WHOAMI, 'nothing of HTTP');
		expect(none.error?.message).toContain('The Agents API refused the request');
	});

	const coded = (code: unknown, cause?: unknown) =>
		Object.assign(new Error('Failed', { cause }), { code });

	it.each<[string, unknown, string]>([
		['its own', coded('ECONNRESET'), 'ECONNRESET'],
		['that of the innermost cause', coded('OUTER', coded('INNER')), 'INNER'],
		['none, where it has none', new Error('Failed'), 'unknown'],
		['none, where it is no text', coded(7), 'unknown'],
		['none, where no error was thrown', { code: 'ECONNRESET' }, 'unknown'],
	])('that fails has the code of its error: %s', async (_what, error, code) => {
		const failing = { then: (_: unknown, fail: (why: unknown) => void) => fail(error) };
		expect((await exchanged(WHOAMI, failing)).outcome).toMatchObject({ failure: { code } });
	});
});

/** What an answer to such a read is worth. */
async function judged(status: number, body: string, headers = {}, more: Partial<ApiRequest> = {}) {
	return (await exchanged({ ...READ, ...more }, { statusCode: status, headers, body })).outcome;
}

describe('An answer', () => {
	it.each<[number, string, string, number | undefined, boolean]>([
		[199, '{}', 'answered', undefined, false],
		[200, '{}', 'answered', undefined, true],
		[299, '', 'answered', undefined, true],
		[300, '{}', 'answered', undefined, false],
		[422, '{}', 'answered', undefined, false],
		[500, '{}', 'answered', undefined, false],
		[200, 'no JSON', 'answered', undefined, false],
		[429, '{}', 'refused', 5_000, false],
		[502, '{}', 'failed', 5_000, false],
		[503, '{}', 'overloaded', 5_000, false],
		[200, '{"cut', 'failed', 5_000, false],
	])('with %i and %j is %s, asks to wait %p ms, and succeeds: %s', async (...expected) => {
		const [status, text] = expected;
		const { verdict, retryAfter, error } = await judged(status, text, { 'retry-after': '5' });
		expect([status, text, verdict, retryAfter, error === undefined]).toEqual(expected);
	});

	it('comes with its length, and without the key', async () => {
		expect(await judged(200, '{"a":"my-key"}')).toEqual({
			verdict: 'answered',
			answer: { body: { a: '*****' }, size: '{"a":"*****"}'.length, isGarbled: false },
		});
		expect(await judged(200, ' ')).toMatchObject({ answer: { body: undefined, size: 1 } });
		expect(await judged(200, 'null')).toMatchObject({ answer: { body: null, size: 4 } });
	});

	it('with 202 is not there yet for a read, and may be all that a call returns', async () => {
		for (const text of ['{"projects":[]}', '', 'Accepted', '<p>Accepted</p>']) {
			const { error, verdict, retryAfter } = await judged(202, text, { 'retry-after': '5' });
			expect([verdict, error?.status, retryAfter]).toEqual(['answered', 202, undefined]);
			expect(error?.message).toMatch(/^The GEO API has not finished the response yet/);
		}
		for (const further of [
			{ effect: 'unsafe' },
			{ effect: 'idempotent' },
			{ mayBePending: true },
		] as const) {
			const job = await judged(202, '{"job":7}', {}, further);
			expect(job).toMatchObject({ answer: { body: { job: 7 } } });
		}
	});

	it('has the same values whatever its JSON escapes', async () => {
		const text = String.raw`{"url":"https:\/\/a.b","text":"1\n\u002d\u0022\u00e9\\u002d"}`;
		const body = { url: 'https://a.b', text: '1\n-"é\\u002d' };
		expect(await judged(200, text)).toMatchObject({ answer: { body } });
	});

	const codeFor = async (text: string) => {
		const outcome = await judged(200, text);
		return outcome.error === undefined ? undefined : outcome.failure.code;
	};

	it.each([
		[' \n[1,', 'NOT_JSON'],
		['{"a": NaN} \n', 'NOT_JSON'],
		['[1, 2, /* three */]', 'NOT_JSON'],
		['too [many', 'PLAIN_TEXT'],
		['a <b>word</b>', 'PLAIN_TEXT'],
		[' \n\t<p>{}</p>', 'WEB_PAGE'],
		[' \n', undefined],
	])('%j has the fault %s', async (text, code) => {
		expect(await codeFor(text)).toBe(code);
	});

	it('is not JSON wherever an object or a list ends too soon', async () => {
		const values = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
		const check = async (value: unknown, share: number) => {
			const text = JSON.stringify(value);
			const part = text.slice(0, 1 + Math.floor(share * (text.length - 1)));
			expect((await codeFor(part)) === 'NOT_JSON').toBe(part.length < text.length);
		};
		const shares = fc.double({ min: 0, max: 1, noNaN: true });
		await fc.assert(fc.asyncProperty(values, shares, check));
	});
});

describe('A redirect', () => {
	const from = 'https://host.example';
	const to = 'https://host.example:8443';

	it.each([
		['another host', 'https://other.example/v2/x', 'https://other.example/v2/x'],
		['another port', `${to}/x`, `${to}/x`],
		['another protocol', 'http://host.example/v2/geo/x', 'http://host.example/v2/geo/x'],
		['another path', '/login?next=/v2/geo/', `${from}/login`],
		['a path with a slash more', `${READ.path}/`, `${from}${READ.path}/`],
		['a path with the key in it', '/my-key/login', `${from}/*****/login`],
		['a path with the key and a tab', '/my-\tkey/login', `${from}/*****/login`],
		['a long path', `/${'a'.repeat(200)}`, `${from}/${'a'.repeat(98 - from.length)}…`],
	])('to %s is an error that names it, and what to change', async (_what, location, place) => {
		for (const status of [301, 302, 303, 307, 308]) {
			const { error, verdict } = await judged(status, '', { location });
			expect([verdict, error?.status]).toEqual(['answered', status]);
			expect(error?.message).toBe(`The GEO API redirects to another address: "${place}"`);
			expect(error?.description).toMatch(/'GEO API Base URL' .*, without .* 'Path'\.$/);
		}
	});

	it('does not name the key, in which the address turns a backslash into a slash', async () => {
		const apiKey = 'sk-01/23456789';
		const headers = { location: 'https://host.example/sk-01\\23456789' };
		const caller = callerOf(() => ({ statusCode: 302, headers }), {
			getCredentials: () => Promise.resolve({ apiKey, agentsBaseUrl: '', geoBaseUrl: HOST }),
		});
		const client = await createClient(caller, SETTINGS);
		const { message } = await rejectionOf(client.send(READ));
		expect(message).toBe('The GEO API redirects to another address: "https://host.example/*****"');
	});

	it.each([
		[302, undefined],
		[302, 'https://'],
	])('with %i to %s is none that can be named', async (status, location) => {
		const { error } = await judged(status, '', { location });
		expect(error?.message).toBe('The GEO API redirects to another address');
	});
});

describe('A failed request', () => {
	/** What the node would say about an answer of the service. */
	async function saidAbout(statusCode: number, body: string, headers = {}): Promise<string> {
		const caller = callerOf(() => ({ statusCode, headers, body }));
		const client = await createClient(caller, { ...SETTINGS, maxRetries: 0 });
		const { message, description } = await rejectionOf(client.send(READ));
		return `${message}\n${description}`;
	}

	const ESCAPED = KEY.replace('-', '\\u002d');
	const LONG = 'a'.repeat(162);

	it.each([
		['a JSON message', 401, JSON.stringify({ message: `No such key: ${KEY}` }), /\*{5}/],
		['a JSON message with escapes', 401, `{"message":"No key ${ESCAPED}"}`, /\*{5}/],
		['JSON that is cut off behind an escape', 200, `{"a":"${ESCAPED}`, /is not JSON/],
		['a text with an escape', 400, `Invalid key "${ESCAPED}"`, /\*{5}/],
		['a page', 502, `<h1>Failed with ${KEY}</h1>`, /\*{5}/],
		['a text instead of JSON', 200, `You sent ${KEY}`, /\*{5}/],
		['JSON that is cut off', 200, `{"a":"${KEY}`, /is not JSON/],
		['a title that is cut inside it', 401, JSON.stringify({ message: LONG + KEY }), /a{162}/],
		['a page that is cut inside it', 502, `<h1>${LONG}${KEY}</h1>`, /a{162}/],
		['a quote that is cut inside it', 200, 'a'.repeat(63) + KEY, /a{63}/],
		['a redirect that is cut inside it', 302, '', /a{70}/],
	])('shows no part of the key that is in %s', async (_what, status, body, shown) => {
		const said = await saidAbout(status, body, { location: `/${'a'.repeat(80)}${KEY}` });
		expect(said).toMatch(shown);
		expect(said).not.toContain(KEY.slice(0, 8));
	});
});

/** A client of this base URL, whose requests end in this way. */
async function clientOf(base: string, settings: Partial<Settings>, ...ends: End[]) {
	const { serve, sentAt } = endsOf(...ends);
	const credential = { apiKey: KEY, agentsBaseUrl: '', geoBaseUrl: base };
	const caller = callerOf(serve, { getCredentials: () => Promise.resolve(credential) });
	const client = await createClient(caller, { ...SETTINGS, ...settings });
	return { client, sentAt };
}

describe('A client', () => {
	it.each([
		['http://host.example:8080', /^[^.]* unencrypted.*\(host\.example:8080\)\.$/],
		['http://1127.0.0.1.example', /unencrypted/],
		['http://my-localhost', /unencrypted/],
		['https://host.example', /^$/],
		['http://n8n.localhost:8080', /^$/],
		['http://127.10.20.30', /^$/],
		['http://[::1]:80', /^$/],
	])('for %s has these hints about the connection: %p', async (base, hints) => {
		const { client } = await clientOf(base, {}, {});
		await client.send(READ);
		await client.send(READ);
		expect(client.notices.all.map(noticeText).join()).toMatch(hints);
	});

	it('offers an API of which the credential has a base URL', async () => {
		const [without, having] = [await clientOf(' ', {}, {}), await clientOf(HOST, {}, {})];
		const offers = [without.client.hasBaseUrl('geo'), having.client.hasBaseUrl('geo')];
		expect([...offers, having.client.hasBaseUrl('agents')]).toEqual([false, true, false]);
	});

	it('sends nothing to a path with a step up', async () => {
		const { client, sentAt } = await clientOf(HOST, {}, {});
		const path = '/v2/geo/business/prompts/%2e%2E/archive';
		await expect(client.send({ ...READ, path })).rejects.toThrow("The value '%2e%2E' cannot");
		expect(sentAt).toEqual([]);
	});

	const outage = { statusCode: 503, headers: { 'retry-after': '0.01' } };

	it.each([
		[0, /The node tried once\.$/],
		[2, /The node tried 3 times\.$/],
	])('repeats what an outage ended %d times, as it is told to', async (maxRetries, description) => {
		const { client, sentAt } = await clientOf(HOST, { maxRetries }, outage);
		const expected = { description: expect.stringMatching(description) };
		await expect(client.send(READ)).rejects.toMatchObject(expected);
		expect(sentAt).toHaveLength(maxRetries + 1);
	});

	// A busy machine may make any wait longer.
	jest.retryTimes(2);

	// The own wait of the client would be half a second, one, two and four.
	it.each<[string, End[], number, number]>([
		['an eighth of a second after a refusal without a word', [{ statusCode: 429 }], 120, 480],
		['longer after an outage without a word', [{ statusCode: 503 }], 400, 3_000],
		['as long where it says 0', [{ ...outage, headers: { 'retry-after': '0' } }], 400, 3_000],
		['as long as the service asks to, and no longer', Array<End>(4).fill(outage), 0, 3_500],
	])('waits %s', async (_what, ends, least, most) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.9);
		const { client, sentAt } = await clientOf(HOST, {}, ...ends, {});
		await client.send(READ);
		jest.restoreAllMocks();
		expect(sentAt).toHaveLength(ends.length + 1);
		const waited = (sentAt.at(-1) ?? NaN) - (sentAt[0] ?? NaN);
		expect(waited).toBeGreaterThan(least);
		expect(waited).toBeLessThan(most);
	});

	it('lets nothing more out once its execution was cancelled', async () => {
		const controller = new AbortController();
		const signalled = async () => {
			const { serve, sentAt } = endsOf({});
			const caller = callerOf(serve, { getExecutionCancelSignal: () => controller.signal });
			return { client: await createClient(caller, SETTINGS), sentAt };
		};
		const { client, sentAt } = await signalled();
		await client.send(READ);
		controller.abort();
		const late = await signalled();
		for (const each of [client, late.client]) {
			await expect(each.send(READ)).rejects.toThrow('The request was cancelled');
		}
		expect([sentAt.length, late.sentAt.length]).toEqual([1, 0]);
	});

	it('has no listener left once it is stopped', async () => {
		const { signal } = new AbortController();
		const listeners = () => getEventListeners(signal, 'abort').length;
		const caller = callerOf(() => ({}), { getExecutionCancelSignal: () => signal });
		const client = await createClient(caller, SETTINGS);
		expect(listeners()).toBe(1);
		client.stop();
		expect(listeners()).toBe(0);
	});

	it('that is stopped ends every request under way, each by a signal of its own', async () => {
		const signals = new Set<unknown>();
		const caller = callerOf(async ({ abortSignal }) => {
			signals.add(abortSignal);
			await new Promise((_resolve, reject) => {
				if (!(abortSignal instanceof AbortSignal)) return;
				abortSignal.addEventListener('abort', () => reject(new Error('Aborted')));
			});
		});
		const concurrency = { initial: 20, max: 20 };
		const client = await createClient(caller, { ...SETTINGS, concurrency });
		const ends = Array.from({ length: 30 }, async () => await client.send(READ));
		const settled = Promise.allSettled(ends);
		await client.pause(50);
		expect(signals.size).toBe(20);
		client.stop();
		for (const end of await settled) {
			expect(end).toMatchObject({ reason: { message: 'The request was cancelled' } });
		}
		await expect(client.send(READ)).rejects.toThrow('The request was cancelled');
		expect(signals.size).toBe(20);
	});
});

describe('The clients of a run', () => {
	/** An n8n whose credential has another key for each item; `reads` are the items that it was read for. */
	function contextWith(further: object, release: Promise<void> = Promise.resolve()) {
		const { serve, sentAt } = endsOf({ body: '[]' });
		const reads: unknown[] = [];
		const context = callerOf(serve, {
			async getCredentials(_type: string, itemIndex?: number) {
				reads.push(itemIndex);
				if (itemIndex !== 0) await release;
				return { apiKey: `test-key-${itemIndex ?? ''}`, geoBaseUrl: HOST, ...further };
			},
		});
		return { context, reads, sentAt };
	}

	it.each([
		['that it is the same for all items', { dependsOnItem: false }, [0]],
		['that it depends on the item', { dependsOnItem: true }, [0, 1, 2]],
		['nothing, as in a version of n8n that cannot tell', {}, [0, 1, 2]],
		['something else', { dependsOnItem: '={{ … }}' }, [0, 1, 2]],
	])('read a credential that says %s', async (_what, further, expected) => {
		const { context, reads } = contextWith(further);
		const clients = await Clients.open(context, SETTINGS);
		const found = [await clients.forItem(0), await clients.forItem(1), await clients.forItem(2)];
		expect(reads).toEqual(expected);
		expect(new Set(found).size).toBe(expected.length);
		clients.stop();
	});

	it('send nothing for an item whose credential arrives when the run is over', async () => {
		let release = () => {};
		const isReleased = new Promise<void>((resolve) => (release = resolve));
		const { context, sentAt } = contextWith({ dependsOnItem: true }, isReleased);
		const clients = await Clients.open(context, SETTINGS);
		const late = clients.forItem(1);
		clients.stop();
		release();
		await expect((await late).send(READ)).rejects.toThrow();
		expect(sentAt).toEqual([]);
	});

	it('end their waits with the run', async () => {
		const { context } = contextWith({ dependsOnItem: false });
		const clients = await Clients.open(context, SETTINGS);
		const start = performance.now();
		const waiting = clients.pause(60_000);
		clients.stop();
		await waiting;
		expect(performance.now() - start).toBeLessThan(5000);
	});
});
