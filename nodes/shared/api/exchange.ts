import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { isObject, toJson } from '../base';
import { type ApiRequest, APIS, type Effect } from './apis';
import { type Caller, CREDENTIAL } from './caller';
import { projectHeader } from './projectHeader';
import { redirectError, type RawAnswer } from './responseErrors';
import type { Settings } from './settings';
import { urlOf } from './url';

/** Redirects that are followed before giving up. */
const MAX_REDIRECTS = 5;

/**
 * Redirects, and which requests are sent there as they were. Of the others only the result is read:
 * after 301, 302 and 303 the service may have acted on them (RFC 9110).
 */
const REDIRECTS: Readonly<Record<number, readonly Effect[]>> = {
	301: ['read'],
	302: ['read'],
	303: [],
	307: ['read', 'repeatable', 'once'],
	308: ['read', 'repeatable', 'once'],
};

/** What all requests of a run travel with. */
export interface Transport {
	readonly caller: Caller;
	/** As n8n decrypted it; handed over, so that it is not read for every request. */
	readonly credential: ICredentialDataDecryptedObject;
	readonly settings: Settings;
	/** Takes the key out of a text. */
	readonly mask: (text: string) => string;
}

/** Where a request goes next. */
export interface Hop {
	readonly request: ApiRequest;
	readonly url: string;
}

/** The way of a request, so that another try goes on where the one before ended. */
export interface Trail {
	/** The request as it was meant. */
	readonly request: ApiRequest;
	readonly baseUrl: string;
	/** What the request has beside the headers that all have. */
	readonly headers: Readonly<Record<string, string>>;
	hop: Hop;
	/** The status of the redirect after which only the result of the request is read. */
	resultAfter?: number;
}

/**
 * The way of a request that has not been sent yet.
 *
 * @throws DescribedError if its project cannot be sent or its path leads to another endpoint
 */
export function trailOf(request: ApiRequest, baseUrl: string): Trail {
	const { projectId, path } = request;
	const headers: Trail['headers'] =
		projectId === undefined ? {} : { 'X-Project-Id': projectHeader(projectId) };
	return { request, baseUrl, headers, hop: { request, url: urlOf(baseUrl, path) } };
}

/**
 * Sends a request once and follows redirects that stay below the base URL and the root of the API.
 *
 * @param trail where to start; moved along with each redirect, so that what a redirect has answered
 * is never sent again
 * @param signal ends the request; in an execution, n8n puts that of the execution in its place
 * @throws ServiceError for a redirect that leaves the API, n8n's error if there is no answer
 */
export async function exchange(
	{ caller, credential, settings, mask }: Transport,
	trail: Trail,
	signal: AbortSignal,
): Promise<RawAnswer> {
	for (let followed = 0; ; followed++) {
		const { request, url } = trail.hop;
		const answer: unknown = await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			{ ...requestOptions(request, trail.headers, settings), url, abortSignal: signal },
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		);
		const raw = asRawAnswer(answer);
		const target = followed < MAX_REDIRECTS ? targetOf(trail, raw, mask) : undefined;
		if (target === undefined) return raw;
		follow(trail, target, raw.status);
	}
}

/**
 * Where a redirect leads.
 *
 * @returns `undefined` if the answer is none that can be followed
 * @throws ServiceError if it leaves the API
 */
function targetOf(
	{ hop, baseUrl }: Trail,
	{ status, headers }: RawAnswer,
	mask: Transport['mask'],
): URL | undefined {
	const { location } = headers;
	if (!Object.hasOwn(REDIRECTS, status) || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, hop.url)) return undefined;
	const target = new URL(location, hop.url);
	const root = new URL(baseUrl + APIS[hop.request.api].root);
	if (target.origin === root.origin && target.pathname.startsWith(root.pathname)) return target;
	throw redirectError(hop.request.api, root, target, status, mask);
}

/** Moves on to the address of a redirect, which has the query in it already. */
function follow(trail: Trail, target: URL, status: number): void {
	const { request } = trail.hop;
	const kept: ApiRequest = { ...request, query: undefined };
	const isKept = REDIRECTS[status]?.includes(request.effect) === true;
	if (!isKept) trail.resultAfter ??= status;
	trail.hop = {
		request: isKept ? kept : { ...kept, effect: 'read', method: 'GET', body: undefined },
		url: target.href,
	};
}

/**
 * The request in n8n's terms. Body and answer travel as text: n8n would leave an empty object
 * out, and would hand over an HTML page as if it were a JSON string.
 */
function requestOptions(
	request: ApiRequest,
	own: Trail['headers'],
	{ timeout, ignoreSsl, proxy }: Settings,
): Omit<IHttpRequestOptions, 'url'> {
	const headers: Record<string, string> = { Accept: 'application/json' };
	if (request.body !== undefined || request.api === 'geo') {
		headers['Content-Type'] = 'application/json';
	}
	return {
		method: request.method,
		headers: { ...headers, ...own },
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
