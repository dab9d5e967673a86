import { type Advice, forUser, runAgain, ServiceError } from '../base';
import { type ApiName, APIS } from './apis';
import type { Settings } from './settings';
import { onTimeout } from './statusAdvice';

/** Codes of a request that took too long. */
const TIMEOUTS = ['ETIMEDOUT', 'ECONNABORTED'];

/** Codes of responses that were lost or damaged on their way, and what happened to them. */
const LOST_RESPONSES: Readonly<Record<string, (title: string) => string>> = {
	ECONNRESET: closed,
	EPIPE: closed,
	ERR_BAD_RESPONSE: closed,
	ERR_STREAM_PREMATURE_CLOSE: closed,
	Z_BUF_ERROR: damaged,
	Z_DATA_ERROR: damaged,
};

/** What the error codes of a failed connection mean. */
const FAILURES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing accepts connections at this address',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EPROTO: 'the address does not support https',
	CERT_HAS_EXPIRED: 'the certificate of the host has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the host is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the host is signed by an unknown authority',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the host cannot be verified',
	ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
};

/** How the codes of the HTTP parser of Node.js start. */
const NO_HTTP = /^HPE_/;

/**
 * The error for a request that got no answer.
 *
 * @param api which API was called
 * @param url where to; only its host is named
 * @param code the code of the network error, `undefined` if it has none
 * @param settings how long an answer was waited for, and the proxy
 * @param isRead whether the request only reads, and so can be made again or ask for less
 */
export function connectionError(
	api: ApiName,
	url: string,
	code: string | undefined,
	{ timeout, proxy }: Pick<Settings, 'proxy' | 'timeout'>,
	isRead = true,
): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const { host } = new URL(url);
	if (TIMEOUTS.includes(code ?? '')) {
		const message = `The ${title} did not answer within ${timeout / 1000} seconds`;
		return new ServiceError(message, onTimeout(host, isRead));
	}
	const lost = LOST_RESPONSES[code ?? ''];
	if (lost !== undefined) return new ServiceError(lost(title), onLostResponse(host, isRead));
	const checks = [
		...(proxy === undefined ? [] : ["'Proxy' under 'Options'"]),
		`'${baseUrlLabel}' in the credential`,
	];
	if (NO_HTTP.test(code ?? '')) {
		const otherwise = 'the address may lead to another service';
		return new ServiceError(
			`The response of the ${title} is not valid HTTP`,
			forUser(`check ${checks.join(' and ')}: ${otherwise}`),
		);
	}
	const meaning = FAILURES[code ?? ''] ?? `the connection failed (${code ?? 'unknown'})`;
	const way = proxy === undefined ? host : `${host} through the proxy`;
	return new ServiceError(
		`The ${title} cannot be reached at ${way}: ${meaning}`,
		forUser(`check ${checks.join(', ')}, and that this n8n can connect to that host`),
	);
}

function closed(title: string): string {
	return `The connection to the ${title} was closed before the response was complete`;
}

function damaged(title: string): string {
	return `The response of the ${title} was damaged and could not be unpacked`;
}

/** What to do where a response did not arrive whole. */
function onLostResponse(host: string, isRead: boolean): Advice {
	const todo = `check that no proxy or firewall between this n8n and ${host} cuts responses off`;
	return isRead ? runAgain(todo) : forUser(todo, 'If this keeps happening');
}
