import { connectionError } from '../../nodes/shared/api/connectionError';
import {
	brokenJsonError,
	cancelledError,
	redirectError,
	refusedError,
	notJsonError,
	statusError,
} from '../../nodes/shared/api/responseErrors';
import { proxyOf } from '../../nodes/shared/api/settings';
import { ServiceError } from '../../nodes/shared/base/errors';

const answer = (status: number, text = '') => ({ status, headers: {}, text });

/** The table of statuses in the specification, and the advice that goes with each. */
const TABLE = [
	['agents', 401, 'missing or invalid API key', "'API Key'"],
	['agents', 403, 'valid but has no access to this project or workspace', "'Project'"],
	['agents', 404, 'there is nothing at this address', "'Agents API Base URL'"],
	['agents', 422, 'validation error in the body or headers', 'Correct'],
	['agents', 429, 'rate limit exceeded', 'Wait'],
	['geo', 401, 'missing or invalid API key', "'API Key'"],
	['geo', 403, 'valid but has insufficient permissions', "'Project'"],
	['geo', 404, 'there is nothing at this address', "'GEO API Base URL'"],
	['geo', 422, 'validation error in the body', 'Correct'],
	['geo', 429, 'rate limit exceeded', 'Wait'],
	['geo', 500, 'the service failed to process the request', 'later'],
	['agents', 503, 'the service failed to process the request', 'later'],
	['agents', 400, 'the response does not say why', 'Check the parameters'],
	['geo', 402, 'the service asks for a payment', 'Check the parameters'],
	['geo', 413, 'it is too large', "'Page Size'"],
	['geo', 418, 'the response does not say why', 'Check the parameters'],
	['geo', 399, 'the redirect cannot be followed', "'GEO API Base URL'"],
] as const;

const TITLES = { agents: 'Agents API', geo: 'GEO API' };

describe('statusError', () => {
	it.each(TABLE)('says for the %s API what %i means and what to do', (api, status, means, todo) => {
		const problem = statusError(api, answer(status), undefined);
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.status).toBe(status);
		expect(problem.message).toMatch(new RegExp(`^The ${TITLES[api]} refused the request: `));
		expect(problem.message).toContain(means);
		const [meaning, ...advice] = problem.description.split('\n');
		expect(meaning).toMatch(new RegExp(`^The ${TITLES[api]} answered ${status}: .+\\.$`));
		expect(meaning).toContain(means);
		expect(advice.join()).toContain(todo);
	});

	it('does not say twice what the service says itself', () => {
		const { message, description } = statusError('geo', answer(429), {
			error: 'Rate limit exceeded',
		});
		expect(message).toBe('Rate limit exceeded');
		expect(description).toMatch(/^The GEO API answered 429\.\n/);
		const twice = { error: 'Rate limit exceeded.', detail: 'rate limit exceeded' };
		expect(statusError('geo', answer(429), twice).description).toBe(description);
	});

	it('does not mention headers where GEO refuses a body', () => {
		expect(statusError('geo', answer(422), undefined).description).not.toContain('headers');
	});

	it('puts the words of the service first, the meaning and the advice after', () => {
		const body = {
			detail: [
				{ loc: ['body', 'view'], msg: 'Field required' },
				{ loc: ['body', 'page'], msg: 'Unknown field' },
			],
		};
		const problem = statusError('agents', answer(422, JSON.stringify(body)), body);
		expect(problem.message).toBe('body → view: Field required');
		expect(problem.description.split('\n')).toEqual([
			'body → page: Unknown field',
			'The Agents API answered 422: validation error in the body or headers.',
			expect.stringMatching(/^Correct the parameters/),
		]);
	});

	it('reads the words of a page that is no JSON', () => {
		const page = answer(502, '<html><h1>Bad Gateway</h1></html>');
		expect(statusError('geo', page, undefined).message).toBe('Bad Gateway');
	});
});

describe('refusedError', () => {
	it('says why in the words of the service, and that the status said success', () => {
		const body = { success: false, errors: { view: ['is unknown'], name: ["can't be blank"] } };
		const problem = refusedError('agents', body);
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.message).toBe('view: is unknown');
		expect(problem.description.split('\n')).toEqual([
			"name: can't be blank",
			'The Agents API answered with a success status, but its response says that the request failed.',
			expect.stringMatching(/^Correct the parameters/),
		]);
	});

	it.each([
		[{ code: 429, message: 'No more' }],
		[{ success: false, status_code: '503' }],
		[{ error: { code: 429 } }],
		[{ errorMessage: 'Task timed out' }],
		[{ success: false, message: 'Please try again in a minute' }],
	])('says of %j that it may be over later', (body) => {
		expect(refusedError('geo', body).description).toContain('Run the workflow again later.');
		expect(refusedError('geo', body, false).description).not.toContain('again');
	});

	it.each([[{ code: 400 }], [{ success: false, message: 'Unknown view 429' }], [{ count: 503 }]])(
		'says of %j that something is to be corrected',
		(body) => {
			expect(refusedError('geo', body).description).toContain('Correct the parameters');
		},
	);

	it('has words of its own where the service has none', () => {
		const problem = refusedError('geo', {});
		expect(problem.message).toBe('The GEO API refused the request');
		expect(problem.description).toContain('answered with a success status');
	});
});

describe('A call that may have changed something', () => {
	const AGAIN = /run the workflow again/i;

	it('is not to be made again blindly', () => {
		const broken = answer(200, '{"id": 1');
		expect(statusError('geo', answer(503), undefined).description).toMatch(AGAIN);
		expect(statusError('geo', answer(503), undefined, false).description).not.toMatch(AGAIN);
		expect(brokenJsonError('geo', broken).description).toMatch(AGAIN);
		expect(brokenJsonError('geo', broken, false).description).not.toMatch(AGAIN);
		expect(cancelledError().description).toMatch(AGAIN);
		expect(cancelledError(false).description).not.toMatch(AGAIN);
	});
});

describe('brokenJsonError', () => {
	it('quotes how the answer starts, and blames no address', () => {
		const problem = brokenJsonError('geo', answer(200, '{"data": [\n1, 2'));
		expect(problem.message).toBe(
			'The GEO API returned JSON that is cut off or damaged: "{"data": [ 1, 2"',
		);
		expect(problem.description).not.toContain('Base URL');
		expect(problem.description).toContain("'Page Size'");
	});
});

describe('notJsonError', () => {
	it('quotes how a text starts', () => {
		const problem = notJsonError('geo', answer(200, '  pong\n pong '));
		expect(problem.message).toBe('The GEO API answered with text instead of JSON: "pong pong"');
		expect(problem.description).toContain("'GEO API Base URL'");
	});

	it('quotes the words of a web page without its markup', () => {
		const page = '\n<!doctype html><title>Sign in</title><script>track()</script><h1>Welcome</h1>';
		const problem = notJsonError('agents', answer(200, page));
		expect(problem.message).toBe(
			'The Agents API answered with a web page instead of JSON: "Sign in Welcome"',
		);
		expect(problem.description).toContain("'Agents API Base URL'");
	});

	it('keeps 100 characters and cuts what is longer', () => {
		const quoteOf = (text: string) => notJsonError('geo', answer(200, text)).message;
		expect(quoteOf('a'.repeat(100))).toContain(`: "${'a'.repeat(100)}"`);
		expect(quoteOf('a'.repeat(101))).toContain(`: "${'a'.repeat(99)}…"`);
	});

	it('cuts between two characters, never inside one', () => {
		const { message } = notJsonError('geo', answer(200, `${'a'.repeat(98)}😀😀`));
		expect(message).toMatch(/…"$/);
		expect(message).not.toMatch(/\p{Cs}/u);
	});
});

describe('connectionError', () => {
	const url = 'https://agents.example.com:8443/prefix/api/v1/business/whoami';

	it.each([
		['ECONNREFUSED', 'nothing accepts connections at this address'],
		['ENOTFOUND', 'the host name is not known'],
		['EAI_AGAIN', 'the host name could not be looked up'],
		['CERT_HAS_EXPIRED', 'the certificate of the host has expired'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the host is self-signed'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate belongs to another host'],
		['EWHATEVER', 'the connection failed (EWHATEVER)'],
		[undefined, 'the connection failed (unknown)'],
	])('says what %s means and names host and field', (code, meaning) => {
		const problem = connectionError('agents', url, code, { timeout: 60_000 });
		expect(problem.message).toBe(
			`The Agents API cannot be reached at agents.example.com:8443: ${meaning}`,
		);
		expect(problem.description).toContain("'Agents API Base URL'");
	});

	it('names the proxy where there is one', () => {
		const proxy = proxyOf('http://127.0.0.1:3128');
		const problem = connectionError('agents', url, 'ECONNREFUSED', { timeout: 1, proxy });
		expect(problem.message).toContain(
			'cannot be reached at agents.example.com:8443 through the proxy',
		);
		expect(problem.description).toMatch(/^Check 'Proxy' under 'Options', 'Agents API Base URL' in/);
	});

	it.each([
		['ECONNRESET', 'The connection to the Agents API was closed before the response was complete'],
		['EPIPE', 'The connection to the Agents API was closed before the response was complete'],
		['Z_DATA_ERROR', 'The response of the Agents API was damaged and could not be unpacked'],
	])('says after %s that something was lost, not that nothing is there', (code, message) => {
		const problem = connectionError('agents', url, code, { timeout: 1 });
		expect(problem.message).toBe(message);
		expect(problem.description).toMatch(/^Run the workflow again\. .*agents\.example\.com:8443/);
		const write = connectionError('agents', url, code, { timeout: 1 }, false);
		expect(write.message).toBe(message);
		expect(write.description).not.toContain('again');
	});

	it.each(['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW'])('puts %s into words', (code) => {
		const problem = connectionError('geo', url, code, { timeout: 1 });
		expect(problem.message).toBe('The response of the GEO API is not valid HTTP');
		expect(problem.description).toContain("'GEO API Base URL'");
	});

	it('names the field of the GEO API', () => {
		const problem = connectionError('geo', 'http://localhost:1/v2/geo/x', 'ECONNREFUSED', {
			timeout: 1,
		});
		expect(problem.message).toMatch(/^The GEO API cannot be reached at localhost:1: /);
		expect(problem.description).toContain("'GEO API Base URL'");
	});
});

describe('redirectError', () => {
	const mask = (text: string) => text.replace('my-own-key', '*****');

	it('names the path where it stays on the host but leaves the API', () => {
		const root = new URL('https://old.example/v2/geo/');
		const problem = redirectError(
			'geo',
			root,
			new URL('https://old.example/login?key=1'),
			302,
			mask,
		);
		expect(problem.message).toBe('The GEO API redirects to another address: /login');
	});

	it('names both origins and the field, not the path', () => {
		const problem = redirectError(
			'geo',
			new URL('https://old.example/gateway/v2/geo/'),
			new URL('https://new.example/login?key=1'),
			307,
			mask,
		);
		expect(problem.message).toBe('The GEO API redirects to another address: https://new.example');
		expect(problem.status).toBe(307);
		expect(problem.description).toContain(
			'only sent to addresses below https://old.example/gateway/v2/geo/,',
		);
		expect(problem.description).toContain("'GEO API Base URL'");
	});
});
