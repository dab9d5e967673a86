import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { toJson } from '../exactNumbers';
import { isObject } from '../json';
import { type ApiRequest, APIS } from './apis';
import { type Caller, CREDENTIAL } from './caller';
import { redirectError, type RawAnswer } from './responseErrors';
import type { Settings } from './settings';

/** Redirects within the same origin that are followed before giving up. */
const MAX_REDIRECTS = 5;

/** Redirects, and whether the request is sent there as it was. After 303 only its result is read. */
const REDIRECTS: Readonly<Record<number, boolean>> = {
	301: true,
	302: true,
	303: false,
	307: true,
	308: true,
};

/** Where a request goes next. */
export interface Hop {
	readonly request: ApiRequest;
	readonly url: string;
}

/** The way of a request, so that another try goes on where the one before ended. */
export interface Trail {
	hop: Hop;
}

/**
 * Sends a request once and follows redirects that stay on the same origin and below the root of the
 * API, method and body kept.
 *
 * @param credential as n8n decrypted it; handed over, so that it is not read for every request
 * @param trail where to start; moved along with each redirect, so that what a redirect has answered
 * is never sent again
 * @throws ServiceError for a redirect that leaves the API, n8n's error if there is no answer
 */
export async function exchange(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	settings: Settings,
	trail: Trail,
): Promise<RawAnswer> {
	for (let followed = 0; ; followed++) {
		const { request, url } = trail.hop;
		const answer: unknown = await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			{ ...requestOptions(request, settings), url },
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		);
		const raw = asRawAnswer(answer);
		const next = hopAfter(trail.hop, raw);
		if (next === undefined || followed === MAX_REDIRECTS) return raw;
		trail.hop = next;
	}
}

/** The next hop of a redirect; the address has the query in it by then. */
function hopAfter({ request, url }: Hop, { status, headers }: RawAnswer): Hop | undefined {
	const { location } = headers;
	const keepsMethod = REDIRECTS[status];
	if (keepsMethod === undefined || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	const isInside = target.pathname.includes(APIS[request.api].root);
	if (target.origin !== new URL(url).origin || !isInside) {
		throw redirectError(request.api, url, target, status);
	}
	const kept: ApiRequest = { ...request, query: undefined };
	const result: ApiRequest = { ...kept, effect: 'read', method: 'GET', body: undefined };
	return { request: keepsMethod ? kept : result, url: target.href };
}

/**
 * The request in n8n's terms. Body and answer travel as text: n8n would leave an empty object
 * out, and would hand over an HTML page as if it were a JSON string.
 */
function requestOptions(
	request: ApiRequest,
	{ timeout, ignoreSsl, proxy }: Settings,
): Omit<IHttpRequestOptions, 'url'> {
	const headers: Record<string, string> = { Accept: 'application/json' };
	if (request.body !== undefined || request.api === 'geo') {
		headers['Content-Type'] = 'application/json';
	}
	if (request.projectId !== undefined) headers['X-Project-Id'] = request.projectId;
	return {
		method: request.method,
		headers,
		qs: request.query,
		arrayFormat: 'repeat',
		body: request.body === undefined ? undefined : toJson(request.body),
		encoding: 'text',
		timeout,
		skipSslCertificateValidation: ignoreSsl,
		proxy,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

function asRawAnswer(answer: unknown): RawAnswer {
	const { statusCode, headers, body } = isObject(answer) ? answer : {};
	return {
		status: Number(statusCode),
		headers: isObject(headers) ? headers : {},
		text: typeof body === 'string' ? body : '',
	};
}
