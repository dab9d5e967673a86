import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { type ApiName, APIS } from './apis';
import { truncate, stripMarkup, errorLines } from './errorText';

/** An answer as it came over the wire. */
export interface RawAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
}

/** What to do about a status, in the names of the fields that people see. */
const WHAT_TO_DO: Readonly<Record<number, (baseUrlLabel: string) => string>> = {
	401: () =>
		"Check 'API Key' in the credential: copy it again from the web application (API Dashboard → Reveal API Key).",
	403: () =>
		"Choose another 'Project', or use the API key of the workspace that the project belongs to.",
	404: (baseUrlLabel) =>
		`Check '${baseUrlLabel}' in the credential (the address without the path of the API) and, on Endpoint → Call, 'Path'.`,
	422: () => 'Correct the parameters that the service complains about.',
	429: () => 'Wait a little before you run the workflow again, or run it less often.',
};

/** Words about the number of records that is asked for at once; a rate limit is another thing. */
const RECORD_COUNT =
	/(?<![a-z])(?<!rate[ _-]?)limits?(?![a-z])|page[ _-]?size|per[ _-]?page|pagination/i;

/** Statuses of a request that is wrong in itself. */
const WRONG_REQUEST = [400, 422];

/**
 * The error for an answer whose status is not 2xx.
 *
 * @param api which API answered; its table says what the status means (spec)
 * @param answer as it came
 * @param body the same, parsed, where it is JSON
 */
export function statusError(
	api: ApiName,
	answer: RawAnswer,
	body: JsonValue | undefined,
): ServiceError {
	const { title, baseUrlLabel, statusMeaning } = APIS[api];
	const [first, ...rest] = errorLines(answer.text, body);
	const isWrong = WRONG_REQUEST.includes(answer.status);
	const meaning = statusMeaning[answer.status] ?? generalMeaning(answer.status);
	const todo = WHAT_TO_DO[answer.status]?.(baseUrlLabel) ?? generalAdvice(answer.status);
	return new ServiceError(
		first ?? `The ${title} refused the request: ${meaning}`,
		[
			...rest,
			`The ${title} answered ${answer.status}: ${meaning}.`,
			todo,
			...(isWrong ? adviceOn([first ?? '', ...rest]) : []),
		].join('\n'),
		answer.status,
	);
}

/**
 * The error for an answer that refuses the request although its status says success.
 *
 * @param body the answer, in which the service says why
 * @param status its status, where it is known
 */
export function refusedError(api: ApiName, body: JsonValue, status?: number): ServiceError {
	const { title } = APIS[api];
	const [first, ...rest] = errorLines(JSON.stringify(body), body);
	return new ServiceError(
		first ?? `The ${title} refused the request`,
		[
			...rest,
			`The ${title} answered with ${status ?? 'a status'}, which means success, but the answer itself says that the request was refused.`,
			'Correct the parameters that the service complains about. If it complains about none, ask the support of the service.',
			...adviceOn([first ?? '', ...rest]),
		].join('\n'),
		status,
	);
}

/** What to do about a complaint about the number of records. */
function adviceOn(words: readonly string[]): string[] {
	return words.some((line) => RECORD_COUNT.test(line))
		? ["If it gives fewer records at once, enter a lower 'Page Size' under 'Options'."]
		: [];
}

function generalMeaning(status: number): string {
	return status >= 500 ? 'the service failed to process the request' : 'the request was refused';
}

function generalAdvice(status: number): string {
	return status >= 500
		? 'Run the workflow again later; if it lasts, ask the support of the service.'
		: 'Check the parameters of the node against the documentation of the endpoint.';
}

/** The error for a 2xx answer that is not JSON, quoting how it starts. */
export function notJsonError(api: ApiName, answer: RawAnswer): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const isPage = /^\s*</.test(answer.text);
	const text = (isPage ? stripMarkup(answer.text) : answer.text).replace(/\s+/g, ' ').trim();
	const quote = truncate(text, 100);
	return new ServiceError(
		`The ${title} answered with ${isPage ? 'a web page' : 'text'} instead of JSON${quote && `: "${quote}"`}`,
		`Check '${baseUrlLabel}' in the credential: it may lead to a website or a login page instead of the API.`,
		answer.status,
	);
}

/** Codes of a request that took too long. */
const TIMEOUTS = ['ETIMEDOUT', 'ECONNABORTED'];

/** What the codes of a failed connection mean. */
const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing accepts connections at this address',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	ECONNRESET: 'the connection was closed before the answer was complete',
	EPIPE: 'the connection was closed before the answer was complete',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EPROTO: 'the address does not speak https',
	ERR_BAD_RESPONSE: 'the connection was closed before the answer was complete',
	Z_BUF_ERROR: 'the answer was broken and could not be unpacked',
	Z_DATA_ERROR: 'the answer was broken and could not be unpacked',
	ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed before the answer was complete',
	CERT_HAS_EXPIRED: 'the certificate of the host has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the host is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the host is signed by an unknown authority',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the host cannot be verified',
	ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
};

/**
 * The error for a request that got no answer.
 *
 * @param api which API was called
 * @param url where to; only its host is named
 * @param code the code of the network error, `undefined` if it has none
 * @param timeout how long an answer was waited for, in milliseconds
 */
export function connectionError(
	api: ApiName,
	url: string,
	code: string | undefined,
	timeout: number,
): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const { host } = new URL(url);
	if (TIMEOUTS.includes(code ?? '')) {
		return new ServiceError(
			`The ${title} did not answer within ${timeout / 1000} seconds`,
			"Ask for less at once, or raise 'Timeout' under 'Options'. " +
				`If it lasts, check that this n8n may connect to ${host}.`,
		);
	}
	const meaning = CONNECTION_FAILURES[code ?? ''] ?? `the connection failed (${code ?? 'unknown'})`;
	return new ServiceError(
		`The ${title} cannot be reached at ${host}: ${meaning}`,
		`Check '${baseUrlLabel}' in the credential, and that this n8n may connect to that host.`,
	);
}

/** The error of a request that was not sent or not waited for, because the execution ended. */
export function cancelledError(): ServiceError {
	return new ServiceError(
		'The request was cancelled',
		'The execution was stopped before the answer came. Run the workflow again.',
	);
}

/** The error for a redirect that leaves the API: following it would hand over the API key. */
export function redirectError(
	api: ApiName,
	url: string,
	target: URL,
	status: number,
): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const isElsewhere = target.origin !== new URL(url).origin;
	const place = isElsewhere ? target.origin : truncate(target.pathname, 100);
	return new ServiceError(
		`The ${title} redirects to another address: ${place}`,
		`The API key is only sent to the ${title} at ${new URL(url).origin}, so the redirect was not ` +
			`followed. If the new address is right, enter it as '${baseUrlLabel}' in the credential.`,
		status,
	);
}
