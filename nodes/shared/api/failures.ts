import { adviceForPeople, type Advice, capitalize, CONTACT_SUPPORT } from '../base';
import { type ApiName, APIS, type RequestEffect } from './apis';
import type { Settings } from './settings';

export interface ErrorContext extends Pick<Settings, 'timeout'> {
	readonly api: ApiName;
	readonly url: string;
}

/**
 * How far a failed request got, and whether a retry can help:
 *
 * - `notSent`: the node sent nothing, and a retry can help
 * - `rejected`: the service did not carry the request out, and a retry does not help
 * - `ambiguous`: the service may have carried the request out, and a retry can help
 * - `malformed`: the service may have carried the request out, and a retry does not help
 */
type FailureStage = 'malformed' | 'ambiguous' | 'rejected' | 'notSent';

/**
 * What a failure means. `explainFailure` replaces placeholders such as `{API}`.
 *
 * - For a code such as `ECONNRESET`, `what` is the whole message.
 * - For a status such as 404, `what` ends the sentence "The GEO API answered 404: …", and `stage` is missing.
 */
type FailureMeaning = readonly [what: string, advice: Advice, stage?: FailureStage];

const CHECK_KEY =
	"Check 'API Key' in the credential: copy it again from the web application (API Dashboard → Reveal API Key).";
const CHECK_PROJECT =
	'Check that the project, if one is chosen, still exists in the workspace of the API key. If it belongs to another workspace, use the API key of that one.';
const CHECK_PATH: Advice = {
	forPeople:
		"Check that the project, if one is chosen, still exists. On Endpoint → Call, check 'Path'. Otherwise, check {address}: the address without the path of the API.",
	forModel:
		'Check that the project, if one is chosen, still exists. Otherwise, the user has to check {address}.',
};
const CHECK_PARAMETERS =
	'Check the parameters of the node against the documentation of the endpoint.';
const CHECK_ADDRESS =
	'Check {address}: it may lead to a website, a login page or another service instead of the API.';
const CHECK_CONNECTION: Advice = {
	forPeople:
		"Check {address}, 'Proxy' under 'Settings' → 'Request Options', and that this n8n can connect to that host.",
	forModel: 'Check {address}, and that this n8n can connect to that host.',
};
const ALLOW_ADDRESS = 'Ask the host of the API to let the address of this n8n through.';
const MAY_PASS_ADVICE = `This may pass by itself. If it keeps happening, ${CONTACT_SUPPORT}.`;
const REQUEST_LESS =
	"request less at once, for example with a lower 'Page Size' in 'Options' → 'API Details' (not on Endpoint → Call)";
const RETRY_LATER: Advice = {
	forPeople: 'Wait a little before you run the workflow again, or run it less often.',
	forModel: 'Do not call the tool again now. Tell the user to ask again later.',
};

const CORRECT_PARAMETERS: Advice = {
	forPeople:
		"Correct the parameters that the service complains about. In a list, it may want a lower 'Page Size', in 'Options' → 'API Details' (not on Endpoint → Call).",
	forModel: 'Correct the parameters that the service complains about.',
};

/** The maximum size of a response. A larger one could fill the memory. */
export const MAX_RESPONSE_MB = 256;

/** The maximum time for a response is this many times 'Timeout', even if data keeps coming. */
export const TIMEOUTS_PER_RESPONSE = 10;

const unreachableMeaning = (why: string, stage: FailureStage): FailureMeaning => [
	`The {API} cannot be reached at {host}: ${why}`,
	CHECK_CONNECTION,
	stage,
];

const REQUEST_LESS_OR_WAIT: Advice = {
	forPeople:
		"Request less at once, or raise 'Timeout' under 'Settings' → 'Request Options'. If that does not help, check that this n8n can connect to {host}.",
	forModel: 'Request less at once.',
};

const TIMED_OUT: FailureMeaning = [
	'The {API} did not answer within {seconds} seconds',
	REQUEST_LESS_OR_WAIT,
	'ambiguous',
];

const CONNECTION_CLOSED: FailureMeaning = [
	'The connection to the {API} was closed before the response was complete',
	'If this keeps happening, check that no proxy or firewall between this n8n and {host} cuts responses off.',
	'ambiguous',
];

/**
 * The statuses 401, 403, 422 and 429 are documented (our spec). The others have their usual meaning, mostly from RFC
 * 9110. The codes come from Node.js, axios, `sendOnce`, `receiveAnswer` and `findResponseProblemCode`.
 */
const FAILURES: Readonly<Record<string, FailureMeaning>> = {
	'3xx': [
		'The {API} redirects to another address',
		"The API key is only sent to the address in the credential, so the redirect was not followed. If the new address is right, correct {address}, without the path of the API, or, on Endpoint → Call, 'Path'.",
	],
	400: ['the request is not valid', CORRECT_PARAMETERS],
	401: ['missing or invalid API key', CHECK_KEY],
	'403 agents': [
		'the API key is valid but has no access to this project or workspace',
		CHECK_PROJECT,
	],
	'403 geo': ['the API key is valid but has insufficient permissions', CHECK_PROJECT],
	'403 page': ['a firewall in front of the API refused the request, not the API', ALLOW_ADDRESS],
	404: ['there is nothing at this address', CHECK_PATH],
	407: [
		'the proxy on the way asks for a user and a password',
		adviceForPeople(
			"Enter them in 'Proxy' under 'Settings' → 'Request Options', as in http://user:password@host:port. If 'Proxy' is empty, add them to the proxy settings of this n8n.",
		),
	],
	408: ['the service stopped waiting for the request', MAY_PASS_ADVICE],
	413: ['it is too large', { forPeople: `Send less, or ${REQUEST_LESS}.`, forModel: 'Send less.' }],
	'422 agents': ['validation error in the body or headers', CORRECT_PARAMETERS],
	'422 geo': ['validation error in the body', CORRECT_PARAMETERS],
	429: ['rate limit exceeded', RETRY_LATER],
	499: ['the connection was closed before there was a response', MAY_PASS_ADVICE],
	'4xx': ['it cannot be carried out like this', CHECK_PARAMETERS],
	'5xx': ['the service failed to process the request', MAY_PASS_ADVICE],

	BLOCKED: [
		'n8n did not send the request',
		"Check {address}, and 'Allowed HTTP Request Domains' there.",
		'rejected',
	],
	ECONNREFUSED: unreachableMeaning('nothing accepts connections at this address', 'notSent'),
	ENOTFOUND: unreachableMeaning('the host name is not known', 'notSent'),
	EAI_AGAIN: unreachableMeaning('the host name could not be looked up', 'notSent'),
	EPROTO: unreachableMeaning('the address does not support https', 'malformed'),
	EHOSTUNREACH: unreachableMeaning('the host cannot be reached', 'ambiguous'),
	ENETUNREACH: unreachableMeaning('the network cannot be reached', 'ambiguous'),
	ETIMEDOUT: TIMED_OUT,
	ECONNABORTED: TIMED_OUT,
	ECONNRESET: CONNECTION_CLOSED,
	EPIPE: CONNECTION_CLOSED,
	ERR_BAD_RESPONSE: CONNECTION_CLOSED,
	ERR_STREAM_PREMATURE_CLOSE: CONNECTION_CLOSED,
	Z_BUF_ERROR: CONNECTION_CLOSED,
	Z_DATA_ERROR: CONNECTION_CLOSED,
	TOO_LARGE: [
		`The response of the {API} is larger than ${MAX_RESPONSE_MB} MB`,
		{ forPeople: `${capitalize(REQUEST_LESS)}.`, forModel: 'Request less at once.' },
		'malformed',
	],
	TOO_SLOW: [
		`The response of the {API} was not complete after ${TIMEOUTS_PER_RESPONSE} × {seconds} seconds`,
		REQUEST_LESS_OR_WAIT,
		'malformed',
	],

	NOT_JSON: [
		'The response of the {API} is not JSON',
		`Request less at once. If that does not help, ${CONTACT_SUPPORT}: the service has to send JSON.`,
		'ambiguous',
	],
	WEB_PAGE: ['The {API} answered with a web page instead of JSON', CHECK_ADDRESS, 'malformed'],
	FILE: [
		'The {API} answered with a file instead of JSON',
		"To get the file, use n8n's HTTP Request node with the same credential: 'Authentication' → 'Predefined Credential Type'.",
		'malformed',
	],
	PLAIN_TEXT: ['The {API} answered with text instead of JSON', CHECK_ADDRESS, 'malformed'],
	NOT_READY: [
		'The {API} has not finished the response yet',
		`It answered 202: it has accepted the request and still works on it. ${MAY_PASS_ADVICE}`,
		'malformed',
	],
};

/** Returns the key in `FAILURES` for an error status: `403 geo`, `404` or `5xx`. */
export function failureKeyOfStatus(api: ApiName, status: number, isPage = false): string {
	const keys = [`${status} ${isPage ? 'page' : api}`, `${status} ${api}`, `${status}`];
	return keys.find((name) => Object.hasOwn(FAILURES, name)) ?? (status >= 500 ? '5xx' : '4xx');
}

function findFailureMeaning(key: string): FailureMeaning {
	const meaning = Object.hasOwn(FAILURES, key) ? FAILURES[key] : undefined;
	if (meaning !== undefined) return meaning;
	// If Node.js does not trust a host, it sends nothing. An `ERR_SSL_` error can also come after a request was sent.
	const isUntrusted = /CERT|SIGNATURE/.test(key) && !key.startsWith('ERR_SSL_');
	return isUntrusted
		? unreachableMeaning(`the certificate of the host is not trusted (${key})`, 'rejected')
		: unreachableMeaning(`the connection failed (${key})`, 'malformed');
}

/** @param key a code such as `ECONNRESET`, or what `failureKeyOfStatus` returns */
export function explainFailure(key: string, { api, url, timeout }: ErrorContext) {
	const { title, baseUrlLabel } = APIS[api];
	const values: Readonly<Record<string, string>> = {
		API: title,
		address: `'${baseUrlLabel}' in the credential`,
		host: new URL(url).host,
		seconds: String(timeout / 1000),
	};
	const fill = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
	const [what, advice] = findFailureMeaning(key);
	const { forPeople, forModel } =
		typeof advice === 'string' ? { forPeople: advice, forModel: advice } : advice;
	return { what: fill(what), advice: { forPeople: fill(forPeople), forModel: fill(forModel) } };
}

export interface Failure {
	readonly status?: number;
	readonly code?: string;
}

/** Statuses that report an outage of the service, of a gateway or of a content delivery network. */
export const OUTAGE_STATUSES = [502, 503, 504, 520, 521, 522, 523, 524];

export const OUTAGE_STATUSES_TEXT = '502 to 504 and 520 to 524';

/** Statuses of a request that took too long. The service may have carried it out anyway. */
export const UNCLEAR_REFUSAL_STATUSES = [408, 499];

/** Statuses of redirects after which clients send the same request again. So the service has not carried it out. */
const UNEXECUTED_REDIRECT_STATUSES = [307, 308];

function failureStageOf({ status = 0, code }: Failure): FailureStage | undefined {
	if (code !== undefined) return findFailureMeaning(code)[2];
	if (OUTAGE_STATUSES.includes(status)) return 'ambiguous';
	const isRefusal = status >= 400 && status <= 499 && !UNCLEAR_REFUSAL_STATUSES.includes(status);
	return isRefusal || UNEXECUTED_REDIRECT_STATUSES.includes(status) ? 'rejected' : 'malformed';
}

export function isRetryable(effect: RequestEffect, failure: Failure): boolean {
	const stage = failureStageOf(failure);
	return stage === 'notSent' || (stage === 'ambiguous' && effect !== 'unsafe');
}

/** Returns whether the service processed the request, even if only to reject it. */
export function wasAnswered(failure: Failure): boolean {
	return failure.status !== undefined && failureStageOf(failure) !== 'ambiguous';
}

/** Returns whether it is certain that the service did not carry out the request. */
export function wasNotExecuted(failure: Failure): boolean {
	return ['notSent', 'rejected'].includes(failureStageOf(failure) ?? '');
}

/** The maximum delays before the first retry and before later ones, in milliseconds. */
const FIRST_RETRY_DELAY = 500;
const MAX_RETRY_DELAY = 30_000;

/**
 * Returns the delay before a retry, in milliseconds: exponential back-off with full jitter.
 *
 * @param tries how often the request was sent
 * @param random a number from 0 to 1
 */
export function retryDelay(tries: number, random: number): number {
	return random * Math.min(MAX_RETRY_DELAY, FIRST_RETRY_DELAY * 2 ** (tries - 1));
}

/**
 * Reads the header `Retry-After`, in seconds or as a date. A date is compared with the header `Date`, or with `now` if
 * there is no such header.
 *
 * @returns milliseconds, or `undefined` if the header is missing or not valid
 */
export function readRetryAfter(
	headers: Readonly<Record<string, unknown>>,
	now: number,
): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const wait = SECONDS_TEXT.test(value)
		? Math.ceil(Number(value) * 1000)
		: (parseHttpDate(value) ?? NaN) - (parseHttpDate(headers.date) ?? now);
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const SECONDS_TEXT = /^\s*\d+(\.\d+)?\s*$/;

/** Matches `Sun, 06 Nov 1994 08:49:37 GMT`. `Date.parse` alone would accept `in 5` as a date. */
const HTTP_DATE = /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i;

function parseHttpDate(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return HTTP_DATE.test(text) ? Date.parse(text) : undefined;
}
