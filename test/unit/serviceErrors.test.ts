import type { ApiName } from '../../nodes/shared/api/apis';
import { codeError, refusedError, statusError } from '../../nodes/shared/api/serviceErrors';
import { proxyOf } from '../../nodes/shared/api/settings';
import { ServiceError } from '../../nodes/shared/base/errors';

const url = 'https://agents.example.com:8443/prefix/api/v1/business/whoami';
const way = (api: ApiName) => ({ api, url, timeout: 1500 });

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
	['geo', 422, 'validation error in the body', "'Page Size'"],
	['geo', 429, 'rate limit exceeded', 'Wait'],
	['geo', 500, 'the service failed to process the request', 'may pass by itself'],
	['agents', 503, 'the service failed to process the request', 'may pass by itself'],
	['agents', 400, 'the request is not valid', "'Page Size'"],
	['geo', 402, 'the service asks for a payment', 'Check the parameters'],
	['geo', 405, 'the endpoint does not take this method', 'Check the parameters'],
	['geo', 408, 'the service stopped waiting', 'may pass by itself'],
	['geo', 409, 'conflicts with something else', 'Check the parameters'],
	['geo', 410, 'what was here is gone', 'Check the parameters'],
	['geo', 413, 'it is too large', "'Page Size'"],
	['agents', 499, 'the connection was closed before', 'may pass by itself'],
	['geo', 599, 'the service failed to process the request', 'may pass by itself'],
	['geo', 418, 'the response does not say why', 'Check the parameters'],
	['geo', 399, 'the redirect cannot be followed', "'GEO API Base URL'"],
] as const;

const TITLES = { agents: 'Agents API', geo: 'GEO API' };

describe('statusError', () => {
	it.each(TABLE)('says for the %s API what %i means and what to do', (api, status, means, todo) => {
		const problem = statusError(way(api), answer(status), undefined);
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.status).toBe(status);
		expect(problem.message).toMatch(new RegExp(`^The ${TITLES[api]} refused the request: `));
		expect(problem.message).toContain(means);
		const [meaning, ...advice] = problem.description.split('\n');
		expect(meaning).toMatch(new RegExp(`^The ${TITLES[api]} answered ${status}: .+\\.$`));
		expect(meaning).toContain(means);
		expect(advice.join()).toContain(todo);
	});

	it('does not mention headers where GEO refuses a body', () => {
		expect(statusError(way('geo'), answer(422), undefined).description).not.toContain('headers');
	});

	it('puts the words of the service first, the meaning and the advice after', () => {
		const body = {
			detail: [
				{ loc: ['body', 'view'], msg: 'Field required' },
				{ loc: ['body', 'page'], msg: 'Unknown field' },
			],
		};
		const problem = statusError(way('agents'), answer(422, JSON.stringify(body)), body);
		expect(problem.message).toBe('body → view: Field required');
		expect(problem.description.split('\n')).toEqual([
			'body → page: Unknown field',
			'The Agents API answered 422: validation error in the body or headers.',
			expect.stringMatching(/^Correct the parameters/),
		]);
	});

	it('reads the words of a page that is no JSON', () => {
		const page = answer(502, '<html><h1>Bad Gateway</h1></html>');
		expect(statusError(way('geo'), page, undefined).message).toBe('Bad Gateway');
	});

	it('takes a page with 403 for that of a firewall, not for a wrong key', () => {
		const page = answer(403, '<html><title>Access denied</title></html>');
		const problem = statusError(way('agents'), page, undefined);
		expect(problem.message).toBe('Access denied');
		expect(problem.description).toMatch(/answered 403: a firewall in front of the API/);
		expect(problem.description).toContain('let the address of this n8n through');
		expect(problem.description).not.toMatch(/key|Project/);
		const other = statusError(way('agents'), { ...page, status: 401 }, undefined);
		expect(other.description).toContain("'API Key'");
	});

	it('says to a model alone that a rate limit is not to be hammered', () => {
		const { forModel } = statusError(way('geo'), answer(429), undefined);
		expect(forModel).toMatch(/^The GEO API answered 429: .+\.\nDo not call the tool again now\. /);
		const outage = statusError(way('geo'), answer(503), undefined);
		expect(outage.forModel).toBe(outage.description);
	});
});

describe('refusedError', () => {
	it('says why in the words of the service, and that the status said success', () => {
		const body = { success: false, errors: ['view is unknown', "name can't be blank"] };
		const problem = refusedError('agents', body);
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.message).toBe('view is unknown');
		expect(problem.description.split('\n')).toEqual([
			"name can't be blank",
			'The Agents API answered with a success status, but its response says that the request failed.',
			expect.stringMatching(/^Correct the parameters.+If it names none, contact/),
		]);
	});

	it('has words of its own where the service has none', () => {
		const problem = refusedError('geo', {});
		expect(problem.message).toBe('The GEO API refused the request');
		expect(problem.description).toContain('answered with a success status');
	});
});

describe('The error of an answer that cannot be used', () => {
	it('quotes how JSON that is cut off starts, and blames no address', () => {
		const problem = codeError(way('geo'), 'CUT_SHORT', 200, '{"data": [\n1, 2');
		expect(problem.message).toBe(
			'The GEO API returned JSON that is cut off or damaged: "{"data": [ 1, 2"',
		);
		expect(problem.status).toBe(200);
		expect(problem.description).not.toContain('Base URL');
		expect(problem.description).toContain("'Page Size'");
	});

	it('quotes how a text starts', () => {
		const problem = codeError(way('geo'), 'PLAIN_TEXT', 200, '  pong\n pong ');
		expect(problem.message).toBe('The GEO API answered with text instead of JSON: "pong pong"');
		expect(problem.description).toContain("'GEO API Base URL'");
	});

	it('quotes the words of a web page without its markup', () => {
		const page = '\n<!doctype html><title>Sign in</title><script>track()</script><h1>Welcome</h1>';
		const problem = codeError(way('agents'), 'WEB_PAGE', 200, page);
		expect(problem.message).toBe(
			'The Agents API answered with a web page instead of JSON: "Sign in Welcome"',
		);
		expect(problem.description).toContain("'Agents API Base URL'");
	});

	it('keeps 100 characters and cuts what is longer', () => {
		const quoteOf = (text: string) => codeError(way('geo'), 'PLAIN_TEXT', 200, text).message;
		expect(quoteOf('a'.repeat(100))).toContain(`: "${'a'.repeat(100)}"`);
		expect(quoteOf('a'.repeat(101))).toContain(`: "${'a'.repeat(99)}…"`);
	});
});

describe('The error of a request without an answer', () => {
	it.each([
		['ECONNREFUSED', 'nothing accepts connections at this address'],
		['ENOTFOUND', 'the host name is not known'],
		['EAI_AGAIN', 'the host name could not be looked up'],
		['CERT_HAS_EXPIRED', 'the certificate of the host has expired'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the host is self-signed'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the host belongs to another host'],
		['EWHATEVER', 'the connection failed (EWHATEVER)'],
		['unknown', 'the connection failed (unknown)'],
		['constructor', 'the connection failed (constructor)'],
		['EPROTO', 'the address does not support https'],
		['EHOSTUNREACH', 'the host cannot be reached'],
		['ENETUNREACH', 'the network cannot be reached'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate of the host cannot be verified'],
	])('says what %s means and names host and field', (code, meaning) => {
		const problem = codeError(way('agents'), code);
		expect(problem.message).toBe(
			`The Agents API cannot be reached at agents.example.com:8443: ${meaning}`,
		);
		expect(problem.description).toContain("'Agents API Base URL'");
	});

	it('names the proxy where there is one', () => {
		const proxy = proxyOf('http://127.0.0.1:3128');
		const problem = codeError({ ...way('agents'), proxy }, 'ECONNREFUSED');
		expect(problem.message).toContain(
			'cannot be reached at agents.example.com:8443 through the proxy',
		);
		expect(problem.description).toMatch(
			/^Check 'Proxy' under 'Options' and 'Agents API Base URL' in the credential, and that/,
		);
	});

	it.each([
		['ECONNRESET', 'The connection to the Agents API was closed before the response was complete'],
		['EPIPE', 'The connection to the Agents API was closed before the response was complete'],
		['Z_DATA_ERROR', 'The response of the Agents API was damaged and could not be unpacked'],
	])('says after %s that something was lost, not that nothing is there', (code, message) => {
		const problem = codeError(way('agents'), code);
		expect(problem.message).toBe(message);
		expect(problem.description).toMatch(
			/^If this keeps happening, .*agents\.example\.com:8443 cuts/,
		);
	});

	it.each(['ETIMEDOUT', 'ECONNABORTED'])(
		'says how long was waited, and what to raise: %s',
		(code) => {
			const problem = codeError(way('geo'), code);
			expect(problem.message).toBe('The GEO API did not answer within 1.5 seconds');
			expect(problem.description).toMatch(
				/^Request less at once, or raise 'Timeout' under 'Options'\./,
			);
			expect(problem.description).toContain('connect to agents.example.com:8443.');
		},
	);

	it.each(['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW'])('puts %s into words', (code) => {
		const problem = codeError(way('geo'), code);
		expect(problem.message).toBe('The response of the GEO API is not valid HTTP');
		expect(problem.description).toContain("'GEO API Base URL'");
	});

	it('names the field of the GEO API', () => {
		const problem = codeError(
			{ ...way('geo'), url: 'http://localhost:1/v2/geo/x' },
			'ECONNREFUSED',
		);
		expect(problem.message).toMatch(/^The GEO API cannot be reached at localhost:1: /);
		expect(problem.description).toContain("'GEO API Base URL'");
	});
});
