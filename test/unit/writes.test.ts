import type { IDataObject, IExecuteFunctions, JsonValue } from 'n8n-workflow';
import type { ApiRequest, Effect } from '../../nodes/shared/api/apis';
import { createClient } from '../../nodes/shared/api/client';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/paths';

const CREDENTIAL = { apiKey: 'sandbox-key', agentsBaseUrl: '', geoBaseUrl: 'https://host.example' };
const MAY_HAVE_RUN = 'may have been carried out';
const WRITES: Effect[] = ['once', 'repeatable'];

/** What happens to a request: an answer, or the error that n8n throws. */
type Event = { statusCode: number; headers?: IDataObject; body?: string } | Error;

/** Whether `value` has what the client needs of n8n. */
function isCaller(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

/** Sends a request; the events happen one after the other, and the last one stays. */
async function send(effect: Effect, events: Event[], maxRetries = 0) {
	const sent: unknown[] = [];
	const caller: unknown = {
		getCredentials: () => Promise.resolve(CREDENTIAL),
		helpers: {
			httpRequestWithAuthentication(_name: string, { method }: IDataObject) {
				sent.push(method);
				const event = events[Math.min(sent.length, events.length) - 1];
				if (event instanceof Error) return Promise.reject(event);
				return Promise.resolve({ headers: {}, body: '', ...event });
			},
		},
	};
	if (!isCaller(caller)) throw new Error('This is no caller');
	const request: ApiRequest = {
		...{ api: 'geo', effect, method: 'POST', path: '/v2/geo/business/tasks', body: { a: 1 } },
	};
	const client = await createClient(caller, { ...DEFAULT_SETTINGS, maxRetries, maxWait: 0 });
	const end = await client.send(request).then(
		({ body }) => ({ body, words: '' }),
		(error: unknown) => {
			if (error instanceof ServiceError) return { words: `${error.message}\n${error.description}` };
			throw error;
		},
	);
	return {
		sent,
		body: undefined,
		...end,
	};
}

const lost = (code: string) => Object.assign(new Error('Failed'), { code });
const redirect = (statusCode: number, location: string) => ({ statusCode, headers: { location } });

/** What may have come after the service did what was asked for. */
const OPEN: Array<[string, Event[]]> = [
	...[408, 499, 500, 501, 502, 503, 504, 520, 300, 304].map((statusCode): [string, Event[]] => {
		return [`the status ${statusCode}`, [{ statusCode, body: '{"message":"Sorry"}' }]];
	}),
	...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'Z_DATA_ERROR', 'EHOSTUNREACH'].map(
		(code): [string, Event[]] => [`the error ${code}`, [lost(code)]],
	),
	['an error without a code', [new Error('Failed')]],
	['JSON that is cut off', [{ statusCode: 200, body: '{"id": 12' }]],
	['a list that is cut off', [{ statusCode: 201, body: '[{"id": 12}' }]],
	['a web page', [{ statusCode: 200, body: '\n<!doctype html><h1>Sign in</h1>' }]],
	['a redirect without an address', [{ statusCode: 302 }]],
	...[301, 302, 303].map((status): [string, Event[]] => {
		return [`a redirect (${status})`, [redirect(status, '/login')]];
	}),
];

/** What shows that the service has done nothing. */
const UNDONE: Array<[string, Event[]]> = [
	...[400, 401, 403, 404, 409, 422, 429].map((statusCode): [string, Event[]] => {
		return [`the status ${statusCode}`, [{ statusCode, body: '{"message":"Sorry"}' }]];
	}),
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED'].map(
		(code): [string, Event[]] => [`the error ${code}`, [lost(code)]],
	),
	['a redirect (307)', [redirect(307, '/login')]],
	['a redirect (308)', [redirect(308, '/v2/geo/business/tasks/')]],
];

describe.each(WRITES)('A call with the effect %s', (effect) => {
	it.each(OPEN)('may have been carried out after %s, and the error says so', async (_, events) => {
		const { words } = await send(effect, events);
		expect(words.match(RegExp(MAY_HAVE_RUN, 'g'))).toHaveLength(1);
		expect(words).not.toMatch(/(^|[.;] )run the workflow again/im);
	});

	it.each(UNDONE)('has not been carried out after %s', async (_, events) => {
		const { words } = await send(effect, events);
		expect(words).toMatch(/\S/);
		expect(words).not.toContain(MAY_HAVE_RUN);
	});

	it.each(['OK', ' Created 5 tasks\n', 'id,name', '"cut'])(
		'has been carried out where the answer is the text %j',
		async (text) => {
			const { body } = await send(effect, [{ statusCode: 200, body: text }]);
			expect(body).toEqual({ success: true, text });
		},
	);

	it('has been carried out where the answer is JSON, or empty', async () => {
		const bodyOf = async (body: string): Promise<JsonValue | undefined> =>
			(await send(effect, [{ statusCode: 201, body }])).body;
		expect(await bodyOf('"OK"')).toBe('OK');
		expect(await bodyOf('{"id": 12345678901234567890}')).toEqual({ id: '12345678901234567890' });
		expect(await bodyOf(' \n')).toBeUndefined();
	});

	it.each([301, 302, 303, 307, 308])('that is redirected with %d is sent once', async (status) => {
		const location = '/v2/geo/business/tasks/';
		const { sent, words } = await send(effect, [redirect(status, location)], 5);
		expect(sent).toEqual(['POST']);
		expect(words).toContain(`redirects to another address: ${location}`);
	});
});

describe('A call that may be repeated', () => {
	it('may have been carried out where a try before the refusal was lost', async () => {
		const events = [lost('ECONNRESET'), { statusCode: 409, body: '{"message":"It exists"}' }];
		const { words, sent } = await send('repeatable', events, 1);
		expect(sent).toHaveLength(2);
		expect(words).toMatch(/^It exists\n/);
		expect(words).toContain(MAY_HAVE_RUN);
	});

	it('says once how often it was sent, and that it may have been carried out', async () => {
		const { words, sent } = await send('repeatable', [{ statusCode: 503 }], 1);
		expect(sent).toHaveLength(2);
		expect(words.match(RegExp(MAY_HAVE_RUN, 'g'))).toHaveLength(1);
		expect(words).toContain('was sent 2 times');
	});
});

describe('A read', () => {
	it.each([...OPEN, ...UNDONE])('is never said to have been carried out: %s', async (_, events) => {
		const { words } = await send('read', events);
		expect(words).not.toContain(MAY_HAVE_RUN);
	});

	it('is not answered by a text', async () => {
		const { words } = await send('read', [{ statusCode: 200, body: 'OK' }]);
		expect(words).toMatch(/^The GEO API answered with text instead of JSON: "OK"\n/);
		expect(words).toContain("'GEO API Base URL'");
	});

	it('blames no address where JSON is cut off', async () => {
		const { words } = await send('read', [{ statusCode: 200, body: '{"id": 12' }]);
		expect(words).toMatch(/^The GEO API returned JSON that is cut off or damaged/);
		expect(words).not.toContain('Base URL');
	});
});
